"""What a call's arguments become on the wire."""

import pytest

from sayso.client.calls import confirm_params, password_params
from sayso.errors import InvalidParams


def test_a_password_is_asked_for_by_its_words() -> None:
    assert password_params("Unlock", {"repeat": True, "error": "Wrong", "wait": None}) == {
        "kind": "password",
        "message": "Unlock",
        "repeat": True,
        "error": "Wrong",
    }


def test_what_is_left_out_is_not_sent() -> None:
    assert confirm_params("Go?", {"wait": None, "title": "", "destructive": False}) == {
        "kind": "confirm",
        "message": "Go?",
        "title": "",
    }
    assert confirm_params("Go?", {"destructive": True, "wait": 0, "ticket": "t"}) == {
        "kind": "confirm",
        "message": "Go?",
        "severity": "destructive",
        "wait": 0,
        "ticket": "t",
    }


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_cannot_carry_names_its_field(number: float) -> None:
    with pytest.raises(InvalidParams) as caught:
        confirm_params("Go?", {"timeout": number})
    assert caught.value.field == "timeout"
