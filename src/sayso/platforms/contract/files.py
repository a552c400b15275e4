"""Files that a person writes, and programs as well."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager


class Watch(Protocol):
    """Tells when what is read at a path may have changed: the file itself, a link or a directory
    on the way to it, also one that is not there yet. Whatever fails raises OSError."""

    def renew(self) -> None:
        """Forgets what happened; what happens from now on, is told. Then look at the file."""

    def close(self) -> None: ...


class Files(Protocol):
    """Files that a person writes, and programs as well."""

    def alone(self, directory: str, within: float) -> AbstractContextManager[None]:
        """No other process of ours changes anything in this directory meanwhile. Raises OSError;
        TimeoutError: another one has it, and still has after `within` seconds."""

    def watch(self, path: str, changed: Callable[[], None]) -> Watch:
        """`changed` hears, on the running asyncio loop, again and again until the watch is renewed;
        while nothing happens it costs nothing. Raises OSError."""
