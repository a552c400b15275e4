"""A window with one of each that a dialog has, in PyObjC's spelling. It says what comes to it.

What it is to do by itself the variable TRIAL tells: `callback` raises in an action, `raised` has
GNUstep raise there, `short` ends the process by a timer.
"""

import os
from typing import Any

import AppKit
import objc

TRIAL = os.environ.get("TRIAL", "")
PERIOD = 0.1
MODES = (
    AppKit.NSDefaultRunLoopMode, AppKit.NSModalPanelRunLoopMode, AppKit.NSEventTrackingRunLoopMode,
)  # fmt: skip
STYLE = AppKit.NSWindowStyleMaskTitled | AppKit.NSWindowStyleMaskClosable

FRAMES = {
    "button": ((20, 20), (120, 30)),
    "field": ((20, 70), (200, 24)),
    "text": ((20, 110), (360, 80)),
    "keys": ((260, 20), (120, 60)),
}


def say(*words: object) -> None:
    print(*words, flush=True)


class TrialPanel(AppKit.NSPanel):
    def canBecomeKeyWindow(self) -> bool:  # noqa: N802
        return True


class TrialButton(AppKit.NSButton):
    def mouseDown_(self, event: Any) -> None:  # noqa: N802
        place = self.convertPoint_fromView_(event.locationInWindow(), None)
        inside = AppKit.NSPointInRect(place, self.bounds())
        say("mouse down", event.type() == AppKit.NSEventTypeLeftMouseDown, inside)
        objc.super(TrialButton, self).mouseDown_(event)
        say("mouse up")


class TrialKeys(AppKit.NSView):
    def acceptsFirstResponder(self) -> bool:  # noqa: N802
        return True

    def keyDown_(self, event: Any) -> None:  # noqa: N802
        say("key down", repr(event.characters()), event.modifierFlags() & MODIFIERS)


MODIFIERS = AppKit.NSEventModifierFlagShift | AppKit.NSEventModifierFlagControl


class TrialDelegate(AppKit.NSObject):
    """The window's, the field's and the text's."""

    def windowDidBecomeKey_(self, notification: Any) -> None:  # noqa: N802
        say("keyboard", notification.object().title())

    def windowShouldClose_(self, window: Any) -> bool:  # noqa: N802
        say("closing", window is self.panel)
        return False

    def controlTextDidChange_(self, notification: Any) -> None:  # noqa: N802
        field = notification.object()
        say("typed", repr(field.stringValue()), isinstance(field, AppKit.NSSecureTextField))

    def control_textView_doCommandBySelector_(  # noqa: N802
        self, control: Any, view: Any, command: str
    ) -> bool:
        say("command", command)
        return bool(command == "cancelOperation:")

    def textDidChange_(self, notification: Any) -> None:  # noqa: N802
        say("text", repr(notification.object().string()))

    def pressed_(self, sender: Any) -> None:
        say("pressed", sender.title(), AppKit.NSApp.currentEvent() is not None)
        if TRIAL == "callback":
            raise ValueError("in a callback")
        if TRIAL == "raised":
            AppKit.NSArray.array().objectAtIndex_(3)

    def tick_(self, timer: Any) -> None:
        self.ticks += 1
        if self.ticks == 1:
            say("timer", timer.isValid(), timer.userInfo()["why"] == "trial")

    def stop_(self, _timer: Any) -> None:
        say("ticks", self.ticks > 1)
        AppKit.NSApp.terminate_(None)


def build() -> Any:
    delegate = TrialDelegate.alloc().init()
    delegate.ticks = 0
    panel = TrialPanel.alloc().initWithContentRect_styleMask_backing_defer_(
        ((100, 100), (400, 220)), STYLE, AppKit.NSBackingStoreBuffered, False
    )
    delegate.panel = panel
    panel.setTitle_("Trial")
    panel.setDelegate_(delegate)
    for name, view in (
        ("button", button(delegate)), ("field", field(delegate)), ("text", text(delegate)),
        ("keys", TrialKeys.alloc().initWithFrame_(FRAMES["keys"])),
    ):  # fmt: skip
        panel.contentView().addSubview_(view)
        place = view.frame()
        say("at", name, int(AppKit.NSMidX(place)), int(AppKit.NSMidY(place)))
    return delegate


def button(delegate: Any) -> Any:
    made = TrialButton.alloc().initWithFrame_(FRAMES["button"])
    made.setTitle_("Prüfen")
    made.setTarget_(delegate)
    made.setAction_("pressed:")
    return made


def field(delegate: Any) -> Any:
    made = AppKit.NSSecureTextField.alloc().initWithFrame_(FRAMES["field"])
    made.setDelegate_(delegate)
    return made


def text(delegate: Any) -> Any:
    scroll = AppKit.NSScrollView.alloc().initWithFrame_(FRAMES["text"])
    scroll.setHasVerticalScroller_(True)
    view = AppKit.NSTextView.alloc().initWithFrame_(((0, 0), scroll.contentSize()))
    view.setRichText_(False)
    view.setDelegate_(delegate)
    scroll.setDocumentView_(view)
    return scroll


def every(seconds: float, delegate: Any, action: str, *, again: bool) -> None:
    timer = AppKit.NSTimer.timerWithTimeInterval_target_selector_userInfo_repeats_(
        seconds, delegate, action, {"why": "trial"} if again else None, again
    )
    for mode in MODES:
        AppKit.NSRunLoop.currentRunLoop().addTimer_forMode_(timer, mode)


def main() -> None:
    application = AppKit.NSApplication.sharedApplication()
    delegate = build()
    every(PERIOD, delegate, "tick:", again=True)
    if TRIAL == "short":
        every(5 * PERIOD, delegate, "stop:", again=False)
    delegate.panel.makeKeyAndOrderFront_(None)
    application.run()


if __name__ == "__main__":
    main()
