"""The person's own store of passwords, which another program keeps for them."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.secret import Secret

    Attributes = Mapping[str, str]
    """Names and values by which an entry is found. They are not secret."""


class Keyring(Protocol):
    """The person's own store of passwords. Each method has a timeout of its own."""

    def find(self, attributes: Attributes) -> Attributes | None:
        """Finds an entry that has these attributes, and returns all attributes of it. None: there
        is none. Raises Unsupported if there is no such store, or it does not reply."""

    def is_only(self, attributes: Attributes) -> bool:
        """Whether just one entry has these attributes, as far as can be told; there may be further
        ones on it."""

    def read(self, attributes: Attributes, waits: Callable[[], bool]) -> Secret | None:
        """The password of the entry that `find` finds; the caller wipes it. The store may
        ask the person to unlock it. `waits`: whether anybody still waits for the password. None:
        no password came in time, or nobody waits any more. Raises MemoryNotLocked."""

    def keep(self, label: str, attributes: Attributes, password: memoryview) -> None:
        """Stores the password, in place of an entry that has these attributes. A locked store asks
        the person to unlock it. `label`: the entry's name there, for the person. Raises
        ServiceError if the password was not stored."""

    def forget(self, attributes: Attributes) -> None:
        """Deletes all entries that have these attributes. Raises ServiceError if they may still be
        there."""
