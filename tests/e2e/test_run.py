"""sayso run with a real daemon and real dialogs: what a click lets run, here, once."""

import hashlib
import os
import shlex
import signal
from pathlib import Path

import pytest

from probes.probe import BUTTON
from support.asking import ALERT, answer, dialog, no_dialog, read_on
from support.processes import kill, wait_until
from support.world import World

MESSAGE = "Run this command?"
ASKS_FOR = "Token?"
CANARY = "canary-7f3a"


@pytest.fixture
def place(world: World) -> Path:
    """Where commands run."""
    made = world.directory / "place"
    made.mkdir()
    return made


def ran(place: Path) -> list[str]:
    """What each run of it has noted."""
    file = place / "ran"
    return file.read_text().splitlines() if file.exists() else []


def noting(place: Path, word: str = "ran", *options: str) -> list[str]:
    """A command that notes that it ran, and says so."""
    line = 'echo "$1" >> ran; echo "$1"; exit 7'
    return ["sayso", "run", "--dir", str(place), *options, "--", "sh", "-c", line, "sh", word]


def let_it_run(world: World, message: str = MESSAGE) -> None:
    """By a click, as a person does who reads the command to its end."""
    pid = dialog(world, message)
    read_on(world, pid, "approve")
    world.dialogs.press("Run", pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)


def test_a_click_runs_it_here(world: World, place: Path) -> None:
    asked = world.spawn(noting(place))
    let_it_run(world)
    done = asked.wait()
    assert (done.code, done.out, done.err) == (7, "ran\n", "")
    assert ran(place) == ["ran"]
    assert world.prompts() == []


def test_what_is_no_text_is_refused_before_anything_is_shown(world: World, place: Path) -> None:
    """Nobody could read it."""
    command = ["sayso", "run", "--dir", str(place), "--", "touch", "ran", "\udcff"]
    done = world.spawn(command).wait()
    assert (done.code, done.out) == (2, "")
    assert "COMMAND: " in done.err
    assert world.prompts() == []
    assert ran(place) == []


@pytest.mark.parametrize(("label", "status"), [("Deny", "denied"), ("Escape", "dismissed")])
def test_a_no_runs_nothing(world: World, place: Path, label: str, status: str) -> None:
    asked = world.spawn(noting(place))
    if label == "Deny":
        answer(world, MESSAGE, label)
    else:
        pid = dialog(world, MESSAGE)
        wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
        read_on(world, pid, "approve")
        world.dialogs.wait_for("Run", pid=pid)  # keys that came earlier mean nothing
        world.dialogs.key("Escape")
    done = asked.wait()
    assert (done.code, done.out) == (126, "")
    assert done.err.startswith(f"{status}\n")
    assert ran(place) == []


def test_all_of_it_is_on_the_screen(world: World, place: Path) -> None:
    """In words of the dialog's own, below those of the asker."""
    asked = world.spawn(noting(place, "a b", "--env", "STAGE=live", "--unset", "TERM"))
    pid = dialog(world, MESSAGE)
    shell = Path("/bin/sh").resolve()
    digest = hashlib.sha256(shell.read_bytes()).hexdigest()
    told = "\n".join(f"{each.name}\n{each.text}" for each in world.dialogs.find(pid=pid))
    for part in (
        " says that it runs this command once you approve:",
        '"a b"',
        f'In the directory "{place}"',
        'With "STAGE" = "live"',
        'Without "TERM"',
        f'Program "{shell}", SHA-256',
        digest,
    ):
        assert part in told
    answer(world, MESSAGE)
    assert asked.wait().code == 126


