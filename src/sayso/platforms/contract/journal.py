"""The files in which the log is kept."""

from __future__ import annotations

from sayso.values import Protocol


class JournalFiles(Protocol):
    """Files that are appended to, in a directory that is ours alone and that this process has
    locked.

    Names are file names without a path. Whatever fails raises OSError.
    """

    def names(self) -> list[str]: ...

    def end_of(self, name: str, size: int | None) -> bytes:
        """The last `size` bytes of the file; None: all of them."""

    def append_to(self, name: str) -> int:
        """Has `write` append to this file from now on, and makes it if it is missing. Returns the
        file's size.

        Raises UntrustedPlace unless it is a file of ours that nobody else can read.
        """

    def write(self, data: bytes) -> int:
        """Appends data, perhaps not all of it. Returns how many bytes were written."""

    def cut(self, size: int) -> None:
        """Shortens the file that `write` appends to, to `size` bytes."""

    def is_there(self) -> bool:
        """Whether the file that `write` appends to still has a name."""

    def remove(self, name: str) -> None: ...

    def close(self) -> None: ...


class Journal(Protocol):
    """Opens the directory of the log."""

    def open_directory(self, path: str) -> JournalFiles:
        """Locks the directory for this process alone. Makes it, with mode 0700, if it is missing.

        Raises OSError, AlreadyRunning (another process has it), and UntrustedPlace unless it is a
        directory of ours with mode 0700, and no symbolic link.
        """
