"""sayso demo: three questions on the real screen: answered in time, late, and never."""

import argparse
import sys
import time
from collections.abc import Callable

from sayso.client.shapes import PromptState
from sayso.client.sync import Client
from sayso.core.outcome import Approved, NoInteractor, Outcome, Pending, TimedOut
from sayso.errors import NotAcknowledged
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.words import explain

NAME = "demo"
HELP = "Show three questions with clocks of 5 seconds: answered in time, late, and never."

_CLOCK = 5.0
"""Seconds: short enough to watch, and the shortest deadline there is."""

_PATIENCE = 60.0
"""Seconds in which the person makes the late click."""

_OPEN: tuple[PromptState, ...] = ("queued", "showing", "shown", "put_off")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has none."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - the shape of every verb
    """0 only when all three came out as told."""
    with Client(name=CLIENT_NAME) as client:
        try:
            results = [flow(client) for flow in (_in_time, _late, _never)]
        except _NobodyAsked as error:
            output.result(str(error))
            return exits.NO_INTERACTOR
    if all(results):
        output.result("All three came out right.")
        return exits.OK
    output.result("Not all three came out right.")
    return exits.DENIED


class _NobodyAsked(Exception):
    """There is no screen to show anything on, and why."""


def _in_time(client: Client) -> bool:
    _introduce("1 of 3: an answer in time", f"Click Approve within {_CLOCK:g} seconds.")
    outcome = client.confirm("May the demo go on?", title="In time", timeout=_CLOCK)
    return _told("The answer", outcome, isinstance(outcome, Approved))


def _late(client: Client) -> bool:
    _introduce(
        "2 of 3: a late answer", f"Leave the dialog alone for {_CLOCK:g} seconds, until told."
    )

    def ask() -> Outcome:
        return client.confirm(
            "May the demo go on, though nobody waits?",
            title="Late",
            wait=_CLOCK,
            timeout=_PATIENCE,
        )

    first = ask()
    if not _told("The caller hears", first, isinstance(first, Pending)):
        return False
    output.result("The caller has gone; the dialog stays. Click Approve now.")
    _await_end(client, "Late", _PATIENCE)
    return _at_once(ask, Approved, "The late click counts.")


def _never(client: Client) -> bool:
    _introduce("3 of 3: no answer", f"Leave the dialog alone: it closes after {_CLOCK:g} seconds.")

    def ask() -> Outcome:
        return client.confirm("May nobody answer this?", title="Never", wait=0.0, timeout=_CLOCK)

    first = ask()
    if not _told("The caller hears", first, isinstance(first, Pending)):
        return False
    _await_end(client, "Never", 2 * _CLOCK)
    return _at_once(ask, TimedOut, "Already timed out.")


def _introduce(title: str, advice: str) -> None:
    output.result(f"\n{title}\n{advice}")
    if sys.stdin is not None and sys.stdin.isatty():
        output.result("Press Enter to see the dialog.")
        sys.stdin.readline()


def _told(who: str, outcome: Outcome, right: bool) -> bool:
    if isinstance(outcome, NoInteractor):
        raise _NobodyAsked(explain(outcome))
    output.result(f"{who}: {outcome.status}{'' if right else ', which is not what was planned'}.")
    return right


def _at_once(ask: Callable[[], Outcome], planned: type[Outcome], words: str) -> bool:
    """The identical request, again: it must find its outcome without any wait."""
    output.result("The dialog has closed. Now the caller asks the same again.")
    start = time.monotonic()
    outcome = ask()
    seconds = time.monotonic() - start
    right = isinstance(outcome, planned) and seconds < 1
    if right:
        output.result(words)
    return _told(f"The caller hears after {seconds:.2f} s", outcome, right)


def _await_end(client: Client, title: str, seconds: float) -> None:
    """Until this question of ours is no longer open: the demo's only reason to look."""
    deadline = time.monotonic() + seconds
    while any(each["title"] == title and each["state"] in _OPEN for each in client.prompts()):
        if time.monotonic() > deadline:
            raise NotAcknowledged(f"the dialog is still open after {seconds:g} s")
        time.sleep(0.1)
