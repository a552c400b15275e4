"""The notification that a waiting call gets while its question is open."""

from __future__ import annotations

from sayso.errors import ProtocolError
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.wire.replies import PromptState
    from sayso.wire.rpc import Params


class Progress(Value):
    """The state of a question that a call waits for."""

    number: int
    """The question's public number. It can withdraw the question, but not collect the answer."""
    state: PromptState
    """`unopened`: the question waits for the person to open it, as they have set. `put_off`: the
    person hid it for a while. `answered` and `not_shown`: no longer open."""
    place: int | None
    """Position in the queue; 1 is on the screen. null: not open any more."""
    of: int
    """Number of questions in the queue."""
    seconds_left: float | None
    """Seconds until the deadline; null until the question is painted."""


def read_progress(params: Params) -> Progress:
    """The progress in a notification. Members that this version does not know are ignored. Raises
    ProtocolError if one is missing."""
    try:
        return Progress(**{name: params[name] for name in Progress.__match_args__})
    except KeyError as missing:
        raise ProtocolError(f"a progress notification without {missing}") from missing
