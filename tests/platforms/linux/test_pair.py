"""What one process of ours hands to the other: the listening socket, their own, and its pid."""

import sys

assert sys.platform == "linux"

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from sayso.platforms import select
from sayso.platforms.linux import endpoint
from support.processes import PATIENCE, look, wait_gone
from support.programs import Programs

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


CLOSING = """
from sayso.platforms import select
with select.processes().inherited_channel() as ours:
    ours.send(b"here")
    ours.receive()
while True:
    pass
"""


@pytest.mark.usefixtures("bounded")
def test_its_end_is_the_end_of_the_process() -> None:
    """Who took the close of it for that would end what still ends by itself."""
    child = select.processes().spawn([sys.executable, "-c", CLOSING])
    with child.channel as channel:
        assert channel.receive() == b"here"
        channel.send(b"close it")
        before = select.processes().worked(child.process.pid)
        while select.processes().worked(child.process.pid) < before + 0.1:
            os.sched_yield()  # it is past that, and works on
        channel.wait_at_most(0.01)
        with pytest.raises(TimeoutError):
            channel.receive()
        child.process.kill()
        child.process.wait()
        assert channel.receive() == b""


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


def test_what_is_no_socket_is_not_inherited() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INHERITING],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert ended.stderr.splitlines()[-1].startswith("OSError: [Errno 88]")


ENDING_ITS_PARENT = """
import os, sys
from sayso.platforms.linux import processes
other = processes.parent(int(sys.argv[1]) or os.getppid())
print(other.pid, flush=True)
sys.stdin.readline()
other.kill()
other.wait()
other.kill()
print("ended", flush=True)
"""

STARTING = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {ENDING_ITS_PARENT!r}, "0"])
"""


def test_the_other_half_is_ended_and_waited_for(programs: Programs) -> None:
    parent = programs.python(STARTING)
    assert parent.hear() == str(parent.pid)
    assert look(parent.pid)
    parent.say("")
    assert parent.hear() == "ended"
    wait_gone(parent.pid)
    assert parent.wait(PATIENCE) == -signal.SIGKILL


def test_a_process_that_did_not_start_us_is_left_alone(programs: Programs) -> None:
    """The pid of our parent may be another's by now."""
    bystander = programs.start("cat")
    child = programs.python(ENDING_ITS_PARENT, str(bystander.pid))
    assert child.hear() == str(bystander.pid)
    child.say("")
    assert child.hear() == "ended"
    assert bystander.poll() is None


def test_one_that_has_ended_is_waited_for_no_more(programs: Programs) -> None:
    gone = programs.start("true")
    gone.wait(PATIENCE)
    other = select.processes().parent(gone.pid)
    other.kill()
    other.wait()
    assert other.pid == gone.pid
