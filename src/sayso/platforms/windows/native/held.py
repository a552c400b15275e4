"""A handle that is closed in one place."""

import sys

assert sys.platform == "win32"

from typing import Self

from sayso.platforms.windows.native import handles


class Handle:
    """One that is ours, until it is closed. A context manager closes it at the end."""

    def __init__(self, number: int) -> None:
        self._number: int | None = number

    @property
    def number(self) -> int:
        """Raises ValueError once it is closed: the number may be another thing's by then."""
        if self._number is None:
            raise ValueError("the handle is closed")
        return self._number

    def is_signalled(self) -> bool:
        """Raises OSError."""
        return handles.is_signalled(self.number)

    def close(self) -> None:
        """Without effect once it is closed."""
        if self._number is not None:
            number, self._number = self._number, None
            handles.close(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
