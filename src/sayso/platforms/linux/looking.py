"""Checks a command when it is shown, and again before it is executed.

The files that are executed, what they hold, and the very directory that the command runs in must
all be what was shown.
"""

import sys

assert sys.platform == "linux"

import os
from contextlib import ExitStack

from sayso.core.action import Action, Change
from sayso.core.text import shorten, visible_line
from sayso.errors import CommandChanged, InvalidParams
from sayso.platforms.contract.execution import Order
from sayso.platforms.linux import programs

_SHOWN = 200
"""Characters of a path that an error repeats."""
_LOADERS = ("LD_", "GCONV_PATH")
"""Variables that make a program load code other than its own (ld.so(8)): nobody would see what that
code is."""


class InspectedCommand:
    """A command as it was shown; and its directory, kept open, so that no other can pass for it."""

    def __init__(self, order: Order) -> None:
        """Raises InvalidParams."""
        _check_environment(order.environment)
        with ExitStack() as stack:
            directory = _open_directory(order.cwd)
            stack.callback(os.close, directory)
            cwd = os.path.realpath(order.cwd)
            with ExitStack() as looking:
                chain = programs.follow(order.argv[0], cwd, looking, programs.Sealing.NONE)
            self.action = Action(
                order.argv, cwd, chain.programs, order.environment, order.descriptor, order.newline
            )
            stack.pop_all()
        self._order = order
        self._directory = directory

    def recheck(self, stack: ExitStack, *, sealing: programs.Sealing) -> tuple[int, programs.Chain]:
        """Checks the command again. Returns the directory and the files to execute, open until
        `stack` ends. Raises CommandChanged."""
        shown = self.action
        directory = programs.above_streams(os.dup(self._directory))  # ours may be closed meanwhile
        stack.callback(os.close, directory)
        if not self._leads_to(directory):
            raise CommandChanged(_changed("the directory", shown.cwd))
        try:
            chain = programs.follow(shown.argv[0], shown.cwd, stack, sealing)
        except InvalidParams as error:
            raise CommandChanged(f"{error.message}, and that was otherwise") from error
        if chain.programs != shown.programs:
            other = [each for each in shown.programs if each not in chain.programs]
            raise CommandChanged(_changed("the program", (other or shown.programs)[0].path))
        return directory, chain

    def close(self) -> None:
        if self._directory >= 0:
            os.close(self._directory)
            self._directory = -1

    def _leads_to(self, directory: int) -> bool:
        """Whether the path that was given still leads to the very directory that was shown."""
        try:
            found = os.stat(self._order.cwd)
        except OSError:
            return False
        same_path = os.path.realpath(self._order.cwd) == self.action.cwd
        return same_path and os.path.samestat(found, os.fstat(directory))


def _check_environment(changes: tuple[Change, ...]) -> None:
    """Raises InvalidParams."""
    for change in changes:
        if change.value is not None and change.name.startswith(_LOADERS):
            raise InvalidParams(
                f"environment: {shorten(visible_line(change.name), _SHOWN)} has programs load "
                "code that the person would not see",
                field="environment",
                remedy="leave it out",
            )


def _open_directory(path: str) -> int:
    """Opens the directory as a descriptor that no secret uses. Raises InvalidParams."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        os.path.realpath(path).encode()
    except UnicodeEncodeError:
        os.close(opened)
        why = "its path is not UTF-8"
    except OSError as error:
        why = programs.why(error)
    else:
        return programs.above_streams(opened)
    shown = shorten(visible_line(path), _SHOWN)
    remedy = "name a directory that is there"
    raise InvalidParams(f"cwd: {shown}: {why}", field="cwd", remedy=remedy)


def _changed(what: str, path: str) -> str:
    return f"{what} {shorten(visible_line(path), _SHOWN)} is not what was shown any more"
