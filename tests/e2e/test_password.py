"""A password from the person's keys to the program at the other end of the pipe."""

import contextlib
import hashlib
import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from probes.probe import Control
from probes.steps import Button, Click, Move
from support.asking import ALERT, dialog, no_dialog
from support.dialog_process import submit_by
from support.processes import Job, kill, wait_until
from support.world import World

MESSAGE = "Passphrase?"
CANARY = "canary-7f3a"
FIELD = "password text"


def ask(world: World, *options: str, into: str = "cat") -> Job:
    """Its exit status is that of sayso."""
    command = shlex.join(["sayso", "password", MESSAGE, *options])
    return piped(world, command, into)


def piped(world: World, command: str, into: str = "cat") -> Job:
    return world.spawn(["bash", "-c", f"set -o pipefail; {command} | {into}"])


def type_in(world: World, text: str, field: str = "Password") -> int:
    """By a click into the field and its keys; the dialog's process."""
    pid = dialog(world, MESSAGE)

    def entry() -> Control:
        return world.dialogs.find(field, role=FIELD, pid=pid)[0]

    world.dialogs.click(entry())
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    world.dialogs.type(text)
    wait_until(lambda: entry().text == "●" * len(text), "what was typed")
    return pid


def submit(world: World, text: str) -> None:
    pid = type_in(world, text)
    world.dialogs.press("Send", pid=pid)


def test_the_pipe_gets_what_was_typed_and_a_newline(world: World) -> None:
    asked = ask(world)
    submit(world, CANARY)
    done = asked.wait()
    assert (done.code, done.out) == (0, CANARY + "\n")
    assert done.err == "answered\nAnswered by the person at the screen.\n"
    no_dialog(world)
    assert world.prompts() == []


def test_what_is_pasted_comes_as_it_is(world: World) -> None:
    """By the pointer: three clicks select the line, the middle button pastes it."""
    text = "Grüße, ключ € 密码"
    asked = piped(world, shlex.join(["sayso", "password", text]))
    pid = dialog(world, text)
    world.dialogs.click(world.dialogs.find("Question", role="text", pid=pid)[0], times=3)
    (field,) = world.dialogs.find(role=FIELD, pid=pid)
    world.dialogs.perform(Move(*field.centre), Click(Button.MIDDLE))
    world.dialogs.press("Send", pid=pid)
    assert asked.wait().out == text + "\n"


def test_return_submits(world: World) -> None:
    asked = ask(world)
    pid = type_in(world, CANARY)
    submit_by(world.dialogs, "Return", pid)
    assert asked.wait().out == CANARY + "\n"


def test_a_late_answer_comes_by_its_ticket_once(world: World) -> None:
    done = ask(world, "--wait", "0").wait()
    assert (done.code, done.out) == (3, "")
    (line,) = [line for line in done.err.splitlines() if "sayso collect " in line]
    submit(world, CANARY)
    no_dialog(world)
    collect = line.partition(": ")[2]
    late = piped(world, collect).wait()
    assert (late.code, late.out) == (0, CANARY + "\n")
    again = piped(world, collect).wait()
    assert again.code != 0
    assert again.out == ""


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_ticket_writes_nothing_but_the_password(world: World, options: tuple[str, ...]) -> None:
    """Whoever reads the pipe would take a status for the password."""
    ticket = ask(world, "--wait", "0").wait().err.split()[-1]
    early = piped(world, shlex.join(["sayso", "collect", ticket, "--wait", "0", *options])).wait()
    assert (early.code, early.out) == (3, "")
    assert "pending" in early.err
    world.dialogs.press("Deny", pid=dialog(world, MESSAGE))
    no_dialog(world)
    late = piped(world, shlex.join(["sayso", "collect", ticket, *options])).wait()
    assert (late.code, late.out) == (1, "")
    assert "denied" in late.err


def test_pending_says_that_the_same_command_asks_anew(world: World) -> None:
    done = ask(world, "--wait", "0").wait()
    assert "The same command would ask a new question" in done.err
    assert "the same command then gets it" not in done.err


@pytest.mark.parametrize(("way", "status"), [("Deny", "denied"), ("Escape", "dismissed")])
def test_no_is_an_answer_and_nothing_goes_to_the_pipe(world: World, way: str, status: str) -> None:
    asked = ask(world)
    pid = type_in(world, CANARY)
    if way == "Deny":
        world.dialogs.press(way, pid=pid)
    else:
        world.dialogs.wait_for("Send", pid=pid)  # a hand that came down earlier means nothing
        world.dialogs.key(way)
    done = asked.wait()
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(status)
    no_dialog(world)


def test_typed_twice_after_an_error(world: World) -> None:
    asked = ask(world, "--repeat", "--error", "That was not it")
    pid = type_in(world, CANARY)
    assert world.dialogs.shows("That was not it", pid)
    assert not world.dialogs.find("Send", pid=pid)[0].alive
    type_in(world, CANARY, "Repeat")
    world.dialogs.press("Send", pid=pid)
    assert asked.wait().out == CANARY + "\n"


def test_a_dialog_killed_while_the_person_types_comes_back_empty(world: World) -> None:
    asked = ask(world)
    killed = type_in(world, "half of it")
    kill(killed)
    world.dialogs.wait_gone(pid=killed, role=None)
    pid = dialog(world, MESSAGE)
    assert pid != killed
    assert [each.text for each in world.dialogs.find(role=FIELD, pid=pid)] == [""]
    submit(world, CANARY)
    assert asked.wait().out == CANARY + "\n"


def test_it_is_in_no_file_and_on_no_command_line(world: World) -> None:
    asked = ask(world, into="sha256sum")
    pid = type_in(world, CANARY)
    assert traces(world) == []
    world.dialogs.press("Send", pid=pid)
    wait_until(lambda: traces(world) or not asked.running, "the end of the command")
    done = asked.wait()
    assert done.out.split()[0] == hashlib.sha256(f"{CANARY}\n".encode()).hexdigest()
    no_dialog(world)
    assert traces(world) == []


def traces(world: World) -> list[str]:
    """Where the password stands: files of this world, arguments and environments of processes."""
    return [place for place, data in all_that_stays(world) if CANARY.encode() in data]


def all_that_stays(world: World) -> Iterator[tuple[str, bytes]]:
    places = (Path(at, name) for at, _, names in os.walk(world.directory) for name in names)
    for path in places:
        with contextlib.suppress(FileNotFoundError):  # it has gone meanwhile
            if path.is_file():
                yield str(path), path.read_bytes()
    for process in world.processes():
        for name in ("cmdline", "environ"):
            path = Path("/proc", str(process.pid), name)
            try:
                yield str(path), path.read_bytes()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended meanwhile
            except PermissionError:
                assert name == "environ"  # a hardened process shows it to root alone
