"""A daemon in the test's own process, on a real socket, with a scripted screen; and its callers."""

import array
import asyncio
import contextlib
import os
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from in_memory.peer import MemoryPeer
from in_memory.presence import MemoryPresence
from sayso.core.broker import Broker
from sayso.core.outcome import Approved
from sayso.core.questions import Choice
from sayso.core.settings import Settings, written
from sayso.daemon.app import serve
from sayso.daemon.bootstrap import tell
from sayso.daemon.configuration import Configuration
from sayso.daemon.connections import Connections
from sayso.daemon.ending import Ending
from sayso.daemon.log import LogWriter
from sayso.daemon.presence import Presence
from sayso.daemon.remote_places import RemotePlaces
from sayso.daemon.runner import Runner, Screen
from sayso.daemon.telling import Facts
from sayso.daemon.tray import Tray
from sayso.errors import SaysoError, from_wire
from sayso.platforms import select
from sayso.platforms.contract.peer import Peer
from sayso.values import fields
from sayso.wire import codec
from sayso.wire.codec import Message
from sayso.wire.outcomes import decode_outcome
from support.scripted_keeper import ScriptedKeeper
from support.scripted_screen import ScriptedScreen
from support.still_loop import StillLoop

PATIENCE = 10.0
"""Seconds for the log to be written to the disk at the end."""

QUESTION = {"kind": "confirm", "message": "Deploy?"}


class Caller:
    """One connection to the daemon. Its messages are read in the order in which they came."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._loop = asyncio.get_running_loop()
        self._inbox: list[Message] = []
        self._decoder = codec.Decoder(limit=64 << 20, secrets=bytearray)
        self._ids = iter(range(1, 1 << 30))
        self.progress: list[Message] = []
        """Params of the notifications that were passed over while waiting for replies."""

    async def send(self, data: bytes) -> None:
        await self._loop.sock_sendall(self._sock, data)

    def unread(self) -> int:
        """Bytes that have come and wait in the system's receive buffer."""
        import fcntl
        import termios

        waiting = array.array("i", [0])
        fcntl.ioctl(self._sock, termios.FIONREAD, waiting)
        return waiting[0]

    async def request(self, method: str, **params: Any) -> int:
        """Sends a request. Returns its id."""
        identity = next(self._ids)
        request = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}
        await self.send(codec.encode(request))
        return identity

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        await self.send(codec.encode({"jsonrpc": "2.0", "method": method, "params": params}))

    async def message(self) -> Message:
        """The next message. Raises EOFError when the daemon has closed the connection,
        ConnectionResetError when it did so without having read all that was sent."""
        while not self._inbox:
            data = await self._loop.sock_recv(self._sock, 1 << 20)
            if not data:
                raise EOFError
            for message in self._decoder.feed(data):
                assert isinstance(message, dict), message
                self._inbox.append(message)
        return self._inbox.pop(0)

    async def reply(self, identity: int | str | None) -> dict[str, Any]:
        """Waits for the result of the request with this id. Raises the error that the daemon
        replied."""
        while True:
            message = await self.message()
            if "method" in message:
                self.progress.append(message["params"])
                continue
            assert message["id"] == identity, message
            if "error" in message:
                raise from_wire(message["error"])
            result: dict[str, Any] = message["result"]
            return result

    async def error(self, identity: int | str | None) -> SaysoError:
        """Waits for the error that the daemon replies to the request with this id."""
        try:
            result = await self.reply(identity)
        except SaysoError as error:
            return error
        raise AssertionError(f"no error but {result}")

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        return await self.reply(await self.request(method, **params))

    async def state(self) -> Mapping[str, Any]:
        """The params of the next notification, which must be the next message."""
        message = await self.message()
        assert message["method"] == "progress", message
        params: Mapping[str, Any] = message["params"]
        return params

    async def ended(self) -> None:
        """Waits for the daemon to close the connection; nothing else may come."""
        with contextlib.suppress(ConnectionResetError):
            try:
                message = await self.message()
            except EOFError:
                return
            raise AssertionError(f"not the end but {message}")

    def finish(self) -> None:
        """Closes the sending direction. The daemon can still send."""
        self._sock.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._sock.close()


