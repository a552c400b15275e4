"""Drops a text on a window as if somebody had dragged it there: by messages that any program can
send (XDND, version 5).

python x11_drop.py WINDOW X Y TEXT

X and Y: the place on the screen. It drops the text even where the window refuses it. Prints "taken"
if the window fetched the text, else "left".
"""

import select
import sys
import time
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage, SelectionNotify

_VERSION = 5
_WITHIN = 1.5
"""Seconds for the window to fetch the text, or to say that it is done."""


class Dragging:
    def __init__(self, target: int, text: str) -> None:
        self._display = Display()
        self._target = self._display.create_resource_object("window", target)
        self._text = text.encode()
        root = self._display.screen().root
        self._source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self._selection, self._type = self._atom("XdndSelection"), self._atom("UTF8_STRING")
        self._source.set_selection_owner(self._selection, X.CurrentTime)
        self.is_taken = False

    def drop(self, x: int, y: int) -> None:
        copying = self._atom("XdndActionCopy")
        self._say("XdndEnter", _VERSION << 24, self._type)
        self._say("XdndPosition", 0, x << 16 | y, X.CurrentTime, copying)
        self._hear("XdndStatus")
        self._say("XdndDrop", 0, X.CurrentTime)
        self._hear("XdndFinished")

    def _say(self, name: str, *words: int) -> None:
        data = [self._source.id, *words]
        message = ClientMessage(
            window=self._target, client_type=self._atom(name), data=(32, (data + [0] * 4)[:5])
        )
        self._target.send_event(message)
        self._display.flush()

    def _hear(self, name: str) -> None:
        """Serves the window until it says this, or too much time has passed."""
        until = time.monotonic() + _WITHIN
        while (left := until - time.monotonic()) > 0:
            if not self._display.pending_events():
                select.select([self._display], [], [], left)
                continue
            event = self._display.next_event()
            if event.type == X.SelectionRequest:
                self._hand_over(event)
            elif event.type == X.ClientMessage and event.client_type == self._atom(name):
                return

    def _hand_over(self, request: Any) -> None:
        requestor, where, target = request.requestor, request.property, request.target
        if target == self._atom("TARGETS"):
            requestor.change_property(where, Xatom.ATOM, 32, [self._type])
        else:
            requestor.change_property(where, self._type, 8, self._text)
            self.is_taken = True
        told = SelectionNotify(
            time=request.time, requestor=requestor, selection=self._selection,
            target=target, property=where,
        )  # fmt: skip
        requestor.send_event(told)
        self._display.flush()

    def _atom(self, name: str) -> int:
        atom: int = self._display.intern_atom(name)
        return atom


def main(window: str, x: str, y: str, text: str) -> None:
    dragging = Dragging(int(window), text)
    dragging.drop(int(x), int(y))
    print("taken" if dragging.is_taken else "left")


if __name__ == "__main__":
    main(*sys.argv[1:])
