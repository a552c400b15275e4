"""Where the log is kept."""

from __future__ import annotations

from sayso.values import Protocol


class JournalFiles(Protocol):
    """Files that only grow, in a directory that is ours alone and that nobody else has open.

    Names are plain: no paths. Whatever fails raises OSError.
    """

    def names(self) -> list[str]: ...

    def end_of(self, name: str, size: int | None) -> bytes:
        """The file's last `size` bytes; None: all of it."""

    def append_to(self, name: str) -> int:
        """From now on `write` appends to this file, made if it is missing; its size.

        Raises UntrustedPlace unless it is a file of ours that nobody else can read.
        """

    def write(self, data: bytes) -> int:
        """How many bytes were written: not all, perhaps."""

    def cut(self, size: int) -> None:
        """Shortens the file that `write` appends to."""

    def is_there(self) -> bool:
        """Whether the file that `write` appends to still has a name."""

    def remove(self, name: str) -> None: ...

    def close(self) -> None: ...


class Journal(Protocol):
    """Where the log is kept."""

    def open_directory(self, path: str) -> JournalFiles:
        """Makes the directory, with 0700, if it is missing; takes it for this process alone.

        Raises OSError, AlreadyRunning (another process has it), and UntrustedPlace unless it is a
        directory of ours, 0700, no symlink.
        """
