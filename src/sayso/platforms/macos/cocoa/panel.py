"""The window that a question stands in, and its place on the screen."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from typing import Any, Protocol

import AppKit
import objc

from sayso.platforms.macos.cocoa import input_method
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.room import Focusable, Room, SaysoRoom
from sayso.presentation import layout

_STYLE = (
    AppKit.NSWindowStyleMaskTitled
    | AppKit.NSWindowStyleMaskClosable
    | AppKit.NSWindowStyleMaskNonactivatingPanel
)
_EVERYWHERE = (
    AppKit.NSWindowCollectionBehaviorCanJoinAllSpaces
    | AppKit.NSWindowCollectionBehaviorFullScreenAuxiliary
)


class Listener(Protocol):
    """Hears what the system tells of a panel."""

    def on_event(self, event: Any, pass_on: Any) -> None: ...
    def on_equivalent(self, event: Any) -> bool: ...
    def on_focus(self) -> None:
        """The focus may be elsewhere, whoever moved it."""

    def on_close(self) -> None: ...
    def on_keyboard(self) -> None:
        """The keyboard has come to this window."""

    def on_place(self) -> None:
        """The window may stand elsewhere, or be of another size."""

    def on_sight(self) -> None:
        """More of the window may be in sight, or less."""


class SaysoPanel(AppKit.NSPanel):
    listener: Listener | None = None
    """None: the window is not complete yet."""
    focus_moves = False

    def canBecomeKeyWindow(self) -> bool:  # noqa: N802
        return True

    def canBecomeMainWindow(self) -> bool:  # noqa: N802
        return False

    def sendEvent_(self, event: Any) -> None:  # noqa: N802
        with deadly:
            pass_on = objc.super(SaysoPanel, self).sendEvent_
            if self.listener:
                self.listener.on_event(event, pass_on)
            else:
                pass_on(event)

    def makeFirstResponder_(self, responder: Any) -> bool:  # noqa: N802
        """Calls `on_focus` when the focus has come to rest: a text field gives it on to its editor,
        by another call of this method within this one."""
        was_moving, self.focus_moves = self.focus_moves, True
        with deadly:
            is_done = objc.super(SaysoPanel, self).makeFirstResponder_(responder)
            if self.listener and not was_moving:
                self.listener.on_focus()
        self.focus_moves = was_moving
        return bool(is_done)

    def performKeyEquivalent_(self, event: Any) -> bool:  # noqa: N802
        with deadly:
            return self.listener is not None and self.listener.on_equivalent(event)


class SaysoWatcher(AppKit.NSObject):
    """The panel's delegate."""

    listener: Listener

    def windowShouldClose_(self, window: Any) -> bool:  # noqa: N802
        with deadly:
            self.listener.on_close()
        return False

    def windowDidBecomeKey_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.listener.on_keyboard()

    def windowDidMove_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.listener.on_place()

    def windowDidResize_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.listener.on_place()

    def windowDidChangeScreen_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.listener.on_place()

    def windowDidChangeOcclusionState_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.listener.on_sight()


