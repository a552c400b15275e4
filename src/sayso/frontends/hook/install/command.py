"""The command line of our hook, as it stands in an agent's configuration.

Agents start it by a shell, in any directory, with a PATH of their own.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from enum import Enum

from sayso.installed import is_sayso


class Shell(Enum):
    """That an agent runs its hooks with on Windows."""

    POSIX = "the bash of Git"
    CMD = "cmd"
    POWERSHELL = "PowerShell"


_OF_WINDOWS = re.compile(r"[A-Za-z]:[\\/]")
_PLAIN = re.compile(r"[\w:\\/.~-]+", re.ASCII)
"""What no shell of Windows takes for anything but itself, but for \\ in a bash."""
_QUOTED = re.compile(
    r"""(?:& )?(?:"(?P<double>[^"]*)"|'(?P<single>(?:[^']|'')*)'|(?P<plain>\S+))"""
)


@dataclass(frozen=True)
class Ours:
    """A command line that starts our hook."""

    executable: str
    words: tuple[str, ...]
    """Behind it."""


def written(executable: str, words: tuple[str, ...], shell: Shell) -> str:
    """`words`: plain ones, which no shell takes for anything else."""
    if not _OF_WINDOWS.match(executable):
        return shlex.join((executable, *words))
    return " ".join((_on_windows(executable, shell), *words))


def read(line: str, name: str) -> Ours | None:
    """None: it is not the hook of ours for the agent of this name."""
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
    """Bare where it can be: then each of its shells takes it."""
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
    except ValueError:  # a quote is open: not written by us
        return []
