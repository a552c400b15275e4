"""Each kind of question through what may happen to any: by the keyboard alone, late, put off, its
dialog or its daemon killed, large, hostile."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest

from probes.probe import BUTTON, Control
from support.asking import dialog
from support.processes import Job, StillWaiting, kill, wait_gone, wait_until
from support.world import World

RADIO, CHECK, HIDDEN, TEXT = "radio button", "check box", "password text", "text"
NAMED = {BUTTON, RADIO, CHECK, HIDDEN, TEXT, "toggle button"}
"""Roles of what a person works."""
MESSAGE = "What about build 4711?"
QUESTIONS = [
    {"kind": "text", "header": "Name"},
    {"kind": "select", "header": "Plan", "options": ["Free", "Team"]},
    {"kind": "confirm", "header": "Backups"},
]


class Hands:
    """On the keyboard alone, in one dialog."""

    def __init__(self, world: World, message: str = MESSAGE) -> None:
        self._world, self.pid = world, dialog(world, message)
        self._probe = world.dialogs
        if not self._is_active():
            self._probe.key("alt+Tab")
            wait_until(self._is_active, "the keyboard")

    def go_to(self, name: str, role: str) -> None:
        for _ in range(30):
            if self._is_at(name, role):
                return
            self._stroke("Tab")
        raise AssertionError(f"the focus never came to {role} {name}: {self._stands()}")

    def read(self) -> None:
        """All of it, by the control that leads on."""
        for _ in range(40):
            further = self._further()
            if not further:
                return
            self._stroke("Return" if self._is_at(further, BUTTON) else "Tab")
        raise AssertionError(f"it never ended: {self._stands()}")

    def escape(self) -> None:
        for _ in range(5):
            self._probe.key("Escape")
            with suppress(StillWaiting):
                return wait_gone(self.pid, timeout=2)
        raise AssertionError("Escape did not dismiss it")

    def _stroke(self, key: str) -> None:
        """One that comes while the dialog is not armed does nothing, and is made again."""
        before = self._stands()
        self._probe.key(key)
        with suppress(StillWaiting):
            wait_until(lambda: self._stands() != before, "what the key does", timeout=1)

    def type(self, name: str, text: str, role: str = TEXT) -> None:
        self.go_to(name, role)
        self._probe.type(text)
        shown = text if role == TEXT else "●" * len(text)
        wait_until(lambda: self._is_there(name, role, shown), f"what was typed in {name}")

    def choose(self, name: str, role: str) -> None:
        self.go_to(name, role)
        self._probe.key("space")
        wait_until(lambda: "checked" in self._seen(name, role)[0].states, f"{name} to be chosen")

    def press(self, name: str) -> None:
        """The control that answers, once it is alive; returns when this dialog has gone."""
        self.read()
        self._probe.wait_for(name, pid=self.pid)
        self.go_to(name, BUTTON)
        self._probe.key("Return")
        wait_gone(self.pid)

    def _further(self) -> str:
        """The control that leads to what is not read yet; empty: there is nothing."""
        names = [each.name for each in self._probe.find(role=BUTTON, pid=self.pid)]
        return next((name for name in names if "scroll" in name.lower()), "")

    def _seen(self, name: str, role: str) -> list[Control]:
        return self._probe.find(name, role=role, pid=self.pid)

    def _is_active(self) -> bool:
        return any(each.active for each in self._probe.find(role="alert", pid=self.pid))

    def _is_there(self, name: str, role: str, text: str) -> bool:
        return any(each.text == text for each in self._seen(name, role))

    def _is_at(self, name: str, role: str) -> bool:
        return any("focused" in each.states for each in self._seen(name, role))

    def _stands(self) -> list[tuple[str, str]]:
        """What has the focus, and where the texts go on."""
        every = self._probe.find(pid=self.pid)
        focused = [(each.role, each.name) for each in every if "focused" in each.states]
        return [*focused, (BUTTON, self._further())]


@dataclass(frozen=True)
class Kind:
    command: tuple[str, ...]
    """But for the message."""
    answer: Callable[[Hands], None]
    written: str
    """To standard output."""


def acknowledge(hands: Hands) -> None:
    hands.press("OK")


def approve(hands: Hands) -> None:
    hands.choose("Restart, too", CHECK)
    hands.press("Approve")


def log_in(hands: Hands) -> None:
    hands.type("User name", "ann")
    hands.type("Password", "canary-7f3a", HIDDEN)
    hands.press("Send")


def write(hands: Hands) -> None:
    hands.type("Answer", "shop-13")
    hands.press("Send")


def choose(hands: Hands) -> None:
    hands.choose("Later", RADIO)
    hands.press("Send")


def fill_in(hands: Hands) -> None:
    hands.type("Name", "shop-13")
    hands.choose("Team", RADIO)
    hands.choose("No", RADIO)
    hands.press("Send")


KINDS = {
    "notice": Kind(("notice",), acknowledge, "answered\n"),
    "confirm": Kind(
        ("confirm", "--check", "Restart, too", "--cancel", "Not now", "--deny-words"),
        approve,
        "approved\nchecked\n",
    ),
    "password": Kind(("password", "--user-prompt", "User name"), log_in, "ann\ncanary-7f3a\n"),
    "text": Kind(("text",), write, "shop-13\n"),
    "select": Kind(("select", "--custom", "Now", "Later"), choose, "Later\n"),
    "form": Kind(("form",), fill_in, "shop-13\nTeam\nno\n"),
}
"""A device code asks for nothing that is typed: test_device_code.py."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def start(world: World, kind: Kind, *more: str, message: str = MESSAGE) -> Job:
    """By a pipe: a password goes nowhere else."""
    verb, *options = kind.command
    match verb:
        case "select":
            words = [verb, message, *options]
        case "form":
            file = world.directory / "form.json"
            file.write_text(json.dumps({"message": message, "questions": QUESTIONS}))
            words = [verb, str(file)]
        case _:
            words = [verb, *options, message]
    command = shlex.join(["sayso", *words, *more])
    return world.spawn(["bash", "-c", f"set -o pipefail; {command} | cat"])


