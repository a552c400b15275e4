"""The address of a page that is to be opened, and a code to type there: shown large, below the
asker's frame."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import AppKit

from sayso.platforms.macos.cocoa.button import PushButton
from sayso.platforms.macos.cocoa.device import by_device
from sayso.platforms.macos.cocoa.frame import Framed
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.text_pane import text_pane
from sayso.presentation import catalogue, dialog

_BESIDE = 12


class Page:
    """Shows the address, which has to be read to its end like every text, and the code, which a
    button copies."""

    def __init__(self, room: Room, words: dialog.Page) -> None:
        self._words = words
        self.pane = text_pane(room, catalogue.ADDRESS(), words.address, font="title")
        self.above: Part = Label(room, catalogue.OPEN_ADDRESS(), font="bold")
        self.elastic: Part = Framed(room, self.pane)
        self.below: list[Part] = []
        if words.code:
            label = Label(room, catalogue.TYPE_CODE(), font="bold")
            self.below = [label, _Code(room, words.code)]

    def open(self) -> str:
        """Opens the page in the person's browser. Returns what went wrong, in one line; empty:
        nothing."""
        return "" if open_address(self._words.address) else catalogue.NO_BROWSER()


def open_address(address: str) -> bool:
    """Opens the address in the person's browser; False: no browser took it."""
    url = AppKit.NSURL.URLWithString_(address)
    return url is not None and bool(AppKit.NSWorkspace.sharedWorkspace().openURL_(url))


class _Code(Part):
    def __init__(self, room: Room, code: str) -> None:
        self._code = code
        self._shown = Framed(room, text_pane(room, catalogue.CODE(), code, font="code"))
        self._copy = PushButton(room, catalogue.COPY_CODE())
        self._copy.watch(self._on_copy)

    def height(self, width: int) -> int:
        return self._shown.height(self._inner(width))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        inner, own = self._inner(width), self._copy.height(width)
        self._shown.place(x, y, inner, height)
        copy = width - inner - _BESIDE
        self._copy.place(x + width - copy, y + (height - own) // 2, copy, own)

    def _inner(self, width: int) -> int:
        return width - self._copy.natural_width - _BESIDE

    def _on_copy(self) -> None:
        if by_device():
            board = AppKit.NSPasteboard.generalPasteboard()
            board.declareTypes_owner_([AppKit.NSPasteboardTypeString], None)
            board.setString_forType_(self._code, AppKit.NSPasteboardTypeString)
            self._copy.say(catalogue.CODE_COPIED())
            self._copy.announce(catalogue.CODE_COPIED())
