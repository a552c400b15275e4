"""Start at login by a real `systemd --user`, from the first login to the last file that goes."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.asking import answer, pending
from support.processes import kill, look, wait_gone, wait_until
from support.user_manager import UserManager
from support.world import World

pytestmark = pytest.mark.root("the service manager of a test needs a control group of its own")

SERVICE, SOCKET = "sayso.service", "sayso.socket"


@pytest.fixture
def manager(world: World) -> Iterator[UserManager]:
    with UserManager(world) as manager:
        yield manager


@pytest.fixture
def login(world: World, manager: UserManager) -> UserManager:
    """Enabled, and logged in anew: only the socket is there."""
    enabled = world.sayso("autostart", "enable")
    assert enabled.code == 0, enabled
    manager.log_out()
    manager.log_in()
    return manager


def main_pid(manager: UserManager) -> int:
    return int(manager.show(SERVICE, "MainPID"))


def state(manager: UserManager, unit: str) -> str:
    return manager.show(unit, "ActiveState")


def status(world: World) -> dict[str, int]:
    with world.wire() as wire:
        result: dict[str, int] = wire.call("status")["result"]
    return result


def test_the_desktop_starts_it_with_the_session(world: World, login: UserManager) -> None:
    assert (state(login, SOCKET), state(login, SERVICE)) == ("active", "inactive")
    login.start_desktop()
    wait_until(lambda: state(login, SERVICE) == "active", "the daemon")
    assert main_pid(login) == status(world)["pid"] == world.daemon_pid()
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0


def test_a_question_starts_it(world: World, login: UserManager) -> None:
    """Before any desktop told of its session; what was asked meanwhile is not lost."""
    login.call("import-environment", "DISPLAY")
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0
    assert state(login, SERVICE) == "active"
    assert main_pid(login) == status(world)["pid"]


def test_what_began_before_there_was_a_screen_finds_it_at_login(
    world: World, login: UserManager
) -> None:
    """Something asked too early; then the desktop starts what is in its own list."""
    screen = world.environ.pop("DISPLAY")
    assert world.sayso("confirm", "Deploy?").code == 4
    world.environ["DISPLAY"] = screen
    login.start_desktop()
    assert world.sayso("daemon", "start").code == 0
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0
    assert state(login, SERVICE) == "active"


@pytest.fixture
def served(world: World, login: UserManager) -> UserManager:
    login.start_desktop()
    wait_until(lambda: state(login, SERVICE) == "active", "the daemon")
    wait_until(lambda: status(world)["keeper"], "a keeper")
    return login


def approved_late(world: World) -> None:
    """An answer that nobody has collected."""
    pending(world, "Deploy?", "--wait", "0", "--retention", "300")
    answer(world, "Deploy?", "Approve")


def collect(world: World) -> int:
    return world.sayso("confirm", "Deploy?", "--wait", "0", "--retention", "300").code


def watched(world: World, manager: UserManager) -> int:
    """The daemon's pid, once the manager watches it."""

    def same() -> int | None:
        pid = status(world)["pid"]
        return pid if pid == main_pid(manager) and state(manager, SERVICE) == "active" else None

    return wait_until(same, "the manager's knowledge of the daemon")


def test_a_killed_daemon_keeps_the_answer_and_its_successor_is_watched(
    world: World, served: UserManager
) -> None:
    """Time and again: the manager's own child first, then its keeper's."""
    approved_late(world)
    for _ in range(3):
        killed = watched(world, served)
        kill(killed)
        wait_gone(killed)
        assert watched(world, served) != killed
    assert collect(world) == 0


def test_the_daemon_and_its_successor_are_hardened(world: World, served: UserManager) -> None:
    """proc_pid_status(5): no new privileges, and a filter of system calls."""
    for _ in range(2):
        pid = watched(world, served)
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        told = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
        assert (told["NoNewPrivs"], told["Seccomp"]) == ("1", "2")
        kill(pid)
        wait_gone(pid)


def test_a_killed_keeper_is_no_matter_of_the_manager(world: World, served: UserManager) -> None:
    approved_late(world)
    pid, keeper = watched(world, served), status(world)["keeper"]
    kill(keeper)
    wait_until(lambda: status(world)["keeper"] not in (None, keeper), "another keeper")
    assert watched(world, served) == pid
    assert served.show(SERVICE, "NRestarts") == "0"
    assert collect(world) == 0


def kill_both(world: World) -> None:
    told = status(world)
    pids = [told["pid"], told["keeper"]]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    for pid in pids:
        kill(pid)
        wait_gone(pid)


def test_both_killed_the_manager_starts_it_anew(world: World, served: UserManager) -> None:
    before = watched(world, served)
    kill_both(world)
    wait_until(lambda: main_pid(served) not in (0, before), "another daemon")  # nobody has asked
    assert watched(world, served) != before


def test_both_killed_after_a_successor_the_next_question_starts_it(
    world: World, served: UserManager
) -> None:
    """That one was no child of the manager, which knows nothing of how it ended."""
    kill(watched(world, served))
    watched(world, served)
    kill_both(world)
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0
    watched(world, served)


