"""What Windows has not says so, by the errors that the contract has for it."""

import sys

assert sys.platform == "win32"

import pytest

from sayso.errors import Unsupported
from sayso.platforms.windows import backend


def test_no_program_asks_as_systemd_does() -> None:
    with pytest.raises(Unsupported, match="Windows has no systemd"):
        backend.password_agent()
