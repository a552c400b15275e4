"""Gives the account that runs the tests another home directory, for this process and for programs
that it starts with `sys.executable`."""

import sys

assert sys.platform != "win32"

import os
from pathlib import Path

import pytest

from support.interpreter import Interpreter


def set_home(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    import pwd  # Windows has none

    interpreter = Interpreter(home / "python")
    interpreter.set_home(home)
    monkeypatch.setattr(sys, "executable", str(interpreter.python))
    entry = pwd.getpwuid(os.geteuid())
    ours = pwd.struct_passwd((*entry[:5], str(home), entry[6]))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: ours)
    monkeypatch.setenv("HOME", str(home))
