"""The person's own files and directories, which other programs write as well."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import BinaryIO


class Watch(Protocol):
    """Reports that what is read at a path may have changed: the file itself, or a link or directory
    on the way to it, even one that is not there yet. Whatever fails raises OSError."""

    def renew(self) -> None:
        """Forgets past changes, and watches for new ones. Call it before the file is read. If the
        way to the file has changed meanwhile, that may be reported once more."""

    def close(self) -> None: ...


class Files(Protocol):
    """The person's own files and directories."""

    def open_file(self, path: str, buffering: int = -1) -> BinaryIO:
        """Opens a regular file to read it, without waiting: a pipe, a device or a directory raises
        OSError, and so does whatever else fails. `buffering`: like that of Python's `open`."""

    def make_directory(self, path: str) -> None:
        """Makes a directory, and the missing ones on the way to it, for their owner alone. A
        directory that exists is left as it is. Raises OSError."""

    def adopt_permissions(self, new: str, old: str) -> None:
        """Gives the new file the old one's permissions: whoever may read or write the old file may
        read or write the new one. Raises UnusableFile if we may not replace the old file, and
        OSError."""

    def replace(self, new: str, old: str) -> None:
        """Puts the new file in the place of the old one, in one step, even while another program
        has the old one open for a moment. Raises OSError."""

    def locked(self, directory: str, within: float) -> AbstractContextManager[None]:
        """A lock: while it is held, no other process of sayso changes files in this directory.
        Raises OSError; TimeoutError: another process still has it after `within` seconds."""

    def watch(self, path: str, changed: Callable[[], None]) -> Watch:
        """Watches a path. `changed` is called on the running asyncio loop, again and again until
        the watch is renewed. While nothing happens, that costs nothing. Raises OSError."""
