"""The small windows of the tray: one says what went wrong, one what this program is."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable, Sequence
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.presentation import mark_pictures
from sayso.presentation.tray import words as catalogue

_STYLE = (
    AppKit.NSWindowStyleMaskTitled
    | AppKit.NSWindowStyleMaskClosable
    | AppKit.NSWindowStyleMaskNonactivatingPanel
)
_WIDTH, _EDGE, _GAP = 420, 20, 10
_PICTURE, _PIXELS = 64, 128
"""The side of the mark: in points as it is shown, and in pixels as it is drawn."""
_BUTTON = (96, 32)
_INSET = 4
"""Points that a text field keeps to itself, left and right together."""

_open: list[SmallWindow] = []
_about: list[SmallWindow] = []
"""The window of `about` while it is open; it is in `_open`, too."""

Line = tuple[str, str]
"""The name of a font in `look`, and words in that font."""


def tell(words: str, remedy: str) -> None:
    SmallWindow([("bold", words), ("text", remedy)], _forget).come_up()


def about(name: str, version: str, comment: str, licence: str) -> None:
    """Shows the window about this program, or the one that is open already."""
    if not _about:
        lines = [("title", f"{name} {version}"), ("text", comment), ("text", licence)]
        _about.append(SmallWindow(lines, _forget))
    _about[0].come_up()


def _forget(window: SmallWindow) -> None:
    for kept in (_open, _about):
        if window in kept:
            kept.remove(window)


class SaysoSmallPanel(AppKit.NSPanel):
    def canBecomeKeyWindow(self) -> bool:  # noqa: N802
        return True

    def cancelOperation_(self, sender: Any) -> None:  # noqa: N802
        """Closes the window by Escape."""
        with deadly:
            self.close()


class SaysoCloser(AppKit.NSObject):
    """The panel's delegate, and the object that its button calls."""

    closed: Callable[[], None]
    panel: Any

    def dismiss_(self, button: Any) -> None:
        with deadly:
            self.panel.close()

    def windowWillClose_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.closed()


class SmallWindow:
    """A window with the mark, words beside it, and a button that closes it. The words can be
    selected, to be copied into a question to somebody else."""

    def __init__(self, lines: Sequence[Line], closed: Callable[[SmallWindow], None]) -> None:
        beside = _WIDTH - 2 * _EDGE - _PICTURE - _GAP
        labels = [_label(font, words, beside) for font, words in lines if words]
        high = sum(label.frame().size.height + _GAP for label in labels)
        height = 2 * _EDGE + max(high, _PICTURE + _GAP) + _BUTTON[1]
        self._panel = SaysoSmallPanel.alloc().initWithContentRect_styleMask_backing_defer_(
            ((0, 0), (_WIDTH, height)), _STYLE, AppKit.NSBackingStoreBuffered, False
        )
        self._closer = SaysoCloser.alloc().init()  # the panel does not keep it alive
        self._closer.panel = self._panel
        self._closer.closed = lambda: closed(self)
        self._prepare()
        self._fill(labels, height)

    def come_up(self) -> None:
        """Shows the window, with the keyboard; the program in front stays there."""
        if self not in _open:
            _open.append(self)
            self._panel.center()
        self._panel.orderFrontRegardless()
        self._panel.makeKeyWindow()

    def _prepare(self) -> None:
        panel = self._panel
        panel.setTitle_(catalogue.NAME)
        panel.setReleasedWhenClosed_(False)
        panel.setHidesOnDeactivate_(False)
        panel.setLevel_(AppKit.NSFloatingWindowLevel)
        panel.setDelegate_(self._closer)

    def _fill(self, labels: Sequence[Any], height: float) -> None:
        content = self._panel.contentView()
        picture = AppKit.NSImageView.alloc().initWithFrame_(
            ((_EDGE, height - _EDGE - _PICTURE), (_PICTURE, _PICTURE))
        )
        picture.setImage_(
            AppKit.NSImage.alloc().initWithContentsOfFile_(mark_pictures.path(_PIXELS))
        )
        content.addSubview_(picture)
        top = height - _EDGE
        for label in labels:
            top -= label.frame().size.height
            label.setFrameOrigin_((_EDGE + _PICTURE + _GAP, top))
            content.addSubview_(label)
            top -= _GAP
        content.addSubview_(self._button())

    def _button(self) -> Any:
        width, height = _BUTTON
        made = AppKit.NSButton.alloc().initWithFrame_(
            ((_WIDTH - _EDGE - width, _EDGE), (width, height))
        )
        made.setBezelStyle_(AppKit.NSBezelStyleRounded)
        made.setTitle_(catalogue.OK())
        made.setKeyEquivalent_("\r")
        made.setTarget_(self._closer)
        made.setAction_("dismiss:")
        return made


def _label(font: str, words: str, width: float) -> Any:
    height = look.measure(words, width - _INSET, font)[1]
    made = AppKit.NSTextField.alloc().initWithFrame_(((0, 0), (width, height)))
    made.setEditable_(False)
    made.setSelectable_(True)
    made.setBezeled_(False)
    made.setBordered_(False)
    made.setDrawsBackground_(False)
    made.setTextColor_(look.color("text"))
    made.setFont_(look.font(font))
    made.cell().setWraps_(True)
    made.setStringValue_(words)
    return made
