"""What AppKit calls: an exception there ends the process.

PyObjC would hand it to AppKit, which logs it and goes on; a window half alive must not.
"""

import sys

assert sys.platform == "darwin"

from types import TracebackType


class Deadly:
    """A block: who leaves it by an exception leaves for good."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None and error is not None:
            sys.excepthook(kind, error, trace)


deadly = Deadly()
