"""Commands that get a secret, run exactly as the person saw them."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.action import Action, Change
    from sayso.core.secret import Secret


class Order(Value):
    """A command as somebody wants it to be run."""

    argv: tuple[str, ...]
    cwd: str
    """Absolute."""
    environment: tuple[Change, ...] = ()
    descriptor: int = 0
    newline: bool = True


class Ending(Value):
    """How a command ended: one of both."""

    status: int | None = None
    """Its exit status."""
    signal: str | None = None
    """The name of the signal that ended it."""


class Child(Protocol):
    """A command that runs, or ran. It is never ended from here."""

    took_all: bool
    """Of the secret; false: it closed its end before, or left it unread for too long."""

    def ending(self) -> Ending | None:
        """None: it still runs."""

    async def ended(self) -> None:
        """Returns once it has ended; several may wait for that. On an asyncio loop alone."""

    def close(self) -> None:
        """Nobody waits for it any more; the command goes on."""


class Prepared(Protocol):
    """A command that was looked at, and can be run as long as it is the same."""

    action: Action
    """What it was, to be shown."""

    def run(self, secret: Secret) -> Child:
        """Looks again, starts it, hands the secret over and wipes it, in any case.

        Raises CommandChanged (nothing was executed), CommandNotStarted.
        """

    def close(self) -> None:
        """Gives up what it has open."""


class Execution(Protocol):
    """Runs a command that gets a secret, exactly as the person saw it."""

    def prepare(self, order: Order) -> Prepared:
        """Finds what it would execute. Raises InvalidParams, whose field is one of the order's."""
