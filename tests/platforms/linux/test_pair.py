"""What one process of ours hands to the other: the listening socket, their own, and its pid."""

import sys

assert sys.platform == "linux"

import os
import socket
import subprocess
from pathlib import Path

import pytest

from sayso.platforms.linux import endpoint

BACKLOG = 8


def test_what_was_handed_over_is_left_to_no_child(directory: Path) -> None:
    first = endpoint.listen(str(directory / "sayso" / "socket"), BACKLOG)
    told = first.handover()
    first.sock.detach()
    for descriptor in told["descriptors"].values():
        os.set_inheritable(descriptor, True)
    second = endpoint.adopt(told)
    assert not any(map(os.get_inheritable, told["descriptors"].values()))
    second.close()
    assert list((directory / "sayso").iterdir()) == []


def test_what_was_not_handed_over_is_not_gone_on_with() -> None:
    with pytest.raises(KeyError):
        endpoint.adopt({"descriptors": {"directory": 0, "lock": 0}})


INHERITING = """
import os, sys
from sayso.platforms.linux import processes
ours = processes.inherited_channel()
here = os.readlink("/proc/self/fd/0").encode()
ours.send(here + b" %d" % os.get_inheritable(ours.sock.fileno()))
"""


def test_the_socket_to_the_other_half_is_no_childs() -> None:
    """It was standard input, which is empty from then on."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        subprocess.run(
            [sys.executable, "-c", INHERITING], stdin=theirs.fileno(), check=True, timeout=20
        )
        assert ours.recv(100) == b"/dev/null 0"


LEFT = """
import os
from sayso.platforms import select
before = len(os.listdir("/proc/self/fd"))
with select.processes().inherited_channel() as ours:
    while ours.receive():
        pass
print(len(os.listdir("/proc/self/fd")) - before)
"""


def test_after_the_other_end_nothing_is_left_of_it() -> None:
    """A keeper has one daemon after the other."""
    child, ours = socket.socketpair()
    with ours, child:
        process = subprocess.Popen(
            [sys.executable, "-c", LEFT], stdin=child.fileno(), stdout=subprocess.PIPE, text=True
        )
    told, _ = process.communicate(timeout=20)
    assert told == "0\n"
