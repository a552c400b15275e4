"""Restart and stop, of real pairs that hang or were stopped: bounded, and nothing kept is lost.

What is kept, without a screen, is do-not-disturb; tests/e2e/test_keeper.py has questions.
"""

import sys

assert sys.platform == "linux"

import os
import shutil
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from sayso import PLACE, __version__
from sayso.core.records import VERSION
from sayso.frontends.cli.ending import SUCCEED_WITHIN
from support.processes import Finished, look, wait_gone, wait_until
from support.world import World

BOUND = 5.0
"""Seconds: what is promised."""

SLOWER = 25.0
"""Seconds more, for the interpreter to load and other programs beside us: those that hang would do
so for ever."""

HANGS = """
import os, signal, threading
def hang(*_):
    lock = threading.Lock()
    lock.acquire()
    open(f"{place}/hangs-{{os.getpid()}}", "w").close()
    lock.acquire()
signal.signal(signal.SIGUSR2, hang)
def become_mortal(*_):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    open(f"{place}/mortal-{{os.getpid()}}", "w").close()
signal.signal(signal.SIGWINCH, become_mortal)
"""
"""SIGUSR2: it hangs, as by a fault of ours, hears nothing and uses no processor time. SIGWINCH: it
dies of SIGTERM, and tells nobody."""


class Pair:
    """A daemon and its keeper, which keep that nobody is to be disturbed."""

    def __init__(self, world: World) -> None:
        self.world = world
        program = HANGS.format(place=world.directory)
        world.interpreter.add_module("hangs", program, at_start=True)
        assert world.sayso("dnd", "on").code == 0
        self.daemon, self.keeper = self.now()

    def now(self) -> tuple[int, int]:
        """Their pids."""
        with self.world.wire() as wire:
            status = wire.call("status")["result"]
        return status["pid"], status["keeper"]

    def is_kept(self) -> bool:
        return self.status()["do_not_disturb"] is not None

    def status(self) -> dict[str, int | None]:
        with self.world.wire() as wire:
            status: dict[str, int | None] = wire.call("status")["result"]
        return status

    def hangs(self, *pids: int) -> None:
        for pid in pids:
            os.kill(pid, signal.SIGUSR2)
            made = self.world.directory / f"hangs-{pid}"
            wait_until(made.exists, f"process {pid} to hang")

    def stopped(self, *pids: int) -> None:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        for pid in pids:
            wait_until(partial(is_stopped, pid), f"process {pid} to be stopped")


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def timed(world: World, *command: str) -> Finished:
    began = time.monotonic()
    done = world.sayso(*command)
    assert time.monotonic() - began < BOUND + SLOWER
    return done


@pytest.fixture
def pair(headless_world: World) -> Pair:
    return Pair(headless_world)


def nobody(pair: Pair) -> None:
    pass


def daemon_stopped(pair: Pair) -> None:
    pair.stopped(pair.daemon)


def keeper_stopped(pair: Pair) -> None:
    pair.stopped(pair.keeper)


def both_stopped(pair: Pair) -> None:
    pair.stopped(pair.daemon, pair.keeper)


def daemon_hangs(pair: Pair) -> None:
    pair.hangs(pair.daemon)


def keeper_hangs(pair: Pair) -> None:
    pair.hangs(pair.keeper)


def both_hang(pair: Pair) -> None:
    pair.hangs(pair.daemon, pair.keeper)


def daemon_hangs_and_keeper_stopped(pair: Pair) -> None:
    pair.hangs(pair.daemon)
    pair.stopped(pair.keeper)


def daemon_dead_and_keeper_stopped(pair: Pair) -> None:
    pair.stopped(pair.keeper)
    os.kill(pair.daemon, signal.SIGKILL)
    wait_gone(pair.daemon)


def daemon_dead_and_keeper_hangs(pair: Pair) -> None:
    pair.hangs(pair.keeper)
    os.kill(pair.daemon, signal.SIGKILL)
    wait_gone(pair.daemon)


@pytest.mark.parametrize(
    ("trouble", "by_force"),
    [
        (nobody, False),
        (daemon_stopped, False),
        (keeper_stopped, False),
        (both_stopped, False),
        (daemon_hangs, None),
        (keeper_hangs, False),
        (daemon_hangs_and_keeper_stopped, None),
    ],
)
def test_a_restart_loses_nothing(
    pair: Pair, trouble: Callable[[Pair], None], by_force: bool | None
) -> None:
    """Where one hangs, its keeper may be quicker than the command."""
    trouble(pair)
    restarted = timed(pair.world, "daemon", "restart", "--json").json
    daemon, _ = pair.now()
    assert restarted == {
        "status": "restarted",
        "pid": daemon,
        "by_force": restarted["by_force"] if by_force is None else by_force,
        "lost": False,
        "exit": 0,
    }
    assert pair.is_kept()
    assert daemon != pair.daemon
    assert look(pair.daemon) is None


def test_of_a_dead_daemon_and_a_stopped_keeper_nothing_is_lost(pair: Pair) -> None:
    """The keeper goes on, and has its successor before anything is asked of that."""
    daemon_dead_and_keeper_stopped(pair)
    assert timed(pair.world, "daemon", "restart").code == 0
    assert pair.is_kept()


