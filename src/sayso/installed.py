"""Finds the `sayso` command that other programs are to start."""

from __future__ import annotations

import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sayso import extras, launcher
from sayso.core.text import visible_path
from sayso.errors import ServiceError

_SUFFIX = sysconfig.get_config_var("EXE") or ""
"""The suffix of programs: on Windows they have one."""


def executable() -> str:
    """The absolute path of the running `sayso` command; if it is a link, the path of that link.
    Raises ServiceError if none can be found.

    The path is absolute because other programs start it in any directory and with a PATH of their
    own.
    """
    found = next(filter(None, map(_program, _places())), None)
    if found is None:
        raise ServiceError(
            "there is no executable named sayso that a program could start",
            remedy="install sayso with pip, and run this as the sayso that it installs",
        )
    return str(found.absolute())


def _places() -> Iterator[Path]:
    """Paths where the command may be, the likeliest first. The first is the path by which it was
    called, if that has a directory: a shell gives one. Next comes the command of the installer for
    Windows, which starts whichever version is in use. The others are beside the interpreter, or
    where pip put them (on Windows, or with `--user`)."""
    if is_sayso(sys.argv[0]) and re.search(r"[/\\]", sys.argv[0]):
        yield Path(sys.argv[0])
    if (root := launcher.installation()) is not None:
        yield Path(root, launcher.BIN, "sayso")
    beside = Path(sys.executable).with_name("sayso")
    yield from _links(beside)
    yield beside
    if _SUFFIX:
        yield Path(sysconfig.get_path("scripts"), "sayso")
    if __file__.startswith(f"{site.USER_SITE}{os.sep}"):  # `pip install --user`
        scheme = sysconfig.get_preferred_scheme("user")
        yield Path(sysconfig.get_path("scripts", scheme), "sayso")


def _links(command: Path) -> Iterator[Path]:
    """Links to `command` in the directories that programs are started from. The tray may have a
    shorter PATH than a terminal; with these links it names the same file as the person does
    there."""
    for directory in (*person_s_programs(), Path("/usr/local/bin"), Path("/usr/bin")):
        link = directory / command.name
        with suppress(OSError):
            if link.is_symlink() and link.samefile(command):
                yield link


def person_s_programs() -> tuple[Path, ...]:
    """The directories of a person's own programs, which the PATH of a desktop may lack. Empty:
    there is no home directory."""
    with suppress(RuntimeError):  # there is no home directory
        return (Path.home() / ".local" / "bin", Path.home() / "bin")
    return ()


def _program(path: Path) -> Path | None:
    """The executable file at this path, or at this path with the suffix that programs have on
    Windows; None: there is none. (On Windows, shutil.which looks into the current directory
    first.)"""
    candidates = dict.fromkeys((path, path.with_name(f"{path.name}{_SUFFIX}")))
    return next((each for each in candidates if each.is_file() and os.access(each, os.X_OK)), None)


def beside(name: str) -> str:
    """The absolute path of another command of ours that was installed beside `sayso`. Raises
    ServiceError if it is not there."""
    called = Path(executable())
    for sayso in (called, called.resolve()):
        found = _program(sayso.with_name(name))
        if found:
            return str(found.absolute())
    raise ServiceError(
        f"there is no {name} beside {visible_path(called)}",
        remedy="install sayso again with pipx or pip, and run this as the sayso that it installs",
    )


def environment() -> Path | None:
    """The virtual environment that sayso runs in, if the person looks after it; else None. Those of
    pipx, of uv and of Debian's package stay until sayso is removed."""
    place = Path(sys.prefix)
    is_looked_after = any((place / name).exists() for name in _RECEIPTS)
    return None if sys.prefix == sys.base_prefix or is_looked_after else place


_RECEIPTS = ("pipx_metadata.json", "uv-receipt.toml", extras.OF_APT)


def is_sayso(command: str) -> bool:
    """Whether the last part of this path names sayso. It may be a path of another system, as
    systems may share a configuration."""
    return re.split(r"[/\\]", command)[-1].lower() in ("sayso", "sayso.exe")
