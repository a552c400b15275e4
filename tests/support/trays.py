"""Panels that show tray icons, and the tray's menu as it is on the session bus."""

import contextlib
import queue
import re
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from probes.probe import LOOKS, Place
from probes.steps import Click
from support.processes import wait_until
from support.services import SERVICE
from support.world import World

MENU = "com.canonical.dbusmenu"
ITEM = "/org/ayatana/NotificationItem/sayso"
PLACE = f"{ITEM}/Menu"
WATCHER = "org.kde.StatusNotifierWatcher"

SEPARATOR = " > "

UNDERLINE = re.compile("_(.?)")
"""An underscore in a label and the character that follows: panels underline that character. A
doubled underscore is shown as one."""


@contextlib.contextmanager
def trayer(world: World) -> Iterator[None]:
    """Runs trayer, a panel at the bottom right that is just as wide as its icons."""
    argv = ["trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request"]
    with running(world, [*argv, "--SetDockType", "true", "--height", "28"]):
        yield


@contextlib.contextmanager
def xfce_panel(world: World) -> Iterator[None]:
    """Runs Xfce's panel along the bottom, with nothing but tray icons, from the left."""
    place = Path(world.environ["XDG_CONFIG_HOME"]) / "xfce4/xfconf/xfce-perchannel-xml"
    place.mkdir(parents=True)
    (place / "xfce4-panel.xml").write_text(XFCE_PANEL)
    # its message bus would start it elsewhere, outside of this world
    xfconf = next(Path("/usr/lib").glob("**/xfconfd"))
    with running(world, [str(xfconf)]):
        address = world.environ["DBUS_SESSION_BUS_ADDRESS"]
        with contextlib.closing(open_dbus_connection(address)) as bus:
            has_owner = message_bus.NameHasOwner("org.xfce.Xfconf")
            wait_until(lambda: bus.send_and_get_reply(has_owner).body[0], "the panel's settings")
        with running(world, ["xfce4-panel", "--disable-wm-check"]):
            yield


def tall_windows(world: World) -> int:
    """How many windows are visible that are neither tooltips nor bars, managed or not."""
    return sum(each.height > 150 and each.width < 600 for each in world.dialogs.surfaces())


def has_registered(world: World) -> bool:
    """Whether a tray icon has registered with a panel that shows status notifiers."""
    place = DBusAddress("/StatusNotifierWatcher", WATCHER, "org.freedesktop.DBus.Properties")
    call = new_method_call(place, "Get", "ss", (WATCHER, "RegisteredStatusNotifierItems"))
    address = world.environ["DBUS_SESSION_BUS_ADDRESS"]
    with contextlib.closing(open_dbus_connection(address)) as bus:
        reply = bus.send_and_get_reply(call, timeout=5)
    is_error = reply.header.message_type is MessageType.error
    return not is_error and bool(reply.body[0][1])


XFCE_ICON = (12, 785)

XFCE_PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=8;x=640;y=785"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="30"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"/>
  </property>
