"""Agents that show a code to sign in with, and notices: real sessions of the SDKs, real dialogs."""

from typing import Any

import pytest

from support.asking import answer, dialog, no_dialog
from support.mcp_session import ClientProgram
from support.processes import kill, wait_until
from support.world import World

SIGN_IN: dict[str, Any] = {
    "message": "Sign in to the registry.", "address": "https://a.example/device",
    "code": "WDJB-MJHT",
}  # fmt: skip
ENDS = {"done": ("answered", "Signed in"), "failed": ("withdrawn", "The sign-in failed")}


@pytest.mark.parametrize("finish", ["done", pytest.param("failed", marks=pytest.mark.long)])
def test_the_dialog_shows_until_the_agent_says_how_the_login_ended(
    world: World, agent: ClientProgram, finish: str
) -> None:
    status, words = ENDS[finish]
    with agent.session(world.environ) as session:
        assert session.status("sign_in", **SIGN_IN) == "pending"
        pid = dialog(world, SIGN_IN["message"])
        for part in (SIGN_IN["address"], SIGN_IN["code"]):
            assert world.dialogs.shows(part, pid)
        assert not world.dialogs.shows("has stopped waiting", pid)
        finished = session.start("sign_in", **SIGN_IN, finish=finish)
        wait_until(lambda: world.dialogs.shows(words), "the words")
        told = finished.result().structured_content
        assert (told["status"], told["allowed"]) == (status, False)
        no_dialog(world)
        assert session.status("sign_in", **SIGN_IN, finish=finish) == "not_open"
        no_dialog(world)


@pytest.mark.long
@pytest.mark.parametrize("shows_again", [True, False])
def test_a_server_that_is_killed_leaves_the_dialog_to_the_next_one(
    world: World, agent: ClientProgram, *, shows_again: bool
) -> None:
    with agent.session(world.environ) as session:
        session.call("sign_in", **SIGN_IN)
        pid = dialog(world, SIGN_IN["message"])
        for server in world.processes():
            if server.command.endswith("/bin/sayso mcp"):
                kill(server.pid)
        session.reconnect()
        if shows_again:
            assert session.status("sign_in", **SIGN_IN) == "pending"
            assert dialog(world, SIGN_IN["message"]) == pid
        assert session.status("sign_in", **SIGN_IN, finish="done") == "answered"
        no_dialog(world)


@pytest.mark.long
def test_what_the_person_closes_the_agent_hears_of_as_it_finishes(
    world: World, agent: ClientProgram
) -> None:
    with agent.session(world.environ) as session:
        ticket = session.call("sign_in", **SIGN_IN)["ticket"]
        assert session.status("check", ticket=ticket, wait=0) == "pending"
        answer(world, SIGN_IN["message"], "Cancel")
        no_dialog(world)
        assert session.status("sign_in", **SIGN_IN, finish="done") == "dismissed"


@pytest.mark.long
def test_a_notice_is_acknowledged_by_its_button(world: World, agent: ClientProgram) -> None:
    with agent.session(world.environ) as session:
        asked = session.start("ask_user", message="It is done.", type="notice", approve="I see")
        answer(world, "It is done.", "I see")
        told = asked.result().structured_content
        assert (told["status"], told["answered"], told["allowed"]) == ("answered", True, False)
        no_dialog(world)
