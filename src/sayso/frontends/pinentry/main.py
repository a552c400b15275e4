"""Runs a pinentry on standard streams, from its greeting to its end."""

from __future__ import annotations

import os
import sys

from sayso.core.outcome import NoInteractor, NotShown, Refused
from sayso.errors import SaysoError
from sayso.frontends.pinentry import assuan
from sayso.frontends.pinentry.commands import Pinentry
from sayso.frontends.pinentry.state import State
from sayso.frontends.pinentry.waiting import Audience
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import BinaryIO

    from sayso.core.outcome import Outcome
    from sayso.core.secret import Bytes
    from sayso.frontends.pinentry.commands import Write
    from sayso.frontends.pinentry.question import Question

_STDOUT = 1


def serve(options: Mapping[str, str], note: Callable[[str], None], *, spawn: bool) -> None:
    """Replies to gpg-agent until it is done. `options`: those of the command line. `note` is called
    with the reason when nobody could be asked."""
    state = State(options)
    pinentry = Pinentry(state, _Asker(state, note, spawn=spawn), _write)
    if sys.stdin is None:
        return
    try:
        pinentry.greet()
        _hear(sys.stdin.buffer, pinentry)
    except BrokenPipeError:
        return  # nobody reads any more
    except KeyboardInterrupt:  # gpg-agent no longer needs us; the dialog closes when we end
        select.processes().end_as_interrupted()


def _hear(stream: BinaryIO, pinentry: Pinentry) -> None:
    is_open = True
    while is_open:
        try:
            line = assuan.read_line(stream)
        except assuan.TooLong:
            pinentry.refuse_line()
            continue
        is_open = line is not None and pinentry.hear(line)


def _write(data: Bytes | bytes) -> None:
    """Writes past every buffer, as the data may be a secret."""
    left = memoryview(data)
    while left:
        left = left[os.write(_STDOUT, left) :]


class _Asker:
    """Asks by a dialog, else by another pinentry. Modules are loaded only when needed."""

    def __init__(self, state: State, note: Callable[[str], None], *, spawn: bool) -> None:
        self._state = state
        self._note = note
        self._spawn = spawn
        self._audience = Audience()

    @property
    def behalf(self) -> str:
        from sayso.frontends.pinentry.behalf import Behalf

        owner = self._state.options.get("owner", "")
        behalf = self._audience.behalf
        if behalf is None or behalf.owner != owner or not behalf.is_held:
            self._audience.behalf = behalf = Behalf(owner)
        return behalf.words

    def ask(self, question: Question) -> Outcome | None:
        from sayso.frontends.pinentry.asking import Asking

        behalf = self._audience.behalf
        pid = behalf.pid if behalf else None
        asking = Asking(question, self._audience.waits, pid, spawn=self._spawn)
        outcome = asking.outcome()
        if outcome is None:
            self._note(asking.fault)
        elif isinstance(outcome, NoInteractor | NotShown | Refused):
            self._note(f"nobody was asked: {outcome.status}")
            return None
        return outcome

    def ask_in_terminal(self, line: bytes, write: Write) -> bool:
        from sayso.frontends.pinentry import terminal

        program = terminal.find(self._state)
        try:
            return program is not None and terminal.ask(
                program, self._state, line, write, self._audience.waits
            )
        except (OSError, SaysoError) as error:
            self._note(f"{program}: {error}")
            return False
