"""Prints what a screen reader finds in windows with a page: a line of JSON for each element.

    python web_page_eyes_program.py [NAME]

With a name it first gives that control keyboard focus, as a screen reader does: the page scrolls.
It walks over all elements, since for pages AT-SPI has no list of what is visible, as toolkits do.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # versions come first

DEEPEST = 30


def below(node: Any, depth: int = 0) -> Iterator[Any]:
    yield node
    if depth < DEEPEST:
        for number in range(node.get_child_count()):
            child = node.get_child_at_index(number)
            if child is not None:
                yield from below(child, depth + 1)


def described(node: Any) -> dict[str, Any]:
    place = node.get_extents(Atspi.CoordType.SCREEN)
    states = node.get_state_set()
    is_text = "Text" in node.get_interfaces()
    return {
        "role": node.get_role_name(),
        "name": node.get_name() or "",
        "text": Atspi.Text.get_text(node, 0, -1) if is_text else "",
        "has_focus": states.contains(Atspi.StateType.FOCUSED),
        "is_checked": states.contains(Atspi.StateType.CHECKED),
        "shows": states.contains(Atspi.StateType.SHOWING),
        "place": (place.x, place.y, place.width, place.height),
    }


def pages(desktop: Any) -> Iterator[Any]:
    for number in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(number)
        if application is not None:
            yield from (each for each in below(application) if is_page(each))


def is_page(node: Any) -> bool:
    return bool(node.get_role() == Atspi.Role.DOCUMENT_WEB)


def is_control(node: Any, name: str) -> bool:
    is_focusable = node.get_state_set().contains(Atspi.StateType.FOCUSABLE)
    return bool(node.get_name() == name and is_focusable)


def main(name: str = "") -> None:
    for page in pages(Atspi.get_desktop(0)):
        if name:
            next(each for each in below(page) if is_control(each, name)).grab_focus()
        for node in below(page):
            print(json.dumps(described(node)))


if __name__ == "__main__":
    Atspi.init()
    with suppress(GLib.Error):  # an element has gone meanwhile, perhaps another window's
        main(*sys.argv[1:])
