"""Agents that ask for words and choices: real sessions of the SDK's client, real dialogs, real keys
and clicks."""

from contextlib import suppress
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from probes.probe import Control
from probes.steps import Click, Direction, Move
from support.asking import ALERT, dialog, no_dialog, until_state
from support.dialog_process import submit_by
from support.mcp_session import PATIENCE, STATELESS, ClientProgram, McpSession, texts
from support.processes import StillWaiting, kill, wait_until
from support.turns import answer_next, on_screen
from support.world import World

NAME: dict[str, Any] = {"message": "What is its name?"}
NOTES: dict[str, Any] = {"message": "What is new?", "multiline": True}
WHERE: dict[str, Any] = {"message": "Where to?", "options": ["Here", "There", "<b>Far</b>"]}
SURE: dict[str, Any] = {"message": "Is it open?", "type": "confirm"}
DAYS: dict[str, Any] = {"message": "On which days?", "options": ["Mon", "Tue"]}
ABOUT = "About the shop"
ALL: dict[str, Any] = {
    "message": ABOUT,
    "questions": [
        NAME | {"id": "name", "placeholder": "shop"},
        WHERE | {"custom": True},
        DAYS | {"type": "multi-select"},
        SURE,
        NOTES | {"header": "News", "required": False},
    ],
}
"""Each on the page under its own message, but the last, whose header is another."""
ANSWERS = [
    {"id": "name", "answer": "shop"},
    {"answer": [], "custom": "Mars"},
    {"answer": ["Tue"]},
    {"answer": True},
    {"answer": "fast\nsmall"},
]
RADIO = "radio button"
CHECK = "check box"
OWN = "Something else"
"""Words of one's own, instead of the options."""


def take_keyboard(world: World, message: str) -> int:
    """The dialog that asks this, once keys go to it."""
    pid = dialog(world, message)
    (text,) = world.dialogs.find("Question", role="text", pid=pid)
    x, _ = text.centre
    world.dialogs.perform(Move(x, text.y - 60), Click())  # the header: the focus stays
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    return pid


def field(world: World, pid: int, name: str = "Answer") -> Control:
    return world.dialogs.find(name, role="text", pid=pid)[0]


def go_to(world: World, pid: int, name: str, role: str) -> None:
    """By Tab, which brings what has the focus into sight."""

    def focused() -> tuple[str, str] | None:
        found = (each for each in world.dialogs.find(pid=pid) if "focused" in each.states)
        return next(((each.name, each.role) for each in found), None)

    def is_there() -> bool:
        before = focused()
        if before == (name, role):
            return True
        world.dialogs.key("Tab")
        with suppress(StillWaiting):  # one that comes while the dialog is not armed does nothing
            wait_until(lambda: focused() not in (None, before), "another focus", timeout=2)
        return False

    wait_until(is_there, f"the focus on {name}")


def type_into(world: World, pid: int, name: str, text: str) -> None:
    """A field of a form."""
    go_to(world, pid, name, "text")
    world.dialogs.type(text)
    wait_until(lambda: field(world, pid, name).text == text, "what is typed")


def click_into(world: World, pid: int, name: str, text: str) -> None:
    """A field of a form that shows whole."""
    world.dialogs.perform(Move(*field(world, pid, name).centre), Click())
    world.dialogs.type(text)
    wait_until(lambda: field(world, pid, name).text == text, "what is typed")


def choose_by_key(world: World, pid: int, name: str, role: str) -> None:
    go_to(world, pid, name, role)
    world.dialogs.key("space")
    wait_until(lambda: "checked" in world.dialogs.find(name, role=role, pid=pid)[0].states, name)


def turn_to(world: World, pid: int, name: str, direction: Direction) -> None:
    """The wheel, until this field of a form shows, and to the end there."""

    def shows() -> bool:
        *_, pane = world.dialogs.find(role="scroll pane", pid=pid)
        world.dialogs.perform(Move(*pane.centre))
        world.dialogs.wheel(direction, times=5)
        return bool(world.dialogs.find(name, role="text", pid=pid))

    wait_until(shows, name)
    world.dialogs.wheel(direction, times=5)


