"""The daemon's life as callers see it: started by the first question, ended, killed, begun anew."""

import os
import signal
import socket
import time
from pathlib import Path

import pytest

from sayso.presentation import catalogue
from support.asking import ALERT, answer, came_out, dialog, no_dialog, pending
from support.lengths import AtLength
from support.processes import Job, Seen, children, kill, look, wait_gone, wait_until
from support.world import World

MESSAGE = "Deploy?"


def daemon_pid(world: World) -> int:
    pid = world.daemon_pid()
    assert pid is not None, "no daemon listens"
    return pid


def daemons(world: World) -> list[Seen]:
    return [seen for seen in world.processes() if "sayso daemon run" in seen.command]


def end_both(world: World) -> None:
    """Daemon and keeper, so that neither heals the other."""
    pair = daemons(world) + keepers(world)
    for each in pair:
        os.kill(each.pid, signal.SIGSTOP)
    for each in pair:
        kill(each.pid)
        wait_gone(each.pid)


def keepers(world: World) -> list[Seen]:
    return [seen for seen in world.processes() if "sayso keeper" in seen.command]


def files(world: World) -> list[str]:
    """In the place of the socket."""
    return [path.name for path in world.socket_path.parent.glob("*")]


def dialogs_of(daemon: int) -> list[Seen]:
    """Its dialog processes: the one on the screen and the warm spare."""
    return [seen for seen in children(daemon) if "sayso dialog" in seen.command]


def ask_and_wait(world: World) -> Job:
    """A caller that waits, with its dialog on the screen."""
    asked = world.start("confirm", MESSAGE, "--json")
    dialog(world, MESSAGE)
    return asked


def error(job: Job) -> tuple[int, str]:
    done = job.wait()
    return done.code, done.json["error"]["data"]["error"]


# Its start


def test_the_first_question_starts_it(world: World) -> None:
    """It outlives the caller, whose session and terminal it has left."""
    assert world.daemon_pid() is None
    asked = world.start("confirm", MESSAGE, "--wait", "0", terminal=True)
    assert asked.wait().code == 3
    seen = look(daemon_pid(world))
    assert seen is not None
    assert (seen.parent, seen.session) == (1, seen.pid)
    pending(world, MESSAGE, "--scope", "another question")
    assert daemon_pid(world) == seen.pid
    answer(world, MESSAGE)


def test_stop_says_what_goes_with_the_daemon(world: World) -> None:
    for words in ("Deploy?", "Restart?", "Wipe?"):
        assert world.sayso("confirm", "--wait", "0", words).code == 3
    world.dialogs.press("Approve")
    wait_until(lambda: [prompt["state"] for prompt in world.prompts()].count("answered") == 1, "it")
    pid = daemon_pid(world)
    stopped = world.sayso("daemon", "stop")
    assert stopped.out == (
        f"The daemon has stopped, pid {pid}; lost with it: 2 open questions and 1 answer that "
        "nobody had collected.\n"
    )


@pytest.mark.parametrize("before", ["stop", "kill"])
def test_two_clients_that_start_it_at_once_get_one(
    headless_world: World, before: str, at_length: AtLength
) -> None:
    """Round after round: after a clean end, and after a kill that leaves a stale socket."""
    world = headless_world
    for _ in range(at_length(3, 6)):
        clients = [world.start("confirm", MESSAGE, "--json") for _ in range(2)]
        assert [came_out(client.wait()) for client in clients] == [(4, "no_interactor")] * 2
        pid = daemon_pid(world)
        # the one that came second to the lock ends by itself
        wait_until(lambda: len(daemons(world)) == 1, "one daemon alone")
        assert daemons(world)[0].pid == pid
        if before == "stop":
            assert world.sayso("daemon", "stop").code == 0
        else:
            end_both(world)
            assert "socket" in files(world)


