"""For methods that AppKit calls: an exception there ends the process.

PyObjC would hand the exception to AppKit, which logs it and goes on; a window half alive must not.
What ends the process is `sys.excepthook`, which a dialog or tray process has replaced for that.
"""

import sys

assert sys.platform == "darwin"

from types import TracebackType


class Deadly:
    """A context manager: an exception that leaves its block goes to `sys.excepthook`."""

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
