"""Starts a process as a child of the desktop's shell, so that it is in no job of the program that
started us."""

import sys

assert sys.platform == "win32"

import msvcrt
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from subprocess import list2cmdline

from sayso.platforms.windows.native import creation, desktop, handles, kin, standard
from sayso.platforms.windows.native.creation import Standard


def _take_back(shell: int, number: int) -> None:
    """Closes a handle that was lent to the shell. An error is ignored (the handle is closed, or the
    shell has ended): the child has its own by now, and must not be started a second time."""
    with suppress(OSError):
        handles.take_back(shell, number)


def start(
    command: Sequence[str], place: int, environ: Mapping[str, str], named: str, directory: str
) -> None:
    """Starts the process. `place`: a handle that it inherits; `named`: the environment variable
    that has the handle's number there. Its errors go where ours go. Raises OSError: there is no
    shell, or the shell may not be made a parent."""
    pid = desktop.shell_pid()
    shell = None if pid is None else kin.open_process(pid, kin.CREATE_PROCESS | kin.LEND_HANDLES)
    if shell is None:
        raise ProcessLookupError("there is no shell")
    with ExitStack() as undo:
        undo.callback(handles.close, shell)

        def lent(handle: int) -> int:
            """Lends the handle to the shell: a child inherits only from its parent, whoever starts
            it."""
            number = handles.lend(shell, handle)
            undo.callback(_take_back, shell, number)
            return number

        nothing = os.open(os.devnull, os.O_RDWR)
        undo.callback(os.close, nothing)
        none = lent(msvcrt.get_osfhandle(nothing))
        errors = standard.errors_handle()
        streams = Standard(none, none, lent(errors) if errors else none)
        at = lent(place)
        told = {**environ, named: str(at)}
        creation.create_under(shell, list2cmdline(command), streams, (at,), told, directory)
