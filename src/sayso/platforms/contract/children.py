"""Programs beside a main loop."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Ended(Value):
    """How a program ended."""

    succeeded: bool
    output: bytes
    """What it wrote to its standard output."""
    complaint: str
    """Why it failed: what it wrote to its standard error, as one line that is safe to draw; else
    how it ended."""


class Children(Protocol):
    """Programs that a process with a main loop starts without waiting for them."""

    def run(
        self,
        command: Sequence[str],
        over: Callable[[Ended], None],
        within: float,
        given: bytes = b"",
    ) -> None:
        """With our environment, and with `given` to read; `over` hears how it ended. After so many
        seconds it is ended."""
