"""A way for bytes between two processes of ours."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from asyncio import BaseProtocol
    from types import TracebackType
    from typing import Self

    from sayso.core.secret import Bytes


class Channel(Protocol):
    """One end of it: bytes both ways, in order. The end of a process closes its end.

    As a context manager it is closed at the end.
    """

    def send(self, data: bytes | Bytes) -> None:
        """All of it, from where it lies. Raises OSError: the other end has closed, or
        (TimeoutError) does not take it."""

    def receive(self) -> bytes:
        """What has come, once something has: at most 64 KiB. Empty: the other end has closed.
        Raises OSError; TimeoutError where nothing comes."""

    def wait_at_most(self, seconds: float) -> None:
        """From now on, in `send` and `receive`; else they wait for ever."""

    async def serve(self, protocol: BaseProtocol) -> None:
        """Hands this end over to the running asyncio loop: `protocol` hears what comes."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...
