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


def _is_among_own_packages() -> bool:
    """As `pip install --user` puts it: then what it needs lies there as well."""
    own = site.USER_SITE
    return bool(site.ENABLE_USER_SITE and own and __file__.startswith(f"{own}{os.sep}"))
