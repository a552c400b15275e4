"""Shows one question after another in the real window, and reports what is outside the frame around
their text.

A line of JSON comes in for each question: {"title", "message", "details"}. A line goes out once the
window was painted and has keyboard focus: {"place": of the frame, "above" and "below": digests of
the pixels there, "sides": the colours left and right of it, "says": sayso's own texts below it}.
The clock stands still meanwhile, and so does the countdown.
"""

import hashlib
import json
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.dialog.model import model
from sayso.platforms import select
from sayso.platforms.contract.dialogs import Window
from sayso.platforms.unix.channel import SocketChannel
from support.dialog_process import ask


class Stage:
    """Shows one window at a time, and takes the place of the dialog's delegate."""

    def __init__(self, sock: socket.socket) -> None:
        self._dialogs = select.dialogs()
        self._dialogs.open_screen()
        self._questions = sock.makefile("r")
        self._window: Window | None = None
        self._seen: dict[str, Any] | None = None
        self._sock = sock

    def run(self) -> None:
        self._dialogs.run(SocketChannel(self._sock), self.show_next)

    def show_next(self) -> None:
        line = self._questions.readline()
        if not line:
            self._dialogs.stop()
            return
        order = ask(**json.loads(line), arming=600, standing=PromptStatus(600))
        self._window = self._dialogs.show(model(order, home=""), self)

    def covered(self) -> None: ...

    def painted(self) -> None:
        from gi.repository import GLib

        GLib.timeout_add(5, self._look)

    def _look(self) -> bool:
        """Whether to check again: the window gets keyboard focus only when the person pauses."""
        from gi.repository import GLib, Gtk

        window = next(each for each in Gtk.Window.list_toplevels() if each.get_mapped())
        if not window.is_active():
            return True
        # when nothing else is left to do: until then a long text is not laid out to its end
        GLib.idle_add(self._draw, window, priority=GLib.PRIORITY_LOW)
        return False

    def _draw(self, window: Any) -> None:
        window.get_frame_clock().connect("after-paint", self._drawn, window)
        window.queue_draw()

    def _drawn(self, _clock: Any, window: Any) -> None:
        """Reports once two pictures in a row are alike: the window manager may take a moment to set
        a size."""
        from gi.repository import GLib

        if self._window is None:
            return
        before, self._seen = self._seen, outside(window)
        if self._seen == before:
            print(json.dumps(self._seen), flush=True)
            self._seen = None
            self._window.close()
        else:
            GLib.timeout_add(20, self._draw_again, window)

    def _draw_again(self, window: Any) -> bool:
        if self._window is not None:
            window.queue_draw()
        return False

    def chose(
        self, choice: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None:
        raise AssertionError(f"nobody is here to {choice} by {by}, {checked} {words}")

    def submitted(self, secret: Secret, by: By | None = None, checked: bool | None = None) -> None:
        raise AssertionError(f"nobody is here to type {secret} by {by}")

    def filled(self, _: tuple[Entry, ...], /, by: By | None = None) -> None: ...
    def drafted(self, _: tuple[Entry, ...], /) -> None: ...
    def active(self) -> None:
        """Does nothing: nobody is here to scroll."""

    def put_off(self) -> None:
        raise AssertionError("nobody is here")

    def open_queue(self) -> None:
        raise AssertionError("nobody is here")

    def bring_up(self, _: int, /) -> None:
        raise AssertionError("nobody is here")

    def closed(self) -> None:
        self._window = None


def outside(window: Any) -> dict[str, Any]:
    from gi.repository import Gdk, Gtk

    frame = find(window, Gtk.Frame)
    x, y = frame.translate_coordinates(window, 0, 0)
    width, height = window.get_size()
    right, bottom = x + frame.get_allocated_width(), y + frame.get_allocated_height()

    def pixels(*area: int) -> Any:
        return Gdk.pixbuf_get_from_window(window.get_window(), *area)

    left_side = pixels(0, y, x, bottom - y)
    right_side = pixels(right, y, width - right, bottom - y)
    return {
        "place": [width, x, y, right, height - bottom],
        "above": digest(pixels(0, 0, width, y)),
        "below": digest(pixels(0, bottom, width, height - bottom)),
        "sides": sorted(colours(left_side) | colours(right_side)),
        "says": [each.get_text() for each in labels(window) if top_of(each, window) >= bottom],
    }


def labels(widget: Any) -> Iterator[Any]:
    from gi.repository import Gtk

    if isinstance(widget, Gtk.Label) and widget.get_mapped():
        yield widget
    for each in widget.get_children() if hasattr(widget, "get_children") else []:
        yield from labels(each)


def top_of(widget: Any, window: Any) -> int:
    return int(widget.translate_coordinates(window, 0, 0)[1])


def digest(picture: Any) -> str:
    return hashlib.sha256(picture.get_pixels()).hexdigest()


def find(widget: Any, kind: Any) -> Any:
    if isinstance(widget, kind):
        return widget
    children = widget.get_children() if hasattr(widget, "get_children") else []
    return next((found for each in children if (found := find(each, kind))), None)


def colours(picture: Any) -> set[str]:
    data, channels, stride = picture.get_pixels(), picture.get_n_channels(), picture.get_rowstride()
    rows = (
        data[start : start + picture.get_width() * channels]
        for start in range(0, len(data), stride)
    )
    return {row[at : at + 3].hex() for row in rows for at in range(0, len(row), channels)}


def stop_the_clock() -> None:
    now = time.monotonic()
    time.clock_gettime = lambda _clock: now
    time.monotonic = lambda: now


if __name__ == "__main__":
    stop_the_clock()
    Stage(socket.socket(fileno=0)).run()
    sys.exit()