class TestALateClick:
    def test_runs_with_the_identical_command_once(self, world: World, place: Path) -> None:
        command = noting(place, "ran", "--wait", "0")
        first = world.spawn(command).wait()
        assert (first.code, first.out) == (126, "")
        assert first.err.startswith("pending\n")
        let_it_run(world)
        assert ran(place) == []
        second = world.spawn(command).wait()
        assert (second.code, second.out) == (7, "ran\n")
        third = world.spawn(command).wait()
        assert third.err.startswith("pending\n")
        assert ran(place) == ["ran"]
        answer(world, MESSAGE)

    def test_runs_nothing_else(self, world: World, place: Path) -> None:
        world.spawn(noting(place, "ran", "--wait", "0")).wait()
        let_it_run(world)
        others = (
            noting(place, "other", "--wait", "0"),
            noting(place, "ran", "--env", "A=1", "--wait", "0"),
        )
        for other in others:
            done = world.spawn(other).wait()
            assert (done.code, done.err.split()[0]) == (126, "pending")
            answer(world, MESSAGE)
            no_dialog(world)
        assert ran(place) == []

    def test_runs_no_program_that_changed_since(self, world: World, place: Path) -> None:
        tool = place / "tool"
        tool.write_text("#!/bin/sh\necho shown\n")
        tool.chmod(0o755)
        command = ["sayso", "run", "--dir", str(place), "--wait", "0", "--", "./tool"]
        world.spawn(command).wait()
        let_it_run(world)
        tool.write_text("#!/bin/sh\necho other\n")
        done = world.spawn(command).wait()
        assert (done.code, done.out) == (126, "")
        assert done.err.startswith("pending\n")  # a new question, about the new one
        answer(world, MESSAGE)

    def test_outlives_the_daemon(self, world: World, place: Path) -> None:
        command = noting(place, "ran", "--wait", "0")
        world.spawn(command).wait()
        let_it_run(world)
        no_dialog(world)
        daemon = world.daemon_pid()
        assert daemon
        kill(daemon)
        done = world.spawn(command).wait()
        assert (done.code, ran(place)) == (7, ["ran"])

    def test_after_ctrl_c_as_well(self, world: World, place: Path) -> None:
        asked = world.spawn(noting(place))
        dialog(world, MESSAGE)
        os.kill(asked.pid, signal.SIGINT)
        assert asked.wait().code in (130, -signal.SIGINT)
        let_it_run(world)
        done = world.spawn(noting(place)).wait()
        assert (done.code, ran(place)) == (7, ["ran"])


def test_a_bound_one_goes_with_its_command(world: World, place: Path) -> None:
    asked = world.spawn(noting(place, "ran", "--bound"))
    dialog(world, MESSAGE)
    kill(asked.pid)
    no_dialog(world)
    assert world.prompts() == []
    assert ran(place) == []


def test_two_at_once_have_two_dialogs_and_two_answers(world: World, place: Path) -> None:
    """The same command of two agents: one is denied, and the other runs."""
    line = shlex.join(noting(place))
    jobs = [world.agent().start_sh(f"{line}; echo status=$?") for _ in range(2)]
    wait_until(lambda: len(world.prompts()) == 2, "two questions")
    answer(world, MESSAGE)
    let_it_run(world)
    wait_until(lambda: all("status=" in job.out for job in jobs), "both ends")
    ends = sorted(job.out.split()[-1] for job in jobs)
    assert ends == ["status=126", "status=7"]
    assert ran(place) == ["ran"]


def test_a_secret_goes_from_the_keys_to_the_command_alone(world: World, place: Path) -> None:
    line = 'sha256sum < "$TOKEN"; exit 7'
    command = ["sayso", "run", "--dir", str(place), "--secret", f"TOKEN={ASKS_FOR}"]
    asked = world.spawn([*command, "--", "sh", "-c", line])
    submit(world)
    done = asked.wait()
    digest = hashlib.sha256(f"{CANARY}\n".encode()).hexdigest()
    assert (done.code, done.out.split()[0], done.err) == (7, digest, "")
    assert all(CANARY.encode() not in log.read_bytes() for log in world.logs())


def test_a_late_secret_comes_by_its_ticket(world: World, place: Path) -> None:
    command = ["sayso", "run", "--dir", str(place), "--secret", f"TOKEN={ASKS_FOR}"]
    what = ["--", "sh", "-c", 'sha256sum < "$TOKEN"']
    first = world.spawn([*command, "--wait", "0", *what]).wait()
    assert first.code == 126
    ticket = first.err.split()[-1]
    submit(world)
    no_dialog(world)
    done = world.spawn([*command, "--ticket", ticket, *what]).wait()
    digest = hashlib.sha256(f"{CANARY}\n".encode()).hexdigest()
    assert (done.code, done.out.split()[0]) == (0, digest)


def submit(world: World) -> None:
    pid = dialog(world, ASKS_FOR)
    (field,) = world.dialogs.find("Password", role="password text", pid=pid)
    world.dialogs.click(field)
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    world.dialogs.type(CANARY)
    read_on(world, pid, "send")
    world.dialogs.press("Send and run", pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)
