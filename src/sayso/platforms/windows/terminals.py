"""What stands on Windows for the sessions, terminals and control groups of `core.lineage`.

Windows has no session leader on a pseudo-terminal. Each program of the console's kind has a
console, though: its parent's, or a new one, which may have no window. So a person's terminal is
taken to be a console whose outermost process in the lineage is a shell that takes commands as they
are typed; that shell is the leader, as Windows Terminal, the console's window and an editor's
terminal start it. A program that runs `cmd /c …` for itself gets no terminal by it, on whichever
console that is. One that writes its commands to a shell that it started for that alone, as if they
were typed, can't be told from a terminal, as on other systems one that opens a pseudo-terminal.

There are no control groups either. Whoever has no terminal belongs to the outermost program of its
lineage, the one that the desktop's shell started or whose parent has ended: by its file, as another
process of the same file costs nothing.

A process may write over its own command line, and may be given a parent of its starter's choice
(PROC_THREAD_ATTRIBUTE_PARENT_PROCESS of UpdateProcThreadAttribute): as on other systems, all this
keeps programs apart that do nothing against it.
"""

import sys

assert sys.platform == "win32"

import ntpath
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sayso.core.program_name import SHELLS, program_name


class Link(NamedTuple):
    """One process of a lineage, as far as terminals go."""

    pid: int
    program: str
    """The base name of its file, in lower case, without ".exe"."""
    image: str | None
    """The path of its file."""
    argv: tuple[str, ...] | None
    console_host: int | None
    """The pid of what serves its console; 0: none. None: unknown."""


class Place(NamedTuple):
    """Where one process of a lineage stands: see the fields of `core.lineage.Member`."""

    session: int
    """The pid of the outermost process on the same console; 0: it has no console."""
    on_pty: bool
    """That one is a shell that takes commands as they are typed."""
    cgroup: str
    """The file of the outermost process of all; empty: unknown."""


def places(links: Sequence[Link]) -> list[Place]:
    """Of each in a lineage: the requester first, then its ancestors outwards."""
    outermost = {link.console_host or 0: link for link in links}
    outermost.pop(0, None)  # of those with no console, or none that is known
    group = ntpath.normcase(links[-1].image or "")
    found = []
    for link in links:
        leader = outermost.get(link.console_host or 0)
        is_typed = leader is not None and takes_commands(leader.program, leader.argv)
        found.append(Place(leader.pid if leader else 0, is_typed, group))
    return found


def program_of(image: str) -> str:
    """`C:\\Windows\\System32\\cmd.exe`: "cmd"."""
    return ntpath.basename(image).lower().removesuffix(".exe")


def display_name(program: str, argv: tuple[str, ...] | None) -> str:
    """`program`: as `program_of`; empty: unknown."""
    return program_name(program or "unknown", argv, program_of, _is_script)


def _is_script(argument: str) -> bool:
    """Options begin with "-", or with "/" for the system's own programs."""
    return not argument.startswith(("-", "/"))


def takes_commands(program: str, argv: tuple[str, ...] | None) -> bool:
    """A shell that a person types into, by how it was started. If that is unknown, it is none."""
    if program not in SHELLS or argv is None:
        return False
    asks = _KINDS.get(program, _unix_takes_commands)
    return asks([each.lower() for each in argv[1:]])


def _cmd_takes_commands(options: Sequence[str]) -> bool:
    """/c runs a command, /k goes on after it; several may be in one word: cmd /? tells."""
    for option in options:
        if option.startswith("/") and (found := re.search(r"/([ckr])", option)):
            return found[1] == "k"
    return True


def _powershell_takes_commands(options: Sequence[str]) -> bool:
    """-Command, -File and -EncodedCommand, or what begins like them, run something, and "-" what
    comes on standard input; with -NoExit it goes on after that: about_PowerShell_exe."""
    if any(re.match(r"[-/]noe", option) for option in options):
        return True
    runs = bool(options) and not options[0].startswith(("-", "/"))
    return not runs and not any(
        re.match(r"-$|[-/](c|f|noni|e(?!x|p))", option) for option in options
    )


def _unix_takes_commands(options: Sequence[str]) -> bool:
    """As `bash --login -i`."""
    return all(
        option.startswith("-") and not re.fullmatch(r"-[a-z]*c[a-z]*", option) for option in options
    )


_KINDS: dict[str, Callable[[Sequence[str]], bool]] = {
    "cmd": _cmd_takes_commands,
    "powershell": _powershell_takes_commands,
    "pwsh": _powershell_takes_commands,
}
