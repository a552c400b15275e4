"""Files and directories of the person's, which other programs write as well."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import BinaryIO


class Watch(Protocol):
    """Tells when what is read at a path may have changed: the file itself, a link or a directory
    on the way to it, also one that is not there yet. Whatever fails raises OSError."""

    def renew(self) -> None:
        """Forgets what happened; what happens from now on, is told. Then look at the file. Where
        the way to it is another by now, that may be told once more."""

    def close(self) -> None: ...


class Files(Protocol):
    """Files and directories of the person's."""

    def open_file(self, path: str, buffering: int = -1) -> BinaryIO:
        """A regular file, to be read. Nothing else is waited for: a pipe, a device or a directory
        raises OSError, and so does whatever else fails. `buffering`: as Python's `open` has it."""

    def make_directory(self, path: str) -> None:
        """With those on the way to it; what is new is for its owner alone. One that is there is
        left as it is. Raises OSError."""

    def take_after(self, new: str, old: str) -> None:
        """Whoever may read, write or own the old file, may so the new one. Raises UnusableFile
        where we may not replace the old one, and OSError."""

    def replace(self, new: str, old: str) -> None:
        """The new file takes the old one's place, in one step, even while somebody has that open
        for a moment. Raises OSError."""

    def alone(self, directory: str, within: float) -> AbstractContextManager[None]:
        """No other process of ours changes anything in this directory meanwhile. Raises OSError;
        TimeoutError: another one has it, and still has after `within` seconds."""

    def watch(self, path: str, changed: Callable[[], None]) -> Watch:
        """`changed` hears, on the running asyncio loop, again and again until the watch is renewed;
        while nothing happens it costs nothing. Raises OSError."""
