"""The application: it stands in no Dock, has no menu to see, and comes to the front by nothing."""

import sys

assert sys.platform == "darwin"

from functools import cache
from typing import Any

import AppKit

from sayso.presentation import mark_pictures

_EDITS = (("cut:", "x"), ("copy:", "c"), ("paste:", "v"), ("selectAll:", "a"), ("undo:", "z"))
_ICON = 128


def has_screen() -> bool:
    """Somebody may see a window."""
    application()  # it is what asks the window server
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
    """Nobody sees it: without one no key cuts, copies or pastes. Its words are for no one."""
    menu = AppKit.NSMenu.alloc().initWithTitle_("Edit")
    for action, key in _EDITS:
        menu.addItemWithTitle_action_keyEquivalent_(action.rstrip(":"), action, key)
    return menu
