"""A carrier in this process, the daemon's end of its channel, and the machine that it reaches."""

import sys

assert sys.platform == "linux"

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

from in_memory import channel
from sayso.carrier.carrier import Carrier
from sayso.carrier.pauses import Pauses
from sayso.carrier.ssh import Ssh
from sayso.errors import ParseError
from sayso.wire import carrier as wire
from sayso.wire.codec import Decoder
from support.openssh import Account, OpenSsh, Server
from support.world import World

_State = TypeVar("_State", bound=wire.State)


class Machine:
    """The other one, which is this one seen through a server for ssh."""

    def __init__(
        self, world: World, ssh: OpenSsh, *options: str, login: str = "/bin/sh", greeting: str = ""
    ) -> None:
        """`login`: the shell. `greeting`: what it reads before any command."""
        self._world = world
        self.runtime = world.directory / "there"
        self.runtime.mkdir(mode=0o700)
        self.forwarded = self.runtime / "sayso" / "forwarded"
        self.account = Account(world.directory / "account", login)
        for name in (".bashrc", ".cshrc", ".zshenv", ".config/fish/config.fish"):
            file = self.account.home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(greeting)
        variable = f"SetEnv XDG_RUNTIME_DIR={self.runtime}"
        self.server: Server = ssh.server(variable, *options, account=self.account)
        self.server.trust()

    def configure(self, *lines: str) -> None:
        """In the file that ssh reads here; the first word on a matter counts."""
        words = self.server.client.read_text()
        self.server.client.write_text("\n".join((*lines, words)))

    def reach(self, destination: str = "127.0.0.1", **changes: Any) -> Ssh:
        """How a carrier does, by its own server's configuration."""
        control = str(self._world.directory / f"ssh-{secrets.token_hex(3)}")
        return Ssh("/usr/bin/ssh", destination, control, str(self.server.client), **changes)


class Daemon(asyncio.Protocol):
    """Its end: what the carrier tells, in order."""

    def __init__(self) -> None:
        self._decoder = Decoder()
        self._told: asyncio.Queue[wire.State | None] = asyncio.Queue()
        self._transport: Any = None
        self.states: list[wire.State] = []
        """That were heard."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for message in self._decoder.feed(data):
            assert not isinstance(message, ParseError)
            self._told.put_nowait(wire.read_state(message))

    def connection_lost(self, _: Exception | None) -> None:
        self._told.put_nowait(None)

    async def until(self, kind: type[_State]) -> _State:
        """The next state of this kind; what comes before is in `states`."""
        while True:
            state = await self._told.get()
            assert state is not None, f"the carrier left after {self.states}"
            self.states.append(state)
            if isinstance(state, kind):
                return state

    def order(self, order: wire.Order) -> None:
        self._transport.write(wire.write(order))

    def leave(self) -> None:
        self._transport.abort()


@contextlib.asynccontextmanager
async def carrier(make: Callable[[], Ssh], here: Path) -> AsyncIterator[Daemon]:
    """It is closed at the end, and has ended then."""
    its, ours = channel.pair()
    daemon = Daemon()
    await ours.serve(daemon)
    loop = asyncio.get_running_loop()
    carried = Carrier(lambda _may_ask: make(), str(here), Pauses(loop.time))
    running = loop.create_task(carried.run(its))
    try:
        yield daemon
    finally:
        daemon.leave()
        await running


@contextlib.asynccontextmanager
async def listening(path: Path) -> AsyncIterator[Path]:
    """A socket that says back what it hears, in capitals."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line.upper())
        writer.close()

    async with await asyncio.start_unix_server(answer, path):
        yield path


async def ask(path: str, words: str) -> str:
    """Of whoever listens there."""
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(f"{words}\n".encode())
    answer = await reader.readline()
    writer.close()
    return answer.decode().strip()
