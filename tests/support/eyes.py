"""The eyes of a test: a program that answers JSON lines about what is on its DISPLAY.

It is a process of its own, because AT-SPI and Gdk bind a process to one bus and one screen.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Atspi, Gdk, GdkX11, GLib  # versions come first

Reply = dict[str, Any]

announcements: list[tuple[int, str]] = []
"""Of which process, and its words."""


def ready(**_: Any) -> Reply:
    """True once windows are managed and controls can be found."""
    screen = Gdk.Screen.get_default()
    managed = screen.get_window_manager_name() != "unknown"
    return {"ready": managed and Atspi.get_desktop(0) is not None}


def find(**wanted: Any) -> Reply:
    return {"controls": [seen for node in matching(**wanted) if (seen := describe(node))]}


def act(**wanted: Any) -> Reply:
    """Does the first action of the control, as assistive technology would."""
    node = next(matching(**wanted), None)
    return {"done": node is not None and bool(node.do_action(0))}


def write(text: str, at: int, **wanted: Any) -> Reply:
    """Inserts text before the character at this place, as assistive technology would."""
    node = next(matching(**wanted))
    return {"done": bool(Atspi.EditableText.insert_text(node, at, text, len(text.encode())))}


def cut(start: int, end: int, **wanted: Any) -> Reply:
    """Takes these characters out, to the clipboard, as assistive technology would."""
    return {"done": bool(Atspi.EditableText.cut_text(next(matching(**wanted)), start, end))}


def windows(**_: Any) -> Reply:
    """What the window manager manages, lowest first."""
    stack = Gdk.Screen.get_default().get_window_stack() or []
    return {"windows": [seen for each in stack if (seen := window(each))]}


def listen(**_: Any) -> Reply:
    """From now on announcements are kept. A program that starts later hears that they are."""
    return {"done": ears.register("object:announcement")}


def announced(pid: int) -> Reply:
    return {"words": [words for by, words in announcements if by == pid]}


def keep(event: Any) -> None:
    announcements.append((event.source.get_process_id(), event.any_data))


def screenshot(path: str, **_: Any) -> Reply:
    root = Gdk.get_default_root_window()
    picture = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
    picture.savev(path, "png", [], [])
    return {}


def pixels(x: int, y: int, width: int, height: int) -> Reply:
    picture = Gdk.pixbuf_get_from_window(Gdk.get_default_root_window(), x, y, width, height)
    return {"digest": hashlib.sha256(picture.get_pixels()).hexdigest()}


def matching(
    name: str | None = None, role: str | None = None, pid: int | None = None
) -> Iterator[Any]:
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        try:
            application = desktop.get_child_at_index(index)
            if application is None or pid not in (None, application.get_process_id()):
                continue
            application.clear_cache()  # what a control was before is of no use to a test
            for node in showing(application):
                if name in (None, node.get_name()) and role in (None, role_of(node)):
                    yield node
        except GLib.Error:
            continue  # it ended while we looked


def showing(node: Any) -> Iterator[Any]:
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is None or not child.get_state_set().contains(Atspi.StateType.SHOWING):
            continue
        yield child
        yield from showing(child)


def describe(node: Any) -> Reply | None:
    """None when it has gone since it was found."""
    try:
        return described(node)
    except GLib.Error:
        return None


def described(node: Any) -> Reply:
    place = node.get_extents(Atspi.CoordType.SCREEN)
    return {
        "pid": node.get_process_id(),
        "role": role_of(node),
        "name": node.get_name() or "",
        "description": node.get_description() or "",
        "text": text_of(node),
        "states": [state.value_nick for state in node.get_state_set().get_states()],
        "x": place.x,
        "y": place.y,
        "width": place.width,
        "height": place.height,
    }


def role_of(node: Any) -> str:
    """at-spi2-core 2.53 renamed "push button" to "button"; we say it as Debian 12 does."""
    name: str = node.get_role_name()
    return "push button" if name == "button" else name


def text_of(node: Any) -> str:
    return Atspi.Text.get_text(node, 0, -1) if "Text" in node.get_interfaces() else ""


def window(each: Any) -> Reply | None:
    """None when it has gone since the window manager told of it."""
    display = each.get_display()
    display.error_trap_push()
    _, x, y = each.get_origin()
    _, _, width, height = each.get_geometry()  # from the server; Gdk remembers what get_width says
    if display.error_trap_pop():
        return None
    return {"id": each.get_xid(), "x": x, "y": y, "width": width, "height": height}


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation
    for operation in (
        ready,
        find,
        act,
        write,
        cut,
        listen,
        announced,
        windows,
        screenshot,
        pixels,
    )
}


ears = Atspi.EventListener.new(keep)


def main() -> None:
    Gdk.init([])
    assert isinstance(Gdk.Display.get_default(), GdkX11.X11Display)
    Atspi.init()
    Atspi.set_timeout(3000, 3000)  # a dialog that lays a long text out is busy, not gone
    context = GLib.MainContext.default()
    for line in sys.stdin:
        while context.pending():
            context.iteration(False)
        Gdk.Display.get_default().sync()
        request = json.loads(line)
        print(json.dumps(OPERATIONS[request.pop("op")](**request)), flush=True)


if __name__ == "__main__":
    main()
