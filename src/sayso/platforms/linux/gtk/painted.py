"""When the first frame of a window is really on the screen."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any


def when_painted(window: Any, in_sight: Callable[[], bool], painted: Callable[[], None]) -> None:
    """Calls `painted` once, for a realized `window` of which something is `in_sight`.

    That `show` returned, or a frame was drawn, is no proof: the window may not be mapped, and a
    compositor shows a frame when it likes. So the first frame that is drawn while the window
    is viewable must be marked complete. A compositor that speaks _NET_WM_FRAME_DRAWN
    completes a frame when it shows it; without one (a bare X server, Xvfb) GDK completes it when
    drawing ends. Then a round trip makes sure that the X server has done all of it. Nobody sees
    what lies below another window: then it is looked at again with each frame.
    """
    clock = window.get_frame_clock()
    first: int | None = None

    def after_paint(_clock: Any) -> None:
        nonlocal first
        surface = window.get_window()  # of one that was closed there is none
        if surface is None or not surface.is_viewable():
            return
        first = clock.get_frame_counter() if first is None else first
        timings = clock.get_timings(first)
        if timings is None or not timings.get_complete():
            return
        window.get_display().sync()
        if not in_sight():
            first = None  # the clock remembers few frames
            return
        clock.disconnect(handler)
        clock.end_updating()
        painted()

    handler = clock.connect("after-paint", after_paint)
    clock.begin_updating()  # frame after frame, until the first is complete
