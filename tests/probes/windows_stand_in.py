"""A window of another program, with a button. Prints "pressed" when the button is pressed."""

import sys

assert sys.platform == "win32"

import os
from pathlib import Path

from sayso.platforms.windows.native import messages, painting, windows
from sayso.platforms.windows.native.controls import BUTTON
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Style

COLOUR = 0xE0E0E0


def on_message(window: int, message: int, wparam: int, lparam: int) -> int:
    if message == Message.PAINT:
        with painting.painting(window) as dc:
            painting.fill(dc, (0, 0, *windows.size(window)), COLOUR)
        return 0
    if message == Message.COMMAND:
        print("pressed", flush=True)
        return 0
    return int(windows.default(window, message, wparam, lparam))


def main() -> None:
    Path(os.environ["TESTS_PIDS"], os.environ["TESTS_PID"]).write_text(str(os.getpid()))
    windows.register("stand-in", on_message)
    style = Style.POPUP | Style.CAPTION | Style.SYSTEM_MENU
    window = windows.create("stand-in", "Stand-in", style=style)
    windows.place(window, 900, 5, 160, 90)
    style = Style.CHILD | Style.VISIBLE | Style.TAB_STOP
    button = windows.create(BUTTON, "Approve", style=style, parent=window)
    windows.place(button, 10, 10, 100, 30)
    windows.show(window, shown=True)
    while True:
        messages.wait([])
        while message := messages.take():
            messages.translate(message)
            messages.dispatch(message)


if __name__ == "__main__":
    main()
