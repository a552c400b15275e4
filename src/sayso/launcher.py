"""How a process of sayso is started: the one place that says so.

Whoever starts one may be any program, in any directory. Nothing of that reaches into the process:
no PYTHON… variable (-E), no module of the directory that it is in (-P), and none that lies among
the person's own packages (-s), where one for another program may hide the toolkit's.
"""

from __future__ import annotations

import os
import site
import sys

COMMANDS = ("sayso", "sayso-askpass", "git-credential-sayso", "pinentry-sayso")
"""What is installed to be started by people and by other programs."""

UNSEEN = "saysow"
"""The command that opens no console, which the installer for Windows adds."""
VERSIONS, CURRENT, BIN = "versions", "current", "bin"
"""In the directory of the installer for Windows: each version in a directory of its own; a file
with the name of the one that is used; and the commands, which start that one."""
_LONGEST_NAME = 200
_LETTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyz.+-")
"""Of such a name, as packaging/windows/launcher.c has it."""


def command(*words: str) -> tuple[str, ...]:
    """Of sayso with these words, by this interpreter."""
    return (*module("sayso"), *words)


def module(name: str) -> tuple[str, ...]:
    """Of a module of ours that is a program."""
    without_own = () if _is_among_own_packages() else ("-s",)
    return (interpreter(), "-E", *without_own, "-P", "-m", name)


def interpreter() -> str:
    """The one that all processes of ours run in."""
    return with_console(sys.executable)


def with_console(python: str) -> str:
    """The usual interpreter of Windows, where this is the one beside it that opens no console
    (pythonw.exe); any other as it is."""
    folder, name = os.path.split(python)
    return f"{folder}{os.sep}python.exe" if name.lower() == "pythonw.exe" else python


def latest(command: tuple[str, ...]) -> tuple[str, ...]:
    """The same, by the version that the installer has put in the place of this one since."""
    root = installation()
    if root is None or command[0] != interpreter():
        return command
    try:
        with open(os.path.join(root, CURRENT), encoding="ascii") as file:
            name = file.read(_LONGEST_NAME).strip()
    except (OSError, ValueError):  # it is being changed: this one runs as well
        return command
    python = os.path.join(root, VERSIONS, name, os.path.basename(command[0]))
    is_version = _LETTERS.issuperset(name) and not name.startswith(".")
    return (python, *command[1:]) if is_version and os.path.isfile(python) else command


def installation() -> str | None:
    """The directory that the installer for Windows put this sayso into; None: something else
    installed it."""
    versions = os.path.dirname(os.path.dirname(interpreter()))
    root, name = os.path.split(versions)
    return root if name == VERSIONS and os.path.isfile(os.path.join(root, CURRENT)) else None


def is_replaced(package: str) -> bool:
    """This directory of code is of another version that the same installer has put there."""
    root = installation()
    return root is not None and package.startswith(os.path.join(root, VERSIONS, ""))


def uninstaller() -> str | None:
    """The command that removes what that installer has installed; None, likewise."""
    root = installation()
    return None if root is None else f'"{os.path.join(root, "uninstall.exe")}"'


def _is_among_own_packages() -> bool:
    """As `pip install --user` puts it: then what it needs lies there as well."""
    own = site.USER_SITE
    return bool(site.ENABLE_USER_SITE and own and __file__.startswith(f"{own}{os.sep}"))
