"""Agents that ask for words and choices: real sessions of the SDK's client, real dialogs, real keys
and clicks."""

from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from probes.probe import Control
from probes.steps import Click, Move
from support.asking import ALERT, dialog, no_dialog, until_state
from support.dialog_process import submit_by
from support.mcp_session import PATIENCE, STATELESS, ClientProgram, McpSession, texts
from support.processes import kill, wait_until
from support.turns import answer_next, on_screen
from support.world import World

NAME: dict[str, Any] = {"message": "What is its name?"}
NOTES: dict[str, Any] = {"message": "What is new?", "multiline": True}
WHERE: dict[str, Any] = {"message": "Where to?", "options": ["Here", "There", "<b>Far</b>"]}
ALL: dict[str, Any] = {"questions": [NAME, WHERE, NOTES]}
RADIO = "radio button"


def take_keyboard(world: World, message: str) -> int:
    """The dialog that asks this, once keys go to it."""
    pid = dialog(world, message)
    (text,) = world.dialogs.find("Question", role="text", pid=pid)
    x, _ = text.centre
    world.dialogs.perform(Move(x, text.y - 60), Click())  # the header: the focus stays
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    return pid


def field(world: World, pid: int) -> Control:
    return world.dialogs.find("Answer", role="text", pid=pid)[0]


def type_in(world: World, message: str, text: str) -> int:
    """Into the dialog that asks this; its process."""
    pid = take_keyboard(world, message)
    world.dialogs.type(text)
    wait_until(lambda: field(world, pid).text == text, "what is typed")
    return pid


def write(world: World, message: str, text: str) -> None:
    """Types it and submits it by a click."""
    pid = type_in(world, message, text)
    world.dialogs.press("Submit", pid=pid)
    world.dialogs.wait_gone(role=None, pid=pid)


def choose(world: World, message: str, option: str) -> None:
    pid = dialog(world, message)
    world.dialogs.press(option, role=RADIO, pid=pid)
    world.dialogs.press("Submit", pid=pid)
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
        assert texts(result)[1:] == ["shop"]
        told = result.structured_content
        assert (told["answers"], told["allowed"], told["renderConfirmed"]) == (["shop"], True, True)
        no_dialog(world)
        asked = session.start("ask_user", **WHERE)
        choose(world, WHERE["message"], "<b>Far</b>")
        result = asked.result(PATIENCE)
        assert result.structured_content["answers"] == [["<b>Far</b>"]]
        assert texts(result)[1:] == ["<b>Far</b>"]
        asked = session.start("ask_user", **WHERE)
        answer_next(world, "Cancel")
        told = asked.result(PATIENCE).structured_content
        assert (told["status"], told["cancelled"], told["answers"]) == ("denied", True, [])
        asked = session.start("ask_user", **NAME)
        pid = type_in(world, NAME["message"], "shop")
        world.dialogs.wait_for("Submit", pid=pid)
        world.dialogs.key("Escape")
        told = asked.result(PATIENCE).structured_content
        assert (told["status"], told["cancelled"]) == ("dismissed", True)
        no_dialog(world)


@pytest.mark.parametrize("era", ["legacy", STATELESS])
def test_several_are_answered_one_after_the_other(world: World, era: Any) -> None:
    with McpSession(world.environ, era) as session:
        asked = session.start("ask_user", **ALL)
        write(world, NAME["message"], "shop")
        choose(world, WHERE["message"], "There")
        pid = type_in(world, NOTES["message"], "fast")
        world.dialogs.wait_for("Submit", pid=pid)
        world.dialogs.key("Return")
        world.dialogs.type("small")
        wait_until(lambda: field(world, pid).text == "fast\nsmall", "two lines")
        submit_by(world.dialogs, "ctrl+Return", pid)
        result = asked.result(PATIENCE)
        told = result.structured_content
        assert told["answers"] == ["shop", ["There"], "fast\nsmall"]
        assert texts(result)[1:] == [
            "Answer 1 of 3 (What is its name?):\nshop",
            "Answer 2 of 3 (Where to?):\nThere",
            "Answer 3 of 3 (What is new?):\nfast\nsmall",
        ]
        assert told["answered"] is True


def test_a_call_that_ends_early_goes_on_where_it_was(world: World) -> None:
    """Pending; given up by the client's clock; and cancelled: nothing is asked twice."""
    with McpSession(world.environ) as session:
        first = session.call("ask_user", **ALL, wait=0)
        assert (first["status"], first["answers"]) == ("pending", [])
        given_up = session.start("ask_user", within=0.5, **ALL)
        with pytest.raises(MCPError):
            given_up.result(PATIENCE)
        write(world, NAME["message"], "shop")
        until_state(world, "answered")
        second = session.call("ask_user", **ALL, wait=0)
        assert (second["status"], second["answers"]) == ("pending", ["shop"])
        assert (second["shouldRetry"], second["answered"]) == (True, False)
        cancelled = session.start("ask_user", **ALL)
        wait_until(lambda: world.prompts()[0]["waiting"], "the call")
        cancelled.cancel()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        choose(world, WHERE["message"], "Here")
        third = session.call("ask_user", **ALL, wait=0)
        assert third["answers"] == ["shop", ["Here"]]
        asked = session.start("ask_user", **ALL)
        write(world, NOTES["message"], "fast")
        assert asked.result(PATIENCE).structured_content["answers"] == ["shop", ["Here"], "fast"]


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
        world.dialogs.press("Submit", pid=pid)
        assert again.result(PATIENCE).structured_content["answers"] == ["shop"]
        no_dialog(world)


def test_an_answer_outlives_the_daemon(world: World) -> None:
    with McpSession(world.environ) as session:
        session.call("ask_user", **NAME, wait=0)
        write(world, NAME["message"], "shop")
        until_state(world, "answered")
        daemon = world.daemon_pid()
        assert daemon
        kill(daemon)
        assert session.call("ask_user", **NAME, wait=0)["answers"] == ["shop"]


def test_a_ticket_gets_the_answer_and_the_list_goes_on(world: World) -> None:
    with McpSession(world.environ) as session:
        ticket = session.call("ask_user", **ALL, wait=0)["ticket"]
        waiting = session.start("check", ticket=ticket)
        write(world, NAME["message"], "shop")
        told = waiting.result(PATIENCE).structured_content
        assert (told["status"], told["answer"]) == ("answered", "shop")
        asked = session.start("ask_user", **ALL)
        choose(world, WHERE["message"], "Here")
        answer_next(world, "Cancel")
        told = asked.result(PATIENCE).structured_content
        assert (told["status"], told["answers"]) == ("denied", ["shop", ["Here"]])


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