</channel>
"""


@contextlib.contextmanager
def running(world: World, argv: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        argv,
        env=world.environ | {SERVICE: "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def icons(world: World) -> list[tuple[int, int]]:
    """The centre of each icon of sayso that trayer shows."""
    panels = world.dialogs.surfaces("trayer")
    ours = [each for each in world.dialogs.surfaces("sayso") if each.width > 1] if panels else []
    return [each.centre for each in ours if any(lies_in(each.centre, panel) for panel in panels)]


def lies_in(point: tuple[int, int], place: Place) -> bool:
    x, y = point
    return 0 <= x - place.x < place.width and 0 <= y - place.y < place.height


def shows_icon(world: World, pid: int) -> bool:
    """Whether trayer shows an icon of this process, which must have no other window open."""
    return bool(world.dialogs.surfaces("sayso", pid))


def the_icon(world: World) -> tuple[int, int]:
    """The centre of sayso's icon, once it no longer moves: a panel that was just started moves to
    its final place, and its icons with it."""
    places: list[tuple[int, int] | None] = []

    def rests() -> tuple[int, int] | None:
        places.append(next(iter(icons(world)), None))
        return places[-1] if places[-LOOKS:] == places[-1:] * LOOKS else None

    return wait_until(rests, "the icon")


def asked(world: World, message: str) -> str:
    """The label of the menu item for the prompt with this title, without the time that is left."""
    (name,) = {each["asker"] for each in world.prompts() if each["title"] == message}
    return f"{name}: {message}"


class Menu:
    """The menu of the tray process, as a panel would show it over the bus."""

    def __init__(self, world: World, pid: int) -> None:
        self._connection = open_dbus_connection(world.environ["DBUS_SESSION_BUS_ADDRESS"])
        try:
            self._owner = wait_until(lambda: self._find(pid), "the menu on the bus")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._connection.close()

    def _call(self, address: DBusAddress, method: str, signature: str = "", *body: Any) -> Any:
        """The reply's body; None: an error, or no reply in 4 s. One of the tray's connections
        replies to nothing."""
        call = new_method_call(address, method, signature or None, body)
        try:
            reply = self._connection.send_and_get_reply(call, timeout=4)
        except TimeoutError:
            return None
        is_error = reply.header.message_type is MessageType.error
        return None if is_error else reply.body

    def _find(self, pid: int) -> DBusAddress | None:
        (names,) = self._connection.send_and_get_reply(message_bus.ListNames()).body
        for name in names:
            asked = message_bus.GetConnectionUnixProcessID(name)
            if self._connection.send_and_get_reply(asked).body[0] != pid:
                continue
            address = DBusAddress(PLACE, name, MENU)
            if self._call(address, "GetLayout", "iias", 0, -1, []):
                return address
        return None

    def items(self) -> dict[str, tuple[int, dict[str, Any]]]:
        """All items: number and properties by label. In a submenu the labels above come before,
        joined by SEPARATOR."""
        _, (_, _, children) = self._call(self._owner, "GetLayout", "iias", 0, -1, [])
        found: dict[str, tuple[int, dict[str, Any]]] = {}
        self._walk(children, "", found)
        return found

    def _walk(self, children: Any, above: str, found: dict[str, Any]) -> None:
        for _, (number, properties, below) in children:
            plain = {name: value for name, (_, value) in properties.items()}
            label = UNDERLINE.sub(r"\1", plain.get("label", ""))
            if label:
                found[above + label] = number, plain
                self._walk(below, above + label + SEPARATOR, found)

    def icon(self) -> str:
        """The name of the icon's picture that the tray tells a host of icons."""
        item = DBusAddress(ITEM, self._owner.bus_name, "org.freedesktop.DBus.Properties")
        ((_, name),) = self._call(item, "Get", "ss", "org.kde.StatusNotifierItem", "IconName")
        return str(name)

    def labels(self) -> list[str]:
        return list(self.items())

    def enabled(self, label: str) -> bool:
        return bool(self.items()[label][1].get("enabled", True))

    def checked(self, label: str) -> bool:
        return self.items()[label][1].get("toggle-state") == 1

    def choose(self, label: str, last: str = "") -> None:
        """Waits for an item and clicks it. `label` and `last`: how its label begins and ends, with
        the labels above."""

        def there() -> int | None:
            for name, (number, _) in self.items().items():
                if name.startswith(label) and name.endswith(last):
                    return number
            return None

        number = wait_until(there, f'an item "{label}"')
        self._call(self._owner, "Event", "isvu", number, "clicked", ("s", ""), 0)


class Watcher:
    """A host of status notifiers on the session bus. The names of the icons that register come to
    `registered`."""

    def __init__(self, world: World) -> None:
        self.registered: queue.Queue[str] = queue.Queue()
        self._connection = open_dbus_connection(world.environ["DBUS_SESSION_BUS_ADDRESS"])
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._connection.sock.shutdown(2)
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        self._connection.send(message_bus.RequestName(WATCHER))
        with contextlib.suppress(OSError, ConnectionError):
            while True:
                self._answer(self._connection, self._connection.receive())

    def _answer(self, connection: DBusConnection, message: Message) -> None:
        if message.header.message_type is not MessageType.method_call:
            return
        member = message.header.fields[HeaderFields.member]
        if member == "RegisterStatusNotifierItem":
            self.registered.put(message.body[0])
            connection.send(new_method_return(message))
        elif member == "Get":
            connection.send(new_method_return(message, "v", (("b", True),)))
        elif member == "GetAll":
            properties = {"IsStatusNotifierHostRegistered": ("b", True)}
            connection.send(new_method_return(message, "a{sv}", (properties,)))
        else:
            unknown = "org.freedesktop.DBus.Error.UnknownMethod"
            connection.send(new_error(message, unknown))


