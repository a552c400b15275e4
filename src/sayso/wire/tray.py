"""What the tray asks of the daemon, over the socket that it inherited: the right to configure.

    tray → daemon    bring_forward · dnd · begin_quiet · end_quiet · configure · quit (requests),
                     ready · impossible (notifications)
    daemon → tray    overview · timed_out (notifications; see `sayso.wire.overview`)

The same lines as on the socket that programs ask over: JSON-RPC 2.0.
"""

from typing import Annotated

from pydantic import Field

from sayso.core.settings import NAME_CHARACTERS
from sayso.wire.fields import Params
from sayso.wire.messages import DoNotDisturb

_Number = Annotated[int, Field(gt=0)]


class BringForward(Params):
    """The person wants to see this question now."""

    number: _Number


class BeginQuiet(Params):
    """The person wants the quiet period that is suggested under this number."""

    number: _Number


class EndQuiet(Params):
    """That quiet period is over."""

    number: _Number


class Configure(Params):
    """Writes a setting into the person's file."""

    name: Annotated[str, Field(max_length=NAME_CHARACTERS)]
    value: bool | float | Annotated[str, Field(max_length=NAME_CHARACTERS)]


class Quit(Params):
    """Ends the daemon, until somebody asks again."""


REQUESTS: dict[str, type[Params]] = {
    "bring_forward": BringForward,
    "dnd": DoNotDisturb,
    "begin_quiet": BeginQuiet,
    "end_quiet": EndQuiet,
    "configure": Configure,
    "quit": Quit,
}
