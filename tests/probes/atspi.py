"""What AT-SPI tells of the controls on a screen, and does to them: the operations of eyes.

It binds a process to one bus, and is for programs of its own (eyes.py).
"""

from collections.abc import Callable, Iterator
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # versions come first

from probes.eyes import Reply

announcements: list[tuple[int, str]] = []
"""Of which process, and its words."""


def start() -> None:
    Atspi.init()
    Atspi.set_timeout(3000, 3000)  # a dialog that lays a long text out is busy, not gone


def is_there() -> bool:
    return Atspi.get_desktop(0) is not None


def find(**wanted: Any) -> Reply:
    return {"controls": [seen for node in matching(**wanted) if (seen := describe(node))]}


def act(**wanted: Any) -> Reply:
    """Does the first action of the control, as assistive technology would."""
    node = next(matching(**wanted), None)
    return {"done": node is not None and bool(node.do_action(0))}


def write(text: str, at: int, **wanted: Any) -> Reply:
    """Inserts text before the character at this place, as assistive technology would."""
    node = editable(**wanted)
    return {"done": bool(Atspi.EditableText.insert_text(node, at, text, len(text.encode())))}


def cut(start: int, end: int, **wanted: Any) -> Reply:
    """Takes these characters out, to the clipboard, as assistive technology would."""
    return {"done": bool(Atspi.EditableText.cut_text(editable(**wanted), start, end))}


def editable(**wanted: Any) -> Any:
    """The field, and not the label beside it, which may have its name."""
    return next(node for node in matching(**wanted) if "EditableText" in node.get_interfaces())


def focus(**wanted: Any) -> Reply:
    """Gives the control the focus, as assistive technology would."""
    return {"done": bool(next(matching(**wanted)).grab_focus())}


def scroll(to: float, **wanted: Any) -> Reply:
    """Sets a scroll bar: 0 is its start, 1 its end."""
    bar = next(matching(**wanted))
    least, most = bar.get_minimum_value(), bar.get_maximum_value()
    return {"done": bool(bar.set_current_value(least + to * (most - least)))}


def place_caret(at: int, **wanted: Any) -> Reply:
    """Before the character at this place, as a screen reader does that reads on."""
    return {"done": bool(Atspi.Text.set_caret_offset(next(matching(**wanted)), at))}


def listen(**_: Any) -> Reply:
    """From now on announcements are kept. A program that starts later hears that they are."""
    return {"done": ears.register("object:announcement")}


def announced(pid: int) -> Reply:
    return {"words": [words for by, words in announcements if by == pid]}


def keep(event: Any) -> None:
    announcements.append((event.source.get_process_id(), event.any_data))


ears = Atspi.EventListener.new(keep)


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
        if child is None or not is_showing(child):
            continue
        yield child
        yield from showing(child)


def is_showing(node: Any) -> bool:
    """Of a viewport that is scrolled far GTK says that it does not show, whatever does in it."""
    states = node.get_state_set()
    if states.contains(Atspi.StateType.SHOWING):
        return True
    is_viewport = node.get_role() == Atspi.Role.VIEWPORT
    return is_viewport and bool(states.contains(Atspi.StateType.VISIBLE))


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


def size(node: Any) -> tuple[int, int]:
    place = node.get_extents(Atspi.CoordType.WINDOW)
    return place.width, place.height


def role_of(node: Any) -> str:
    """at-spi2-core 2.53 renamed "push button" to "button"; we say it as Debian 12 does."""
    name: str = node.get_role_name()
    return "push button" if name == "button" else name


def text_of(node: Any) -> str:
    return Atspi.Text.get_text(node, 0, -1) if "Text" in node.get_interfaces() else ""


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation
    for operation in (find, act, write, cut, focus, place_caret, scroll, listen, announced)
}
