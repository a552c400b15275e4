"""Makes several changes to files that the person may edit as well: all of the changes, or none."""

import sys

assert sys.platform != "win32"

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from sayso.core.text import visible_path
from sayso.errors import UnusableFile

IsOurs = Callable[[str], bool]
"""Tells whether sayso wrote this text, and nobody has changed it since."""


class Changes:
    """Changes to files of sayso, to be used in a `with` block: if the block fails, they are undone.
    An OSError becomes UnusableFile."""

    def __init__(self, is_ours: IsOurs) -> None:
        self._is_ours = is_ours
        self._undo = ExitStack()

    def __enter__(self) -> "Changes":
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None:
            self._undo.pop_all()
        self._undo.close()

    def put(self, path: str, text: str) -> None:
        before = read(path, self._is_ours)
        if before == text:
            return
        with _naming(path):
            self.make_directories(os.path.dirname(path))
            _write(path, text)
        if before is None:
            self._undo.callback(os.unlink, path)
        else:
            self._undo.callback(_write, path, before)

    def link(self, path: str, target: str) -> None:
        with _naming(path):
            if os.path.islink(path) and os.readlink(path) == target:
                return
            self.make_directories(os.path.dirname(path))
            os.symlink(target, path)
        self._undo.callback(os.unlink, path)

    def unlink(self, path: str) -> None:
        with _naming(path), suppress(FileNotFoundError):
            target = os.readlink(path)
            os.unlink(path)
            self._undo.callback(os.symlink, target, path)

    def remove(self, path: str) -> None:
        text = read(path, self._is_ours)
        if text is None:
            return
        with _naming(path):
            os.unlink(path)
        self._undo.callback(_write, path, text)

    def make_directories(self, path: str) -> None:
        """Makes this directory and its missing parents, for our user alone. Raises OSError."""
        missing = []
        while not os.path.isdir(path):
            missing.append(path)
            path = os.path.dirname(path)
        for directory in reversed(missing):
            os.mkdir(directory, 0o700)
            self._undo.callback(os.rmdir, directory)


def read(path: str, is_ours: IsOurs) -> str | None:
    """The text of a file of sayso; None: there is no file. Raises UnusableFile: the file is not as
    sayso wrote it, or can't be read."""
    with _naming(path):
        try:
            if stat.S_ISREG(os.lstat(path).st_mode):
                with open(path, encoding="utf-8", errors="surrogateescape") as file:
                    text = file.read()
                if is_ours(text):
                    return text
        except FileNotFoundError:
            return None
    shown = visible_path(path)
    raise UnusableFile(
        f"{shown} is not as sayso wrote it, so it stays as it is",
        remedy=f"move it away, then run this again: mv {shown} {shown}.mine",
    )


def _write(path: str, text: str) -> None:
    """Writes or replaces the file in one step. Raises OSError."""
    descriptor, new = tempfile.mkstemp(
        prefix=f".{os.path.basename(path)}.", dir=os.path.dirname(path)
    )
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


@contextmanager
def _naming(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnusableFile(
            f"can't change {visible_path(error.filename or path)}: {error.strerror}",
            remedy="mend that, then run this again; nothing was changed",
        ) from error