def fill_in(world: World) -> int:
    """The whole form; its process."""
    pid = take_keyboard(world, ABOUT)
    turn_to(world, pid, "News", Direction.DOWN)  # read to its end
    turn_to(world, pid, NAME["message"], Direction.UP)
    type_into(world, pid, NAME["message"], "shop")
    type_into(world, pid, OWN, "Mars")
    choose_by_key(world, pid, "Tue", CHECK)
    choose_by_key(world, pid, "Yes", RADIO)
    type_into(world, pid, "News", "fast")
    world.dialogs.key("Return")
    world.dialogs.type("small")
    wait_until(lambda: field(world, pid, "News").text == "fast\nsmall", "two lines")
    return pid


def submit(world: World, pid: int) -> None:
    world.dialogs.press("Send", pid=pid)
    world.dialogs.wait_gone(role=None, pid=pid)


def type_in(world: World, message: str, text: str) -> int:
    """Into the dialog that asks this; its process."""
    pid = take_keyboard(world, message)
    world.dialogs.type(text)
    wait_until(lambda: field(world, pid).text == text, "what is typed")
    return pid


def write(world: World, message: str, text: str) -> None:
    """Types it and submits it by a click."""
    pid = type_in(world, message, text)
    world.dialogs.press("Send", pid=pid)
    world.dialogs.wait_gone(role=None, pid=pid)


def choose(world: World, message: str, option: str) -> None:
    pid = dialog(world, message)
    world.dialogs.press(option, role=RADIO, pid=pid)
    world.dialogs.press("Send", pid=pid)
    world.dialogs.wait_gone(role=None, pid=pid)


def test_what_the_person_types_and_chooses_is_what_the_agent_hears(
    world: World, agent: ClientProgram
) -> None:
    """In the structured content, and in the texts, which are all that some clients hand on."""
    with agent.session(world.environ) as session:
        asked = session.start("ask_user", **NAME, approve="Create it")
        pid = type_in(world, NAME["message"], "shop")
        submit_by(world.dialogs, "Return", pid)
        result = asked.result(PATIENCE)
        assert texts(result)[1:] == ["Answer (What is its name?):\nshop"]
        told = result.structured_content
        assert told["answers"] == [{"answer": "shop"}]
        assert (told["allowed"], told["renderConfirmed"]) == (True, True)
        no_dialog(world)
        asked = session.start("ask_user", **WHERE)
        choose(world, WHERE["message"], "<b>Far</b>")
        result = asked.result(PATIENCE)
        assert result.structured_content["answers"] == [{"answer": ["<b>Far</b>"]}]
        assert texts(result)[1:] == ["Answer (Where to?):\n<b>Far</b>"]
        asked = session.start("ask_user", **WHERE)
        answer_next(world, "Cancel")
        told = asked.result(PATIENCE).structured_content
        assert (told["status"], told["cancelled"], told["answers"]) == ("denied", True, [])
        asked = session.start("ask_user", **NAME)
        pid = type_in(world, NAME["message"], "shop")
        world.dialogs.wait_for("Send", pid=pid)
        world.dialogs.key("Escape")
        told = asked.result(PATIENCE).structured_content
        assert (told["status"], told["cancelled"]) == ("dismissed", True)
        no_dialog(world)


def test_yes_and_no_are_both_answers(world: World) -> None:
    with McpSession(world.environ) as session:
        for button, answer in (("Yes", True), ("No", False)):
            asked = session.start("ask_user", **SURE)
            answer_next(world, button)
            result = asked.result(PATIENCE)
            told = result.structured_content
            assert told["answers"] == [{"answer": answer}]
            assert (told["allowed"], told["answered"]) == (answer, True)
            assert texts(result)[1:] == [f"Answer (Is it open?): {button.lower()}"]