def is_written(asked: Job, kind: Kind) -> bool:
    done = asked.wait()
    assert (done.code, done.out) == (0, kind.written), done
    return True


def test_answered_by_the_keyboard_alone(world: World, kind: Kind) -> None:
    asked = start(world, kind)
    kind.answer(Hands(world))
    assert is_written(asked, kind)


@pytest.mark.long
def test_dismissed_by_the_keyboard_alone(world: World, kind: Kind) -> None:
    asked = start(world, kind)
    Hands(world).escape()
    done = asked.wait()
    assert (done.code, "dismissed" in done.err + done.out) == (1, True), done


@pytest.mark.long
def test_a_late_answer_is_collected_once(world: World, kind: Kind) -> None:
    asked = start(world, kind, "--wait", "0").wait()
    assert asked.code == 3, asked
    kind.answer(Hands(world))
    if "--user-prompt" in kind.command:  # typed for one command alone, but for who has the ticket
        (ticket,) = re.findall("^Ticket: (.+)$", asked.err, re.MULTILINE)
        again = shlex.join(["sayso", "collect", ticket])
        assert is_written(world.spawn(["bash", "-c", f"set -o pipefail; {again} | cat"]), kind)
    else:
        assert is_written(start(world, kind), kind)
    assert start(world, kind, "--wait", "0").wait().code == 3


@pytest.mark.long
def test_its_dialog_is_killed(world: World, kind: Kind) -> None:
    asked = start(world, kind)
    before = dialog(world, MESSAGE)
    kill(before)
    wait_gone(before)
    kind.answer(Hands(world))
    assert is_written(asked, kind)


@pytest.mark.long
def test_its_daemon_is_killed(world: World, kind: Kind) -> None:
    asked = start(world, kind)
    before, daemon = dialog(world, MESSAGE), world.daemon_pid()
    assert daemon is not None
    kill(daemon)
    wait_gone(before)
    kind.answer(Hands(world))
    assert is_written(asked, kind)


@pytest.mark.long
def test_put_off_it_comes_back(world: World, kind: Kind) -> None:
    world.set_clocks({"Settings.put_off": 3.0})
    asked = start(world, kind, "--wait", "600")
    before = dialog(world, MESSAGE)
    world.dialogs.press("Later", pid=before)
    wait_gone(before)
    kind.answer(Hands(world))
    assert is_written(asked, kind)


@pytest.mark.long
def test_another_comes_up_before_it_and_goes(world: World, kind: Kind) -> None:
    asked = start(world, kind, "--wait", "600")
    before = dialog(world, MESSAGE)
    other = world.start("confirm", "Restart?", "--wait", "600")
    world.dialogs.press(world.dialogs.wait_for("1 of 2", pid=before).name, pid=before)

    def row() -> str | None:
        names = [each.name for each in world.dialogs.find(role=BUTTON, pid=before)]
        return next((name for name in names if "Restart?" in name), None)

    world.dialogs.press(wait_until(row, "the row of the other"), pid=before)
    wait_gone(before)
    Hands(world, "Restart?").press("Approve")
    assert other.wait().code == 0
    kind.answer(Hands(world))
    assert is_written(asked, kind)


@pytest.mark.long
def test_all_that_a_person_works_has_a_name(world: World, kind: Kind) -> None:
    start(world, kind)
    pid = dialog(world, MESSAGE)
    works = [each for each in world.dialogs.find(pid=pid) if each.role in NAMED]
    assert len(works) >= 3
    assert [each for each in works if not each.name.strip()] == []


LONG = "\n".join(f"Line {n} of what there is to know." for n in range(1, 121))


@pytest.mark.long
def test_a_long_text_is_read_to_its_end(world: World, kind: Kind) -> None:
    asked = start(world, kind, message=LONG)
    hands = Hands(world, LONG)
    buttons = world.dialogs.find(role=BUTTON, pid=hands.pid)
    (answers,) = (each for each in buttons if each.name in ("OK", "Approve", "Send"))
    assert not answers.alive
    hands.read()
    kind.answer(hands)
    assert is_written(asked, kind)


HOSTILE = "<b>Fine</b> \u202e\u2066 &amp; \x1b[2J%s"
SHOWN = r"<b>Fine</b> \u{202e}\u{2066} &amp; \u{1b}[2J%s"


@pytest.mark.long
def test_hostile_words_are_words(world: World, kind: Kind) -> None:
    asked = start(world, kind, message=HOSTILE)
    hands = Hands(world, SHOWN)
    kind.answer(hands)
    assert is_written(asked, kind)


@pytest.fixture
def large_world() -> Iterator[World]:
    """At 200 %."""
    made = World(hurried=True)
    made.everywhere(GDK_SCALE="2")
    yield made
    made.close()


@pytest.mark.long
def test_at_twice_the_size(large_world: World, kind: Kind) -> None:
    """All of it is on the screen, and is answered as ever."""
    asked = start(large_world, kind)
    hands = Hands(large_world)
    (window,) = large_world.dialogs.surfaces(pid=hands.pid)
    assert window.x >= 0
    assert window.y >= 0
    assert window.x + window.width <= 1280
    assert window.y + window.height <= 800
    kind.answer(hands)
    assert is_written(asked, kind)
