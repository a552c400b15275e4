"""What AT-SPI tells about the controls on a screen, and does to them: the operations of eyes.

AT-SPI binds a process to one bus, so this runs in programs of its own (eyes.py).
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # after the versions are required

from probes.eyes import Reply

PATIENCE = 3000
"""Milliseconds to wait for a program: a dialog that lays out a long text is busy, not gone."""

announcements: list[tuple[int, str]] = []
"""Announcements heard so far: the process's pid, and the text."""


def start() -> None:
    Atspi.init()
    Atspi.set_timeout(PATIENCE, PATIENCE)


def is_there() -> bool:
    return Atspi.get_desktop(0) is not None


def find(**wanted: Any) -> Reply:
    return {"controls": [seen for node in matching(**wanted) if (seen := describe(node))]}


def act(**wanted: Any) -> Reply:
    """Does the first action of the control, as assistive technology would."""
    node = next(matching(**wanted), None)
    return {"done": node is not None and bool(node.do_action(0))}


def write(text: str, at: int, **wanted: Any) -> Reply:
    """Inserts text before the character with this index, as assistive technology would."""
    node = editable(**wanted)
    return {"done": bool(Atspi.EditableText.insert_text(node, at, text, len(text.encode())))}


def cut(start: int, end: int, **wanted: Any) -> Reply:
    """Cuts the characters from `start` to `end` to the clipboard, as assistive technology would."""
    return {"done": bool(Atspi.EditableText.cut_text(editable(**wanted), start, end))}


def editable(**wanted: Any) -> Any:
    """The editable field that matches, not the label beside it, which may have the same name."""
    return next(node for node in matching(**wanted) if "EditableText" in node.get_interfaces())


def focus(**wanted: Any) -> Reply:
    """Gives the control the keyboard focus, as assistive technology would."""
    return {"done": bool(next(matching(**wanted)).grab_focus())}


def scroll(to: float, **wanted: Any) -> Reply:
    """Sets a scroll bar: 0 is its start, 1 its end."""
    bar = next(matching(**wanted))
    least, most = bar.get_minimum_value(), bar.get_maximum_value()
    return {"done": bool(bar.set_current_value(least + to * (most - least)))}


def place_caret(at: int, **wanted: Any) -> Reply:
    """Puts the caret before the character with this index, as a screen reader does that reads
    on."""
    return {"done": bool(Atspi.Text.set_caret_offset(next(matching(**wanted)), at))}


def listen(**_: Any) -> Reply:
    """Keeps announcements from now on. A program that starts later learns that somebody listens."""
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
            for node in showing(application, role):
                if name in (None, node.get_name()):
                    yield node
        except GLib.Error:
            continue  # the program ended meanwhile


def showing(application: Any, role: str | None) -> Iterator[Any]:
    """The nodes that show, of this role unless it is None, in reading order.

    The program is asked for all of them at once: walking from control to control takes a hundred
    calls, and tests look over and over.
    """
    every = _that_say_they_show(application)
    says_so = {node.path for node in every}
    known = {application.path: True}

    def is_in_sight(node: Any) -> bool:
        if node is None:
            return False  # the node's parent has gone meanwhile
        if node.path not in known:
            shows = node.path in says_so or is_scrolled_far(node)
            known[node.path] = shows and is_in_sight(node.get_parent())
        return known[node.path]

    for node in _that_say_they_show(application, role) if role else every:
        if is_in_sight(node):
            yield node


def _that_say_they_show(application: Any, role: str | None = None) -> list[Any]:
    every, any_of = Atspi.CollectionMatchType.ALL, Atspi.CollectionMatchType.ANY
    states = Atspi.StateSet.new([])
    states.add(Atspi.StateType.SHOWING)
    roles = ROLES[role] if role else []
    rule = Atspi.MatchRule.new(
        states, every, {}, every, roles, any_of if roles else every, [], every, False
    )
    order = Atspi.CollectionSortOrder.CANONICAL
    found: list[Any] = application.get_matches(rule, order, 0, True)
    return found


def is_scrolled_far(node: Any) -> bool:
    """Whether the node is a viewport that is visible. Once it is scrolled far, GTK says that it
    does not show, although what is in it does. (Of what is in something hidden GTK says that it
    shows.)"""
    return node.get_role() == Atspi.Role.VIEWPORT and "visible" in states_of(node)


def describe(node: Any) -> Reply | None:
    """The control as the tests know it. None: it has gone since it was found, or shows no more."""
    try:
        seen = described(node)
    except GLib.Error:
        return None
    return seen if "showing" in seen["states"] or is_scrolled_far(node) else None


def described(node: Any) -> Reply:
    place = node.get_extents(Atspi.CoordType.SCREEN)
    return {
        "pid": pid_of(node.app.bus_name),
        "role": role_of(node),
        "name": node.get_name() or "",
        "description": node.get_description() or "",
        "text": text_of(node),
        "states": states_of(node),
        "x": place.x,
        "y": place.y,
        "width": place.width,
        "height": place.height,
    }


def states_of(node: Any) -> list[str]:
    """The states of a control. They are read without Atspi, which would read them again with each
    later question about this node."""
    program, interface = node.app.bus_name, "org.a11y.atspi.Accessible"
    (low, high), *_ = _call(_bus(), program, node.path, interface, "GetState")
    return [nick for number, nick in enumerate(STATES) if (high << 32 | low) >> number & 1]


@cache
def pid_of(program: str) -> int:
    """The pid of the process that has this unique name on the bus."""
    bus, method = "org.freedesktop.DBus", "GetConnectionUnixProcessID"
    name = GLib.Variant("(s)", (program,))
    (pid,) = _call(_bus(), bus, "/org/freedesktop/DBus", bus, method, name)
    return int(pid)


@cache
def _bus() -> Any:
    session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    launcher = "org.a11y.Bus"
    (address,) = _call(session, launcher, "/org/a11y/bus", launcher, "GetAddress")
    flags = Gio.DBusConnectionFlags
    kind = flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, kind, None, None)


def _call(
    bus: Any, program: str, path: str, interface: str, method: str, arguments: Any = None
) -> tuple[Any, ...]:
    done = bus.call_sync(
        program, path, interface, method, arguments,
        None, Gio.DBusCallFlags.NONE, PATIENCE, None,
    )  # fmt: skip
    told: tuple[Any, ...] = done.unpack()
    return told


def size(node: Any) -> tuple[int, int]:
    place = node.get_extents(Atspi.CoordType.WINDOW)
    return place.width, place.height


def role_of(node: Any) -> str:
    return _as_ever(node.get_role_name())


def _as_ever(role: str) -> str:
    """The role's name as in Debian 12: at-spi2-core 2.53 renamed "push button" to "button"."""
    return "push button" if role == "button" else role


def _roles() -> dict[str, list[Any]]:
    named: dict[str, list[Any]] = {}
    for role in (Atspi.Role(number) for number in range(Atspi.ROLE_COUNT)):
        named.setdefault(_as_ever(Atspi.role_get_name(role)), []).append(role)
    return named


ROLES = _roles()
"""AT-SPI's roles, by our name; some share one."""

STATES = [Atspi.StateType(number).value_nick for number in range(Atspi.STATETYPE_COUNT)]


def text_of(node: Any) -> str:
    return Atspi.Text.get_text(node, 0, -1) if "Text" in node.get_interfaces() else ""


OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__: operation
    for operation in (find, act, write, cut, focus, place_caret, scroll, listen, announced)
}
