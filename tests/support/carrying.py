"""A carrier in this process, with the daemon's end of its channel, and the machine that it
connects."""

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
    """The remote machine: in fact this one, reached through a server for ssh, with an account of
    its own."""

    def __init__(
        self, world: World, ssh: OpenSsh, *options: str, login: str = "/bin/sh", greeting: str = ""
    ) -> None:
        """`login`: the account's shell. `greeting`: what that shell's start-up files contain."""
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
        """Adds lines to the top of the ssh client's configuration, where the first value of an
        option counts."""
        words = self.server.client.read_text()
        self.server.client.write_text("\n".join((*lines, words)))

    def reach(self, destination: str = "127.0.0.1", **changes: Any) -> Ssh:
        """What a carrier uses to connect by ssh. `changes`: arguments of `Ssh`."""
        control = str(self._world.directory / f"ssh-{secrets.token_hex(3)}")
        return Ssh("/usr/bin/ssh", destination, control, str(self.server.client), **changes)


class Daemon(asyncio.Protocol):
    """The daemon's end of the channel: receives the states that the carrier reports."""

    def __init__(self) -> None:
        self._decoder = Decoder()
        self._told: asyncio.Queue[wire.State | None] = asyncio.Queue()
        self._transport: Any = None
        self.states: list[wire.State] = []
        """States that `until` has taken so far."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for message in self._decoder.feed(data):
            assert not isinstance(message, ParseError)
            self._told.put_nowait(wire.read_state(message))

    def connection_lost(self, _: Exception | None) -> None:
        self._told.put_nowait(None)

    async def until(self, kind: type[_State]) -> _State:
        """Waits for the next state of this kind. States before it are added to `states`."""
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
    """The daemon's end of a running carrier. At the end it is closed, and the carrier has ended."""
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
    """A Unix socket whose server replies with each line that it receives, in capitals."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line.upper())
        writer.close()

    async with await asyncio.start_unix_server(answer, path):
        yield path


async def ask(path: str, words: str) -> str:
    """Sends a line to whoever listens at this path. Returns the line that comes back."""
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(f"{words}\n".encode())
    answer = await reader.readline()
    writer.close()
    return answer.decode().strip()
