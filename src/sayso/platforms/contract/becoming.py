"""How a process of ours turns into a command, exactly as the person saw it."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import NoReturn

    from sayso.core.action import Action
    from sayso.core.secret import Secret
    from sayso.platforms.contract.execution import Order


class Replacement(Protocol):
    """A command that was looked at, and can run in this process's place as long as it is the
    same."""

    action: Action
    """What it was, to be shown."""

    def become(self, secret: Secret | None = None) -> NoReturn:
        """Looks again; then this process is that command. It has what this one was started with:
        streams, terminal, other descriptors, signals ignored and blocked, limits, and environment
        but for the changes that were shown. A secret is read from `/dev/fd/N`, N being the order's
        descriptor, and wiped here in any case.

        Where a process can't become another, the command is started with the same, and this one
        ends when it does, with its status.

        Raises CommandChanged (nothing was executed), CommandNotStarted.
        """

    def close(self) -> None:
        """Gives up what it has open."""


class Becoming(Protocol):
    """Turns this process into a command."""

    def prepare(self, order: Order) -> Replacement:
        """Finds what it would execute. Raises CommandNotFound, InvalidParams, whose field is one of
        the order's, and Unsupported."""

    def spare_descriptor(self) -> int:
        """For a secret: the same one for two processes that were started with the same. Raises
        Unsupported, where no command can open its descriptors by a path, or none is left."""
