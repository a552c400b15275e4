"""The talk with gpg-agent, by literal lines; the person is scripted."""

import os
from collections.abc import Callable

import pytest

from sayso import __version__
from sayso.core.outcome import (
    Answered,
    Approved,
    Denied,
    Dismissed,
    Outcome,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.secret import Bytes, Secret
from sayso.frontends.pinentry import commands
from sayso.frontends.pinentry.commands import Pinentry
from sayso.frontends.pinentry.question import Question
from sayso.frontends.pinentry.state import State

CANCELLED = b"ERR 83886179 Operation cancelled <Pinentry>\n"
TIMEOUT = b"ERR 83886142 Timeout <Pinentry>\n"
NOT_CONFIRMED = b"ERR 83886194 Not confirmed <Pinentry>\n"
UNKNOWN = b"ERR 536871187 Unknown IPC command <User defined source 1>\n"


class Talk:
    """With a pinentry whose person says what the test has them say."""

    behalf = "process 1"

    def __init__(self) -> None:
        self.state = State({})
        self.said = b""
        self.asked: list[Question] = []
        self.says: Outcome | None = None
        self.terminal: bytes | None = None
        """What another pinentry replies; None: there is none."""
        self.in_terminal: list[bytes] = []
        self._pinentry = Pinentry(self.state, self, self._write)

    def ask(self, question: Question) -> Outcome | None:
        self.asked.append(question)
        return self.says

    def ask_in_terminal(self, line: bytes, write: Callable[[Bytes | bytes], None]) -> bool:
        self.in_terminal.append(line)
        if self.terminal is not None:
            write(self.terminal)
        return self.terminal is not None

    def hear(self, *lines: bytes) -> bytes:
        """What is replied, once all but the last were taken."""
        for line in lines:
            self.said = b""
            self.goes_on = self._pinentry.hear(line)
            if line is not lines[-1]:
                assert self.said == b"OK\n", line
        return self.said

    def greet(self) -> bytes:
        self._pinentry.greet()
        return self.said

    def _write(self, data: Bytes | bytes) -> None:
        self.said += bytes(data)


@pytest.fixture
def talk() -> Talk:
    return Talk()


def typed(secret: bytes) -> Answered:
    return Answered(secret=Secret(bytearray(secret)))


def test_it_greets_and_says_goodbye(talk: Talk) -> None:
    assert talk.greet().startswith(b"OK ")
    assert talk.hear(b"NOP") == b"OK\n"
    assert talk.goes_on
    assert talk.hear(b"BYE") == b"OK closing connection\n"
    assert not talk.goes_on


def test_what_says_nothing_is_replied_nothing(talk: Talk) -> None:
    assert talk.hear(b"# a comment") == talk.hear(b"") == b""


@pytest.mark.parametrize("line", [b"QUACK", b"GETPINS", b"\xff"])
def test_an_unknown_command(talk: Talk, line: bytes) -> None:
    assert talk.hear(line) == UNKNOWN


@pytest.mark.parametrize(
    "line",
    [
        b"OPTION no-grab",
        b"OPTION ttyname=/dev/pts/1",
        b"OPTION allow-external-password-cache",
        b"OPTION never-heard-of=it",
        b"SETQUALITYBAR Quality:",
        b"SETQUALITYBAR_TT Better",
        b"SETGENPIN Suggest",
        b"SETGENPIN_TT Why",
        b"SETREPEATERROR No match",
        b"SETREPEATOK Match",
        b"SETKEYINFO --clear",
        b"SETTIMEOUT 10",
        b"CLEARPASSPHRASE n/F00D",
        b"RESET",
        b"NOP",
    ],
)
def test_what_is_taken(talk: Talk, line: bytes) -> None:
    assert talk.hear(line) == b"OK\n"


class TestInformation:
    def test_of_itself(self, talk: Talk) -> None:
        assert talk.hear(b"GETINFO flavor") == b"D sayso\nOK\n"
        assert talk.hear(b"GETINFO version") == f"D {__version__}\nOK\n".encode()
        assert talk.hear(b"GETINFO pid") == f"D {os.getpid()}\nOK\n".encode()

    def test_of_the_terminal(self, talk: Talk) -> None:
        user = f"{os.geteuid()}/{os.getegid()}".encode()
        assert talk.hear(b"GETINFO ttyinfo") == b"D - - - - " + user + b" -\nOK\n"
        told = talk.hear(b"OPTION ttyname=/dev/x", b"OPTION display=:0", b"GETINFO ttyinfo")
        assert told == b"D /dev/x - :0 - " + user + b" -\nOK\n"

    def test_of_what_it_does_not_know(self, talk: Talk) -> None:
        assert talk.hear(b"GETINFO weather").startswith(b"ERR 83886360 ")

    def test_of_its_commands(self, talk: Talk) -> None:
        told = talk.hear(b"HELP")
        assert told.endswith(b"\nOK\n")
        assert {b"# GETPIN", b"# SETDESC", b"# SETGENPIN"} <= set(told.splitlines())


class TestPassphrase:
    def test_goes_into_a_line_and_is_wiped(self, talk: Talk) -> None:
        held = bytearray(b"100% m\n")
        talk.says = Answered(secret=Secret(held))
        assert talk.hear(b"GETPIN") == b"D 100%25 m%0A\nOK\n"
        assert held == bytes(len(held))

    def test_an_empty_one(self, talk: Talk) -> None:
        talk.says = typed(b"")
        assert talk.hear(b"GETPIN") == b"OK\n"

    def test_its_room_is_wiped(self, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
        rooms: list[memoryview] = []

        def locked(size: int) -> memoryview:
            rooms.append(memoryview(bytearray(size)))
            return rooms[-1]

        monkeypatch.setattr(commands, "locked", locked)
        talk.says = typed(b"hunter2")
        talk.hear(b"GETPIN")
        assert [bytes(room) for room in rooms] == [bytes(len(room)) for room in rooms]
        assert rooms

    def test_asks_what_was_said(self, talk: Talk) -> None:
        talk.hear(b"SETDESC Please", b"SETREPEAT", b"GETPIN")
        (asked,) = talk.asked
        assert (asked.kind, asked.message) == ("password", "Please\n\nFor: process 1")
        assert asked.options["repeat"] is True

    def test_repeated_ones_are_the_same(self, talk: Talk) -> None:
        talk.says = typed(b"x")
        assert talk.hear(b"SETREPEAT Again", b"GETPIN") == b"S PIN_REPEATED\nD x\nOK\n"
        talk.says = typed(b"y")
        assert talk.hear(b"GETPIN") == b"D y\nOK\n"

    def test_an_error_is_of_the_next_question_alone(self, talk: Talk) -> None:
        talk.hear(b"SETERROR Bad", b"SETDESC D", b"GETPIN")
        talk.hear(b"GETPIN")
        assert [asked.options["error"] for asked in talk.asked] == ["Bad", ""]
        assert talk.asked[1].message.startswith("D\n")

    def test_after_a_reset_nothing_was_said_but_options(self, talk: Talk) -> None:
        talk.hear(b"OPTION default-cancel=Stop", b"SETDESC D", b"SETCANCEL C", b"RESET", b"GETPIN")
        (asked,) = talk.asked
        assert asked.message == "Passphrase\n\nFor: process 1"
        assert asked.options["deny"] == "Stop"

    @pytest.mark.parametrize(
        ("outcome", "reply"),
        [
            (Denied(), CANCELLED),
            (Dismissed(), CANCELLED),
            (TimedOut(), TIMEOUT),
            (Withdrawn("caller_gone"), CANCELLED),
            (Superseded("slot"), CANCELLED),
            (None, CANCELLED),
        ],
    )
    def test_none_was_typed(self, talk: Talk, outcome: Outcome | None, reply: bytes) -> None:
        talk.says = outcome
        assert talk.hear(b"SETNOTOK No", b"GETPIN") == reply

    def test_another_pinentry_replies(self, talk: Talk) -> None:
        talk.terminal = b"D theirs\nOK\n"
        assert talk.hear(b"GETPIN") == b"D theirs\nOK\n"
        assert talk.in_terminal == [b"GETPIN"]

    def test_where_the_person_said_no_no_other_pinentry_asks(self, talk: Talk) -> None:
        talk.says, talk.terminal = Denied(), b"D theirs\nOK\n"
        assert talk.hear(b"GETPIN") == CANCELLED


class TestConfirm:
    @pytest.mark.parametrize(
        ("outcome", "two", "three"),
        [
            (Approved(), b"OK\n", b"OK\n"),
            (Denied(), CANCELLED, NOT_CONFIRMED),
            (Dismissed(), CANCELLED, CANCELLED),
            (TimedOut(), TIMEOUT, TIMEOUT),
            (None, CANCELLED, CANCELLED),
        ],
    )
    def test_says_what_the_person_said(
        self, talk: Talk, outcome: Outcome | None, two: bytes, three: bytes
    ) -> None:
        talk.says = outcome
        assert talk.hear(b"SETDESC Go?", b"CONFIRM") == two
        assert talk.hear(b"SETNOTOK No", b"CONFIRM") == three
        assert [asked.kind for asked in talk.asked] == ["confirm", "confirm"]

    @pytest.mark.parametrize("line", [b"CONFIRM --one-button", b"MESSAGE"])
    def test_with_one_button_it_is_a_notice(self, talk: Talk, line: bytes) -> None:
        for outcome, reply in (
            (Answered(), b"OK\n"),
            (Dismissed(), b"OK\n"),
            (TimedOut(), TIMEOUT),
            (None, CANCELLED),
        ):
            talk.says = outcome
            assert talk.hear(line) == reply
        assert {asked.kind for asked in talk.asked} == {"notice"}
        assert talk.in_terminal == [line]


def test_another_pinentry_hears_all_that_was_said(talk: Talk) -> None:
    talk.hear(b"OPTION ttyname=/dev/x", b"OPTION no-grab", b"SETDESC a%0Ab", b"SETQUALITYBAR")
    talk.hear(b"SETREPEAT")
    assert [*talk.state.lines()] == [
        b"OPTION ttyname=/dev/x",
        b"OPTION no-grab",
        b"SETDESC a%0Ab",
        b"SETREPEAT",
    ]
