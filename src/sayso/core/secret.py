"""What a person typed in secret: bytes that are wiped, and that nothing shows by accident."""

from __future__ import annotations

from collections.abc import Callable

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import NoReturn

Bytes = bytearray | memoryview
"""Memory that can be overwritten in place. The `repr` of a memoryview does not show what it
holds."""

Allocate = Callable[[int], Bytes]
"""Gives room for a secret of so many bytes, all of them zero."""


def wipe(data: Bytes) -> None:
    """Overwrites the bytes where they are."""
    data[:] = bytes(len(data))


class Secret:
    """Some bytes of UTF-8, until they are wiped: at the latest when nobody holds the secret any
    more.

    Secrets are compared by identity, not copied, not pickled, and hidden from `repr`, logs and
    tracebacks. Python may have copied the bytes before they came here; `wipe` overwrites those that
    are here.
    """

    __slots__ = ("_data",)

    def __init__(self, data: Bytes) -> None:
        """Takes over `data`: wiping the secret wipes `data`."""
        self._data = data

    def __len__(self) -> int:
        """The number of bytes; 0 once they are wiped."""
        return len(self._data)

    def view(self) -> memoryview:
        """A view of the bytes, not a copy; it shows zeros once they are wiped."""
        return memoryview(self._data)

    def wipe(self) -> None:
        """Overwrites the bytes and forgets them. May be called again."""
        wipe(self._data)
        self._data = bytearray()

    def __del__(self) -> None:
        self.wipe()

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not copied")