def test_a_second_daemon_ends_by_itself(headless_world: World) -> None:
    """The lock tells it, even where the first one's socket was removed."""
    world = headless_world
    assert world.sayso("daemon", "start").code == 0
    first = daemon_pid(world)
    world.socket_path.unlink()
    second = world.sayso("daemon", "run")
    assert (second.code, second.out) == (0, "")
    assert "another daemon runs" in second.err
    assert files(world) == ["lock"]
    os.kill(first, signal.SIGTERM)
    wait_gone(first)


def test_a_stale_socket_is_cleared(headless_world: World) -> None:
    """Of whoever left it; a file that is not a socket stays, and the caller hears of it."""
    world = headless_world
    world.socket_path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(world.socket_path))
    assert world.sayso("confirm", MESSAGE).code == 4
    assert world.sayso("daemon", "stop").code == 0

    world.socket_path.write_text("precious")
    done = world.sayso("confirm", MESSAGE)
    assert done.code == 6
    assert str(world.socket_path) in done.err
    assert world.socket_path.read_text() == "precious"


def test_start_stop_and_restart(world: World) -> None:
    started = world.sayso("daemon", "start")
    first = daemon_pid(world)
    assert (started.code, started.out) == (0, f"The daemon has started, pid {first}.\n")
    again = world.sayso("daemon", "start")
    assert (again.code, again.out) == (0, "The daemon is already running.\n")

    restarted = world.sayso("daemon", "restart")
    second = daemon_pid(world)
    assert restarted.code == 0
    assert restarted.out == f"The daemon has restarted, pid {second}; what was open goes on.\n"
    assert look(first) is None

    stopped = world.sayso("daemon", "stop")
    assert (stopped.code, stopped.out) == (0, f"The daemon has stopped, pid {second}.\n")
    again = world.sayso("daemon", "stop")
    assert (again.code, again.out) == (0, "No daemon is running.\n")
    restarted = world.sayso("daemon", "restart")
    third = daemon_pid(world)
    assert (restarted.code, restarted.out) == (
        0,
        f"No daemon is running.\nThe daemon has started, pid {third}.\n",
    )


# Its end


def test_its_end_is_told_to_who_waits(world: World) -> None:
    for way in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asked = ask_and_wait(world)
        pid = daemon_pid(world)
        os.kill(pid, way)
        assert error(asked) == (6, "stopping")
        message = asked.wait().json["error"]["message"]
        assert message == "the daemon is stopping; this question was closed"
        wait_gone(pid)
        no_dialog(world)


def test_stop_and_start_leave_nothing_behind(world: World) -> None:
    """No process, no file, no window; whether a dialog is on the screen or not."""
    for number in range(3):
        assert world.sayso("daemon", "start").code == 0
        asked = ask_and_wait(world) if number else None
        assert files(world)
        assert world.sayso("daemon", "stop").code == 0
        if asked:
            assert error(asked) == (6, "stopping")
        assert world.processes() == []
        assert files(world) == []
        assert world.dialogs.windows() == []


# Its death


def test_a_daemon_that_is_killed_with_its_keeper(world: World) -> None:
    """Who waits gets an error, its dialogs close, and the next question starts a fresh one.

    test_keeper.py has those that are killed alone.
    """
    asked = ask_and_wait(world)
    queued = world.start("confirm", "Deploy another?", "--json")
    wait_until(lambda: len(world.prompts()) == 2, "the second question")
    killed = daemon_pid(world)
    dialogs = dialogs_of(killed)
    assert dialogs
    end_both(world)
    for caller in (asked, queued):
        assert error(caller) == (6, "unreachable")
        assert "repeat the request" in caller.wait().json["error"]["data"]["remedy"]
    no_dialog(world)
    for each in dialogs:
        wait_gone(each.pid)

    again = ask_and_wait(world)
    assert daemon_pid(world) != killed
    assert [prompt["number"] for prompt in world.prompts()] == [1]
    answer(world, MESSAGE)
    assert came_out(again.wait()) == (1, "denied")


# The death of a dialog


