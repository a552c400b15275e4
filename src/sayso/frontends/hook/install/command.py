"""The command line of our hook, as it stands in an agent's configuration.

Agents start the hook through a shell, in any directory, with a PATH of their own.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from enum import Enum

from sayso.installed import is_sayso


class Shell(Enum):
    """The shell that runs an agent's hooks on Windows."""

    POSIX = "the bash of Git"
    CMD = "cmd"
    POWERSHELL = "PowerShell"


_OF_WINDOWS = re.compile(r"[A-Za-z]:[\\/]")
_PLAIN = re.compile(r"[\w:\\/.~-]+", re.ASCII)
"""Text that every shell of Windows takes literally; only \\ is special to bash."""
_QUOTED = re.compile(
    r"""(?:& )?(?:"(?P<double>[^"]*)"|'(?P<single>(?:[^']|'')*)'|(?P<plain>\S+))"""
)


@dataclass(frozen=True)
class Ours:
    """A command line that starts our hook."""

    executable: str
    words: tuple[str, ...]
    """The arguments after the executable."""


def written(executable: str, words: tuple[str, ...], shell: Shell) -> str:
    """The command line that starts `executable`. `words`: its arguments, which no shell may treat
    specially."""
    if not _OF_WINDOWS.match(executable):
        return shlex.join((executable, *words))
    return " ".join((_on_windows(executable, shell), *words))


def read(line: str, name: str) -> Ours | None:
    """None: `line` does not start our hook for the agent `name`."""
    is_native = _OF_WINDOWS.match(line.lstrip("&\"' ")) and "\\" in line
    found = _QUOTED.match(line) if is_native else None
    if found:
        executable = found["double"] or found["plain"] or found["single"].replace("''", "'")
        words = line[found.end() :].split()
    else:
        executable, *words = _words(line) or [""]
    is_ours = is_sayso(executable) and words[:2] == ["hook", name]
    return Ours(executable, tuple(words)) if is_ours else None


def _on_windows(executable: str, shell: Shell) -> str:
    """The executable as the shell takes it; without quotes if possible, so that every shell of
    Windows takes it."""
    if shell is Shell.POSIX:
        return shlex.quote(executable.replace("\\", "/"))
    if _PLAIN.fullmatch(executable):
        return executable
    if shell is Shell.CMD:
        return f'"{executable}"'
    quoted = executable.replace("'", "''")
    return f"& '{quoted}'"


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quotation mark is missing: not written by us
        return []
