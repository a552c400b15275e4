"""A window of another program that lies above all others, until its standard input ends.

python windows_cover.py X Y WIDTH HEIGHT [through] [glimpses]

`through`: clicks go to what is below. `glimpses`: the window is hidden for a moment now and then.

Prints "there" once it is drawn. The window is no control, so a search for controls finds none.
"""

import sys

assert sys.platform == "win32"

import ctypes
import threading
import time
from ctypes.wintypes import BOOL, BYTE, DWORD, HWND

from sayso.platforms.windows.native import messages, painting, windows
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Extended, Style

COLOUR = 0x800080
OPAQUE, BY_OPACITY = 255, 2
STAYS, GLIMPSE = 0.7, 0.1
"""Seconds for which the window shows and is hidden, with `glimpses`."""
AGAIN_MS = 20
"""Milliseconds after which it comes again above windows that were put above it."""


set_opacity = Library("user32").function(
    "SetLayeredWindowAttributes", BOOL, HWND, DWORD, BYTE, DWORD
)


def on_message(window: int, message: int, wparam: int, lparam: int) -> int:
    if message == Message.PAINT:
        with painting.painting(window) as dc:
            painting.fill(dc, (0, 0, *windows.size(window)), COLOUR)
        return 0
    return int(windows.default(window, message, wparam, lparam))


def main(x: int, y: int, width: int, height: int, *, clicks_through: bool, glimpses: bool) -> None:
    windows.register("cover", on_message)
    extended = Extended.TOPMOST | Extended.NO_ACTIVATE | Extended.TOOL_WINDOW
    if clicks_through:
        extended |= Extended.TRANSPARENT | Extended.LAYERED
    window = windows.create("cover", style=Style.POPUP, extended=extended)
    if clicks_through:
        set_opacity(window, 0, OPAQUE, BY_OPACITY)
    windows.place(window, x, y, width, height)
    windows.show(window, shown=True)
    windows.raise_above_all(window)
    windows.draw_now(window)
    windows.set_timer(window, 1, AGAIN_MS)
    print("there", flush=True)
    threading.Thread(target=end_with_input, daemon=True).start()
    shown_until = time.monotonic() + STAYS
    while True:
        if glimpses and time.monotonic() > shown_until:
            windows.show(window, shown=False)
            time.sleep(GLIMPSE)
            windows.show(window, shown=True)
            windows.raise_above_all(window)
            windows.draw_now(window)
            shown_until = time.monotonic() + STAYS
        messages.wait([])
        while message := messages.take():
            messages.dispatch(message)
        windows.raise_above_all(window)


def end_with_input() -> None:
    sys.stdin.read()
    ctypes.windll.kernel32.TerminateProcess(ctypes.c_void_p(-1), 0)


if __name__ == "__main__":
    main(
        *map(int, sys.argv[1:5]),
        clicks_through="through" in sys.argv,
        glimpses="glimpses" in sys.argv,
    )