def test_several_are_answered_on_one_page(world: World, agent: ClientProgram) -> None:
    with agent.session(world.environ) as session:
        asked = session.start("ask_user", **ALL)
        pid = fill_in(world)
        submit(world, pid)
        result = asked.result(PATIENCE)
        told = result.structured_content
        assert told["answers"] == ANSWERS
        assert texts(result)[1:] == [
            "Answer 1 of 5 (name: What is its name?):\nshop",
            "Answer 2 of 5 (Where to?), in words of their own:\nMars",
            "Answer 3 of 5 (On which days?):\nTue",
            "Answer 4 of 5 (Is it open?): yes",
            "Answer 5 of 5 (What is new?):\nfast\nsmall",
        ]
        assert (told["status"], told["allowed"], told["answered"]) == ("answered", True, True)
    no_dialog(world)


@pytest.mark.long
def test_what_need_not_be_answered_is_left_out_and_the_rest_is_not(world: World) -> None:
    both: dict[str, Any] = {"questions": [NAME, SURE | {"required": False}]}
    with McpSession(world.environ) as session:
        asked = session.start("ask_user", **both)
        pid = take_keyboard(world, "Please answer these 2 questions.")
        world.dialogs.press("No", role=RADIO, pid=pid)
        assert not field(world, pid, NAME["message"]).text
        world.dialogs.key("ctrl+Return")  # the name is missing
        click_into(world, pid, NAME["message"], "shop")
        world.dialogs.press("Send", pid=pid)
        result = asked.result(PATIENCE)
        assert result.structured_content["answers"] == [{"answer": "shop"}, {"answer": False}]
        assert "They say no to: Is it open?" in texts(result)[0]
        asked = session.start("ask_user", **both)
        pid = take_keyboard(world, "Please answer these 2 questions.")
        click_into(world, pid, NAME["message"], "shop")
        world.dialogs.press("Send", pid=pid)
        told = asked.result(PATIENCE).structured_content
        assert told["answers"] == [{"answer": "shop"}, {}]
        asked = session.start("ask_user", **both)
        answer_next(world, "Cancel")
        told = asked.result(PATIENCE).structured_content
        assert (told["cancelled"], told["answers"]) == (True, [])


def test_a_call_that_ends_early_loses_nothing_of_the_form(world: World) -> None:
    """Pending; given up by the client's clock; and cancelled: it stays as it was filled in, and a
    late click is heard by the same call."""
    with McpSession(world.environ) as session:
        first = session.call("ask_user", **ALL, wait=0)
        assert (first["status"], first["shouldRetry"], first["answers"]) == ("pending", True, [])
        given_up = session.start("ask_user", within=0.5, **ALL)
        with pytest.raises(MCPError):
            given_up.result(PATIENCE)
        pid = fill_in(world)
        cancelled = session.start("ask_user", **ALL)
        wait_until(lambda: world.prompts()[0]["waiting"], "the call")
        cancelled.cancel()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        submit(world, pid)
        until_state(world, "answered")
        assert session.call("ask_user", **ALL, wait=0)["answers"] == ANSWERS
        no_dialog(world)
        assert session.call("ask_user", **ALL, wait=0)["status"] == "pending"


@pytest.mark.long
def test_a_form_asked_in_other_words_takes_the_place_of_the_cancelled_one(world: World) -> None:
    with McpSession(world.environ) as session:
        left = session.start("ask_user", **ALL)
        dialog(world, ABOUT)
        left.cancel()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        asked = session.start("ask_user", **ALL | {"message": "About your shop"})
        dialog(world, "About your shop")
        assert [each["kind"] for each in world.prompts()] == ["form"]
        answer_next(world, "Cancel")
        assert asked.result(PATIENCE).structured_content["status"] == "denied"


