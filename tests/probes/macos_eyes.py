"""The eyes of GnustepProbe: what a dialog's own process tells about its views, and does to them.

Requests come over a socket, and are answered on the main loop. What assistive technology may do is
done as AppKit would do it: by the accessibility methods of a view, without an event of a device.
"""

import sys
from typing import TYPE_CHECKING, Any

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import AppKit

from macos_double import posted
from probes.eyes import Reply
from probes.macos_answers import answer_in
from sayso.platforms.macos.cocoa import accessible
from sayso.platforms.macos.cocoa.button import SaysoButton
from sayso.platforms.macos.cocoa.choices import OptionButton
from sayso.platforms.macos.cocoa.labels import SaysoLabel
from sayso.platforms.macos.cocoa.panel import SaysoPanel
from sayso.platforms.macos.cocoa.secret_field import SaysoName, SaysoSecret
from sayso.platforms.macos.cocoa.text_box import SaysoText

SIGNS = ("\u26a0", "\u2139", "\u2713", "\u2715")
"""Characters that stand for icons."""
BULLET = "\u25cf"

told: dict[Any, dict[str, Any]] = {}
"""What assistive technology is told about each view, by the method that tells it: GNUstep keeps
none of it."""
words_told: list[str] = []


def open_in(directory: Path) -> None:
    """Opens a socket in this directory, named by this process's pid, and records what is told to
    assistive technology."""

    def set_if_known(view: Any, what: str, value: Any) -> None:
        told.setdefault(view, {})[what] = value

    def notify(view: Any, words: str) -> None:
        words_told.append(words)

    accessible.set_if_known, accessible.notify = set_if_known, notify
    answer_in(directory, OPERATIONS)


# -- sight


def find(**wanted: Any) -> Reply:
    return {"controls": [seen for _view, seen in matching(**wanted)]}


def cut_words() -> Reply:
    """The texts of labels that have less room than their lines take."""
    return {"words": [seen["name"] for view, seen in matching() if is_cut(view)]}


def is_cut(view: Any) -> bool:
    if not isinstance(view, SaysoLabel):
        return False
    _, (width, height) = view.bounds()
    return bool(view.held_by.height(width) > height)


def announced() -> Reply:
    return {"words": words_told}


def matching(name: str | None = None, role: str | None = None) -> Iterator[tuple[Any, Reply]]:
    for panel in AppKit.NSApplication.sharedApplication().windows():
        if isinstance(panel, SaysoPanel) and panel.isVisible():
            for view, seen in shown(panel):
                if name in (None, seen["name"]) and role in (None, seen["role"]):
                    yield view, seen


def shown(panel: Any) -> Iterator[tuple[Any, Reply]]:
    is_active = panel.isKeyWindow()
    states = ["showing", "sensitive", *["active"] * is_active]
    content = panel.contentView()
    yield panel, described(content, "alert", panel.title(), "", states, panel)
    focused = panel.listener._toplevel.focused if is_active else None  # noqa: SLF001
    for view in within(content):
        role, name, text, states = kind_of(view)
        if role:
            if is_active and focused is not None and focused is getattr(view, "held_by", None):
                states.append("focused")
            yield view, described(view, role, name, text, ["showing", *states], view)


def within(view: Any) -> Iterator[Any]:
    for each in view.subviews():
        if not each.isHidden():
            yield each
            yield from within(each)


def kind_of(view: Any) -> tuple[str, str, str, list[str]]:
    """A view's role, name, text and states. An empty role: the view is no control."""
    label = told.get(view, {}).get("setAccessibilityLabel:", "")
    if isinstance(view, SaysoButton):
        return button(view, label)
    if isinstance(view, SaysoLabel):
        words = view.stringValue()
        return ("icon" if words in SIGNS else "label"), label or words, words, ["sensitive"]
    if isinstance(view, SaysoText):
        states = ["sensitive", "focusable", "multi-line", *["editable"] * view.isEditable()]
        return "text", label, view.string(), states
    if isinstance(view, SaysoSecret | SaysoName):
        states = ["focusable", *["sensitive", "editable"] * view.isEditable()]
        if isinstance(view, SaysoName):
            return "text", label, view.stringValue(), states
        words = view.held_by.shown
        bullets = BULLET * view.attributedStringValue().length()
        role = "password text" if words is None else "text"
        return role, label, bullets if words is None else words, states
    if isinstance(view, AppKit.NSScroller):
        return "scroll bar", "", "", ["sensitive"]
    return "", "", "", []