@pytest.mark.parametrize("trouble", [both_hang, daemon_dead_and_keeper_hangs])
def test_where_both_fail_it_is_said_what_is_lost(
    pair: Pair, trouble: Callable[[Pair], None]
) -> None:
    trouble(pair)
    restarted = timed(pair.world, "daemon", "restart")
    daemon, keeper = pair.now()
    assert restarted.code == 0
    assert restarted.out == (
        f"A new daemon has started, pid {daemon}: the one before did not end by itself, and was "
        "killed; its keeper did not go on with what was open or kept, which is lost.\n"
    )
    assert not pair.is_kept()
    assert keeper != pair.keeper
    assert look(pair.daemon) is look(pair.keeper) is None


@pytest.mark.parametrize(
    ("trouble", "by_force"),
    [
        (daemon_stopped, False),
        (keeper_stopped, False),
        (both_stopped, False),
        (daemon_hangs, None),
        (keeper_hangs, False),
        (both_hang, True),
        (daemon_dead_and_keeper_hangs, True),
    ],
)
def test_stop_leaves_nothing_behind(
    pair: Pair, trouble: Callable[[Pair], None], by_force: bool | None
) -> None:
    trouble(pair)
    stopped = timed(pair.world, "daemon", "stop", "--json").json
    assert stopped["status"] == "stopped"
    assert by_force in (None, stopped["by_force"])
    # The keeper may have had a successor, killed with it, that still told.
    assert stopped["open"] in ((None, 0) if stopped["by_force"] else (0,))
    wait_until(lambda: not pair.world.processes(), "the end of all")
    assert list(pair.world.socket_path.parent.glob("*")) == []


def test_one_that_has_a_successor_in_the_end_is_stopped_with_it(pair: Pair) -> None:
    """As where its keeper was quicker than the command to find out that it hangs."""
    os.kill(pair.daemon, signal.SIGWINCH)
    wait_until((pair.world.directory / f"mortal-{pair.daemon}").exists, "SIGTERM to kill")
    stopped = pair.world.sayso("daemon", "stop", "--json").json
    assert (stopped["status"], stopped["pid"]) == ("stopped", pair.daemon)
    wait_until(lambda: not pair.world.processes(), "the end of all")


def test_stop_says_what_it_does_not_know(pair: Pair) -> None:
    both_hang(pair)
    assert timed(pair.world, "daemon", "stop").out == (
        f"The daemon has stopped, pid {pair.daemon}: it did not end by itself, and was killed; it "
        "did not say what was lost with it.\n"
    )


@pytest.mark.parametrize("records", ["the same", "other"])
def test_after_an_upgrade_it_is_said_whose_code_runs_and_what_was_given_up(
    pair: Pair, records: str
) -> None:
    """The command is an older one, of another place."""
    newer = newer_code(pair)
    if records == "other":
        edit(
            newer / "sayso" / "core" / "records.py", f"\nVERSION = {VERSION}\n", "\nVERSION = 99\n"
        )
    pair.world.interpreter.add_source(newer)
    restart = [sys.executable, "-m", "sayso", "daemon", "restart"]
    restarted = pair.world.spawn(restart).wait()
    assert restarted.code == 0, restarted
    given_up = "0 questions of the daemon before: what was kept is not readable: its version is not"
    fate = "what was open goes on" if records == "the same" else f"given up: {given_up} 99"
    assert restarted.out == (
        f"The daemon has restarted, pid {pair.now()[0]}; {fate}.\n"
        f"It runs sayso 99.0 from {newer}/sayso; this command is {__version__} from {PLACE}.\n"
    )
    assert pair.is_kept() is (records == "the same")


def test_an_upgrade_that_takes_long_loses_nothing(pair: Pair) -> None:
    """For a while there is no keeper: the newer daemon has ended the older one's."""
    newer = newer_code(pair)
    replaced = "keeper.replace()"
    slow = f"{replaced}; __import__('time').sleep({SUCCEED_WITHIN} + 1)"
    edit(newer / "sayso" / "daemon" / "app.py", replaced, slow)
    pair.world.interpreter.add_source(newer)
    restarted = pair.world.sayso("daemon", "restart", "--json").json
    assert (restarted["status"], restarted["lost"]) == ("restarted", False)
    assert pair.is_kept()


def newer_code(pair: Pair) -> Path:
    """The directory of a copy of another version."""
    newer = pair.world.directory / "newer"
    shutil.copytree(PLACE, newer / "sayso", ignore=shutil.ignore_patterns("__pycache__"))
    edit(newer / "sayso" / "__init__.py", f'"{__version__}"', '"99.0"')
    return newer


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))


def test_who_asks_a_hung_daemon_is_answered_by_its_successor(pair: Pair) -> None:
    """By the keeper alone: nobody restarts anything."""
    daemon_hangs(pair)
    asked = [pair.world.start("list", "--json") for _ in range(3)]
    assert [each.wait().code for each in asked] == [0] * 3
    assert pair.now()[0] != pair.daemon
    assert pair.is_kept()
    assert look(pair.daemon) is None


def test_the_doctor_finds_the_successor_of_a_stopped_daemon(pair: Pair) -> None:
    daemon_stopped(pair)
    (found,) = [
        each
        for each in pair.world.sayso("doctor", "--json").json["findings"]
        if each["name"] == "daemon"
    ]
    assert str(pair.now()[0]) in found["words"]
    assert pair.now()[0] != pair.daemon
    assert pair.is_kept()


def test_what_the_doctor_names_mends_it(pair: Pair) -> None:
    both_hang(pair)
    (found,) = [
        each
        for each in pair.world.sayso("doctor", "--json", timeout=40).json["findings"]
        if each["name"] == "daemon"
    ]
    assert found["remedy"].endswith("sayso daemon restart")
    assert timed(pair.world, "daemon", "restart").code == 0
    assert pair.now() != (pair.daemon, pair.keeper)
