"""Agents that ask through `sayso mcp`: real sessions of the official SDKs, real dialogs."""

import json
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from support.asking import ALERT, answer, dialog, no_dialog, until_state
from support.mcp_session import ClientProgram
from support.processes import Seen, kill, wait_until
from support.turns import answer_next, on_screen
from support.world import World

DETAILS: dict[str, Any] = {"message": "Deploy?", "title": "Build 4711", "detail": "To production."}


def servers(world: World) -> list[Seen]:
    return [seen for seen in world.processes() if seen.command.endswith("/bin/sayso mcp")]


def wait_open(world: World, count: int) -> None:
    wait_until(lambda: len(world.prompts()) == count, f"{count} questions")


def test_what_the_person_does_is_what_the_agent_hears(world: World, agent: ClientProgram) -> None:
    with agent.session(world.environ) as session:
        for label, status in (("Deploy", "approved"), ("Not now", "denied")):
            asked = session.start("confirm", message="Go?", approve="Deploy", deny="Not now")
            answer(world, "Go?", label)
            told = asked.result().structured_content
            assert (told["status"], told["decider"]) == (status, "user")
            assert told["allowed"] is (status == "approved")
        asked = session.start("confirm", message="Go on?")
        pid = dialog(world, "Go on?")
        (text,) = world.dialogs.find("Question", role="text", pid=pid)
        world.dialogs.click(text)
        wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
        world.dialogs.wait_for("Approve")
        world.dialogs.key("Escape")
        assert asked.result().structured_content["status"] == "dismissed"
        no_dialog(world)


@pytest.mark.long
def test_the_dialog_says_what_the_client_calls_itself(world: World, agent: ClientProgram) -> None:
    """As a claim, beside the name that the kernel gives it."""
    with agent.session(world.environ) as session:
        asked = session.start("confirm", message="Go?")
        pid = dialog(world, "Go?")
        assert world.dialogs.shows(', which says it is "', pid)
        answer(world, "Go?", "Deny")
        assert asked.result().structured_content["status"] == "denied"
    told = [json.loads(line) for line in world.sayso("log", "--json").out.splitlines()]
    (claim,) = (each["says_it_is"] for each in told if each["event"] == "InteractionRequested")
    assert claim


def test_a_late_click_is_heard_by_the_identical_call_alone(
    world: World, agent: ClientProgram
) -> None:
    """The client gives up by its own clock, and then by its own will; the dialog stays."""
    with agent.session(world.environ) as session:
        assert session.status("confirm", **DETAILS, wait=0) == "pending"
        given_up = session.start("confirm", within=0.5, **DETAILS)
        with pytest.raises(MCPError):
            given_up.result()
        on_screen(world)
        cancelled = session.start("confirm", **DETAILS)
        wait_until(lambda: world.prompts()[0]["waiting"], "the call")
        cancelled.cancel()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        answer_next(world, "Approve")
        until_state(world, "answered")
        other = session.call("confirm", **DETAILS, wait=0, slot="another", destructive=True)
        assert other["status"] == "pending"
        assert session.status("withdraw", ticket=other["ticket"]) == "withdrawn"
        assert session.status("confirm", **DETAILS, wait=0) == "approved"
        assert session.status("confirm", **DETAILS, wait=0) == "pending"
        answer_next(world, "Deny")


@pytest.mark.long
def test_what_is_asked_in_other_words_takes_the_place_of_what_was_cancelled(
    world: World, agent: ClientProgram
) -> None:
    with agent.session(world.environ) as session:
        cancelled = session.start("confirm", **DETAILS)
        wait_until(lambda: world.prompts() and world.prompts()[0]["waiting"], "the call")
        dialog(world, DETAILS["message"])
        cancelled.cancel()
        wait_until(lambda: not world.prompts()[0]["waiting"], "the end of the call")
        asked = session.start("confirm", message="Deploy, or wait?")
        answer(world, "Deploy, or wait?", "Approve")
        assert asked.result().structured_content["status"] == "approved"
        no_dialog(world)
        wait_open(world, 0)


def test_a_ticket_gets_the_answer_once(world: World, agent: ClientProgram) -> None:
    with agent.session(world.environ) as session:
        ticket = session.call("confirm", message="Go?", wait=0)["ticket"]
        assert session.call("check", ticket=ticket, wait=0)["status"] == "pending"
        waiting = session.start("check", ticket=ticket, progress=True)
        answer_next(world, "Approve")
        assert waiting.result().structured_content["status"] == "approved"
        assert waiting.heard
        spent = session.start("check", ticket=ticket).result()
        assert spent.is_error
        assert spent.structured_content["error"]["data"]["error"] == "expired"


def test_a_server_that_is_killed_loses_no_answer(world: World, agent: ClientProgram) -> None:
    with agent.session(world.environ) as session:
        asked = session.start("confirm", message="Go?")
        on_screen(world)
        (server,) = servers(world)
        kill(server.pid)
        with pytest.raises(MCPError):
            asked.result()
        answer_next(world, "Approve")
        session.reconnect()
        assert session.status("confirm", message="Go?", wait=0) == "approved"


def test_a_client_that_is_killed_has_its_questions_withdrawn(
    world: World, agent: ClientProgram
) -> None:
    with agent.session(world.environ) as session:
        session.start("confirm", message="Go?")
        on_screen(world)
        session.kill()
        no_dialog(world)
        assert world.prompts() == []
        wait_until(lambda: not servers(world), "the end of the server")


@pytest.mark.long
def test_two_sessions_with_the_same_words_get_a_dialog_and_an_answer_each(
    world: World, agent: ClientProgram
) -> None:
    with agent.session(world.environ) as left, agent.session(world.environ) as right:
        both = [each.start("confirm", message="Go?") for each in (left, right)]
        wait_open(world, 2)
        assert answer_next(world, "Approve") != answer_next(world, "Deny")
        told = [each.result().structured_content["status"] for each in both]
        assert sorted(told) == ["approved", "denied"]
