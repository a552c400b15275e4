"""The address of a web page that is to be opened, and a code to type there: both large, below the
frame of the asker's words."""

import sys

assert sys.platform == "win32"

from contextlib import suppress

from sayso.platforms.windows.native import shell, windows
from sayso.platforms.windows.native.shell import NoProgram
from sayso.platforms.windows.win32.button import PushButton
from sayso.platforms.windows.win32.device import by_device
from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.text_pane import text_pane
from sayso.presentation import catalogue, dialog


class Page:
    """The parts for the address, which is to be read to its end like every text, and for the code,
    which a button copies."""

    def __init__(self, room: Room, words: dialog.Page) -> None:
        self._room, self._words = room, words
        self.pane = text_pane(room, catalogue.ADDRESS(), words.address, font="title")
        self.above: Part = Label(room, catalogue.OPEN_ADDRESS(), font="bold")
        self.elastic: Part = Framed(room, self.pane)
        self.below: list[Part] = []
        if words.code:
            label = Label(room, catalogue.TYPE_CODE(), font="bold")
            self.below = [label, _Code(room, words.code)]

    def open(self) -> str:
        """Opens the page in the person's browser. Returns what went wrong, one line; empty:
        nothing."""
        try:
            shell.open_address(self._words.address)
        except NoProgram:
            return catalogue.NO_BROWSER()
        except OSError as error:
            return error.strerror or str(error)
        return ""


class _Code(Part):
    def __init__(self, room: Room, code: str) -> None:
        self._room, self._code = room, code
        self._shown = Framed(room, text_pane(room, catalogue.CODE(), code, font="code"))
        self._copy = PushButton(room, catalogue.COPY_CODE())
        self._copy.watch(self._on_copy)

    def height(self, width: int) -> int:
        return self._shown.height(self._inner(width))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        inner, own = self._inner(width), self._copy.height(width)
        self._shown.place(x, y, inner, height)
        copy = width - inner - self._room.look.px(12)
        self._copy.place(x + width - copy, y + (height - own) // 2, copy, own)

    def _inner(self, width: int) -> int:
        return width - self._copy.natural_width - self._room.look.px(12)

    def _on_copy(self) -> None:
        if not by_device():
            return
        with suppress(OSError):  # another program has the clipboard open: the label stays as it is
            shell.copy(self._room.window, self._code)
            self._copy.say(catalogue.CODE_COPIED())
            self._copy.announce(catalogue.CODE_COPIED())
            windows.draw_anew(self._room.window)