def test_a_restart_loses_nothing_and_the_unit_stays_active(
    world: World, served: UserManager
) -> None:
    approved_late(world)
    before = watched(world, served)
    began = served.show(SERVICE, "ActiveEnterTimestampMonotonic")
    for _ in range(2):
        assert world.sayso("daemon", "restart").code == 0
        assert watched(world, served) != before
    assert served.show(SERVICE, "ActiveEnterTimestampMonotonic") == began
    assert collect(world) == 0


def failed(manager: UserManager) -> bool:
    return state(manager, SERVICE) == "failed"


def test_one_that_cannot_listen_is_not_started_again_and_again(
    world: World, login: UserManager
) -> None:
    """Until somebody asks."""
    login.call("stop", SOCKET)
    world.socket_path.unlink()
    world.socket_path.mkdir()
    login.start_desktop()
    wait_until(lambda: failed(login), "the end of its trials")
    assert login.show(SERVICE, "ExecMainStatus") == "78"
    assert login.show(SERVICE, "NRestarts") == "0"
    world.socket_path.rmdir()
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0


@pytest.mark.long  # it is started thirty times, two seconds apart
def test_one_whose_program_is_gone_is_not_started_for_ever(
    world: World, login: UserManager
) -> None:
    units = Path(world.environ["XDG_CONFIG_HOME"], "systemd/user")
    (units / f"{SERVICE}.d").mkdir()
    (units / f"{SERVICE}.d/gone.conf").write_text(
        "[Service]\nExecStart=\nExecStart=:/nowhere/sayso daemon run\n"
    )
    login.call("daemon-reload")
    login.start_desktop()
    wait_until(lambda: failed(login), "the end of its trials", 180)
    assert int(login.show(SERVICE, "NRestarts")) == 30


def test_a_question_to_one_that_cannot_begin_wakes_it_some_times_and_is_told_why(
    world: World, login: UserManager
) -> None:
    (world.socket_path.parent / "lock").mkdir()
    asked = world.start("confirm", "Deploy?", "--json")
    wait_until(lambda: state(login, SOCKET) == "failed", "the end of its trials", 60)
    assert login.show(SOCKET, "Result") == "trigger-limit-hit"
    wait_until(lambda: failed(login), "the end of the last trial")
    assert asked.wait().code == 6
    assert "Is a directory" in world.sayso("confirm", "Deploy?").err


def ended(world: World, manager: UserManager, pids: list[int]) -> bool:
    return state(manager, SERVICE) == "inactive" and not any(look(pid) for pid in pids)


@pytest.mark.parametrize("by", ["systemctl", "sayso"])
@pytest.mark.parametrize("succeeded", [False, True], ids=["first", "successor"])
def test_stopped_it_ends_with_its_keeper_and_the_next_question_starts_it(
    world: World, served: UserManager, by: str, *, succeeded: bool
) -> None:
    if succeeded:
        assert world.sayso("daemon", "restart").code == 0
        watched(world, served)
    told = status(world)
    pids = [told["pid"], told["keeper"]]
    if by == "systemctl":
        served.call("stop", SERVICE)
    else:
        assert world.sayso("daemon", "stop").code == 0
    wait_until(lambda: ended(world, served, pids), "the end of daemon and keeper")
    assert state(served, SOCKET) == "active"
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0


def test_restarted_by_the_manager_it_serves(world: World, served: UserManager) -> None:
    assert world.sayso("daemon", "restart").code == 0
    before = watched(world, served)
    served.call("restart", SERVICE)
    assert watched(world, served) != before


def test_to_stop_what_does_not_run_does_not_end_the_manager(
    world: World, login: UserManager
) -> None:
    """It is the manager that listens."""
    assert world.sayso("daemon", "stop").code == 0
    assert state(login, SOCKET) == "active"


def test_a_daemon_that_ran_before_loses_nothing(world: World, manager: UserManager) -> None:
    """Enabled, and the next session begins while the manager, and that daemon, go on."""
    approved_late(world)
    before = status(world)["pid"]
    assert world.sayso("autostart", "enable").code == 0
    manager.call("start", "sockets.target")
    manager.start_desktop()
    wait_until(lambda: state(manager, SERVICE) != "activating", "the second start")
    assert manager.show(SERVICE, "Result") == "success"
    assert status(world)["pid"] == before
    assert collect(world) == 0


def test_disabled_nothing_is_left_and_what_runs_goes_on(world: World, served: UserManager) -> None:
    approved_late(world)
    assert world.sayso("autostart", "disable").code == 0
    left = Path(world.environ["XDG_CONFIG_HOME"]).iterdir()
    assert [path.name for path in left] == [world.configuration.parent.name]
    assert collect(world) == 0
    assert world.sayso("daemon", "stop").code == 0
    wait_until(lambda: served.show(SERVICE, "LoadState") == "not-found", "the unit's end")
    assert list(world.socket_path.parent.iterdir()) == []
    asked = world.start("confirm", "Still?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0


def test_disabled_while_nothing_runs_nothing_listens(world: World, login: UserManager) -> None:
    assert world.sayso("autostart", "disable").code == 0
    assert list(world.socket_path.parent.iterdir()) == []
    assert state(login, SOCKET) == "inactive"
