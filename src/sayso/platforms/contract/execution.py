"""Runs commands that get a secret, exactly as the person saw them."""

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
    """Absolute path of the working directory."""
    environment: tuple[Change, ...] = ()
    descriptor: int = 0
    newline: bool = True


class Ending(Value):
    """How a command ended: by exiting, or by a signal. One of the two is not None."""

    status: int | None = None
    """Exit status of the command."""
    signal: str | None = None
    """Name of the signal that ended the command."""


class Child(Protocol):
    """A command that runs, or ran. Nothing here ends it."""

    took_all: bool
    """Whether the command took the whole secret. False: it closed its end before, or left the
    secret unread for too long."""

    def ending(self) -> Ending | None:
        """How the command ended. None: it still runs."""

    async def ended(self) -> None:
        """Returns once the command has ended; several tasks may wait. Needs an asyncio loop."""

    def close(self) -> None:
        """Stops watching the command, which goes on. Nobody may wait for it any more."""


class Prepared(Protocol):
    """A command that was examined, and can be run as long as it is unchanged."""

    action: Action
    """The command as it was examined, to be shown."""

    def run(self, secret: Secret) -> Child:
        """Examines the command again, starts it, hands the secret over, and wipes the secret in any
        case.

        Raises CommandChanged (nothing was executed), CommandNotStarted.
        """

    def close(self) -> None:
        """Closes the files that it holds open."""


class Execution(Protocol):
    """Runs a command that gets a secret, exactly as the person saw it."""

    def prepare(self, order: Order) -> Prepared:
        """Finds and examines what the order would execute. Raises InvalidParams, whose field is one
        of the order's."""
