"""A client of `sayso mcp`: a process with an official SDK, which does as a test says.

with McpSession(world.environ) as session:
    asked = session.start("confirm", message="Deploy?")
    world.dialogs.press("Approve")
    assert asked.result().structured_content["status"] == "approved"

The process reads `{"call", "tool", "arguments", "within", "progress"}`, `{"cancel"}` and
`{"reconnect"}`. It writes `{"tools"}`; `{"elicited"}`, the message of what the server elicits; and
for a call `{"call", "progress"}`, and at the end `{"call"}` with its `result` or `error`.
"""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, CallToolResult

from support import node
from support.mcp_client_program import Era as Era
from support.processes import StillWaiting, kill

PATIENCE = 120.0
"""Seconds to wait for the result of a call."""

HANDSHAKE: Era = "legacy"
STATELESS: Era = "2026-07-28"

PYTHON = (sys.executable, str(Path(__file__).with_name("mcp_client_program.py")))
TYPESCRIPT_1 = (*node.command("client.mjs"), "1")
TYPESCRIPT_2 = (*node.command("client.mjs"), "2")

SERVER = ("sayso", "mcp")


@dataclass(frozen=True)
class ClientProgram:
    """A client program: an official SDK, and the version (era) of the protocol that it speaks."""

    sdk: tuple[str, ...]
    era: Era

    @property
    def installed(self) -> bool:
        return self.sdk == PYTHON or node.INSTALLED

    def session(
        self,
        environ: Mapping[str, str],
        server: tuple[str, ...] = SERVER,
        elicits: Sequence[dict[str, Any]] = (),
    ) -> "McpSession":
        return McpSession(environ, self.era, self.sdk, server, elicits)


CLIENTS = {
    "python": ClientProgram(PYTHON, HANDSHAKE),
    "python-stateless": ClientProgram(PYTHON, STATELESS),
    "typescript-1": ClientProgram(TYPESCRIPT_1, HANDSHAKE),
    "typescript-2": ClientProgram(TYPESCRIPT_2, HANDSHAKE),
    "typescript-2-stateless": ClientProgram(TYPESCRIPT_2, STATELESS),
}


def texts(result: CallToolResult) -> list[str]:
    """All texts that some clients hand their model: what to do next, then each answer."""
    told = []
    for content in result.content:
        assert content.type == "text"
        told.append(content.text)
    return told


def words(result: CallToolResult) -> str:
    """The text that says what to do next."""
    return texts(result)[0]


@dataclass
class Asked:
    """A call that was made."""

    session: "McpSession"
    number: int
    heard: list[dict[str, Any]] = field(default_factory=list)
    """Progress of this call that came while the test waited for something."""
    told: dict[str, Any] | None = None

    def result(self, timeout: float = PATIENCE) -> CallToolResult:
        """Waits for the result. Raises MCPError if the SDK raised an error, and StillWaiting after
        `timeout` seconds."""
        told = self.session.outcome(self, timeout)
        if "error" in told:
            raise MCPError(INTERNAL_ERROR, told["error"])
        return CallToolResult.model_validate(told["result"])

    def cancel(self) -> None:
        """Has the client cancel the call, and tell the server."""
        self.session.tell(cancel=self.number)


class McpSession:
    """A running client program, connected to a server. Use it as a context manager."""

    def __init__(
        self,
        environ: Mapping[str, str],
        era: Era = HANDSHAKE,
        sdk: tuple[str, ...] = PYTHON,
        server: tuple[str, ...] = SERVER,
        elicits: Sequence[dict[str, Any]] = (),
    ) -> None:
        """`elicits`: the results that the client gives when the server elicits something, in turn;
        if empty, the client can't be elicited from."""
        self._argv = [*sdk, era, json.dumps(list(elicits)), *server]
        self._environ = environ
        self._calls: list[Asked] = []
        self._rest = b""
        self.tools: list[str] = []
        """Names of the tools that the server lists."""
        self.elicited: list[str] = []
        """The message of each thing that the server elicited."""

    def __enter__(self) -> Self:
        self._program = subprocess.Popen(
            self._argv, env=self._environ, cwd=self._environ["HOME"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        try:
            self._meet()
        except BaseException:
            self.kill()
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the program's standard input, at which it ends."""
        try:
            self._program.communicate(timeout=PATIENCE)
        finally:
            self._program.kill()
            self._program.wait()

    def _meet(self) -> None:
        self.tools = []
        deadline = time.monotonic() + PATIENCE
        while not self.tools:
            self._hear(deadline)

    def reconnect(self) -> None:
        """Has the program end its session and start another server. Earlier calls are over."""
        self.tell(reconnect=True)
        self._meet()

    def kill(self) -> None:
        """Kills the client program with SIGKILL, but not what it has started."""
        kill(self._program.pid)

    def start(
        self, tool: str, *, within: float | None = None, progress: bool = False, **arguments: Any
    ) -> Asked:
        """Calls a tool and does not wait. `within`: seconds until the client gives up and tells the
        server; `progress`: whether it asks for progress."""
        asked = Asked(self, len(self._calls))
        self._calls.append(asked)
        self.tell(
            call=asked.number, tool=tool, arguments=arguments, within=within, progress=progress
        )
        return asked

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Calls a tool and waits. Returns the structured content of the result."""
        told: dict[str, Any] = self.start(tool, **arguments).result().structured_content
        return told

    def status(self, tool: str, **arguments: Any) -> str:
        """Calls a tool and waits. Returns the status of the outcome."""
        status: str = self.call(tool, **arguments)["status"]
        return status

    def tell(self, **what: Any) -> None:
        assert self._program.stdin
        self._program.stdin.write(json.dumps(what).encode() + b"\n")
        self._program.stdin.flush()

    def outcome(self, asked: Asked, timeout: float) -> dict[str, Any]:
        """The message with which the program reports the end of this call."""
        deadline = time.monotonic() + timeout
        while asked.told is None:
            self._hear(deadline)
        return asked.told

    def _hear(self, deadline: float) -> None:
        """Reads the program's next message and stores it where it belongs."""
        told = self._line(deadline)
        if "tools" in told:
            self.tools = told["tools"]
        elif "elicited" in told:
            self.elicited.append(told["elicited"])
        elif "progress" in told:
            self._calls[told["call"]].heard.append(told["progress"])
        else:
            self._calls[told["call"]].told = told

    def _line(self, deadline: float) -> dict[str, Any]:
        assert self._program.stdout
        descriptor = self._program.stdout.fileno()
        while b"\n" not in self._rest:
            if not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise StillWaiting("the client program says nothing")
            data = os.read(descriptor, 65536)
            assert data, "the client program has ended"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told
