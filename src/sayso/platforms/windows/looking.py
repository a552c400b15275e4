"""Finds out what a command would execute on Windows, and makes sure that it stays so.

Windows can't execute a file by its handle. But while a handle is open that shares neither writing
nor deleting, nobody can write to the file, rename or remove it, or rename a directory above it. So
the file is held like that from the last check until it is executed, by its path without links.
"""

import sys

assert sys.platform == "win32"

import hashlib
import msvcrt
import os
from contextlib import ExitStack

from sayso.core.action import Action, Program
from sayso.core.text import shorten, visible_line
from sayso.errors import CommandChanged, CommandNotFound, InvalidParams
from sayso.platforms.contract.execution import Order
from sayso.platforms.windows.native import files, handles
from sayso.platforms.windows.native.files import Access, Flag, Kind, Share

OF_OUR_PYTHON = "__PYVENV_LAUNCHER__"
"""A variable that a virtual environment's Python sets for itself. No command may inherit it."""

_SHOWN = 200
"""Most characters of a path that an error repeats."""
_PIECE = 1 << 20
_EXECUTED = frozenset({".exe", ".com"})
"""Suffixes of files that the system executes itself. It hands batch files to cmd, which reads their
arguments as commands."""
_LIKELY = ".COM;.EXE;.BAT;.CMD"
"""The default of PATHEXT."""


class InspectedCommand:
    """A command that was examined. Its directory is held, as the system holds any process's."""

    def __init__(self, order: Order) -> None:
        """Raises CommandNotFound, InvalidParams."""
        with ExitStack() as stack:
            cwd = _hold_directory(order.cwd, stack)
            path = _find(order.argv[0], cwd)
            with ExitStack() as looking:
                program = _look(path, looking)
            self._held = stack.pop_all()
        self.action = Action(
            order.argv, cwd, (program,), order.environment, order.descriptor, order.newline
        )

    @property
    def program(self) -> Program:
        (program,) = self.action.programs
        return program

    def recheck(self, stack: ExitStack) -> None:
        """Checks that the program still is what was shown, and holds it until `stack` ends. Raises
        CommandChanged."""
        try:
            found = _look(_find(self.action.argv[0], self.action.cwd), stack)
        except (CommandNotFound, InvalidParams) as error:
            raise CommandChanged(f"{error.message}, and that was otherwise") from error
        if found != self.program:
            path = _short(self.program.path)
            raise CommandChanged(f"the program {path} is not what was shown any more")

    def close(self) -> None:
        self._held.close()


def _find(name: str, directory: str) -> str:
    """The path, without links, of the program that `name` means in this directory. Raises
    CommandNotFound, InvalidParams."""
    has_place = os.path.dirname(name) or os.path.splitdrive(name)[0]
    places = [""] if has_place else os.environ.get("PATH", "").split(os.pathsep)
    likely = os.environ.get("PATHEXT", _LIKELY).split(os.pathsep)
    endings = ["", *likely] if os.path.splitext(name)[1] else likely
    for place in places:
        for ending in endings:
            path = os.path.join(directory, place, f"{name}{ending}")
            if os.path.isfile(path):
                return _executed(os.path.realpath(path))
    raise CommandNotFound(f"{_short(name)}: there is no such program")


def _executed(path: str) -> str:
    """The path itself. Raises InvalidParams for a file that the system does not execute itself."""
    if os.path.splitext(path)[1].lower() not in _EXECUTED:
        raise _refused(path, "it is no program", "name what reads it first, as in: cmd /c")
    return path


def _look(path: str, stack: ExitStack) -> Program:
    """The program at this path, with its digest. Nobody can change it until `stack` ends. Raises
    InvalidParams."""
    try:
        handle = stack.enter_context(files.open_handle(path, Access.READ, Share.READ))
        digest = hashlib.sha256()
        descriptor = msvcrt.open_osfhandle(handles.duplicate(handle.number), os.O_RDONLY)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
    except OSError as error:
        raise _refused(path, _why(error)) from error
    _check_way(path, "argv")
    return Program(path, digest.hexdigest())


def _hold_directory(given: str, stack: ExitStack) -> str:
    """The directory's path without links. Nobody can rename or remove it until `stack` ends. Raises
    InvalidParams."""
    path = os.path.realpath(given)
    try:
        share = Share.READ | Share.WRITE
        flags = Flag.BACKUP_SEMANTICS
        handle = stack.enter_context(files.open_handle(path, Access.LIST, share, flags=flags))
        if not files.kind(handle.number) & Kind.DIRECTORY:
            raise NotADirectoryError(0, "it is not a directory")
    except OSError as error:
        raise InvalidParams(
            f"cwd: {_short(given)}: {_why(error)}",
            field="cwd",
            remedy="name a directory that is there",
        ) from error
    _check_way(path, "cwd")
    return path


def _check_way(path: str, field: str) -> None:
    """Checks that what is held stands at this very path: that no link was put on the way to it
    before it was held. Raises InvalidParams."""
    if os.path.realpath(path) != path:
        raise InvalidParams(
            f"{field}: {_short(path)}: another file is there now", field=field, remedy="try again"
        )


def _refused(path: str, why: str, remedy: str = "name another program") -> InvalidParams:
    return InvalidParams(f"argv: {_short(path)}: {why}", field="argv", remedy=remedy)


def _short(path: str) -> str:
    return shorten(visible_line(path), _SHOWN)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
