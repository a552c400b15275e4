"""Events of a question's window in a Wayland session, on a layer or not."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from sayso.platforms.contract.dialogs import WindowLost


class LossWatch:
    """Notices when the window is destroyed. No other program can take a window from the screen, but
    an output that goes closes its windows."""

    is_put_away = False

    def __init__(self, window: Any, is_over: Callable[[], bool]) -> None:
        self._is_over = is_over
        window.connect("destroy", self._on_destroy)

    def begin(self) -> None: ...

    def _on_destroy(self, _window: Any) -> None:
        if not self._is_over():
            raise WindowLost("the window was destroyed")


def watch_configure(window: Any, moved: Callable[[], None]) -> None:
    def on_configure(_window: Any, _event: Any) -> bool:
        moved()
        return False

    window.connect("configure-event", on_configure)
