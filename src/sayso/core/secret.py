"""What a person typed in secret: bytes that are wiped, and that nothing shows by accident."""

from typing import NoReturn


class Secret:
    """Some bytes of UTF-8, until they are wiped.

    Compared by identity, not copied, not pickled, and hidden from `repr`, logs and tracebacks.
    Python may have copied the bytes before they came here; what is here is overwritten by `wipe`.
    """

    __slots__ = ("_data",)

    def __init__(self, data: bytearray) -> None:
        """Takes `data` over: wiping the secret wipes it."""
        self._data = data

    def __len__(self) -> int:
        """In bytes; 0 once it is wiped."""
        return len(self._data)

    def view(self) -> memoryview:
        """The bytes, uncopied. Release it before the secret is wiped."""
        return memoryview(self._data)

    def wipe(self) -> None:
        """Overwrites the bytes and forgets them. May be called again."""
        self._data[:] = bytes(len(self._data))
        self._data.clear()

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not copied")
