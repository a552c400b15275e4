"""sayso demo: three questions on the real screen: answered in time, late, and never."""

import sys
import time
from collections.abc import Callable
from typing import Any

from sayso.client.shapes import PromptState
from sayso.client.sync import Client
from sayso.core.outcome import Approved, NoInteractor, Outcome, Pending, TimedOut
from sayso.errors import NotAcknowledged
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import Arguments
from sayso.frontends.cli.command import Command, Group, json_option
from sayso.presentation.outcomes import explain

COMMAND = Command(
    "demo",
    "Show three questions: one answered in time, one late, one never.",
    groups=(Group("Options", (json_option(),)),),
    notes=("With --json what to do, and what comes out meanwhile, goes to standard error.",),
    json='{"right": true or false, "questions": {"in_time", "late", "never"}, "exit"}; each '
    'question is true when it came out as told. Where nobody can be asked: {"right": false, '
    '"reason", "exit"}.',
    exits=(
        (exits.OK, "all three ended as they should"),
        (exits.DENIED, "one did not"),
        exits.FAULT,
        (exits.NO_INTERACTOR, "nobody can be asked here: run sayso doctor to see why"),
        exits.SERVICE,
        exits.INTERRUPT,
    ),
)

_CLOCK = 5.0
"""Seconds: short enough to watch, and the shortest deadline there is."""

_IN_TIME = 30.0
"""Seconds for the first click of somebody who has never seen a dialog of sayso's."""

_PATIENCE = 60.0
"""Seconds in which the person makes the late click."""

_OPEN: tuple[PromptState, ...] = ("queued", "unopened", "showing", "shown", "put_off")


def run(args: Arguments) -> int:
    with Client(name=CLIENT_NAME) as client:
        demo = _Demo(client, aside=args.json)
        try:
            came_out = {
                "in_time": demo.in_time(),
                "late": demo.late(),
                "never": demo.never(),
            }
        except _NobodyAsked as error:
            told = {"right": False, "reason": str(error), "exit": exits.NO_INTERACTOR}
            return _end(args, told, str(error))
    right = all(came_out.values())
    told = {"right": right, "questions": came_out, "exit": exits.OK if right else exits.DENIED}
    return _end(args, told, f"{'All three' if right else 'Not all three'} came out right.")


def _end(args: Arguments, told: dict[str, Any], words: str) -> int:
    if args.json:
        output.result_json(told)
    else:
        output.result(words)
    status: int = told["exit"]
    return status


class _NobodyAsked(Exception):
    """There is no screen to show anything on; the message says why."""


class _Demo:
    def __init__(self, client: Client, *, aside: bool) -> None:
        """`aside`: write to standard error instead of standard output."""
        self._client = client
        self._aside = aside

    def in_time(self) -> bool:
        self._introduce("1 of 3: an answer in time", f"Click Approve within {_IN_TIME:g} seconds.")
        outcome = self._client.confirm("May the demo go on?", title="In time", timeout=_IN_TIME)
        return self._told("The answer", outcome, isinstance(outcome, Approved))

    def late(self) -> bool:
        self._introduce(
            "2 of 3: a late answer",
            f"Leave the dialog alone for {_CLOCK:g} seconds, until you are told.",
        )

        def ask() -> Outcome:
            return self._client.confirm(
                "May the demo go on, although nobody is waiting?",
                title="Late",
                wait=_CLOCK,
                timeout=_PATIENCE,
            )

        first = ask()
        if not self._told("The caller hears", first, isinstance(first, Pending)):
            return False
        self._say("The caller has gone, and the dialog stays. Click Approve now.")
        self._await_end("Late", _PATIENCE)
        return self._at_once(ask, Approved, "The late click counts.")

    def never(self) -> bool:
        self._introduce(
            "3 of 3: no answer", f"Leave the dialog alone: it closes after {_CLOCK:g} seconds."
        )

        def ask() -> Outcome:
            return self._client.confirm(
                "May nobody answer this?", title="Never", wait=0.0, timeout=_CLOCK
            )

        first = ask()
        if not self._told("The caller hears", first, isinstance(first, Pending)):
            return False
        self._await_end("Never", 2 * _CLOCK)
        return self._at_once(ask, TimedOut, "It has already timed out.")

    def _introduce(self, title: str, advice: str) -> None:
        self._say(f"\n{title}\n{advice}")
        if sys.stdin is not None and sys.stdin.isatty():
            self._say("Press Enter to see the dialog.")
            sys.stdin.readline()

    def _told(self, who: str, outcome: Outcome, right: bool) -> bool:
        if isinstance(outcome, NoInteractor):
            raise _NobodyAsked(explain(outcome))
        self._say(f"{who}: {outcome.status}{'' if right else ', which is not what was planned'}.")
        return right

    def _at_once(self, ask: Callable[[], Outcome], planned: type[Outcome], words: str) -> bool:
        """Makes the identical request again. Returns whether it gets the planned outcome at once,
        in less than 1 s."""
        self._say("The dialog has closed. Now the caller asks the same again.")
        start = time.monotonic()
        outcome = ask()
        seconds = time.monotonic() - start
        right = isinstance(outcome, planned) and seconds < 1
        if right:
            self._say(words)
        return self._told(f"The caller hears after {seconds:.2f} s", outcome, right)

    def _await_end(self, title: str, seconds: float) -> None:
        """Waits until the demo's question with this title is no longer open. Raises NotAcknowledged
        after so many seconds."""
        deadline = time.monotonic() + seconds
        while any(
            each["title"] == title and each["state"] in _OPEN for each in self._client.prompts()
        ):
            if time.monotonic() > deadline:
                raise NotAcknowledged(f"the dialog is still open after {seconds:g} s")
            time.sleep(0.1)

    def _say(self, words: str) -> None:
        output.result(words, aside=self._aside)
