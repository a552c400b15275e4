"""The judge: an X client that says when a window was mapped and painted, and that can click.

It is a process of its own that sees windows and pixels only, so it judges all programs alike. It
reads requests as lines of JSON and answers each with one line; times are nanoseconds of
CLOCK_MONOTONIC.

A window is *mapped* when the X server says so of its frame. It is *painted* when a picture of the
screen shows 90 % of the edges (neighbouring pixels that differ) that are there once nothing moves
any more: the texts and the controls, whatever their colours do meanwhile. The pictures are taken
when the server reports damage. The server itself copies each from its screen into its memory, and
hands them out once nothing moves: so a large window costs hardly more than a small one. The time of
a picture is when the server confirms that it has the copy.
"""

import sys

assert sys.platform == "linux"

import json
import select
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.ext import damage, xtest

SHARE = 0.9
"""Share of the last picture's edges that a picture must have to count as painted."""

PICTURES = 60
"""Most pictures kept of one window, in the server: more than any window paints before it is
done."""

HOLD = 0.03
"""Seconds between the parts of a click."""

Reply = dict[str, Any]


@dataclass(frozen=True)
class Picture:
    at: int
    width: int
    height: int
    pixmap: Any

    def edges(self) -> set[int]:
        width = self.width
        image = self.pixmap.get_image(0, 0, width, self.height, X.ZPixmap, 0xFFFFFFFF)
        pixels = memoryview(image.data).cast("I")
        return {i for i in range(1, len(pixels)) if pixels[i] != pixels[i - 1] and i % width}


@dataclass
class Watched:
    """The window that came up since `watch`."""

    mapped: int = 0
    frame: Any = None
    place: tuple[int, int, int, int] = (0, 0, 0, 0)
    pictures: list[Picture] = field(default_factory=list)
    moved: int = 0
    """When anything changed last."""
    comings_and_goings: int = 0
    """Windows that were mapped, unmapped or destroyed."""


