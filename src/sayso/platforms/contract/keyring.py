"""The person's own store of passwords, which another program keeps for them."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.secret import Secret

    Attributes = Mapping[str, str]
    """Names and values by which an entry is found; they are no secrets."""


class Keyring(Protocol):
    """The person's own store of passwords. Nothing here takes longer than it has time for."""

    def find(self, attributes: Attributes) -> Attributes | None:
        """All attributes of an entry that has these. None: there is none. Raises Unsupported where
        there is no such store, or it does not reply."""

    def read(self, attributes: Attributes, waits: Callable[[], bool]) -> Secret | None:
        """The password of such an entry, for the caller to wipe. The store may ask the person to
        unlock it. None: they did not in time, or while `waits`. Raises MemoryNotLocked."""

    def keep(self, label: str, attributes: Attributes, password: memoryview) -> None:
        """In place of what has just these attributes; a store that is locked asks the person to
        unlock it. `label`: what they see it by there. Raises ServiceError where it is not kept."""

    def forget(self, attributes: Attributes) -> None:
        """All entries that have these. Raises ServiceError where they may still be there."""
