"""Runs programs from a process with a main loop."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Ended(Value):
    """How a program ended."""

    succeeded: bool
    output: bytes
    """What the program wrote to its standard output."""
    complaint: str
    """Why the program failed: its standard error, as one line that is safe to draw; if there is
    none, how the program ended."""


class Children(Protocol):
    """Programs that a process with a main loop starts without waiting for them."""

    def run(
        self,
        command: Sequence[str],
        over: Callable[[Ended], None],
        within: float,
        given: bytes = b"",
    ) -> None:
        """Starts the command with our environment, and with `given` as standard input. `over` is
        called when it has ended. It is ended by force after `within` seconds."""