class Judge:
    def __init__(self) -> None:
        self.display = Display()
        self.screen = self.display.screen()
        self.root = self.screen.root
        self.copying = self.root.create_gc(
            subwindow_mode=X.IncludeInferiors, graphics_exposures=False
        )
        self.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.display.damage_query_version()
        self.damage = self.root.damage_create(damage.DamageReportNonEmpty)
        self.watched = Watched()
        self.operations: dict[str, Callable[..., Reply]] = {
            "watch": self.watch,
            "see": self.see,
            "gone": self.gone,
            "click": self.click,
            "stare": self.stare,
        }

    def serve(self) -> None:
        """Answers requests until standard input ends."""
        while self.pump(None):
            line = sys.stdin.readline()
            if not line:
                return
            request = json.loads(line)
            print(json.dumps(self.operations[request.pop("op")](**request)), flush=True)

    def pump(self, until: float | None) -> bool:
        """Handles the server's events until `until` (of time.monotonic), or, with None, until there
        is a request. Whether there is one."""
        while True:
            while self.display.pending_events():
                self.take(self.display.next_event())
            if until is not None and time.monotonic() >= until:
                return False
            waits = None if until is None else max(until - time.monotonic(), 0)
            sources = [self.display.fileno()] + ([sys.stdin] if until is None else [])
            if sys.stdin in select.select(sources, [], [], waits)[0]:
                return True

    # What the server tells

    def take(self, event: Any) -> None:
        now, watched = time.monotonic_ns(), self.watched
        if event.type == self.display.extension_event.DamageNotify:
            self.display.damage_subtract(self.damage)
            self.take_picture()
        elif event.type in (X.MapNotify, X.UnmapNotify, X.DestroyNotify):
            watched.comings_and_goings += 1
            if event.type == X.MapNotify and not watched.frame:
                watched.mapped, watched.frame = now, event.window
                geometry = event.window.get_geometry()
                self.put(geometry.x, geometry.y, geometry.width, geometry.height)
        elif event.type == X.ConfigureNotify and event.window == watched.frame:
            self.put(event.x, event.y, event.width, event.height)

    def put(self, *place: int) -> None:
        """Notes the window's place and size. When they change, the earlier pictures are of no use,
        and a new one is taken here: the damage by the move may have been reported before it, so
        that no other picture need follow."""
        if place != self.watched.place:
            self.watched.place = place  # type: ignore[assignment] # four, as both callers give them
            self.forget_pictures()
            self.take_picture()

    def forget_pictures(self) -> None:
        for picture in self.watched.pictures:
            picture.pixmap.free()
        self.watched.pictures.clear()

    def take_picture(self) -> None:
        watched = self.watched
        if not watched.frame or len(watched.pictures) >= PICTURES:
            return
        x, y, width, height = watched.place
        across, down = self.screen.width_in_pixels, self.screen.height_in_pixels
        if min(x, y) < 0 or x + width > across or y + height > down:
            return  # partly off the screen, as some are before they are placed
        pixmap = self.root.create_pixmap(width, height, self.screen.root_depth)
        pixmap.copy_area(self.copying, self.root, x, y, width, height, 0, 0)
        self.display.sync()
        now = time.monotonic_ns()
        watched.pictures.append(Picture(now, width, height, pixmap))
        watched.moved = now

    # What is asked

    def watch(self) -> Reply:
        """Forgets the watched window: the next one that is mapped takes its place."""
        self.forget_pictures()
        self.watched = Watched()
        return {}

    def see(self, within: float, still: float) -> Reply:
        """Waits until the window shows something that has not changed for `still` seconds;
        `painted` is None if it never did."""
        end = time.monotonic() + within
        watched, painted = self.watched, None
        self.pump(time.monotonic())
        while painted is None and time.monotonic() < end:
            self.pump(time.monotonic() + 0.01)
            if watched.frame and time.monotonic_ns() - watched.moved > still * 1e9:
                painted = self.painted()
        return {
            "mapped": watched.mapped,
            "painted": painted,
            "place": watched.place,
            "pictures": len(watched.pictures),
        }

    def painted(self) -> int | None:
        """When the window first showed what it shows now; None: it shows nothing yet."""
        while len(self.watched.pictures) >= PICTURES:
            self.watched.pictures.pop().pixmap.free()
        self.take_picture()
        pictures = self.watched.pictures
        edges = pictures[-1].edges() if pictures else set()
        if not edges:
            return None
        return next(
            picture.at for picture in pictures if len(edges & picture.edges()) >= SHARE * len(edges)
        )

    def gone(self, within: float) -> Reply:
        """Waits until the watched window is off the screen."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            if not self.watched.frame or not self.shows(self.watched.frame):
                return {"gone": True}
            self.pump(time.monotonic() + 0.005)
        return {"gone": False}

    def shows(self, window: Any) -> bool:
        from Xlib.error import BadWindow

        try:
            return bool(window.get_attributes().map_state == X.IsViewable)
        except BadWindow:
            return False

    def click(self, x: int, y: int) -> Reply:
        """Clicks with the first button, as a person does; `released` is just before the button's
        release."""
        for dx in (3, 1, 0):
            xtest.fake_input(self.display, X.MotionNotify, x=x + dx, y=y)
            self.display.sync()
            time.sleep(HOLD)
        xtest.fake_input(self.display, X.ButtonPress, 1)
        self.display.sync()
        time.sleep(HOLD)
        released = time.monotonic_ns()
        xtest.fake_input(self.display, X.ButtonRelease, 1)
        self.display.sync()
        return {"released": released}

    def stare(self) -> Reply:
        """How many windows came and went since `watch`, and the smallest share of the first
        picture's edges that any picture had."""
        self.pump(time.monotonic())
        watched = self.watched
        edges = watched.pictures[0].edges()
        least = min(len(edges & picture.edges()) / len(edges) for picture in watched.pictures)
        return {"comings_and_goings": watched.comings_and_goings, "least": least}


if __name__ == "__main__":
    Judge().serve()
