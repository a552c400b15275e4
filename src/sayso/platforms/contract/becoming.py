"""Turns a process of sayso into a command, exactly as the person saw it."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import NoReturn

    from sayso.core.action import Action
    from sayso.core.secret import Secret
    from sayso.platforms.contract.execution import Order


class Replacement(Protocol):
    """A command that was examined, and can replace this process as long as it is unchanged."""

    action: Action
    """The command as it was examined, to be shown."""

    def become(self, secret: Secret | None = None) -> NoReturn:
        """Examines the command again, then replaces this process by it. The command gets what this
        process was started with: streams, terminal, other descriptors, ignored and blocked signals
        (but SIGPIPE and SIGXFSZ have their default action: Python ignores both, whatever was set
        before), limits, and the environment with the changes that were shown. It reads a secret
        from `/dev/fd/N`, where N is the order's descriptor; the secret is wiped here in any case.

        On a system where a process can't be replaced, the command is started with all this, and
        this process ends when the command does, with its exit status.

        Raises CommandChanged (nothing was executed), CommandNotStarted.
        """

    def close(self) -> None:
        """Closes the files that it holds open."""


class Becoming(Protocol):
    """Turns this process into a command."""

    def prepare(self, order: Order) -> Replacement:
        """Finds and examines what the order would execute. Raises CommandNotFound, InvalidParams,
        whose field is one of the order's, and Unsupported."""

    def spare_descriptor(self) -> int:
        """A free descriptor for a secret: the same number in two processes that were started with
        the same descriptors. Raises Unsupported if commands can't open descriptors by a path here,
        or none is left."""
