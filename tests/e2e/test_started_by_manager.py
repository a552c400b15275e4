"""The first question has a real `systemd --user` start the daemon: it ends with no program."""

from collections.abc import Iterator

import pytest

from support.control_groups import control_group
from support.processes import kill, look, wait_gone, wait_until
from support.user_manager import UserManager
from support.world import World

pytestmark = pytest.mark.root("the service manager of a test needs a control group of its own")

SERVICE = "sayso.service"
NO_INTERACTOR = 4


@pytest.fixture
def manager(headless_world: World) -> Iterator[UserManager]:
    with UserManager(headless_world) as manager:
        yield manager


def ends_with(world: World) -> str | None:
    with world.wire() as wire:
        told: str | None = wire.call("status")["result"]["ends_with"]
    return told


def unit_of(manager: UserManager, pid: int | None) -> str:
    """The one whose main process that is."""
    listed = manager.call("list-units", "--plain", "--no-legend", "sayso*.service").splitlines()
    (unit,) = (name for name in (line.split()[0] for line in listed) if _main(manager, name) == pid)
    return unit


def _main(manager: UserManager, unit: str) -> int:
    return int(manager.show(unit, "MainPID"))


def test_it_outlives_the_terminal_that_asked_first(
    headless_world: World, manager: UserManager
) -> None:
    with control_group("vte-spawn-1.scope") as terminal:
        terminal.run([*headless_world.command, "daemon", "start"], headless_world.environ)
        pid = headless_world.daemon_pid()
        terminal.kill()
        assert pid is not None
        assert look(pid)
        assert headless_world.daemon_pid() == pid
    assert manager.show(unit_of(manager, pid), "KillMode") == "process"
    assert ends_with(headless_world) != "vte-spawn-1.scope"


def test_its_environment_is_its_own(headless_world: World, manager: UserManager) -> None:
    headless_world.environ["SSH_AUTH_SOCK"] = "/nowhere"
    headless_world.environ["XDG_SESSION_TYPE"] = "tty"
    assert headless_world.sayso("confirm", "Deploy?").code == NO_INTERACTOR
    pid = headless_world.daemon_pid()
    assert pid is not None
    seen = look(pid)
    assert seen is not None
    assert b"XDG_SESSION_TYPE=tty" in seen.environ
    assert b"SSH_AUTH_SOCK" not in seen.environ


def test_where_the_unit_is_there_it_is_that_one(
    headless_world: World, manager: UserManager
) -> None:
    assert headless_world.sayso("autostart", "enable").code == 0
    assert headless_world.sayso("daemon", "start").code == 0
    assert unit_of(manager, headless_world.daemon_pid()) == SERVICE


def test_where_a_package_has_brought_the_unit_alone_it_is_another(
    headless_world: World, manager: UserManager
) -> None:
    """That one would know nothing of the asker's screen."""
    manager.ship(SERVICE, "[Service]\nExecStart=/bin/true\n")
    assert headless_world.sayso("daemon", "start").code == 0
    assert unit_of(manager, headless_world.daemon_pid()) != SERVICE


def test_one_that_cannot_begin_says_why_and_leaves_no_unit(
    headless_world: World, manager: UserManager
) -> None:
    headless_world.socket_path.parent.mkdir(mode=0o700)
    (headless_world.socket_path.parent / "lock").mkdir()
    done = headless_world.sayso("confirm", "Deploy?")
    assert done.code == 6
    assert "Is a directory" in done.err
    assert manager.call("list-units", "--all", "--plain", "--no-legend", "sayso*.service") == ""
    (headless_world.socket_path.parent / "lock").rmdir()


def test_a_killed_one_has_a_successor_and_a_stopped_one_none(
    headless_world: World, manager: UserManager
) -> None:
    assert headless_world.sayso("daemon", "start").code == 0
    before = headless_world.daemon_pid()
    assert before is not None
    kill(before)
    wait_gone(before)
    wait_until(lambda: headless_world.daemon_pid() not in (None, before), "a successor")
    assert headless_world.sayso("daemon", "stop").code == 0
    assert headless_world.daemon_pid() is None
    assert headless_world.sayso("confirm", "Deploy?").code == NO_INTERACTOR


def test_of_two_that_ask_at_once_both_reach_one(
    headless_world: World, manager: UserManager
) -> None:
    asked = [headless_world.start("confirm", "Deploy?") for _ in range(3)]
    assert [each.wait().code for each in asked] == [NO_INTERACTOR] * 3
    daemons = [each for each in headless_world.processes() if "daemon run" in each.command]
    assert [each.pid for each in daemons] == [headless_world.daemon_pid()]