def test_a_killed_dialog_is_back_with_its_remaining_time(world: World) -> None:
    asked = world.start("confirm", MESSAGE, "--timeout", "60", "--json")
    first = dialog(world, MESSAGE)
    wait_until(lambda: seconds_left(world) < 58, "the countdown to move")

    asked_at = time.monotonic()
    before = seconds_left(world)
    kill(first)
    world.dialogs.wait_gone(role=ALERT, pid=first)
    second = dialog(world, MESSAGE)
    after = seconds_left(world)
    passed = time.monotonic() - asked_at

    assert before - passed <= after <= before
    assert second != first
    assert shown_seconds(world, second) <= 58
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def seconds_left(world: World) -> float:
    (prompt,) = world.prompts()
    left: float = prompt["seconds_left"]
    return left


def shown_seconds(world: World, pid: int) -> int:
    """The countdown in the dialog."""
    labels = world.dialogs.find(role="label", pid=pid)
    (text,) = [each.text for each in labels if each.description == catalogue.TIME_LEFT()]
    minutes, seconds = text.removeprefix("Closes in ").split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.unhurried
@pytest.mark.serial("it counts real seconds")
def test_a_killed_dialog_is_back_within_a_second(world: World) -> None:
    """The quickest of some, as other programs may keep this machine busy."""
    took: list[float] = []
    while len(took) < 5 and not any(each < 1 for each in took):
        asked = world.start("confirm", MESSAGE, "--json")
        killed = dialog(world, MESSAGE)
        wait_until(lambda: len(dialogs_of(daemon_pid(world))) == 2, "the warm spare")
        start = time.monotonic()
        kill(killed)
        wait_until(lambda: world.prompts()[0]["state"] == "showing", "its end to be seen")
        wait_until(lambda: world.prompts()[0]["state"] == "shown", "the next dialog")
        took.append(time.monotonic() - start)
        assert dialog(world, MESSAGE) != killed
        answer(world, MESSAGE, "Approve")
        assert came_out(asked.wait()) == (0, "approved")
    assert min(took) < 1, took


BLOCKING = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
os.execv(sys.executable, [sys.executable, "-m", "sayso", "daemon", "start"])
"""


def test_started_by_a_program_that_blocks_sigterm(headless_world: World) -> None:
    started = headless_world.spawn([str(headless_world.interpreter.python), "-c", BLOCKING]).wait()
    assert started.code == 0
    assert headless_world.sayso("daemon", "stop").code == 0


def test_started_where_no_log_can_be_written(headless_world: World) -> None:
    state = Path(headless_world.environ["XDG_STATE_HOME"])
    state.rmdir()
    state.write_text("no directory")
    assert headless_world.sayso("daemon", "start").code == 0
    assert headless_world.sayso("status").code == 0


@pytest.mark.parametrize("read", [True, False])
def test_started_with_a_pipe_in_its_logs_place(headless_world: World, read: bool) -> None:
    """Whoever opens a pipe, or fills it, would wait for another program."""
    place = Path(headless_world.environ["XDG_STATE_HOME"]) / "sayso" / "log"
    place.mkdir(mode=0o700, parents=True)
    os.mkfifo(place / "daemon.log")
    reader = os.open(place / "daemon.log", os.O_RDONLY | os.O_NONBLOCK) if read else None
    try:
        assert headless_world.sayso("daemon", "start").code == 0
        assert headless_world.sayso("daemon", "restart").code == 0
        if reader is not None:
            assert os.read(reader, 1) == b""
    finally:
        if reader is not None:
            os.close(reader)


def test_started_with_other_modules_on_the_way(world: World) -> None:
    """What an asker happens to have in PYTHONPATH is not what the daemon and dialogs load."""
    place = world.directory / "modules"
    place.mkdir()
    (place / "gi.py").write_text("raise SystemExit('not for us')\n")
    world.environ["PYTHONPATH"] = str(place)
    asked = world.start("confirm", "Deploy?")
    answer(world, "Deploy?", "Approve")
    assert asked.wait().code == 0
