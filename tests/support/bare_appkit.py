"""AppKit in Python alone, as far as a window of ours needs it: for what GNUstep has not, such as an
input method, and for machines without GNUstep.

Nothing is drawn. Letters are as wide as each other; tabs and lines are as Apple's documents say.
"""

import ctypes
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import count
from types import ModuleType
from typing import Any

from support import bare_objects
from support.bare_objects import (
    NUMBERS,
    STYLE,
    Class,
    NSAttributedString,
    NSObject,
    Point,
    Range,
    Rect,
    Size,
    calls,
    objects,
    rect,
    widths,
)

COCOA = "sayso.platforms.macos.cocoa"
SOON = 0.1
"""Seconds: timers that are due by then are fired by `turn`."""

panels: list[Any] = []
"""All windows, the latest last."""
_timers: list[Any] = []


# -- views


class NSView(NSObject):
    def initWithFrame_(self, frame: Any) -> Any:  # noqa: N802
        self.setFrame_(frame)
        return self

    def setFrame_(self, frame: Any) -> None:  # noqa: N802
        self.told["frame"] = rect(frame)

    def setFrameSize_(self, size: Any) -> None:  # noqa: N802
        self.told["frame"] = Rect(self.frame().origin, Size(*size))

    def bounds(self) -> Rect:
        return Rect(Point(0, 0), self.frame().size)

    def addSubview_(self, view: Any) -> None:  # noqa: N802
        view.told["superview"] = self

    def window(self) -> Any:
        above = self.told.get("superview")
        return self.told.get("window") or (above.window() if above else None)

    def isHiddenOrHasHiddenAncestor(self) -> bool:  # noqa: N802
        above = self.told.get("superview")
        return self.told.get("hidden", False) or bool(above and above.isHiddenOrHasHiddenAncestor())

    def isDescendantOf_(self, view: Any) -> bool:  # noqa: N802
        above = self.told.get("superview")
        return self is view or bool(above and above.isDescendantOf_(view))

    def convertRect_toView_(self, place: Any, view: Any) -> Rect:  # noqa: N802
        return rect(place)


class NSControl(NSView):
    def cell(self) -> Any:
        return self.told.setdefault("cell", NSObject.alloc())

    def stringValue(self) -> str:  # noqa: N802
        return str(self.told.get("stringValue", ""))

    def setStringValue_(self, text: str) -> None:  # noqa: N802
        self.told["stringValue"] = text

    def isEditable(self) -> bool:  # noqa: N802
        return bool(self.told.get("editable", True))

    def currentEditor(self) -> Any:  # noqa: N802
        """The editor of the window, while it edits this control."""
        editor = self.window().firstResponder()
        is_ours = isinstance(editor, NSTextView) and editor.told.get("delegate") is self
        return editor if is_ours else None


class NSButton(NSControl): ...


class NSTextField(NSControl): ...


class NSSecureTextField(NSTextField): ...


class NSImageView(NSControl): ...


class NSTextView(NSView):
    """The text stands in the view itself, and so do the storage, the container and the layout."""

    words = ""

    def textStorage(self) -> Any:  # noqa: N802
        return self

    textContainer = layoutManager = textStorage  # noqa: N815

    def setAttributedString_(self, text: NSAttributedString) -> None:  # noqa: N802
        self.words, self.told["attributes"] = text.words, text.attributes

    def string(self) -> str:
        return self.words

    def length(self) -> int:
        return len(self.words)

    firstUnlaidCharacterIndex = length  # noqa: N815

    def addAttribute_value_range_(self, name: int, value: Any, place: Any) -> None:  # noqa: N802
        """Changes nothing: all fonts are as wide."""

    def usedRectForTextContainer_(self, container: Any) -> Rect:  # noqa: N802
        rows = self._rows()
        style = self.told["attributes"][STYLE]
        return Rect(Point(0, 0), Size(max(rows), len(rows) * style.minimumLineHeight()))

    def sizeToFit(self) -> None:  # noqa: N802
        used = self.usedRectForTextContainer_(None).size
        least = self.told.get("minSize", (0, 0))
        self.setFrameSize_((max(used.width, least[0]), max(used.height, least[1])))

    def insertText_(self, words: str) -> None:  # noqa: N802
        """At the end. A field's editor has no text of its own here: the field has it."""
        if self.isFieldEditor():
            field = self.told["delegate"]
            field.told["stringValue"] = field.stringValue() + words
            field.controlTextDidChange_(None)
        elif self.isEditable():
            self.words += words
            self.textDidChange_(None)

    def mark(self, marked: bool) -> None:
        """An input method begins to write here, or has ended."""
        self.told["markedText"] = marked
        if not self.isFieldEditor():
            self.textDidChange_(None)

    def selectedRange(self) -> Range:  # noqa: N802
        return Range(len(self.words), 0)

    def isEditable(self) -> bool:  # noqa: N802
        return bool(self.told.get("editable", True))

    def isFieldEditor(self) -> bool:  # noqa: N802
        return bool(self.told.get("fieldEditor", False))

    def hasMarkedText(self) -> bool:  # noqa: N802
        return bool(self.told.get("markedText", False))

    def _rows(self) -> list[float]:
        follows = self.told.get("widthTracksTextView", True)
        room = self.frame().size.width if follows else self.told["containerSize"][0]
        return widths(self.words, self.told["attributes"], room)