def install_opener(
    world: World,
    kinds: Iterable[str] = ("text/plain", "text/html", "application/toml", "text/x-toml"),
) -> Callable[[], str]:
    """Installs a program as the person's default for these types of files; it also writes a
    complaint to its standard error. Returns a function that reads which files it was given so far,
    one a line."""
    told = world.directory / "opened"
    told.touch()
    program = world.directory / "opener"
    program.write_text(f'#!/bin/sh\necho "complaint about $1" >&2\necho "$1" >>{told}\n')
    program.chmod(0o700)
    applications = Path(world.environ["XDG_DATA_HOME"]) / "applications"
    applications.mkdir()
    (applications / "opener.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Opener\nExec={program} %f\n"
        f"MimeType={';'.join(kinds)};\n"
    )
    (Path(world.environ["XDG_CONFIG_HOME"]) / "mimeapps.list").write_text(
        "[Default Applications]\n" + "".join(f"{kind}=opener.desktop\n" for kind in kinds)
    )
    return told.read_text


def has_no_child(pid: int) -> bool:
    """Whether a process has no children, not even one that has ended and was not waited for."""
    threads = Path("/proc", str(pid), "task").glob("*/children")
    return not any(each for each in threads if _text(each))


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the thread has ended meanwhile
        return ""


def without_pages(world: World) -> None:
    """Makes WebKit unavailable, so that no window can show a page and the history opens in the
    browser."""
    without = "import sys\nsys.modules['gi.repository.WebKit2'] = None\n"
    world.run_at_start("without_pages", without)


class Desktop:
    """A world whose daemon has a tray."""

    def __init__(self, world: World, stack: ExitStack) -> None:
        self.world = world
        self._stack = stack

    def start(self) -> int:
        """Starts the daemon. Returns the pid of its tray."""
        assert self.world.sayso("daemon", "start").code == 0
        return self.tray()

    def status(self) -> dict[str, Any]:
        with self.world.wire() as wire:
            status: dict[str, Any] = wire.call("status")["result"]
        return status

    def tray(self, other_than: int | None = None) -> int:
        def there() -> int | None:
            pid: int | None = self.status()["tray"]
            return None if pid == other_than else pid

        return wait_until(there, "a tray")

    def menu(self) -> Menu:
        menu = Menu(self.world, self.tray())
        self._stack.callback(menu.close)
        return menu

    def host(self) -> None:
        self._stack.enter_context(trayer(self.world))

    def open(self) -> int:
        """Opens the menu by a click on the icon. Returns the tray's pid."""
        pid = self.tray()
        x, y = the_icon(self.world)
        self.world.dialogs.move(x, y)
        self.world.dialogs.perform(Click())
        self.world.dialogs.wait_for("Quit", role="menu item", pid=pid)
        return pid

    def click(self, *path: str) -> None:
        """Opens the menu and clicks items, one after another."""
        pid = self.open()
        for name in path:
            self.world.dialogs.click(self.world.dialogs.wait_for(name, role=None, pid=pid))

    def settings(self) -> str:
        place = self.world.configuration
        return place.read_text() if place.exists() else ""

    def write(self, text: str) -> None:
        self.world.configuration.parent.mkdir(exist_ok=True)
        self.world.configuration.write_text(text)

    def says(self, words: str) -> None:
        """Waits for a window of the tray that says this, and closes it."""
        pid = self.tray()
        wait_until(lambda: self.world.dialogs.shows(words, pid), f'a window that says "{words}"')
        self.world.dialogs.press("Close", pid=pid)
        self.world.dialogs.wait_gone("Close", pid=pid)
