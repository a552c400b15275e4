"""Agents on Windows that ask through `sayso mcp`, by the official SDK, on Windows' own Python."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
import wine

from probes.steps import Type
from support.mcp_session import HANDSHAKE, STATELESS, ClientProgram, Era, McpSession
from support.processes import wait_until
from support.wine_agent import PROGRAM as AGENT
from support.wine_agent import WineAgent
from support.wine_screen import run
from support.world import World

CLIENT = AGENT.with_name("mcp_client_program.py")
SERVER = (f"Z:{wine.PYTHON}/python.exe", "-E", "-P", "-m", "sayso", "mcp")
MESSAGE = "Deploy build 4711?"
FIELD = "password text"
UNLOCK = "Unlock the vault?"
SECRET = "canary 7f3a"  # noqa: S105 - nobody's
TOOLS = {"confirm", "ask_user", "request_secret", "sign_in", "check", "withdraw"}

Connect = Callable[..., McpSession]

pytestmark = pytest.mark.long


@pytest.fixture
def connect(windows: World, agent: WineAgent) -> Iterator[Connect]:
    """Starts an agent's program. The daemon runs already: the SDK puts the server into a job that
    nothing leaves and that ends with the program. With no shell, as on this Windows, a daemon which
    the server starts is in it as well."""
    assert agent.sayso("daemon", "start").code == 0
    with ExitStack() as stack:

        def connected(era: Era = HANDSHAKE) -> McpSession:
            program = ClientProgram(tuple(run(CLIENT)), era)
            return stack.enter_context(program.session(windows.environ, SERVER))

        yield connected


@pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
def test_what_the_person_does_is_what_the_agent_hears(
    windows: World, connect: Connect, era: Era
) -> None:
    session = connect(era)
    assert {*session.tools} == TOOLS
    for label, status in (("Approve", "approved"), ("Deny", "denied")):
        asked = session.start("confirm", message=MESSAGE)
        windows.dialogs.press(label)
        told = asked.result().structured_content
        assert (told["status"], told["allowed"]) == (status, status == "approved")
        windows.dialogs.wait_gone(label)


def test_a_secret_goes_to_the_command_that_was_shown_and_to_nobody_else(
    windows: World, connect: Connect
) -> None:
    session = connect()
    place = windows.directory
    script = f"import sys; open(r'Z:{place}/got', 'wb').write(sys.stdin.buffer.read()); sys.exit(3)"
    command = [SERVER[0], "-I", "-c", script]
    asked = session.start("request_secret", message=UNLOCK, command=command, cwd=f"Z:{place}")
    probe = windows.dialogs
    probe.click(wait_until(lambda: next(iter(probe.find("Password", role=FIELD)), None), "it"))
    probe.perform(Type(SECRET))
    wait_until(lambda: probe.find("Password", role=FIELD)[0].text == "●" * len(SECRET), "it all")
    probe.press("Send and run")
    told = asked.result().structured_content
    assert told["exit_status"] == 3
    assert (place / "got").read_text() == f"{SECRET}\n"
    assert SECRET not in json.dumps(told)


def test_a_late_answer_is_had_once(windows: World, connect: Connect) -> None:
    session = connect()
    asked = session.call("confirm", message=MESSAGE, wait=0)
    assert asked["status"] == "pending"
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    ticket = asked["ticket"]
    assert session.status("check", ticket=ticket, wait=0) == "approved"
    spent = session.start("check", ticket=ticket, wait=0).result()
    assert spent.is_error
    assert spent.structured_content["error"]["data"]["error"] == "expired"
    assert session.status("confirm", message=MESSAGE, wait=0) == "pending"  # a new question
    windows.dialogs.press("Deny")


def test_a_client_that_is_killed_has_its_questions_withdrawn(
    windows: World, connect: Connect, agent: WineAgent
) -> None:
    session = connect()
    session.start("confirm", message=MESSAGE)
    windows.dialogs.wait_for("Approve")
    session.kill()
    windows.dialogs.wait_gone("Approve")
    wait_until(lambda: not json.loads(agent.sayso("list", "--json").out)["prompts"], "no question")
