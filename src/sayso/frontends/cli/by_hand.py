"""Lines that a person has entered themselves, and that would be left without sayso: they load its
completions, or start one of its commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from sayso.frontends.install.places import Environ, directory
from sayso.frontends.setup import git
from sayso.platforms import select

_OF_SHELLS = (".bashrc", ".bash_profile", ".bash_login", ".profile")
_OF_ZSH = (".zshenv", ".zprofile", ".zshrc", ".zlogin")
_STARTS_OURS = re.compile(
    r"sayso completion|sayso-askpass|pinentry-sayso|git-credential-sayso"
    r'|\bhelper[ \t]*=[ \t]*"?sayso\b'
)
_COMMENTS = ("#", ";")
"""How a comment begins: the second one, in git's configuration alone, begins no other line that
counts."""


def lines(environ: Environ) -> Iterator[str]:
    """The lines, each after the name of its file. In an environment like this one the files are
    those of shells, of environment.d, of git and of gpg."""
    for file in _once(_files(environ)):
        for line in _text(file).splitlines():
            shown = line.strip()
            if _STARTS_OURS.search(shown) and not shown.startswith(_COMMENTS):
                yield f"{file}: {shown}"


def _files(environ: Environ) -> Iterator[Path]:
    home = Path.home()
    configuration = directory(environ, "XDG_CONFIG_HOME", ".config")
    for name in _OF_SHELLS:
        yield home / name
    for place in (home, directory(environ, "ZDOTDIR", "")):
        for name in _OF_ZSH:
            yield place / name
    yield configuration / "fish" / "config.fish"
    yield from sorted((configuration / "fish" / "conf.d").glob("*.fish"))
    if managers := select.places().login_files(environ).directory:
        yield from sorted(Path(managers).glob("*.conf"))
    yield from git.every_file(environ)
    for place in (home / ".gnupg", directory(environ, "GNUPGHOME", ".gnupg")):
        yield place / "gpg-agent.conf"


def _once(paths: Iterator[Path]) -> Iterator[Path]:
    """Each file once: several names may lead to it."""
    seen = set()
    for path in paths:
        if (real := os.path.realpath(path)) not in seen:
            seen.add(real)
            yield path


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
