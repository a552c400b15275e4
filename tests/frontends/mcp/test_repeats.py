"""Client programs of the stateless protocol (2026-07-28) repeat a call by themselves."""

import sys

assert sys.platform != "win32"

import os
from pathlib import Path
from typing import Any

import pytest

from support import mcp_server_program, node
from support.mcp_session import PYTHON, STATELESS, TYPESCRIPT_2, McpSession
from support.scripted_daemon import (
    APPROVED,
    PENDING,
    READY,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
)

PACE = 0.5
SERVER = (sys.executable, str(Path(mcp_server_program.__file__)), str(PACE))


@pytest.mark.parametrize(
    "sdk",
    [
        pytest.param(PYTHON, id="python"),
        pytest.param(TYPESCRIPT_2, id="typescript-2", marks=node.needs_packages),
    ],
)
@pytest.mark.parametrize(
    ("tool", "arguments", "method"),
    [("confirm", {"message": "Go?"}, "ask"), ("check", {"ticket": TICKET}, "collect")],
)
def test_one_call_of_the_agent_goes_on_until_the_answer(
    sdk: tuple[str, ...], tool: str, arguments: dict[str, Any], method: str
) -> None:
    heard: list[dict[str, Any]] = []

    def saying(*replies: dict[str, Any]) -> Script:
        def script(caller: Caller) -> None:
            caller.greet()
            heard.append(caller.expect(method))
            for reply in replies[:-1]:
                caller.reply(reply)
                caller.expect("claim")
            caller.reply(replies[-1])

        return script

    with ScriptedDaemon(saying(PENDING), saying(PENDING), saying(READY, APPROVED)) as daemon:
        environ = {**os.environ, "SAYSO_SOCKET": daemon.path}
        with McpSession(environ, STATELESS, sdk, SERVER) as session:
            assert session.status(tool, **arguments) == "approved"
    assert [each["ticket"] for each in heard[1:]] == [TICKET] * 2
    assert [each["wait"] for each in heard] == [PACE] * 3