def button(view: Any, label: str) -> tuple[str, str, str, list[str]]:
    states = ["focusable", *["sensitive"] * view.isEnabled(), *["checked"] * (view.state() == 1)]
    heard = told.get(view, {})
    if isinstance(view.held_by, OptionButton):
        return ("radio button" if view.held_by.is_radio else "check box"), label, "", states
    if "setAccessibilityExpanded:" in heard:
        checked = ["checked"] * heard["setAccessibilityExpanded:"]
        return "toggle button", label, "", [*states, *checked]
    return "push button", label, "", states


def described(view: Any, role: str, name: str, text: str, states: list[str], told_of: Any) -> Reply:
    return {
        "pid": os.getpid(), "role": role, "name": name, "text": text, "states": states,
        "description": told.get(told_of, {}).get("setAccessibilityHelp:", ""), **place(view),
    }  # fmt: skip


def place(view: Any) -> Reply:
    """The place of a view on the screen, in pixels from its top left; for a text, of the part that
    can be seen."""
    seen = view.enclosingScrollView() if isinstance(view, SaysoText) else view
    window = view.window()
    (x, y), (width, height) = window.convertRectToScreen_(
        seen.convertRect_toView_(seen.bounds(), None)
    )
    screen = AppKit.NSScreen.mainScreen().frame().size.height
    return {
        "x": round(x), "y": round(screen - y - height),
        "width": round(width), "height": round(height),
    }  # fmt: skip


# -- what assistive technology, and so any program, does


def act(**wanted: Any) -> Reply:
    view = next((view for view, _seen in matching(**wanted)), None)
    return {"done": isinstance(view, SaysoButton) and bool(view.accessibilityPerformPress())}


def write(text: str, at: int, **wanted: Any) -> Reply:
    return replaced(text, at, at, **wanted)


def cut(start: int, end: int, **wanted: Any) -> Reply:
    return replaced("", start, end, **wanted)


def replaced(text: str, start: int, end: int, **wanted: Any) -> Reply:
    view = next((v for v, seen in matching(**wanted) if "editable" in seen["states"]), None)
    if view is None:
        return {"done": False}
    if isinstance(view, SaysoText):
        view.textStorage().replaceCharactersInRange_withString_((start, end - start), text)
    else:
        before = view.stringValue()
        view.setStringValue_(before[:start] + text + before[end:])
    return {"done": True}


def focus(**wanted: Any) -> Reply:
    view = next((view for view, _seen in matching(**wanted)), None)
    return {"done": view is not None and bool(view.window().makeFirstResponder_(view))}


def scroll(to: float) -> Reply:
    bar = next((view for view, _seen in matching(role="scroll bar")), None)
    if bar is None:
        return {"done": False}
    scrolled = bar.superview().scrolled
    whole = scrolled.scroll.documentView().frame().size.height
    scrolled.scroll_to(0, to * whole)
    return {"done": True}


def place_caret(name: str, at: int) -> Reply:
    view = next(view for view, _seen in matching(name, role="text"))
    view.setSelectedRange_((at, 0))
    view.scrollRangeToVisible_((at, 0))
    return {"done": True}


# -- what a device does and GNUstep does not report


def strike(character: str, code: int, *, is_repeated: bool) -> Reply:
    """A key is pressed and released. `is_repeated`: it was held already, and repeats."""
    application = AppKit.NSApplication.sharedApplication()
    panel = next(each for each in application.windows() if each.isKeyWindow())
    for kind in (AppKit.NSEventTypeKeyDown, AppKit.NSEventTypeKeyUp):
        repeats = is_repeated and kind == AppKit.NSEventTypeKeyDown
        event = AppKit.NSEvent.keyEventWithType_location_modifierFlags_timestamp_windowNumber_context_characters_charactersIgnoringModifiers_isARepeat_keyCode_(  # noqa: E501
            kind, (0, 0), 0, time.monotonic(), panel.windowNumber(), None,
            character, character, repeats, code,
        )  # fmt: skip
        panel.sendEvent_(event)
    return {"done": True}


def posted_by(process: int) -> Reply:
    """From now on, all input seems to be posted by this process; 0: by a device again."""
    posted.by(process)
    return {"done": True}


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation
    for operation in (
        find,
        cut_words,
        announced,
        act,
        write,
        cut,
        focus,
        scroll,
        place_caret,
        strike,
        posted_by,
    )
}
