"""What the tests of the Windows platform have.

Until the tests' own conftest runs on Windows, `--confcutdir` leaves it out, and what stands below
the line stands in for it.
"""

import sys

assert sys.platform == "win32"

import importlib.util
import signal
import types
from collections.abc import Iterator

import pytest

from support.programs import Programs

# --- to be dropped: tests/conftest.py and tests/platforms/conftest.py have these


@pytest.fixture
def bounded() -> None:
    """The command that runs the tests has a bound."""


@pytest.fixture
def programs() -> Iterator[Programs]:
    programs = Programs()
    yield programs
    programs.close()


if not hasattr(signal, "setitimer"):
    for name, value in (
        ("SIGALRM", signal.SIGTERM),
        ("ITIMER_REAL", 0),
        ("setitimer", lambda *_: None),
    ):
        setattr(signal, name, value)

if importlib.util.find_spec("sayso.platforms.windows.channel") is None:
    import ctypes
    import ctypes.wintypes as w

    from sayso.platforms.windows.native import handles
    from sayso.platforms.windows.native.library import Library

    _client = Library("kernel32").function(
        "GetNamedPipeClientProcessId", w.BOOL, w.HANDLE, ctypes.POINTER(w.DWORD)
    )

    class PipeChannel:
        def __init__(self, handle: int) -> None:
            self.handle = handle

        def peer_pid(self) -> int:
            pid = w.DWORD()
            _client(self.handle, ctypes.byref(pid))
            return pid.value

        def close(self) -> None:
            if self.handle:
                handles.close(self.handle)
                self.handle = 0

    made = types.ModuleType("sayso.platforms.windows.channel")
    vars(made)["PipeChannel"] = PipeChannel
    sys.modules[made.__name__] = made

# ---

from support.windows_pipes import Comes, Stranger


@pytest.fixture
def comes(programs: Programs) -> Iterator[Comes]:
    """By it a program connects; it ends with its pipe, before it is waited for."""
    strangers: list[Stranger] = []

    def come() -> Stranger:
        strangers.append(Stranger(programs))
        return strangers[-1]

    yield come
    for stranger in strangers:
        stranger.close()
