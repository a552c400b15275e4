"""The states that the tray is told of."""

import pytest

from sayso.core import overview
from sayso.core.prompt import State


@pytest.mark.parametrize("name", ["QUEUED", "SHOWING", "COVERED", "SHOWN", "PUT_OFF"])
def test_a_state_is_called_as_the_prompt_calls_it(name: str) -> None:
    assert getattr(overview, name) == State[name].value