class Toplevel(Room):
    """A window that comes up above all others, on every Space, and without the keyboard."""

    def __init__(self, title: str) -> None:
        self.stops: list[Any] = []
        self.focus_targets: list[Focusable] = []
        """The controls to which we gave the focus since `Keyboard.look_at_focus` was last
        called."""
        self.panel = SaysoPanel.alloc().initWithContentRect_styleMask_backing_defer_(
            ((0, 0), (layout.NARROWEST, 100)), _STYLE, AppKit.NSBackingStoreBuffered, False
        )
        self._watcher = SaysoWatcher.alloc().init()
        self._prepare(title)
        view = SaysoRoom.alloc().initWithFrame_(((0, 0), (layout.NARROWEST, 100)))
        self.panel.setContentView_(view)
        super().__init__(self, view)

    def _prepare(self, title: str) -> None:
        panel = self.panel
        panel.setTitle_(title)
        panel.setReleasedWhenClosed_(False)
        panel.setHidesOnDeactivate_(False)
        panel.setBecomesKeyOnlyIfNeeded_(False)
        panel.setLevel_(AppKit.NSFloatingWindowLevel)
        panel.setAcceptsMouseMovedEvents_(True)
        panel.setCanHide_(False)
        for name, value in (
            ("setCollectionBehavior:", _EVERYWHERE),
            ("setSharingType:", AppKit.NSWindowSharingNone),
        ):
            if panel.respondsToSelector_(name):
                getattr(panel, name.replace(":", "_"))(value)

    def listen(self, listener: Listener) -> None:
        self.panel.listener = self._watcher.listener = listener
        self.panel.setDelegate_(self._watcher)

    # The focus

    @property
    def focused(self) -> Focusable | None:
        """The control that has the focus, even if the window does not have the keyboard; None: none
        has."""
        responder = self.panel.firstResponder()
        if responder is None:
            return None
        if (holder := getattr(responder, "held_by", None)) is not None:
            return holder  # type: ignore[no-any-return]
        if responder.respondsToSelector_("isFieldEditor") and responder.isFieldEditor():
            return getattr(responder.delegate(), "held_by", None)
        return None

    def focus(self, control: Focusable) -> None:
        if self.focused is not control:
            self.focus_targets.append(control)
            self.panel.makeFirstResponder_(control.focus_view)

    @property
    def composing(self) -> bool:
        """Whether an input method is at work in what has the focus."""
        return input_method.composing_in(self.panel.firstResponder())

    @property
    def has_keyboard(self) -> bool:
        return bool(self.panel.isKeyWindow())

    # Its place

    @property
    def work_area_size(self) -> tuple[int, int]:
        """Width and height of the screen's work area, in points."""
        _, (width, height) = self._screen.visibleFrame()
        return int(width), int(height)

    @property
    def _screen(self) -> Any:
        """The screen that the window is on; before it is shown, the one that the pointer is on."""
        if self.panel.isVisible() and self.panel.screen() is not None:
            return self.panel.screen()
        pointer = AppKit.NSEvent.mouseLocation()
        for each in AppKit.NSScreen.screens():
            if AppKit.NSPointInRect(pointer, each.frame()):
                return each
        return AppKit.NSScreen.mainScreen()

    @property
    def content_size(self) -> tuple[int, int]:
        """Width and height of the content, in points."""
        _, (width, height) = self.view.frame()
        return int(width), int(height)

    def place_on_screen(self, width: int, height: int) -> None:
        """Places the window before it is shown, with content of this size: centred across the
        screen, with a third of the free height above it."""
        (left, bottom), (area_width, area_height) = self._screen.visibleFrame()
        _, (whole, high) = self.panel.frameRectForContentRect_(((0, 0), (width, height)))
        x = left + (area_width - whole) // 2
        top = max((area_height - high) // 3, 0)
        self.panel.setFrame_display_(((x, bottom + area_height - top - high), (whole, high)), False)

    def resize(self, height: int, *, moves_top: bool) -> None:
        """Gives the content this height. `moves_top`: the lower edge stays, if there is room above;
        else the upper edge stays, if there is room below."""
        before = self.content_size[1]
        if height == before:
            return
        (left, bottom), (width, high) = self.panel.frame()
        (_, area_bottom), (_, area_height) = self._screen.visibleFrame()
        area_top = area_bottom + area_height
        top, new = layout.resized(
            int(area_top - bottom - high),
            int(high),
            more=0,
            least=height + int(high) - before,
            area=(0, int(area_height)),
            moves_top=moves_top,
        )
        self.panel.setFrame_display_(((left, area_top - top - new), (width, new)), True)

    def area_of(self, view: Any) -> tuple[int, ...]:
        """Left, bottom, width and height of the view on the screen, in points from its lower left
        corner."""
        (x, y), (width, height) = self.panel.convertRectToScreen_(
            view.convertRect_toView_(view.bounds(), None)
        )
        return round(x), round(y), round(width), round(height)

    @property
    def area(self) -> tuple[int, ...]:
        (x, y), (width, height) = self.panel.frame()
        return round(x), round(y), round(width), round(height)

    def on_screen(self, event: Any) -> tuple[float, float]:
        """Where the event happened on the screen: the pointer may be further by now."""
        place = ((event.locationInWindow().x, event.locationInWindow().y), (0, 0))
        (x, y), _ = self.panel.convertRectToScreen_(place)
        return x, y

    def pointer_is_over(self, view: Any) -> bool:
        return is_in(AppKit.NSEvent.mouseLocation(), self.area_of(view))


def is_in(place: Any, area: tuple[int, ...]) -> bool:
    (x, y), (left, bottom, width, height) = place, area
    return bool(left <= x < left + width and bottom <= y < bottom + height)