class Daemon:
    """The daemon's parts, joined as `sayso.daemon.app` joins them."""

    def __init__(
        self,
        loop: StillLoop,
        screen: Screen,
        peer: Peer,
        settings: Settings,
        log: LogWriter | None = None,
        tray_command: Sequence[str] | None = None,
    ) -> None:
        """`log`: None for a real one on the disk, in `log_place`. `tray_command`: None for no
        tray."""
        self.loop = loop
        self.slept = 0.0
        """Seconds of pretended suspend: the broker's clock is ahead of the loop's timers by
        them."""
        self._directory = tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp")
        self.path = str(Path(self._directory.name) / "run" / "socket")
        self._callers: list[Caller] = []
        self._listener = select.endpoint().listen(self.path, backlog=1)
        self.log_place = Path(self._directory.name) / "log"
        self.log = log or LogWriter(select.journal().open_directory, str(self.log_place))
        self.log.start()
        self.config_home = Path(self._directory.name) / "config"
        self.config_home.mkdir()
        self.config_place = self.config_home / "sayso" / "config.toml"
        self.configure(settings)
        broker, self.keeper = Broker(Settings()), ScriptedKeeper()
        runner = Runner(
            broker, lambda: loop.time() + self.slept, screen, peer, self.keeper, self.log
        )
        self.keeper.start(broker.everything, runner.kept)
        configuration = Configuration(str(self.config_place))
        ending = Ending()
        self.places = places = RemotePlaces(
            str(self.config_home / "sayso" / "places.json"), self.path
        )
        tray = Tray(
            runner,
            configuration.write,
            places.close,
            ending.stop,
            lambda: tray_command is not None,
            tray_command or (),
            pause=0,
        )
        # loaded now, as a starting daemon does: later there may be no file descriptor left for it
        select.session()
        self.presence = MemoryPresence()
        self.idled = 0
        """How often nobody had been connected for `IDLE_SECONDS`; see `Connections`."""
        connections = Connections(peer, settings.connections, self._count_idle)
        facts = Facts(
            self.path,
            screen,
            self.keeper,
            self.log,
            configuration,
            Presence(lambda: self.presence),
            tray,
            loop.time(),
            connections,
            places,
            make_way=ending.stop,
            ends_with=lambda _keeper: None,
        )
        reading, writing = os.pipe()
        self._ready = os.fdopen(reading)
        self._serving = loop.create_task(
            serve(
                runner,
                facts,
                connections,
                self._listener,
                ending,
                lambda: tell(str(writing), {"pid": os.getpid()}),
            )
        )

    def configure(self, settings: Settings) -> None:
        """Writes the person's configuration file. Settings that have their default are left out."""
        default = fields(Settings())
        changed = {n: value for n, value in fields(settings).items() if value != default[n]}
        if changed:
            self.config_place.parent.mkdir(exist_ok=True)
            lines = [f"{name} = {written(value)}\n" for name, value in changed.items()]
            self.config_place.write_text("".join(lines))

    def _count_idle(self) -> None:
        self.idled += 1

    async def listening(self) -> None:
        """Waits for the line that says that the daemon listens, and keeps it as `greeting`."""
        readable = asyncio.Event()
        self.loop.add_reader(self._ready.fileno(), readable.set)
        await readable.wait()
        self.loop.remove_reader(self._ready.fileno())
        self.greeting = self._ready.readline()

    async def connect(self, path: str | None = None) -> Caller:
        """`path`: the socket of a remote place; None: the socket of this machine."""
        sock = socket.socket(socket.AF_UNIX)
        sock.setblocking(False)
        caller = Caller(sock)
        self._callers.append(caller)
        await self.loop.sock_connect(sock, path or self.path)
        return caller

    async def caller(self) -> Caller:
        """A connection that has said `hello`."""
        caller = await self.connect()
        await caller.call("hello")
        return caller

    async def open_place(self, name: str, **more: Any) -> str:
        """Opens a place for another machine. Returns the path of its socket."""
        caller = await self.caller()
        places = (await caller.call("remote_open", name=name, **more))["places"]
        return next(str(each["socket"]) for each in places if each["name"] == name)

    async def from_place(self, path: str, processes: Sequence[Mapping[str, Any]] = ()) -> Caller:
        """Connects as a program of a remote place. If `processes` is given, the program introduces
        itself as them."""
        caller = await self.connect(path)
        await caller.call("hello")
        if processes:
            said = {"system": "boot/1", "now": self.loop.time(), "processes": list(processes)}
            await caller.notify("introduce", said)
        return caller

    async def terminate(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await self.ended()

    async def ended(self) -> None:
        """Waits until the daemon has ended, and closes its log."""
        await self._serving
        self._listener.close()
        self.log.close(PATIENCE)

    async def close(self) -> None:
        if not self._serving.done():
            await self.terminate()
        for caller in self._callers:
            caller.close()
        self._listener.close()
        self._ready.close()
        self._directory.cleanup()


class Stage(Daemon):
    """A daemon for which the test plays the screen and tells who its peers are."""

    def __init__(
        self,
        loop: StillLoop,
        settings: Settings,
        log: LogWriter | None = None,
        tray_command: Sequence[str] | None = None,
    ) -> None:
        self.screen = ScriptedScreen()
        self.peer = MemoryPeer()
        super().__init__(loop, self.screen, self.peer, settings, log, tray_command)

    async def ask(self, caller: Caller, **params: Any) -> int:
        """Sends a question and waits for its first state. Returns the id of the request."""
        identity = await caller.request("ask", **QUESTION | params)
        await caller.state()
        return identity

    async def painted(self, caller: Caller, **params: Any) -> int:
        """Like `ask`, but also waits until the dialog is on the screen."""
        identity = await self.ask(caller, **params)
        self.screen.painted()
        assert (await caller.state())["state"] == "shown"
        return identity

    async def left(self, caller: Caller, **params: Any) -> str:
        """Asks without waiting for the answer. Returns the ticket."""
        return str((await caller.call("ask", **QUESTION | {"wait": 0} | params))["ticket"])

    async def answers_a_question(self) -> None:
        """Asserts that the daemon still works, after whatever a test did to it."""
        caller = await self.caller()
        identity = await self.painted(caller, message=f"Still there after {id(caller)}?")
        self.screen.press(Choice.APPROVE)
        ready = await caller.reply(identity)
        assert decode_outcome(await caller.call("claim", claim=ready["claim"])) == Approved()
        caller.close()


AnyDaemon = TypeVar("AnyDaemon", bound=Daemon)


@contextlib.asynccontextmanager
async def running(made: AnyDaemon) -> AsyncIterator[AnyDaemon]:
    """The daemon, from when it listens; it is ended cleanly at the end."""
    try:
        await made.listening()
        yield made
    finally:
        await made.close()


def stage(
    loop: StillLoop,
    settings: Settings | None = None,
    log: LogWriter | None = None,
    tray_command: Sequence[str] | None = None,
) -> contextlib.AbstractAsyncContextManager[Stage]:
    return running(Stage(loop, settings or Settings(), log, tray_command))
