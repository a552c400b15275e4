"""What takes the place of `core.lineage`'s sessions, terminals and control groups on Windows.

Windows has no session leader on a pseudo-terminal. But each console program has a console: its
parent's, or a new one, which may have no window. So a person's terminal is taken to be a console
whose outermost process in the lineage is a shell that takes typed commands. That shell is the
leader; Windows Terminal, the console's window and an editor's terminal all start one. A program
that runs `cmd /c …` for itself gets no terminal by that, on whatever console. A program that starts
a shell and writes commands to it as if they were typed can't be told from a terminal; on other
systems, the same holds for a program that opens a pseudo-terminal.

Nor are there control groups. A process without a terminal belongs to the outermost program of its
lineage, which the desktop's shell started or whose parent has ended. The program is identified by
its file, as another process of the same file costs nothing.

A process may overwrite its own command line, and its starter may choose its parent
(PROC_THREAD_ATTRIBUTE_PARENT_PROCESS of UpdateProcThreadAttribute). As on other systems, all this
keeps only those programs apart that do nothing against it.
"""

import sys

assert sys.platform == "win32"

import ntpath
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sayso.core.program_name import SHELLS, program_name


class Link(NamedTuple):
    """What this module needs to know of one process of a lineage."""

    pid: int
    program: str
    """The base name of the executable, in lower case, without ".exe"."""
    image: str | None
    """The path of the executable."""
    argv: tuple[str, ...] | None
    console_host: int | None
    """The pid of the process that serves its console; 0: it has no console. None: unknown."""


class Place(NamedTuple):
    """Where one process of a lineage stands: see the fields of `core.lineage.Member`."""

    session: int
    """The pid of the outermost process on the same console; 0: it has no console."""
    on_pty: bool
    """Whether the outermost process on that console is a shell that takes typed commands."""
    cgroup: str
    """The executable of the outermost process of the lineage; empty: unknown."""


def places(links: Sequence[Link]) -> list[Place]:
    """The place of each process of a lineage: the requester first, then its ancestors outwards."""
    outermost = {link.console_host or 0: link for link in links}
    outermost.pop(0, None)  # processes with no console, or with an unknown one
    group = ntpath.normcase(links[-1].image or "")
    found = []
    for link in links:
        leader = outermost.get(link.console_host or 0)
        is_typed = leader is not None and takes_commands(leader.program, leader.argv)
        found.append(Place(leader.pid if leader else 0, is_typed, group))
    return found


def program_of(image: str) -> str:
    """The base name in lower case, without ".exe": "cmd" for `C:\\Windows\\System32\\cmd.exe`."""
    return ntpath.basename(image).lower().removesuffix(".exe")


def display_name(program: str, argv: tuple[str, ...] | None) -> str:
    """The name to show for a process. `program`: as `program_of` returns it; empty: unknown."""
    return program_name(program or "unknown", argv, program_of, _is_script)


def _is_script(argument: str) -> bool:
    """Whether the argument is no option. Options begin with "-" or, for the system's own programs,
    with "/"."""
    return not argument.startswith(("-", "/"))


def takes_commands(program: str, argv: tuple[str, ...] | None) -> bool:
    """Whether this is a shell that a person types into, judging by how it was started. False if
    that is unknown."""
    if program not in SHELLS or argv is None:
        return False
    asks = _KINDS.get(program, _unix_takes_commands)
    return asks([each.lower() for each in argv[1:]])


def _cmd_takes_commands(options: Sequence[str]) -> bool:
    """cmd runs a command and ends with /c, and goes on after the command with /k. Several options
    may be in one argument: see `cmd /?`."""
    for option in options:
        if option.startswith("/") and (found := re.search(r"/([ckr])", option)):
            return found[1] == "k"
    return True


def _powershell_takes_commands(options: Sequence[str]) -> bool:
    """-Command, -File and -EncodedCommand, or their abbreviations, run something; "-" runs what
    comes on standard input. With -NoExit, PowerShell goes on after that: about_PowerShell_exe."""
    if any(re.match(r"[-/]noe", option) for option in options):
        return True
    runs = bool(options) and not options[0].startswith(("-", "/"))
    return not runs and not any(
        re.match(r"-$|[-/](c|f|noni|e(?!x|p))", option) for option in options
    )


def _unix_takes_commands(options: Sequence[str]) -> bool:
    """A shell takes commands if it has options only, and not -c: such as `bash --login -i`."""
    return all(
        option.startswith("-") and not re.fullmatch(r"-[a-z]*c[a-z]*", option) for option in options
    )


_KINDS: dict[str, Callable[[Sequence[str]], bool]] = {
    "cmd": _cmd_takes_commands,
    "powershell": _powershell_takes_commands,
    "pwsh": _powershell_takes_commands,
}
