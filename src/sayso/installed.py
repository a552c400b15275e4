"""The `sayso` that other programs are to start."""

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
"""Of programs: Windows has one."""


def executable() -> str:
    """The absolute path of the `sayso` that runs; a link to it stays a link. Raises ServiceError.

    They start it in any directory and with a PATH of their own.
    """
    found = next(filter(None, map(_program, _places())), None)
    if found is None:
        raise ServiceError(
            "there is no executable named sayso that a program could start",
            remedy="install sayso with pip, and run this as the sayso that it installs",
        )
    return str(found.absolute())


def _places() -> Iterator[Path]:
    """Where the command may be: where it was called, which a shell says with a directory. That of
    the installer for Windows starts whichever version is in use. Others are beside the interpreter;
    on Windows, pip may have put them elsewhere."""
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
    """To that one, where programs are started from. So what the tray starts, whose PATH may be
    shorter than a terminal's, names the same one as the person does there."""
    for directory in (*person_s_programs(), Path("/usr/local/bin"), Path("/usr/bin")):
        link = directory / command.name
        with suppress(OSError):
            if link.is_symlink() and link.samefile(command):
                yield link


def person_s_programs() -> tuple[Path, ...]:
    """The directories of a person's own programs, which the PATH of a desktop may lack."""
    with suppress(RuntimeError):  # there is no home directory
        return (Path.home() / ".local" / "bin", Path.home() / "bin")
    return ()


def _program(path: Path) -> Path | None:
    """This one, also without the suffix that programs have on Windows. (shutil.which looks into the
    current directory first there.)"""
    candidates = dict.fromkeys((path, path.with_name(f"{path.name}{_SUFFIX}")))
    return next((each for each in candidates if each.is_file() and os.access(each, os.X_OK)), None)


def beside(name: str) -> str:
    """Likewise, of another command of ours that was installed with it. Raises ServiceError."""
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
    """The virtual environment that it runs in, if the person looks after that: those of pipx, of uv
    and of Debian's package stay until sayso is removed."""
    place = Path(sys.prefix)
    is_looked_after = any((place / name).exists() for name in _RECEIPTS)
    return None if sys.prefix == sys.base_prefix or is_looked_after else place


_RECEIPTS = ("pipx_metadata.json", "uv-receipt.toml", extras.OF_APT)


def is_sayso(command: str) -> bool:
    """On this system and the others, whose paths a shared configuration may have."""
    return re.split(r"[/\\]", command)[-1].lower() in ("sayso", "sayso.exe")
