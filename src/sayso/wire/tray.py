"""Messages between the tray's process and the daemon, over an inherited socket: to hold that is the
right to change the configuration.

    tray → daemon    bring_forward · dnd · begin_quiet · end_quiet · close_place · configure · quit
                     (requests), ready · impossible · inbox (notifications)
    daemon → tray    overview · timed_out · not_shown (notifications; see `sayso.wire.overview`)

Messages have the same form as on the socket over which programs ask: lines of JSON-RPC 2.0.
"""

from __future__ import annotations

from sayso.core.settings import NAME_CHARACTERS
from sayso.wire import texts
from sayso.wire.messages import DoNotDisturb
from sayso.wire.params import Params, field
from sayso.wire.shapes import Either, Flag, Number, Text

_NUMBER = Number(whole=True, above=0)
_TEXT = Text(NAME_CHARACTERS)


class BringForward(Params):
    """The person wants to see this question now."""

    number: int = field(_NUMBER, "Number of the question.")


class BeginQuiet(Params):
    """The person wants the quiet period that is suggested under this number."""

    number: int = field(_NUMBER, "Number of the question.")


class EndQuiet(Params):
    """The person ends the quiet period with this number."""

    number: int = field(_NUMBER, "Number of the question.")


class ClosePlace(Params):
    """The person no longer lets this machine or container ask."""

    name: str = field(texts.PLACE, "Name of the place.")


class Configure(Params):
    """Writes a setting into the person's file."""

    name: str = field(_TEXT, "Name of the setting.")
    value: bool | float | str = field(
        Either((Flag(), Number(), _TEXT)), "New value of the setting."
    )


class Quit(Params):
    """Ends the daemon, until somebody asks again."""


REQUESTS: dict[str, type[Params]] = {
    "bring_forward": BringForward,
    "dnd": DoNotDisturb,
    "begin_quiet": BeginQuiet,
    "end_quiet": EndQuiet,
    "close_place": ClosePlace,
    "configure": Configure,
    "quit": Quit,
}
