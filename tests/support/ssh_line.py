"""A relay between two machines, which a test can cut, silence and delay."""

import asyncio
import contextlib
import threading
from collections.abc import Callable


class SshLine:
    """Relays connections to a port; ssh connects to `port` of this machine instead."""

    def __init__(self, to: int, address: str = "127.0.0.1", delay: float = 0.0) -> None:
        """`to`: the port to relay to, at `address`. `delay`: seconds by which everything is
        delayed, each way."""
        self._to = address, to
        self.delay = delay
        self._is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._thread = threading.Thread(target=self._run)
        ready = threading.Event()
        self._loop.call_soon(ready.set)
        self._server = self._loop.run_until_complete(
            asyncio.start_server(self._carry, "127.0.0.1", 0)
        )
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread.start()
        ready.wait()

    def cut(self) -> None:
        """Breaks all connections, which both ends notice. No new ones can be made."""
        self._do(self._cut)

    def mend(self) -> None:
        self._do(lambda: setattr(self, "_is_cut", False))

    def go_dead(self) -> None:
        """Lets no more data through, without either end noticing, as when a cable is pulled."""
        self._do(self._flows.clear)

    def revive(self) -> None:
        """Lets data through again, first that which was on its way."""
        self._do(self._flows.set)

    def close(self) -> None:
        self._do(self._cut)
        self._do(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.close()

    def _run(self) -> None:
        self._loop.run_forever()

    def _do(self, what: Callable[[], None]) -> None:
        """Calls a function in the relay's thread. Returns when that is done."""
        done = threading.Event()

        def step() -> None:
            what()
            done.set()

        self._loop.call_soon_threadsafe(step)
        done.wait()

    def _cut(self) -> None:
        self._is_cut = True
        for writer in self._writers:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        from_there, to_there = await asyncio.open_connection(*self._to)
        both = {writer, to_there}
        self._writers |= both
        try:
            await asyncio.gather(self._pump(reader, to_there), self._pump(from_there, writer))
        finally:
            self._writers -= both
            for each in both:
                each.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries data one way. At its end both connections are closed."""
        on_its_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = self._loop.create_task(self._send(on_its_way, writer))
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                on_its_way.put_nowait((self._loop.time() + self.delay, data))
        on_its_way.put_nowait((self._loop.time() + self.delay, b""))
        await sending

    async def _send(
        self, on_its_way: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter
    ) -> None:
        while True:
            due, data = await on_its_way.get()
            await asyncio.sleep(due - self._loop.time())
            await self._flows.wait()
            if not data or writer.is_closing():
                writer.transport.abort()
                return
            writer.write(data)
            with contextlib.suppress(ConnectionError):
                await writer.drain()