class NSScrollView(NSView):
    def documentView(self) -> Any:  # noqa: N802
        return self.told["documentView"]

    def setDocumentView_(self, view: Any) -> None:  # noqa: N802
        self.told["documentView"] = view
        view.told["superview"] = self

    def contentView(self) -> Any:  # noqa: N802
        return self

    def contentSize(self) -> Size:  # noqa: N802
        size: Size = self.frame().size
        return size

    def documentVisibleRect(self) -> Rect:  # noqa: N802
        return Rect(Point(*self.told.get("corner", (0.0, 0.0))), self.frame().size)

    def scrollToPoint_(self, place: Any) -> None:  # noqa: N802
        """Tells of it at once, as the one of ours asks for."""
        self.told["corner"] = place
        self.boundsChanged_(None)


# -- windows


class NSPanel(NSObject):
    def initWithContentRect_styleMask_backing_defer_(self, place: Any, *_: Any) -> Any:  # noqa: N802
        self.told["frame"], self.passed_on = rect(place), list[Any]()
        panels.append(self)
        return self

    def contentView(self) -> Any:  # noqa: N802
        return self.told["contentView"]

    def setContentView_(self, view: Any) -> None:  # noqa: N802
        self.told["contentView"], view.told["window"] = view, self

    def frameRectForContentRect_(self, content: Any) -> Rect:  # noqa: N802
        return rect(content)

    def setFrame_display_(self, frame: Any, display: bool) -> None:  # noqa: N802
        self.told["frame"] = rect(frame)
        self.contentView().setFrameSize_(frame[1])

    def convertRectToScreen_(self, place: Any) -> Rect:  # noqa: N802
        return rect(place)

    def isVisible(self) -> bool:  # noqa: N802
        return bool(self.told.get("visible"))

    def orderFrontRegardless(self) -> None:  # noqa: N802
        self.told["visible"] = True

    def isKeyWindow(self) -> bool:  # noqa: N802
        return bool(self.told.get("keyWindow"))

    def makeKeyWindow(self) -> None:  # noqa: N802
        self.told["keyWindow"] = True
        self.told["delegate"].windowDidBecomeKey_(None)

    def makeFirstResponder_(self, responder: Any) -> bool:  # noqa: N802
        """A text field has an editor take the keys for it."""
        if isinstance(responder, NSTextField):
            editor = NSTextView.alloc()
            editor.told.update(fieldEditor=True, delegate=responder)
            responder = editor
        self.told["firstResponder"] = responder
        return True

    def sendEvent_(self, event: Any) -> None:  # noqa: N802
        """Keeps what AppKit would hand to the view with the focus. A letter is written there, if no
        input method is at work, which would take it."""
        self.passed_on.append(event)
        focused = self.firstResponder()
        if not isinstance(focused, NSTextView) or event.comes_up:
            return
        if event.marks is not None:
            focused.mark(event.marks)
        elif event.character.isprintable() and not focused.hasMarkedText():
            focused.insertText_(event.character)


class NSScreen(NSObject):
    @classmethod
    def screens(cls) -> list[Any]:
        return [cls.mainScreen()]

    def frame(self) -> Rect:
        return rect(((0, 0), (1440, 900)))

    visibleFrame = frame  # noqa: N815


# -- events and time


class NSEvent(NSObject):
    @classmethod
    def mouseLocation(cls) -> Point:  # noqa: N802
        return Point(0, 0)

    @classmethod
    def modifierFlags(cls) -> int:  # noqa: N802
        return 0


_times = count(1)


