"""A way for bytes between two processes."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from asyncio import BaseProtocol
    from collections.abc import Callable
    from typing import Self

    from sayso.core.secret import Bytes
    from sayso.platforms.contract.watching import CallOff


class Lent(Protocol):
    """What the other end has sent along with some bytes, a socket as it should be: ours until it is
    closed, and the other end's as well."""

    @property
    def fault(self) -> str | None:
        """Why it is nothing to look at, as the end of a sentence. None: it is a socket, or there
        was no room."""

    @property
    def had_room(self) -> bool:
        """This process had a descriptor left to take it by."""

    def close(self) -> None: ...


class Channel(Protocol):
    """One end of it: bytes both ways, in order. The end of a process closes its end.

    As a context manager it is closed at the end.
    """

    def send(self, data: bytes | Bytes) -> None:
        """All of it, from where it lies. Raises OSError: BrokenPipeError where the other end has
        closed, TimeoutError where it does not take it."""

    def lend(self, data: bytes, sock: socket.socket) -> int:
        """Some of it, with the socket, which stays ours; how many bytes were taken, at least one.
        Raises OSError; BlockingIOError (none now) after `asend`; and Unsupported."""

    def receive(self) -> bytes:
        """What has come, once something has: at most 64 KiB. Empty: the other end has closed.
        Raises OSError; TimeoutError where nothing comes."""

    def receive_into(self, room: memoryview) -> int:
        """Likewise, straight to where it shall lie; how many bytes."""

    def wait_at_most(self, seconds: float | None) -> None:
        """From now on, in `send` and what receives. None, and at first: for ever."""

    def abort(self) -> None:
        """Ends it for both sides; whoever waits in another thread returns."""

    async def asend(self, data: bytes | Bytes) -> None:
        """As `send`, on the running asyncio loop; the caller limits the time."""

    async def areceive_into(self, room: memoryview) -> int:
        """Likewise."""

    async def serve(self, protocol: BaseProtocol) -> None:
        """Hands this end over to the running asyncio loop: `protocol` hears what comes."""

    # While the loop serves it, past the loop's own transport

    def send_some(self, data: memoryview) -> int:
        """How many bytes were taken at once, from where they lie: a transport would copy them.
        Raises BlockingIOError (none now) and OSError."""

    def watch_room(self, ready: Callable[[], None]) -> CallOff:
        """`ready` hears when it may take some again. Raises OSError."""

    def has_unread(self) -> bool:
        """Something has come as far as the system, and no further yet."""

    def take_lent(self) -> Lent | None:
        """What came along with what the protocol hears just now: the caller closes it. None:
        nothing did, or this system hands nothing on."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
