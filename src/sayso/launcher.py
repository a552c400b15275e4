"""How a process of sayso is started: the one place that decides its command line.

Any program may start such a process, in any directory. Nothing of its surroundings reaches into the
process: no PYTHON… variable (-E), no module of the current directory (-P), and none of the person's
own packages (-s), where a module meant for another program may hide one of the toolkit's.
"""

from __future__ import annotations

import os
import site
import sys

COMMANDS = ("sayso", "sayso-askpass", "git-credential-sayso", "pinentry-sayso")
"""The commands that are installed, for people and for other programs."""

UNSEEN = "saysow"
"""The command that opens no console; the installer for Windows adds it."""
VERSIONS, CURRENT, BIN = "versions", "current", "bin"
"""Names in the directory of the installer for Windows: the directory that has a subdirectory for
each version; the file that names the version in use; and the directory of the commands, which start
that version."""
_LONGEST_NAME = 200
_LETTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyz.+-")
"""The characters that the name of a version may have, as in packaging/windows/launcher.c."""


def command(*words: str) -> tuple[str, ...]:
    """The command line that runs sayso with these arguments, by this interpreter."""
    return (*module("sayso"), *words)


def module(name: str) -> tuple[str, ...]:
    """The command line that runs a module of ours as a program."""
    without_own = () if _is_among_own_packages() else ("-s",)
    return (interpreter(), "-E", *without_own, "-P", "-m", name)


def interpreter() -> str:
    """The Python interpreter in which all our processes run."""
    return with_console(sys.executable)


def with_console(python: str) -> str:
    """The usual interpreter of Windows, python.exe, in place of the one beside it that opens no
    console (pythonw.exe); any other interpreter unchanged."""
    folder, name = os.path.split(python)
    return f"{folder}{os.sep}python.exe" if name.lower() == "pythonw.exe" else python


def latest(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command line with the version that the installer for Windows has put in place of this
    one. If there is no other version: `command` unchanged."""
    root = installation()
    if root is None or command[0] != interpreter():
        return command
    try:
        with open(os.path.join(root, CURRENT), encoding="ascii") as file:
            name = file.read(_LONGEST_NAME).strip()
    except (OSError, ValueError):  # the file is being replaced: this version runs, too
        return command
    python = os.path.join(root, VERSIONS, name, os.path.basename(command[0]))
    is_version = _LETTERS.issuperset(name) and not name.startswith(".")
    return (python, *command[1:]) if is_version and os.path.isfile(python) else command


def installation() -> str | None:
    """The directory that the installer for Windows put this sayso into; None: it was installed in
    another way."""
    versions = os.path.dirname(os.path.dirname(interpreter()))
    root, name = os.path.split(versions)
    return root if name == VERSIONS and os.path.isfile(os.path.join(root, CURRENT)) else None


def is_replaced(package: str) -> bool:
    """Whether this directory of code belongs to a version that the same installer for Windows put
    there."""
    root = installation()
    return root is not None and package.startswith(os.path.join(root, VERSIONS, ""))


def uninstaller() -> str | None:
    """The quoted command that removes what the installer for Windows has installed; None: sayso was
    installed in another way."""
    root = installation()
    return None if root is None else f'"{os.path.join(root, "uninstall.exe")}"'


def _is_among_own_packages() -> bool:
    """Whether this code is among the person's own packages, where `pip install --user` puts it.
    What it needs is there as well then."""
    own = site.USER_SITE
    return bool(site.ENABLE_USER_SITE and own and __file__.startswith(f"{own}{os.sep}"))
