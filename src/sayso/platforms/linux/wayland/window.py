"""What the window of a question in a session of Wayland tells, on a layer or not."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from sayso.platforms.contract.dialogs import WindowLost


class LossWatch:
    """No other program takes a window from the screen; an output that goes closes it."""

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