@pytest.mark.long
def test_the_stateless_client_repeats_a_form_by_itself(world: World) -> None:
    with McpSession(world.environ, STATELESS) as session:
        asked = session.start("ask_user", questions=[NAME, SURE])
        pid = take_keyboard(world, "Please answer these 2 questions.")
        click_into(world, pid, NAME["message"], "shop")
        world.dialogs.press("Yes", role=RADIO, pid=pid)
        world.dialogs.press("Send", pid=pid)
        told = asked.result(PATIENCE).structured_content
        assert told["answers"] == [{"answer": "shop"}, {"answer": True}]


@pytest.mark.long
def test_a_half_written_answer_outlives_its_caller(world: World) -> None:
    with McpSession(world.environ) as session:
        left = session.start("ask_user", **NAME)
        pid = type_in(world, NAME["message"], "sh")
        left.cancel()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        wait_until(lambda: world.dialogs.shows("has stopped waiting", pid), "the banner")
        again = session.start("ask_user", **NAME)
        wait_until(lambda: world.prompts()[0]["waiting"], "the call")
        assert field(world, pid).text == "sh"
        world.dialogs.type("op")
        wait_until(lambda: field(world, pid).text == "shop", "the rest")
        world.dialogs.press("Send", pid=pid)
        assert again.result(PATIENCE).structured_content["answers"] == [{"answer": "shop"}]
        no_dialog(world)


@pytest.mark.long
def test_an_answer_outlives_the_daemon(world: World) -> None:
    with McpSession(world.environ) as session:
        session.call("ask_user", **NAME, wait=0)
        write(world, NAME["message"], "shop")
        until_state(world, "answered")
        daemon = world.daemon_pid()
        assert daemon
        kill(daemon)
        assert session.call("ask_user", **NAME, wait=0)["answers"] == [{"answer": "shop"}]


@pytest.mark.long
def test_a_ticket_gets_all_of_the_answers(world: World) -> None:
    with McpSession(world.environ) as session:
        asked: dict[str, Any] = {"questions": [NAME | {"id": "name"}, SURE]}
        ticket = session.call("ask_user", **asked, wait=0)["ticket"]
        waiting = session.start("check", ticket=ticket)
        pid = take_keyboard(world, "Please answer these 2 questions.")
        click_into(world, pid, NAME["message"], "shop")
        world.dialogs.press("Yes", role=RADIO, pid=pid)
        submit(world, pid)
        told = waiting.result(PATIENCE).structured_content
        assert told["status"] == "answered"
        assert told["answers"] == [{"id": "name", "answer": "shop"}, {"answer": True}]
        no_dialog(world)


@pytest.mark.long
def test_a_ticket_is_collected_by_the_command_too(world: World) -> None:
    with McpSession(world.environ) as session:
        ticket = session.call("ask_user", **NAME, wait=0)["ticket"]
        write(world, NAME["message"], "shop")
        until_state(world, "answered")
        done = world.sayso("collect", ticket)
        assert (done.code, done.out) == (0, "shop\n")
        assert done.err.startswith("answered\n")
        ticket = session.call("ask_user", **WHERE, wait=0)["ticket"]
        choose(world, WHERE["message"], "Here")
        done = world.sayso("collect", ticket, "--json")
        assert (done.code, done.json["answer"]) == (0, ["Here"])


@pytest.mark.long
def test_a_wrong_question_keeps_those_before_it_off_the_screen(world: World) -> None:
    with McpSession(world.environ) as session:
        wrong: dict[str, Any] = {"questions": [NAME, WHERE | {"options": ["a", "a"]}]}
        result = session.start("ask_user", **wrong).result(PATIENCE)
        assert result.is_error
        assert result.structured_content["error"]["data"]["field"] == "questions[1].options"
        assert session.status("confirm", message="Go?", wait=0) == "pending"
        assert [each["kind"] for each in world.prompts()] == ["confirm"]
        on_screen(world)
        answer_next(world, "Deny")
