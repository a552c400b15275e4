"""A stream of bytes between two processes, in both directions."""

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
    """A socket that the other end has sent along with some bytes, or whatever it sent instead. Both
    processes have it open until each has closed it."""

    @property
    def fault(self) -> str | None:
        """Why this is no socket that can be examined, as the end of a sentence. None: it is one, or
        `had_room` is False."""

    @property
    def had_room(self) -> bool:
        """Whether this process had a free descriptor for the socket."""

    def close(self) -> None: ...


class Channel(Protocol):
    """One end of a stream of bytes in both directions. A process that ends closes its end.

    Used as a context manager, the channel is closed at the end.
    """

    def send(self, data: bytes | Bytes) -> None:
        """Sends all the data, without copying it. Raises OSError: BrokenPipeError if the other end
        has closed, TimeoutError if it does not read."""

    def lend(self, data: bytes, sock: socket.socket) -> int:
        """Sends some of the data together with the socket, which stays open here. Returns how many
        bytes were sent, at least one. Raises OSError; after `asend`, BlockingIOError if there is no
        room now; and Unsupported."""

    def receive(self) -> bytes:
        """Waits for data, and returns at most 64 KiB. Empty: the other end has closed. Raises
        OSError; TimeoutError if nothing comes."""

    def receive_into(self, room: memoryview) -> int:
        """Like `receive`, but straight into `room`. Returns how many bytes came."""

    def wait_at_most(self, seconds: float | None) -> None:
        """Sets the timeout of `send`, `receive` and `receive_into`. None, as at first: no limit."""

    def abort(self) -> None:
        """Ends the connection for both sides. A thread that waits for data returns."""

    async def asend(self, data: bytes | Bytes) -> None:
        """Like `send`, but on the running asyncio loop; the caller limits the time."""

    async def areceive_into(self, room: memoryview) -> int:
        """Like `receive_into`, but on the running asyncio loop; the caller limits the time."""

    async def serve(self, protocol: BaseProtocol) -> None:
        """Hands this end over to the running asyncio loop: `protocol` gets the data that comes."""

    # Used while the loop serves the channel; these bypass the loop's transport

    def send_some(self, data: memoryview) -> int:
        """Sends what the system takes at once, and returns how many bytes. The data is not copied,
        as a transport would. Raises BlockingIOError (no room now) and OSError."""

    def watch_room(self, ready: Callable[[], None]) -> CallOff:
        """Calls `ready` when `send_some` may send again. Raises OSError."""

    def has_unread(self) -> bool:
        """Whether data has arrived in the system that nobody has read yet."""

    def take_lent(self) -> Lent | None:
        """The socket that came with the bytes which the protocol gets just now: the caller closes
        it. None: none came, or this system passes none on."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
