"""Fonts and colours: the system's own, so that they follow its light, dark and high-contrast
looks."""

import sys

assert sys.platform == "darwin"

import math
from functools import cache
from typing import Any

import AppKit

COLORS = {
    "text": ("labelColor", "controlTextColor"),
    "behind": ("windowBackgroundColor",),
    "sheet": ("textBackgroundColor",),
    "edge": ("separatorColor", "controlShadowColor"),
    "dead": ("disabledControlTextColor",),
    "accent": ("controlAccentColor", "keyboardFocusIndicatorColor"),
    "error": ("systemRedColor", "redColor"),
    "added": ("systemGreenColor", "greenColor"),
    "warning": ("systemYellowColor", "yellowColor"),
}
"""AppKit's names of colours, by what a colour is for; the first one that AppKit has counts."""
_WASH = 0.25
"""How opaque a colour lies over what is behind, unless told otherwise."""
_BEYOND = 1e6
_TAB = 8
"""Spaces from one stop of tabs to the next."""
_SHORT_BY = 0.01
"""Points by which stops are nearer than that: so many letters as stand before a stop end behind it,
however their widths are rounded, and the tab leads to the next one."""


@cache
def color(name: str) -> Any:
    """The colour for a purpose in `COLORS`. It changes by itself where the person's look does.
    Raises LookupError: AppKit has none of its names."""
    for each in COLORS[name]:
        if AppKit.NSColor.respondsToSelector_(each):
            return getattr(AppKit.NSColor, each)()
    raise LookupError(name)


def wash(name: str, strength: float = _WASH) -> Any:
    """A translucent colour, for what is drawn now: it does not change with the person's look."""
    plain = color(name).colorUsingColorSpaceName_(AppKit.NSCalibratedRGBColorSpace)
    return (color(name) if plain is None else plain).colorWithAlphaComponent_(strength)


@cache
def font(name: str) -> Any:
    usual = AppKit.NSFont.systemFontSize()
    match name:
        case "bold":
            return AppKit.NSFont.boldSystemFontOfSize_(usual)
        case "title":
            return AppKit.NSFont.boldSystemFontOfSize_(usual + 3)
        case "fixed":
            return AppKit.NSFont.userFixedPitchFontOfSize_(usual - 1)
        case "fixed bold":
            manager = AppKit.NSFontManager.sharedFontManager()
            return manager.convertFont_toHaveTrait_(font("fixed"), AppKit.NSBoldFontMask)
        case "code":
            return AppKit.NSFont.userFixedPitchFontOfSize_(usual * 2)
        case _:
            return AppKit.NSFont.systemFontOfSize_(usual)


@cache
def line_height(name: str) -> int:
    """Height of a line in this font, in points; all lines of a text have that height."""
    told = font(name)
    height: float = told.ascender() - told.descender() + max(told.leading(), 0)
    return math.ceil(height)


def with_tabs(name: str) -> Any:
    """A paragraph style for texts with tabs, in the font `name`. AppKit's own has twelve stops, 28
    points apart, and goes on in another line behind the last one."""
    style = AppKit.NSMutableParagraphStyle.alloc().init()
    style.setTabStops_([])
    style.setDefaultTabInterval_(_TAB * _space(name) - _SHORT_BY)
    return style


@cache
def _space(name: str) -> float:
    """Width of a space, in points: between letters, as one at the end of a line may have none."""
    return _width("n n", name) - _width("nn", name)


def _width(words: str, name: str) -> float:
    attributes = {AppKit.NSFontAttributeName: font(name)}
    text = AppKit.NSAttributedString.alloc().initWithString_attributes_(words, attributes)
    width: float = text.size().width
    return width


def measure(
    words: str, width: float | None, name: str, *, has_tabs: bool = False
) -> tuple[int, int]:
    """Width and height in points of these words in the font `name`, wrapped at `width`; None: not
    wrapped. `has_tabs`: their tabs lead to the stops of `with_tabs`."""
    attributes = {AppKit.NSFontAttributeName: font(name)}
    if has_tabs:
        attributes[AppKit.NSParagraphStyleAttributeName] = with_tabs(name)
    text = AppKit.NSAttributedString.alloc().initWithString_attributes_(words or " ", attributes)
    if width is None:
        size = text.size()
    else:
        options = AppKit.NSStringDrawingUsesLineFragmentOrigin
        size = text.boundingRectWithSize_options_((max(width, 1.0), _BEYOND), options).size
    return (math.ceil(size.width) if words else 0), max(math.ceil(size.height), line_height(name))


def write(words: str, area: tuple[Any, Any], name: str, ink: Any) -> None:
    """Draws the words in the middle of the area, which has to have the room for them."""
    style = AppKit.NSMutableParagraphStyle.alloc().init()
    style.setAlignment_(AppKit.NSTextAlignmentCenter)
    attributes = {
        AppKit.NSFontAttributeName: font(name),
        AppKit.NSForegroundColorAttributeName: ink,
        AppKit.NSParagraphStyleAttributeName: style,
    }
    (left, top), (width, height) = area
    high = measure(words, width, name)[1]
    text = AppKit.NSAttributedString.alloc().initWithString_attributes_(words, attributes)
    text.drawInRect_(((left, top + (height - high) // 2), (width, high)))


def has_motion() -> bool:
    """Whether things may move: the person has not asked for less motion."""
    workspace = AppKit.NSWorkspace.sharedWorkspace()
    asked = "accessibilityDisplayShouldReduceMotion"
    return not (workspace.respondsToSelector_(asked) and getattr(workspace, asked)())
