"""Each button has a letter of its own, as far as there are letters."""

import pytest

from sayso.presentation.mnemonics import mnemonics


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        (("Approve", "Deny", "Later"), [0, 0, 0]),
        (("Delete", "Deny"), [0, 1]),
        (("approve", "Always"), [0, 1]),
        (("aa", "AA"), [0, None]),
        (("批准", "拒绝 (N)"), [None, 4]),
        (("", "…"), [None, None]),
        (("é1",), [1]),
    ],
)
def test_the_first_letter_that_is_free(labels: tuple[str, ...], places: list[int | None]) -> None:
    assert mnemonics(labels) == places
