"""A handle that can't be used any more once it is closed."""

import sys

assert sys.platform == "win32"

from typing import Self

from sayso.platforms.windows.native import handles


class Handle:
    """A handle of ours. As a context manager it is closed at the end."""

    def __init__(self, number: int) -> None:
        self._number: int | None = number

    @property
    def number(self) -> int:
        """The handle as a number. Raises ValueError once it is closed: the system may have given
        the number to something else by then."""
        if self._number is None:
            raise ValueError("the handle is closed")
        return self._number

    def is_signalled(self) -> bool:
        """Raises OSError."""
        return handles.is_signalled(self.number)

    def close(self) -> None:
        """Does nothing if the handle is closed already."""
        if self._number is not None:
            number, self._number = self._number, None
            handles.close(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
