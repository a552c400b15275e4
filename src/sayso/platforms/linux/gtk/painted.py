"""When a frame of a window is really on the screen."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk

from sayso.platforms.linux import loop

_WITHIN = 1.0
"""Seconds for a compositor to show a frame, where somebody can see it."""


def when_painted(
    window: Any,
    frames: int,
    painted: Callable[[], None],
    late: Callable[[], None] = lambda: None,
) -> None:
    """Calls `painted` once, for a realized `window`, when the last of its next `frames` is on the
    screen. Whether something lies over the window is checked elsewhere. Calls `late` where the
    compositor has shown nothing of what it was given for a second.

    That `show` returned, or a frame was drawn, is no proof: the window may not be mapped, and a
    compositor shows a frame when it likes. So the first frame that is drawn while the window is
    viewable must be marked complete. A compositor that speaks _NET_WM_FRAME_DRAWN completes a frame
    when it shows it; without one (a bare X server, Xvfb) GDK completes it when drawing ends. Then a
    round trip makes sure that the X server has done all of it.
    """
    clock = window.get_frame_clock()
    first: int | None = None
    call_off: Callable[[], None] | None = None

    def after_paint(_clock: Any) -> None:
        nonlocal first, call_off
        if call_off:
            call_off()
        surface = window.get_window()  # None once the window was closed
        if surface is None or not surface.is_viewable():
            return
        now = clock.get_frame_counter()
        first = now if first is None else first
        last = first + frames - 1
        timings = clock.get_timings(last)
        if now < last:
            window.queue_draw()  # without anything to draw no frame would come
        elif timings is not None and timings.get_complete():
            clock.disconnect(handler)
            clock.end_updating()
            window.get_display().sync()
            painted()
            return
        # GDK holds a pointer's motion back until another event comes: what happened before that
        # frame is to be handled before it
        clock.request_phase(Gdk.FrameClockPhase.FLUSH_EVENTS)
        call_off = loop.later(_WITHIN, late, at_rest=True)

    handler = clock.connect("after-paint", after_paint)
    window.queue_draw()
    clock.begin_updating()  # frame after frame, until that one is complete
