"""What sayso does not do on Windows yet says so, by the errors that the contract has for it."""

import sys

assert sys.platform == "win32"

import pytest

from sayso.errors import Unsupported
from sayso.platforms.contract.execution import Order
from sayso.platforms.windows import backend, execution

ORDER = Order(("tool",), "C:\\")


def test_no_sealed_program_runs() -> None:
    with pytest.raises(Unsupported, match="Windows yet") as caught:
        execution.prepare(ORDER)
    assert caught.value.remedy


def test_no_program_asks_as_systemd_does() -> None:
    with pytest.raises(Unsupported, match="Windows has no systemd"):
        backend.password_agent()
