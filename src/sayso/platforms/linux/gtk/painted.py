"""When the first frame of a window is really on the screen."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any


def when_painted(window: Any, painted: Callable[[], None]) -> None:
    """Calls `painted` once, for a realized `window`.

    That `show` returned, or a frame was drawn, is no proof: the window may not be mapped, and a
    compositor shows a frame when it likes. So the first frame that is drawn while the window
    is viewable must be marked complete. A compositor that speaks _NET_WM_FRAME_DRAWN
    completes a frame when it shows it; without one (a bare X server, Xvfb) GDK completes it when
    drawing ends. Then a round trip makes sure that the X server has done all of it.
    """
    first: int | None = None

    def check(_widget: Any, clock: Any) -> bool:
        nonlocal first
        if not window.get_window().is_viewable():
            return True
        if first is None:
            first = clock.get_frame_counter()
            return True
        timings = clock.get_timings(first)
        if timings is None or not timings.get_complete():
            return True
        window.get_display().sync()
        painted()
        return False

    window.add_tick_callback(check)
