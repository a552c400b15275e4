"""This process as AppKit's application: it is not in the Dock, shows no menu, and nothing brings it
to the front."""

import sys

assert sys.platform == "darwin"

from functools import cache
from typing import Any

import AppKit

from sayso.presentation import mark_pictures

_EDITS = (("cut:", "x"), ("copy:", "c"), ("paste:", "v"), ("selectAll:", "a"), ("undo:", "z"))
_ICON = 128


def has_screen() -> bool:
    """Whether there is a screen on which somebody may see a window."""
    application()  # without it nothing asks the window server
    return bool(AppKit.NSScreen.screens().count())


@cache
def application() -> Any:
    made = AppKit.NSApplication.sharedApplication()
    if made.respondsToSelector_("setActivationPolicy:"):
        made.setActivationPolicy_(AppKit.NSApplicationActivationPolicyAccessory)
    picture = AppKit.NSImage.alloc().initWithContentsOfFile_(mark_pictures.path(_ICON))
    made.setApplicationIconImage_(picture)
    return made


@cache
def edit_menu() -> Any:
    """A menu that nobody sees, so its words are not translated: without one no key cuts, copies or
    pastes."""
    menu = AppKit.NSMenu.alloc().initWithTitle_("Edit")
    for action, key in _EDITS:
        menu.addItemWithTitle_action_keyEquivalent_(action.rstrip(":"), action, key)
    return menu
