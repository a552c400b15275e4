"""The requests that programs may send. Each field is checked here, before anything is shown or
changed.

A clock such as `wait` that is left out gets the default that the person has configured. `null`, a
wrong type, an unknown field, or a number that is out of bounds or not finite raises InvalidParams,
which names the field.
"""

from __future__ import annotations

from sayso.core import settings as s
from sayso.core.remote_place import RemotePlace
from sayso.errors import InvalidParams
from sayso.values import fields
from sayso.wire import questions, texts
from sayso.wire.params import Params, field
from sayso.wire.params import parse as parse
from sayso.wire.questions.ask import POSITIVE, TICKET, Ask, wait
from sayso.wire.shapes import Flag, Number

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, ClassVar

    from sayso.core.events import Request


ASKS: dict[str, type[Ask]] = {kind: questions.parameters(kind) for kind in questions.KINDS}
"""The parameters of `ask`, by the kind of question."""


class Hello(Params):
    """Introduces the client and the daemon to each other. Optional."""

    client: str = field(texts.NAME, "The program's name and version.", "", "")


class Collect(Params):
    """Gets the outcome of the question with this ticket, as `ask` would get it."""

    ticket: str = field(TICKET, "Ticket that came with `pending` or `ready`.")
    wait: float | None = wait()


class Claim(Params):
    """Takes the outcome that was offered as `ready`. It can be taken only once."""

    claim: str = field(TICKET, "Claim that came with `ready`.")


class Withdraw(Params):
    """Withdraws one question, by its ticket or its number; or all open questions of the same asker
    in a scope. Takes exactly one of the three."""

    SAYS: ClassVar[Mapping[str, Any]] = {
        "oneOf": [{"required": [name]} for name in ("ticket", "number", "scope")]
    }

    ticket: str = field(TICKET, "Ticket that came with `pending` or `ready`.", "")
    number: int = field(POSITIVE, "The public number, as `list` and `progress` tell it.", 0)
    scope: str = field(
        texts.SCOPE,
        "Withdraws the same asker's open questions with this scope, but not bound ones: for a "
        "session that ends while its program lives. `not_open` if there are none.",
        "",
    )

    def verify(self, given: Collection[str]) -> None:
        if len(given) != 1:
            raise ValueError("ticket, number or scope: exactly one of them")


class Finish(Params):
    """Tells how the sign-in by a device code ended. The dialog says so, and goes. Takes exactly one
    of two: the question's ticket or, from the process that asked, its number."""

    SAYS: ClassVar[Mapping[str, Any]] = {
        "oneOf": [{"required": [name]} for name in ("ticket", "number")]
    }

    ticket: str = field(
        TICKET, "Ticket that came with `pending`, unless the question is bound.", ""
    )
    number: int = field(POSITIVE, "The public number, as `progress` tells it.", 0)
    done: bool = field(Flag(), "true: the question is `answered`; false: it is `withdrawn`.")

    def verify(self, given: Collection[str]) -> None:
        if ("ticket" in given) == ("number" in given):
            raise ValueError("ticket or number: exactly one of them")


class DoNotDisturb(Params):
    """Turns do-not-disturb on for a while, or off. While it is on, nothing new is shown: questions
    are refused, or wait, as the person has set."""

    seconds: float = field(Number(s.DO_NOT_DISTURB), "From now on; 0: it is off again.")


class OpenNext(Params):
    """Brings the next question to the screen: meant for a keyboard shortcut of the desktop. A
    question that is on the screen already comes to the front. The keyboard focus stays where it is.
    A program can't bring up a question of its own, unless the person typed the command."""


class ListPrompts(Params):
    """Lists the questions that are open, and those whose outcomes are kept for a later caller, in
    the order of their numbers."""

    after: int = field(
        Number(whole=True, least=0),
        "A number: those up to it are left out, as they were listed already.",
        0,
        0,
    )


class Status(Params):
    """Tells the state of the daemon."""


class MakeWay(Params):
    """Asks a daemon that found no screen to end, so that another one can be started from where
    there is a screen. It ends only if it holds nothing, and nobody else waits."""

    screen: str = field(
        texts.NAME, "The one that the other would have, by the name that its system has for it."
    )


class RemoteOpen(Params):
    """Lets another machine or a container ask: opens a socket for it alone, under this name. A name
    that is open already stays open; all else must be as it was then."""

    name: str = field(texts.PLACE, "Name of the place, which the person sees.")
    container: bool = field(
        Flag(),
        "Whether it is a container, into which the socket's directory is mounted.",
        False,
        False,
    )
    uid: int | None = field(
        Number(whole=True, least=0),
        "Id of the user who may use it from there, as this machine numbers users; left out: the "
        "person's own.",
        None,
    )
    destination: str = field(
        texts.NAME, "The machine that ssh carries the socket to; empty: nothing carries it.", "", ""
    )
    new: bool = field(Flag(), "One that is open already is an error.", False, False)

    def place(self, *, secrets: bool = False) -> RemotePlace:
        told = fields(self)
        del told["new"]
        return RemotePlace(**told, secrets=secrets)


class RemoteAllow(Params):
    """Sets whether a place (another machine or a container) may ask for passwords, for sign-ins by
    a device code, and for pages to be opened."""

    name: str = field(texts.PLACE, "Name of the place.")
    secrets: bool = field(Flag(), "Whether the place may ask for these.")


class RemoteClose(Params):
    """Closes a place's socket, and withdraws its questions."""

    name: str = field(texts.PLACE, "Name of the place.")


class RemoteList(Params):
    """Lists the other machines and containers that may ask, and who uses their sockets now."""


PARAMS: dict[str, type[Params]] = {
    "hello": Hello,
    **{f"ask.{kind}": model for kind, model in ASKS.items()},
    "collect": Collect,
    "claim": Claim,
    "withdraw": Withdraw,
    "finish": Finish,
    "dnd": DoNotDisturb,
    "next": OpenNext,
    "list": ListPrompts,
    "status": Status,
    "make_way": MakeWay,
    "remote_open": RemoteOpen,
    "remote_allow": RemoteAllow,
    "remote_close": RemoteClose,
    "remote_list": RemoteList,
}
"""The parameters of each method; for `ask`, of each kind of question."""

FIELDS = {name: list(kind.FIELDS) for name, kind in PARAMS.items()}


def parse_ask(params: dict[str, Any]) -> Request:
    """Reads the parameters of an `ask` of any kind. Raises InvalidParams, like `parse`."""
    kind = params.get("kind")
    model = ASKS.get(kind) if isinstance(kind, str) else None
    if model is None:
        known = f"kind takes {' or '.join(ASKS)}"
        fault = "must be a known kind of question" if "kind" in params else "is missing"
        raise InvalidParams(f"kind: {fault}", field="kind", remedy=known)
    return parse(model, params).to_request()
