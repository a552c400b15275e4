"""Reads a configuration file, and replaces it in one step, with a backup beside it if wanted."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from sayso.core.text import visible_path
from sayso.errors import UnusableFile
from sayso.platforms import select

BACKUP = ".before-sayso"
"""Suffix of a backup's name. The backup is the file as it was before its last change."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class File:
    """A text file as it was read."""

    path: Path
    """Path of the file itself, with all links followed."""
    data: bytes | None
    """Content of the file; None: there is no file."""

    @property
    def text(self) -> str:
        """The content without a byte order mark. If all lines end in CRLF, they end in LF here.
        Raises UnusableFile."""
        try:
            text = (self.data or b"").removeprefix(_BOM).decode()
        except UnicodeDecodeError as error:
            raise UnusableFile(
                f"{visible_path(self.path)} is not in UTF-8: {error.reason} at byte {error.start}",
                remedy="mend it, then run this again; nothing was changed",
                path=str(self.path),
            ) from error
        return text.replace("\r\n", "\n") if self._has_crlf else text

    def bytes_of(self, text: str) -> bytes:
        """This text as bytes, with the byte order mark and line ends of the file."""
        data = (text.replace("\n", "\r\n") if self._has_crlf else text).encode()
        return _BOM + data if (self.data or b"").startswith(_BOM) else data

    @property
    def _has_crlf(self) -> bool:
        data = self.data or b""
        return data.count(b"\n") == data.count(b"\r\n") == data.count(b"\r") > 0


def read(path: Path, most: int | None = None) -> File:
    """Reads a file, which need not exist. Raises UnusableFile: it is no regular file, has more than
    `most` bytes, or can't be read."""
    target = Path(os.path.realpath(path))
    try:
        data = _contents(target, most)
    except FileNotFoundError:
        return File(target, None)
    except OSError as error:
        raise _unusable("read", target, error) from error
    if most is not None and len(data) > most:
        raise UnusableFile(
            f"{visible_path(path)} is larger than {most} bytes", remedy="make it shorter"
        )
    return File(target, data)


def _contents(path: Path, most: int | None) -> bytes:
    """The content; at most one byte more than `most`, which shows that the file is too large."""
    with select.files().open_file(str(path)) as stream:
        return stream.read(-1 if most is None else most + 1)


def create(path: Path, *, parents: bool = False) -> File:
    """Makes a new, empty file, with the usual mode of new files. `parents`: also makes missing
    directories, in the same way. Raises UnusableFile."""
    try:
        if parents:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(exist_ok=False)
    except OSError as error:
        raise _unusable("write", path, error) from error
    return read(path)


def replace(file: File, text: str, *, backup: bool) -> Path | None:
    """Replaces the file by one with this text. Returns the path of the backup; None: there was no
    file before, or no `backup` is wanted.

    The new file has the mode, the group and the attributes of the old one. If there was none, it is
    for its owner alone. Raises UnusableFile; then the file is as it was.
    """
    try:
        select.files().make_directory(str(file.path.parent))
        new = _written_beside(file, file.bytes_of(text))
        try:
            kept = _back_up(file) if backup else None
            _check_unchanged(file)
            select.files().replace(str(new), str(file.path))
        except BaseException:
            _remove(new)
            raise
    except OSError as error:
        raise _unusable("write", file.path, error) from error
    return kept


def _written_beside(file: File, data: bytes) -> Path:
    """Writes a new file into the same directory, with the mode of the old file."""
    place, prefix = file.path.parent, f".{file.path.name}."
    beside = NamedTemporaryFile(prefix=prefix, dir=place, delete=False)  # noqa: SIM115 - closed below
    new = Path(beside.name)
    try:
        with beside:  # closed before it is removed: Windows removes none that is open
            beside.write(data)
            beside.flush()
            os.fsync(beside.fileno())
        if file.data is not None:
            select.files().adopt_permissions(str(new), str(file.path))
    except BaseException:
        _remove(new)
        raise
    return new


def backup_of(path: Path) -> Path:
    """The path of the file's backup, which need not exist."""
    return path.with_name(path.name + BACKUP)


def remove(path: Path) -> None:
    """Deletes a file, if it is there. Raises UnusableFile."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unusable("delete", path, error) from error


def _back_up(file: File) -> Path | None:
    if file.data is None:
        return None
    backup = backup_of(file.path)
    copy = _written_beside(file, file.data)
    try:
        select.files().replace(str(copy), str(backup))
    except BaseException:
        _remove(copy)
        raise
    return backup


def _check_unchanged(file: File) -> None:
    if read(file.path) != file:
        raise UnusableFile(
            f"{visible_path(file.path)} was changed by another program just now",
            remedy="close that program, then run this again; nothing was changed",
        )


def _remove(path: Path) -> None:
    with suppress(OSError):  # a file left over does no harm; the error before says more
        path.unlink()


def _unusable(verb: str, path: Path, error: OSError) -> UnusableFile:
    return UnusableFile(
        f"can't {verb} {visible_path(path)}: {error.strerror}",
        remedy="mend that, then run this again; nothing was changed",
    )
