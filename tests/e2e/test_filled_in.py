"""sayso text, select and form, and a password with a user: from the person's hands to the pipe."""

import json
import shlex

import pytest

from probes.steps import Click, Direction, Move, Wheel
from support.asking import ALERT, dialog, no_dialog
from support.processes import Finished, wait_until
from support.world import World

RADIO, CHECK, HIDDEN = "radio button", "check box", "password text"
SAID = "answered\nAnswered by the person at the screen.\n"
FORM = """\
message = "A new shop"
[[questions]]
kind = "text"
header = "Name"
[[questions]]
kind = "select"
header = "Plan"
multiple = true
options = ["Free", {label = "Team", description = "Ten projects"}, "Own"]
[[questions]]
kind = "confirm"
header = "Backups"
[[questions]]
kind = "text"
header = "Note"
required = false
"""


def with_keyboard(world: World, message: str) -> int:
    """The dialog that asks this, once keys go to it."""
    pid = dialog(world, message)
    (text,) = world.dialogs.find("Question", role="text", pid=pid)
    x, _ = text.centre
    world.dialogs.perform(Move(x, text.y - 60), Click())  # the header: the focus stays
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    return pid


def type_in(world: World, pid: int, name: str, text: str, role: str = "text") -> None:
    """Into the field of this name, by a click into it."""

    def has_focus() -> bool:
        return "focused" in world.dialogs.find(name, role=role, pid=pid)[0].states

    world.dialogs.click(world.dialogs.find(name, role=role, pid=pid)[0])
    wait_until(has_focus, f"the focus in {name}")  # a window manager may hold the click back
    world.dialogs.type(text)
    shown = text if role == "text" else "●" * len(text)

    def typed() -> bool:
        return world.dialogs.find(name, role=role, pid=pid)[0].text == shown

    wait_until(typed, f"{text!r} in {name}")


def submit(world: World, pid: int) -> None:
    world.dialogs.press("Send", pid=pid)
    no_dialog(world)


def written(done: Finished) -> str:
    """What is on standard output, alone."""
    assert (done.code, done.err) == (0, SAID), done
    return done.out


class TestText:
    COMMAND = ("text", "What is it called?", "--default", "shop")

    def answer(self, world: World) -> None:
        pid = with_keyboard(world, "What is it called?")
        world.dialogs.key("End")
        world.dialogs.type("-13")
        field = "Answer"
        wait_until(lambda: world.dialogs.find(field, pid=pid)[0].text == "shop-13", "the text")
        submit(world, pid)

    def test_in_time(self, world: World) -> None:
        asked = world.start(*self.COMMAND)
        self.answer(world)
        assert written(asked.wait()) == "shop-13\n"

    def test_a_late_answer_comes_to_the_identical_command_once(self, world: World) -> None:
        first = world.sayso(*self.COMMAND, "--wait", "0")
        assert (first.code, first.out) == (3, "")
        self.answer(world)
        assert written(world.sayso(*self.COMMAND)) == "shop-13\n"
        assert world.sayso(*self.COMMAND, "--wait", "0").code == 3


class TestSelect:
    COMMAND = ("select", "Which plan?", "--multiple", "--custom", "Free\tFor one", "Team", "Own")

    def answer(self, world: World) -> None:
        pid = with_keyboard(world, "Which plan?")
        assert [each.name for each in world.dialogs.find(role=CHECK, pid=pid)][:3] == [
            "Free",
            "Team",
            "Own",
        ]
        (free,) = world.dialogs.find("Free", role=CHECK, pid=pid)
        assert free.description == "For one"
        world.dialogs.press("Own", role=CHECK, pid=pid)
        world.dialogs.press("Free", role=CHECK, pid=pid)
        type_in(world, pid, "Something else", "or both")
        submit(world, pid)

    def test_in_time(self, world: World) -> None:
        asked = world.start(*self.COMMAND)
        self.answer(world)
        assert written(asked.wait()) == "Free\nOwn\nor both\n"

    def test_a_late_answer_comes_to_the_identical_command_once(self, world: World) -> None:
        first = world.sayso(*self.COMMAND, "--wait", "0")
        assert (first.code, first.out) == (3, "")
        self.answer(world)
        done = world.sayso(*self.COMMAND, "--json")
        assert (done.code, done.json["answer"], done.json["custom"]) == (
            0,
            ["Free", "Own"],
            "or both",
        )
        assert world.sayso(*self.COMMAND, "--wait", "0").code == 3


class TestForm:
    @pytest.fixture
    def command(self, world: World) -> tuple[str, ...]:
        file = world.directory / "shop.toml"
        file.write_text(FORM)
        return ("form", str(file), "--title", "Shops")

    def answer(self, world: World) -> None:
        pid = with_keyboard(world, "A new shop")
        type_in(world, pid, "Name", "shop-13")
        world.dialogs.press("Free", role=CHECK, pid=pid)
        world.dialogs.press("Team", role=CHECK, pid=pid)
        (questions,) = world.dialogs.find("Questions", pid=pid)
        # slowly: what was not painted is not read
        world.dialogs.perform(Move(*questions.centre), Wheel(Direction.DOWN, times=8))
        world.dialogs.press("No", role=RADIO, pid=pid)
        submit(world, pid)

    def test_in_time(self, world: World, command: tuple[str, ...]) -> None:
        asked = world.start(*command)
        self.answer(world)
        assert written(asked.wait()) == "shop-13\nFree\tTeam\nno\n\n"

    def test_a_late_answer_comes_to_the_identical_command_once(
        self, world: World, command: tuple[str, ...]
    ) -> None:
        first = world.sayso(*command, "--wait", "0")
        assert (first.code, first.out) == (3, "")
        self.answer(world)
        done = world.sayso(*command, "--json")
        assert (done.code, done.json["answers"]) == (
            0,
            [{"answer": "shop-13"}, {"answer": ["Free", "Team"]}, {"answer": False}, {}],
        )
        assert world.sayso(*command, "--wait", "0").code == 3

    def test_a_late_answer_comes_by_its_ticket(
        self, world: World, command: tuple[str, ...]
    ) -> None:
        ticket = world.sayso(*command, "--wait", "0", "--json").json["ticket"]
        self.answer(world)
        assert written(world.sayso("collect", ticket)) == "shop-13\nFree\tTeam\nno\n\n"

    def test_a_wrong_file_shows_nothing(self, world: World) -> None:
        file = world.directory / "wrong.json"
        file.write_text(json.dumps({"message": "M", "questions": [{"kind": "text"}]}))
        done = world.sayso("form", str(file))
        assert (done.code, done.out) == (2, "")
        assert f"{file}: question 1: header: is missing" in done.err
        assert world.daemon_pid() is None


def test_a_password_with_a_user_is_two_lines(world: World) -> None:
    command = shlex.join(["sayso", "password", "Log in", "--user-prompt", "User name"])
    asked = world.spawn(["bash", "-c", f"set -o pipefail; {command} | cat"])
    pid = dialog(world, "Log in")
    world.dialogs.click(world.dialogs.find("User name", role="text", pid=pid)[0])
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    type_in(world, pid, "User name", "ann")
    type_in(world, pid, "Password", "canary-7f3a", HIDDEN)
    submit(world, pid)
    assert written(asked.wait()) == "ann\ncanary-7f3a\n"
