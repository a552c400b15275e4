"""sayso dnd: do not disturb."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.core.settings import DO_NOT_DISTURB
from sayso.errors import InvalidParams, Unreachable
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import duration
from sayso.frontends.cli.command import Argument, Command, Group, json_option
from sayso.frontends.clock import time_of_day

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_TOMORROW = "tomorrow"
_AN_HOUR = 3600.0
_SHOWN = 40
"""Characters of a wrong value that an error message shows."""


_OPTIONS = (Group("Options", (json_option(),)),)
_JSON = '{"do_not_disturb" (seconds left; null: it is off), "exit"}'
_EXITS = ((exits.OK, "done"), exits.FAULT, exits.SERVICE)

COMMAND = Command(
    "dnd",
    "Do not disturb: for a while nothing new is shown.",
    verbs=(
        Command(
            "dnd on",
            "Switch it on; it ends by itself.",
            arguments=(
                Argument(
                    "lasting",
                    "FOR",
                    "how long: 30m, 2h, up to 36h; or tomorrow, that is until 6:00. Without it: 1h",
                    is_optional=True,
                ),
            ),
            groups=_OPTIONS,
            examples=("sayso dnd on", "sayso dnd on 30m", "sayso dnd on tomorrow"),
            json=_JSON,
            exits=_EXITS,
        ),
        Command("dnd off", "Switch it off.", groups=_OPTIONS, json=_JSON, exits=_EXITS),
        Command("dnd status", "Say whether it is on.", groups=_OPTIONS, json=_JSON, exits=_EXITS),
    ),
    notes=(
        (
            "Meanwhile new questions are refused (exit 9, with the seconds until it ends), or wait "
            "for their turn, as sayso config set do_not_disturb refuse|wait says. What is on the "
            "screen stays there; what was asked before and is not, waits. It is forgotten when the "
            "daemon is stopped."
        ),
    ),
    examples=("sayso dnd on 30m", "sayso dnd off"),
)


def run(args: Arguments) -> int:
    left = {"on": _on, "off": _off, "status": _status}[args.verb](args)
    if args.json:
        output.result_json({"do_not_disturb": left, "exit": exits.OK})
    elif left is None:
        output.result("off")
    else:
        output.result(f"on until {time_of_day(left)}")
    return exits.OK


def _on(args: Arguments) -> float | None:
    seconds = _AN_HOUR if args.lasting is None else _seconds(args.lasting)
    Client(name=CLIENT_NAME).do_not_disturb(seconds)
    return seconds or None


def _off(_: Arguments) -> None:
    """Switches it off. If no daemon runs, it is off already."""
    try:
        Client(name=CLIENT_NAME).do_not_disturb(0)
    except Unreachable:
        return


def _status(_: Arguments) -> float | None:
    try:
        status = Client(name=CLIENT_NAME).status()
    except Unreachable:
        return None
    return status.get("do_not_disturb")


def _seconds(text: str) -> float:
    """Reads how long it is to last, in seconds. Raises InvalidParams."""
    if text == _TOMORROW:
        # Loaded here, as it takes datetime.
        from datetime import datetime

        from sayso.core.tomorrow import seconds_until

        return seconds_until(datetime.now())
    try:
        seconds = duration(DO_NOT_DISTURB)(text)
    except ValueError as error:
        from sayso.core.text import shorten, visible_line

        raise InvalidParams(
            f"FOR: '{shorten(visible_line(text), _SHOWN)}' {error}", remedy="or say tomorrow"
        ) from None
    assert isinstance(seconds, float)  # noqa: S101 (narrows what any option may be read as)
    return seconds
