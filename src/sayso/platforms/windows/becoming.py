"""This process starts a command, exactly as the person saw it, and ends as it does.

Windows can't put another program in a process's place. So the command is started with what we were
started with: streams, console, handles that are inherited, environment. Ctrl-C reaches it by the
console, which we heed no more; if we are ended, so is it.

A file can't be executed by its handle either. But while one is open that shares neither writing nor
deleting, nobody can write to the file, rename or remove it, nor rename a directory above it. So it
is held like that from the last look until it is executed, by its path without links.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import hashlib
import msvcrt
import os
import signal
from contextlib import ExitStack

from sayso.core.action import Action, Program
from sayso.core.text import shorten, visible_line
from sayso.errors import (
    CommandChanged,
    CommandNotFound,
    CommandNotStarted,
    InvalidParams,
    Unsupported,
)
from sayso.failpoints import reach
from sayso.platforms.windows.native import files, handles, jobs
from sayso.platforms.windows.native.files import Access, Flag, Kind, Share

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import NoReturn

    from sayso.core.action import Change
    from sayso.core.secret import Secret
    from sayso.platforms.contract.execution import Order

_SHOWN = 200
"""Characters of a path that an error repeats."""
_PIECE = 1 << 20
_EXECUTED = frozenset({".exe", ".com"})
"""Names of what the system executes itself end so. It hands batch files to cmd, which reads their
arguments as commands."""
_LIKELY = ".COM;.EXE;.BAT;.CMD"
"""PATHEXT, where it is not set."""
_LAUNCHER = "__PYVENV_LAUNCHER__"
"""A variable that a virtual environment's Python sets for its own."""


def prepare(order: Order) -> Replacement:
    """Raises CommandNotFound, InvalidParams."""
    return Replacement(order)


def spare_descriptor() -> int:
    """Raises Unsupported, always: a file's path leads to no pipe that has no name."""
    raise Unsupported(
        "a command can't read a secret by a path here: Windows has no /dev/fd",
        remedy="run it without --secret",
    )


class Replacement:
    """A command that was looked at; its directory is held, as that of any process is."""

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

    def become(self, secret: Secret | None = None) -> NoReturn:
        if secret is not None:
            secret.wipe()
            spare_descriptor()
        try:
            status = self._run()
        except (OSError, ValueError) as error:
            raise CommandNotStarted(f"the command was not started: {error}") from error
        raise SystemExit(status if status < 1 << 31 else status - (1 << 32))  # a C int

    def close(self) -> None:
        self._held.close()

    def _run(self) -> int:
        """Its exit status. Raises OSError, CommandChanged."""
        import subprocess  # slow to load

        (shown,) = self.action.programs
        for number in (signal.SIGINT, signal.SIGBREAK):
            signal.signal(number, signal.SIG_IGN)
        with ExitStack() as stack:
            self._check(stack)
            reach("becoming.held")
            _change_ours(self.action.environment)
            job = jobs.create_for_one()
            stack.callback(handles.close, job)
            process = subprocess.Popen(  # noqa: S603 - what it runs was shown; no shell
                self.action.argv,
                executable=shown.path,
                cwd=self.action.cwd,
                creationflags=jobs.SUSPENDED,
                close_fds=False,
            )
            jobs.take_in(job, process.pid)
            return process.wait()

    def _check(self, stack: ExitStack) -> None:
        """That it is what was shown; it stays so until `stack` ends. Raises CommandChanged."""
        (shown,) = self.action.programs
        try:
            found = _look(_find(self.action.argv[0], self.action.cwd), stack)
        except (CommandNotFound, InvalidParams) as error:
            raise CommandChanged(f"{error.message}, and that was otherwise") from error
        if found != shown:
            raise CommandChanged(f"the program {_short(shown.path)} is not what was shown any more")


def _find(name: str, directory: str) -> str:
    """The path of the program that this name means there, without links. Raises
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
    """Raises InvalidParams for what the system does not execute itself."""
    if os.path.splitext(path)[1].lower() not in _EXECUTED:
        raise _refused(path, "it is no program", "name what reads it first, as in: cmd /c")
    return path


def _look(path: str, stack: ExitStack) -> Program:
    """What it holds; nobody changes it until `stack` ends. Raises InvalidParams."""
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
    """Its path without links: nobody renames or removes it until `stack` ends. Raises
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
    """What is held stands at this very path: no link came on the way to it before it was held."""
    if os.path.realpath(path) != path:
        raise InvalidParams(
            f"{field}: {_short(path)}: another file is there now", field=field, remedy="try again"
        )


def _change_ours(changes: tuple[Change, ...]) -> None:
    """The command inherits it, with the names as they are written: `os.environ` has them all in
    capitals."""
    os.environ.pop(_LAUNCHER, None)
    for change in changes:
        os.environ.pop(change.name, None)
        if change.value is not None:
            os.environ[change.name] = change.value


def _refused(path: str, why: str, remedy: str = "name another program") -> InvalidParams:
    return InvalidParams(f"argv: {_short(path)}: {why}", field="argv", remedy=remedy)


def _short(path: str) -> str:
    return shorten(visible_line(path), _SHOWN)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
