"""Objects of AppKit's in Python alone, and the texts that they lay out: see bare_appkit.

An object says again what a setter has told it; every other call that it does not know is recorded
and does nothing.
"""

from collections.abc import Callable
from functools import partial
from math import floor, inf
from typing import Any, ClassVar, NamedTuple

LETTER = 7.2
"""Points of width of a letter, and of a space, in every font."""
STOPS = tuple(28.0 * (number + 1) for number in range(12))
"""A paragraph style's own stops for tabs: NSParagraphStyle, tabStops."""

NUMBERS = {
    "NSEventTypeKeyDown": 10, "NSEventTypeKeyUp": 11, "NSEventTypeFlagsChanged": 12,
    "NSEventModifierFlagCapsLock": 1 << 16, "NSEventModifierFlagShift": 1 << 17,
    "NSEventModifierFlagControl": 1 << 18, "NSEventModifierFlagCommand": 1 << 20,
    "NSUpArrowFunctionKey": 0xF700, "NSDownArrowFunctionKey": 0xF701,
    "NSLeftArrowFunctionKey": 0xF702, "NSRightArrowFunctionKey": 0xF703,
    "NSHomeFunctionKey": 0xF729, "NSEndFunctionKey": 0xF72B,
    "NSPageUpFunctionKey": 0xF72C, "NSPageDownFunctionKey": 0xF72D,
    "NSUTF8StringEncoding": 4, "NSParagraphStyleAttributeName": 1 << 31,
    "NSApplicationActivationPolicyAccessory": 1,
}  # fmt: skip
STYLE = NUMBERS["NSParagraphStyleAttributeName"]
_ATTRIBUTES = ("held_by", "scrolled", "act", "ready")
"""What our own classes have as attributes, which are no methods of AppKit's."""

calls: list[tuple[str, str, tuple[Any, ...]]] = []
"""The recorded calls: the class, the method in PyObjC's spelling, and what it was given."""
objects: dict[int, Any] = {}
"""All objects, by the addresses that `objc.pyobjc_id` tells."""


class Point(NamedTuple):
    x: float
    y: float


class Size(NamedTuple):
    width: float
    height: float


class Rect(NamedTuple):
    origin: Point
    size: Size


class Range(NamedTuple):
    location: int
    length: int


def rect(told: Any) -> Rect:
    return Rect(Point(*told[0]), Size(*told[1]))


class Class(type):
    """A class of AppKit's. What it is asked as a class, and does not know, it answers with an
    object: a colour, a font, a centre."""

    def __getattr__(cls, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name in _ATTRIBUTES:
            raise AttributeError(name)
        return lambda *_given: cls.shared(name)

    def shared(cls, name: str) -> Any:
        shared: dict[str, Any] = cls.__dict__.get("objects") or {}
        type.__setattr__(cls, "objects", shared)
        return shared.setdefault(name, cls.alloc())


class NSObject(metaclass=Class):
    responds: ClassVar[tuple[str, ...]] = ()
    """Selectors to which it answers, beside methods that are written out."""
    told: dict[str, Any]

    @classmethod
    def alloc(cls) -> Any:
        made = cls.__new__(cls)
        made.told = {}
        objects[id(made)] = made
        return made

    @classmethod
    def respondsToSelector_(cls, name: str) -> bool:  # noqa: N802
        return name in cls.responds or any(
            name.replace(":", "_") in vars(each) for each in cls.__mro__
        )

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name in _ATTRIBUTES or name == "told":
            raise AttributeError(name)
        return partial(self._answer, name)

    def _answer(self, name: str, *given: Any) -> Any:
        if name.startswith("init"):
            return self
        if name.startswith("set") and len(given) == 1:
            self.told[_lower(name[3:-1])] = given[0]
        elif not given and (key := _lower(name.removeprefix("is"))) in self.told:
            return self.told[key]
        calls.append((type(self).__name__, name, given))
        return None


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


# -- texts


class NSFont(NSObject):
    @classmethod
    def systemFontSize(cls) -> float:  # noqa: N802
        return 13.0

    def ascender(self) -> float:
        return 10.0

    def descender(self) -> float:
        return -3.0

    def leading(self) -> float:
        return 0.0


class NSFontManager(NSObject):
    def convertFont_toHaveTrait_(self, font: Any, trait: int) -> Any:  # noqa: N802
        return font


class NSMutableParagraphStyle(NSObject):
    def tab(self, at: float) -> float | None:
        """Where a tab at this place leads; None: behind the last stop, so that the line goes on
        below (NSParagraphStyle, defaultTabInterval: it is 0 by itself)."""
        behind = [stop for stop in self.told.get("tabStops", STOPS) if stop > at]
        if behind:
            return float(behind[0])
        interval: float = self.told.get("defaultTabInterval", 0.0)
        return (floor(at / interval) + 1) * interval if interval else None


def widths(words: str, attributes: Any, room: float = inf) -> list[float]:
    """The widths of the lines that these words take, where there is so much room for each."""
    style = attributes.get(STYLE) or NSMutableParagraphStyle.alloc()
    rows = []
    for line in words.split("\n"):
        at = 0.0
        for letter in line:
            to = style.tab(at) if letter == "\t" else at + LETTER
            if to is None or to > room:
                rows.append(at)
                to = 0.0 if letter == "\t" else LETTER
            at = to
        rows.append(at)
    return rows


class NSAttributedString(NSObject):
    def initWithString_attributes_(self, words: str, attributes: Any) -> Any:  # noqa: N802
        self.words, self.attributes = words, attributes
        return self

    def size(self) -> Size:
        return self._size(inf)

    def boundingRectWithSize_options_(self, size: Any, options: int) -> Rect:  # noqa: N802
        return Rect(Point(0, 0), self._size(size[0]))

    def _size(self, room: float) -> Size:
        rows = widths(self.words, self.attributes, room)
        return Size(max(rows), 13.0 * len(rows))
