"""What other programs of the same user can see of our processes, and where nothing can be locked.

The daemon has started without the privileges of root, and so are those who look at it.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from support import burglar
from support.asking import dialog
from support.images import locked
from support.powerless import powerless
from support.processes import Job, children, wait_until
from support.world import World

SAYSO = [sys.executable, "-m", "sayso"]
PASSWORD = [*SAYSO, "password", "Unlock?"]


def got_in(world: World, pid: int) -> set[str]:
    command = [*powerless(), sys.executable, burglar.__file__, str(pid)]
    done = world.spawn(command).wait()
    assert (done.code, done.err) == (0, "")
    return set(done.out.split())


def start_daemon(world: World, memlock: str | None = None) -> int:
    started = world.spawn([*powerless(memlock), *world.command, "daemon", "start"]).wait()
    assert started.code == 0, started
    pid = world.daemon_pid()
    assert pid
    return pid


def started_by(pid: int, word: str) -> int:
    """Its child of that kind, once it is there."""
    return wait_until(
        lambda: next((c.pid for c in children(pid) if word in c.command.split()), None), word
    )


def core_limit(pid: int) -> list[str]:
    """Soft and hard."""
    limits = Path(f"/proc/{pid}/limits").read_text()
    return limits.partition("Max core file size")[2].split()[:2]


def test_nobody_gets_in(world: World) -> None:
    """But into a process like theirs that is not ours: so the burglar knows its trade."""
    with subprocess.Popen([*powerless(), "sleep", "600"]) as control:
        assert {"environ", "descriptors"} <= got_in(world, control.pid)
        if not Path("/proc/sys/kernel/yama/ptrace_scope").exists():
            assert got_in(world, control.pid) == {way.__name__ for way in burglar.WAYS}
        control.kill()
    daemon = start_daemon(world)
    assert world.sayso("password", "Unlock?", "--wait", "0").code == 2  # no pipe
    world.spawn(["bash", "-c", "sayso password Unlock? --wait 0 | cat"]).wait()
    for pid in (daemon, started_by(daemon, "keeper"), dialog(world, "Unlock?")):
        assert got_in(world, pid) == set()
        assert core_limit(pid) == ["0", "0"]


@pytest.mark.unhurried
def test_a_dialog_locks_memory_for_a_password_alone(world: World) -> None:
    daemon = start_daemon(world)
    world.spawn(["bash", "-c", "sayso password Unlock? --wait 0 | cat"]).wait()
    asked = dialog(world, "Unlock?")
    assert locked(asked) >= 4
    assert locked(daemon) >= 4

    def spare() -> int | None:
        dialogs = (c.pid for c in children(daemon) if "dialog" in c.command)
        return next((pid for pid in dialogs if pid != asked), None)

    assert locked(wait_until(spare, "the spare")) == 0
    world.dialogs.press("Deny", pid=asked)
    wait_until(lambda: locked(daemon) == 0, "the memory of the daemon to be free")


def ask_for_password(world: World, memlock: str | None = None) -> Job:
    line = 'set -o pipefail; "$@" | cat'
    return world.spawn(["bash", "-c", line, "-", *powerless(memlock), *PASSWORD])


NONE = "0:0"


@pytest.mark.parametrize(
    ("daemon", "caller"), [(NONE, None), (None, NONE)], ids=["the daemon", "the caller"]
)
def test_where_nothing_can_be_locked_no_password_is_asked_for(
    world: World, daemon: str | None, caller: str | None
) -> None:
    start_daemon(world, daemon)
    done = ask_for_password(world, caller).wait()
    assert (done.code, done.out) == (6, "")
    assert "swapped out" in done.err
    assert "ulimit -l" in done.err
    assert world.prompts() == []
    confirm = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve", pid=dialog(world, "Deploy?"))
    assert confirm.wait().code == 0


def test_the_daemon_uses_all_that_it_may_lock(world: World) -> None:
    """Whatever the program that happened to start it had set for itself."""
    start_daemon(world, "0:")
    asked = ask_for_password(world)
    world.dialogs.press("Deny", pid=dialog(world, "Unlock?"))
    assert asked.wait().code == 1
