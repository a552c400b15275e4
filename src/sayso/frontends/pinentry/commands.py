"""The commands of a pinentry, and the replies to them."""

from __future__ import annotations

import os

from sayso import __version__
from sayso.client.link import locked
from sayso.core.outcome import Answered, Approved, Denied, Dismissed, TimedOut
from sayso.core.secret import wipe
from sayso.errors import MemoryNotLocked
from sayso.frontends.pinentry import assuan, question
from sayso.frontends.pinentry.state import TEXTS, UNUSED

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.outcome import Outcome
    from sayso.core.secret import Bytes, Secret
    from sayso.frontends.pinentry.question import Question
    from sayso.frontends.pinentry.state import State
    from sayso.values import Protocol

    Write = Callable[[Bytes | bytes], None]

    class Person(Protocol):
        """The person who is asked, and the ways to ask."""

        def ask(self, question: Question) -> Outcome | None:
            """None: nobody can be asked on the screen."""

        def ask_in_terminal(self, line: bytes, write: Write) -> bool:
            """Lets another pinentry ask; its reply goes to `write`. False: there was no reply."""

        @property
        def behalf(self) -> str:
            """The process on another machine for which gpg-agent says that it asks, in words;
            empty: none."""


class Pinentry:
    """Replies to one line after another."""

    def __init__(self, state: State, person: Person, write: Write) -> None:
        self._state = state
        self._person = person
        self._write = write
        self._replies: dict[str, Callable[[str], bytes]] = {
            "OPTION": self._option,
            "GETINFO": self._information,
            "GETPIN": self._passphrase,
            "CONFIRM": self._confirmation,
            "MESSAGE": self._message,
            "RESET": self._reset,
            "CLEARPASSPHRASE": _fine,  # nothing is kept that could be cleared
            "NOP": _fine,
            "HELP": self._help,
            "BYE": lambda _: assuan.GOODBYE,
        }

    def greet(self) -> None:
        self._write(assuan.GREETING)

    def refuse_line(self) -> None:
        """Replies that a line was too long."""
        self._write(assuan.TOO_LONG.line())

    def hear(self, line: bytes) -> bool:
        """Replies to one line. False: it was the last one."""
        name, argument = assuan.command(line)
        if not name:
            return True
        reply = self._reply(name, argument)
        if reply:
            self._write(reply)
        return name != "BYE"

    def _reply(self, name: str, argument: str) -> bytes:
        """The reply; empty: it has been written already."""
        if name in TEXTS:
            self._state.set_text(name, argument)
            return assuan.OK
        if name in UNUSED:
            return assuan.OK
        if name in self._replies:
            return self._replies[name](argument)
        return assuan.UNKNOWN_COMMAND.line()

    def _option(self, argument: str) -> bytes:
        self._state.set_option(argument)
        return assuan.OK

    def _reset(self, _: str) -> bytes:
        self._state.reset()
        return assuan.OK

    def _help(self, _: str) -> bytes:
        return assuan.listed(iter((*self._replies, *TEXTS, *UNUSED)))

    def _information(self, what: str) -> bytes:
        options = self._state.options
        terminal = (options.get(name) or "-" for name in ("ttyname", "ttytype", "display"))
        told = {
            "flavor": "sayso",
            "version": __version__,
            "pid": str(os.getpid()),
            "ttyinfo": f"{' '.join(terminal)} - {_user()} -",
        }
        return assuan.data(told[what]) + assuan.OK if what in told else _WRONG

    def _passphrase(self, _: str) -> bytes:
        is_repeated = self._state.has("SETREPEAT")
        outcome = self._asked(question.password(self._state, self._person.behalf), b"GETPIN")
        if isinstance(outcome, Answered) and outcome.secret is not None:
            try:
                return self._hand_over(outcome.secret, is_repeated=is_repeated)
            finally:
                outcome.secret.wipe()
        return _refusal(outcome)

    def _hand_over(self, secret: Secret, *, is_repeated: bool) -> bytes:
        try:
            room = locked(assuan.room_for(secret.view()))
        except MemoryNotLocked:
            return assuan.CANCELLED.line()
        try:
            length = assuan.write_data(secret.view(), room)
            if is_repeated:
                self._write(b"S PIN_REPEATED\n")
            self._write(room[:length])
        finally:
            wipe(room)
        return assuan.OK

    def _confirmation(self, argument: str) -> bytes:
        if "--one-button" in argument.split():
            return self._told(b"CONFIRM --one-button")
        is_no = self._state.has("SETNOTOK")
        outcome = self._asked(question.confirm(self._state, self._person.behalf), b"CONFIRM")
        if isinstance(outcome, Approved):
            return assuan.OK
        if isinstance(outcome, Denied) and is_no:
            return assuan.NOT_CONFIRMED.line()
        return _refusal(outcome)

    def _message(self, _: str) -> bytes:
        return self._told(b"MESSAGE")

    def _told(self, line: bytes) -> bytes:
        """The reply to a notice. Closing the notice counts as having read it."""
        outcome = self._asked(question.notice(self._state, self._person.behalf), line)
        return assuan.OK if isinstance(outcome, Answered | Dismissed) else _refusal(outcome)

    def _asked(self, asked: Question, line: bytes) -> Outcome | _Replied | None:
        """The outcome, or `_Replied` if another pinentry has replied. None: nobody could be
        asked."""
        outcome = self._person.ask(asked)
        has_replied = outcome is None and self._person.ask_in_terminal(line, self._write)
        self._state.forget_question()
        return _Replied() if has_replied else outcome


class _Replied:
    """Another pinentry has replied."""


def _refusal(outcome: Outcome | _Replied | None) -> bytes:
    if isinstance(outcome, _Replied):
        return b""
    return (assuan.TIMED_OUT if isinstance(outcome, TimedOut) else assuan.CANCELLED).line()


def _fine(_: str) -> bytes:
    return assuan.OK


def _user() -> str:
    """The numbers of the account and its group; 0 where the system has no such numbers."""
    numbers = (getattr(os, name, None) for name in ("geteuid", "getegid"))
    return "/".join(str(each() if each else 0) for each in numbers)


_WRONG = assuan.WRONG_PARAMETER.line()
