"""Tells those who show a window when the window's output goes dark, and when it comes back."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from functools import cache
from typing import Any

from gi.repository import GLib

from sayso.platforms.linux.wayland.outputs import Outputs


class DarkOutputs:
    """Which outputs are dark. Whoever has a window is told of changes for as long as the window
    exists."""

    def __init__(self) -> None:
        """Raises OSError: the compositor does not tell which outputs are dark."""
        self._watchers: dict[Any, Callable[[], None]] = {}
        self._outputs: Outputs | None = Outputs(os.environ, self._changed)
        ready = GLib.IOCondition.IN | GLib.IOCondition.HUP
        GLib.io_add_watch(self._outputs.fileno(), GLib.PRIORITY_DEFAULT, ready, self._on_ready)

    def watch(self, window: Any, changed: Callable[[], None]) -> None:
        self._watchers[window] = changed
        window.connect("destroy", lambda _: self._watchers.pop(window, None))

    def is_dark(self, corner: tuple[int, int]) -> bool:
        return self._outputs is not None and self._outputs.is_dark(corner)

    def _changed(self) -> None:
        for changed in list(self._watchers.values()):
            changed()

    def _on_ready(self, _fd: int, _condition: Any) -> bool:
        try:
            assert self._outputs is not None
            self._outputs.read()
        except OSError:
            self._outputs = None  # it ends with the compositor, as we do
            return False
        return True


@cache
def dark_outputs() -> DarkOutputs | None:
    """One for this process; None: the compositor does not tell which outputs are dark."""
    try:
        return DarkOutputs()
    except (OSError, KeyError):
        return None
