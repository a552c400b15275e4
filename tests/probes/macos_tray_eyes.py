"""What the tray's own process tells about its icon and its menu, and does to them, on the double.

Items are chosen here by NSMenu's own method. For a real pointer, `place` says where they are.
"""

import sys
from typing import TYPE_CHECKING, Any

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

from collections.abc import Callable, Iterator
from pathlib import Path

import AppKit

from macos_double import menu_bar
from probes.eyes import Reply
from probes.macos_answers import answer_in
from sayso.platforms.macos.cocoa import accessible, tray_icon

SEPARATOR = " > "

DRAWINGS = Path(tray_icon.__file__).with_name("icons")

names: dict[Any, str] = {}
"""Names that views have for assistive technology: GNUstep keeps none."""


def open_in(directory: Path) -> None:
    """Opens a socket in this directory, named by this process's pid, and records the views'
    names."""

    def set_if_known(view: Any, what: str, value: Any) -> None:
        if what == "setAccessibilityLabel:":
            names[view] = value

    accessible.set_if_known = set_if_known
    answer_in(directory, OPERATIONS)


def the_menu() -> Any:
    """The menu of the only item in the menu bar."""
    (item,) = menu_bar.items()
    return item.menu()


# -- sight


def icon() -> Reply:
    """The icon: the name of the drawing, whether the drawing is a template, the widths in pixels
    that it comes in, the tooltip, and the name for assistive technology."""
    (item,) = menu_bar.items()
    button = item.button()
    image = button.image()
    drawn = [r for r in image.representations() if isinstance(r, AppKit.NSBitmapImageRep)]
    return {
        "drawing": drawing_of(image), "is_template": image.isTemplate(),
        "sizes": sorted(each.pixelsWide() for each in drawn),
        "tip": button.toolTip(), "name": names[button],
    }  # fmt: skip


def drawing_of(image: Any) -> str:
    known = {path.name.partition("@")[0] for path in DRAWINGS.iterdir()}
    (name,) = (each for each in known if tray_icon.picture(each) is image)
    return name


def lines() -> Reply:
    """The lines of the menu and of its submenus."""
    found = [
        {"label": label, "enabled": item.isEnabled(), "checked": item.state() == 1}
        for label, item in walk(the_menu())
    ]
    return {"lines": found}


def windows() -> Reply:
    """The texts in each window of the tray."""
    shown = AppKit.NSApplication.sharedApplication().windows()
    small = [each for each in shown if each.isVisible() and each.title() == "sayso"]
    return {"windows": [[*words(each.contentView())] for each in small]}


def place(label: str) -> Reply:
    """The middle of a line in the open menu, on the screen."""
    menu = the_menu()
    item = next(item for name, item in walk(menu) if name == label)
    view = menu.menuRepresentation()
    area = view.rectOfItemAtIndex_(menu.indexOfItem_(item))
    (x, y), (width, height) = view.window().convertRectToScreen_(
        view.convertRect_toView_(area, None)
    )
    screen = AppKit.NSScreen.mainScreen().frame().size.height
    is_shown = bool(view.window().isVisible())
    return {
        "x": round(x + width / 2), "y": round(screen - y - height / 2), "is_shown": is_shown
    }  # fmt: skip


def walk(menu: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    for item in menu.itemArray():
        if not item.isSeparatorItem():
            yield above + item.title(), item
            if item.hasSubmenu():
                yield from walk(item.submenu(), above + item.title() + SEPARATOR)


def words(view: Any) -> Iterator[str]:
    for each in view.subviews():
        if isinstance(each, AppKit.NSTextField):
            yield each.stringValue()


# -- what a person does


def choose(label: str) -> Reply:
    """Chooses the first item whose label begins with this text. Labels of submenus come before
    it."""
    item = next((item for name, item in walk(the_menu()) if name.startswith(label)), None)
    if item is None or not item.isEnabled():
        return {"done": False}
    menu = item.menu()
    menu.performActionForItemAtIndex_(menu.indexOfItem_(item))
    return {"done": True}


def open_menu() -> Reply:
    the_menu().delegate().menuWillOpen_(the_menu())
    return lines()


def close_menu() -> Reply:
    """Closes the menu. Returns the lines right after that: only then does AppKit carry out what was
    chosen."""
    the_menu().delegate().menuDidClose_(the_menu())
    return lines()


def reopen_menu() -> Reply:
    """Closes the menu and opens it at once, as a second click does."""
    close_menu()
    return open_menu()


def close() -> Reply:
    """Closes each window by its button."""
    for window in AppKit.NSApplication.sharedApplication().windows():
        if window.isVisible() and window.title() == "sayso":
            for each in window.contentView().subviews():
                if isinstance(each, AppKit.NSButton):
                    each.performClick_(None)
    return {"done": True}


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation
    for operation in (
        icon,
        lines,
        windows,
        place,
        choose,
        open_menu,
        close_menu,
        reopen_menu,
        close,
    )
}
