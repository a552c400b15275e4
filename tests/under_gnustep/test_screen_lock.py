"""The process that hears whether the screen is locked: notifications of the system come to it."""

import sys

assert sys.platform == "linux"

import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

import macos_double
import support
from macos_double import headers, selectors
from support.processes import PATIENCE
from support.world import World

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

PROGRAM = Path(support.__path__[0], "macos_lock_program.py")
LOCKED, UNLOCKED = "com.apple.screenIsLocked", "com.apple.screenIsUnlocked"
POST = """
import AppKit, sys
center = AppKit.NSDistributedNotificationCenter.defaultCenter()
center.postNotificationName_object_(sys.argv[1], None)
"""


class Hearing:
    def __init__(self, environ: Mapping[str, str], first: str) -> None:
        self._environ = environ
        self._ours, theirs = socket.socketpair()
        self._ours.settimeout(PATIENCE)
        with theirs:
            tests = str(PROGRAM.parents[1])
            path = f"{environ['PYTHONPATH']}:{tests}"
            self.process = subprocess.Popen(
                [sys.executable, str(PROGRAM)],
                env={**environ, "PYTHONPATH": path, "LOCKED": first}, stdin=theirs.fileno(),
            )  # fmt: skip

    def says(self) -> bytes:
        return self._ours.recv(1)

    def post(self, name: str) -> None:
        """As loginwindow does."""
        command = [sys.executable, "-c", POST, name]
        subprocess.run(command, env={**self._environ}, timeout=PATIENCE, check=True)

    def hang_up(self) -> int:
        """The exit status then."""
        self._ours.close()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        self._ours.close()
        self.process.kill()
        self.process.wait()


class Starts:
    def __init__(self, world: World, record: Path, stack: ExitStack) -> None:
        self._environ = macos_double.environ(world.environ, record)
        self._stack = stack

    def __call__(self, first: str) -> Hearing:
        made = Hearing(self._environ, first)
        self._stack.callback(made.close)
        return made


@pytest.fixture
def starts(mac_world: World, record: Path) -> Iterator[Starts]:
    with ExitStack() as stack:
        yield Starts(mac_world, record, stack)


@pytest.mark.parametrize(("first", "said"), [("yes", b"1"), ("no", b"0"), ("", b"?")])
def test_it_says_how_it_is_at_first(starts: Starts, first: str, said: bytes) -> None:
    hearing = starts(first)
    assert hearing.says() == said
    assert hearing.hang_up() == 0


def test_it_says_each_change(starts: Starts, record: Path) -> None:
    hearing = starts("no")
    assert hearing.says() == b"0"
    for name, said in ((LOCKED, b"1"), (UNLOCKED, b"0"), (LOCKED, b"1")):
        hearing.post(name)
        assert hearing.says() == said
    assert hearing.hang_up() == 0
    recorded = selectors.recorded(record)
    assert "addObserver:selector:name:object:suspensionBehavior:" in {
        each["selector"] for each in recorded if each["what"] == "sent"
    }
    wrong = selectors.wrong(recorded, headers.read(macos_double.TYPES))
    assert wrong == ["-[SaysoTimer fire:]"]  # of the main loop, which had to wait for no time here