class Key:
    """An event of a key, as a device sends it."""

    def __init__(
        self,
        character: str,
        *,
        comes_up: bool = False,
        command: bool = False,
        marks: bool | None = None,
    ) -> None:
        """`marks`: whether an input method that gets it begins to write (True) or has ended; None:
        neither."""
        self.character, self.comes_up, self.command = character, comes_up, command
        self.marks = marks
        self._time = float(next(_times))

    def type(self) -> int:
        return NUMBERS["NSEventTypeKeyUp" if self.comes_up else "NSEventTypeKeyDown"]

    def modifierFlags(self) -> int:  # noqa: N802
        return NUMBERS["NSEventModifierFlagCommand"] if self.command else 0

    def charactersIgnoringModifiers(self) -> str:  # noqa: N802
        return self.character

    def keyCode(self) -> int:  # noqa: N802
        return ord(self.character)

    def timestamp(self) -> float:
        return self._time

    def isARepeat(self) -> bool:  # noqa: N802
        return False

    def respondsToSelector_(self, name: str) -> bool:  # noqa: N802
        return False


class NSTimer(NSObject):
    @classmethod
    def timerWithTimeInterval_target_selector_userInfo_repeats_(  # noqa: N802
        cls, seconds: float, target: Any, *_: Any
    ) -> Any:
        made = cls.alloc()
        made.seconds, made.target = seconds, target
        _timers.append(made)
        return made

    def invalidate(self) -> None:
        if self in _timers:
            _timers.remove(self)


def turn() -> None:
    """The main loop turns, and some time passes: `SOON`."""
    for timer in [each for each in _timers if each.seconds <= SOON]:
        if timer in _timers:
            _timers.remove(timer)
            timer.target.fire_(timer)


class NSApplication(NSObject):
    responds = ("setActivationPolicy:",)

    @classmethod
    def sharedApplication(cls) -> Any:  # noqa: N802
        calls.append(("NSApplication", "sharedApplication", ()))
        return cls.shared("sharedApplication")


class NSColor(NSObject):
    @classmethod
    def respondsToSelector_(cls, name: str) -> bool:  # noqa: N802
        return True


# -- the modules


class _AppKit(ModuleType):
    """A name that is written out nowhere here is a constant, or a class like any other."""

    CLASSES = (
        "NSBezierPath", "NSDistributedNotificationCenter", "NSFileHandle", "NSImage", "NSMenu",
        "NSMenuItem", "NSNotificationCenter", "NSPasteboard", "NSRunLoop", "NSURL", "NSWorkspace",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__("AppKit")
        for names in (vars(bare_objects), globals()):
            vars(self).update({name: value for name, value in names.items() if name[:2] == "NS"})
        vars(self).update({name: Class(name, (NSObject,), {}) for name in self.CLASSES})
        self._numbers = dict(NUMBERS)

    def NSPointInRect(self, place: Any, area: Any) -> bool:  # noqa: N802
        return True

    def __getattr__(self, name: str) -> int:
        if not name.startswith("NS") or name.startswith("NSAccessibility"):
            raise AttributeError(name)
        return self._numbers.setdefault(name, 1 << 32 | len(self._numbers))


appkit: Any = _AppKit()


class _NoSuchClass(Exception): ...


def _look_up(name: str) -> Any:
    raise _NoSuchClass(name)


def _objc() -> ModuleType:
    made: Any = ModuleType("objc")
    made.super, made.pyobjc_id, made.autorelease_pool = super, id, nullcontext
    made.lookUpClass, made.nosuchclass_error = _look_up, _NoSuchClass
    return made  # type: ignore[no-any-return]


def message(receiver: int, name: str, result: Any = None, *arguments: tuple[Any, Any]) -> Any:
    """In place of `cocoa.raw.message`, for the texts of fields. A text is its field."""
    words = objects[receiver].stringValue().encode()
    match name:
        case "stringValue":
            return receiver
        case "lengthOfBytesUsingEncoding:":
            return len(words)
        case _:
            assert name == "getCString:maxLength:encoding:"
            ctypes.memmove(arguments[0][1], words + b"\0", len(words) + 1)
            return True


@contextmanager
def installed() -> Iterator[None]:
    """Within this block our modules that use AppKit are loaded anew, and get this one."""
    platform = importlib.import_module("sayso.platforms.macos")
    before = dict(sys.modules)
    loaded = vars(platform).get("cocoa")
    _forget(platform)
    for each in (calls, panels, _timers):
        each.clear()
    sys.modules.update({"AppKit": appkit, "objc": _objc()})
    raw: Any = importlib.import_module(f"{COCOA}.raw")
    raw.message = message
    try:
        yield
    finally:
        _forget(platform)
        ours = {name: module for name, module in before.items() if _is_forgotten(name)}
        sys.modules.update(ours)
        if loaded is not None:
            vars(platform)["cocoa"] = loaded
        objects.clear()


def _is_forgotten(name: str) -> bool:
    return name in ("AppKit", "objc", COCOA) or name.startswith(f"{COCOA}.")


def _forget(platform: ModuleType) -> None:
    for name in [*sys.modules]:
        if _is_forgotten(name):
            del sys.modules[name]
    vars(platform).pop("cocoa", None)
