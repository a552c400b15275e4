"""A double of a notification server, on the session bus.

It writes `["ready"]`, then each call as a JSON line, `["Notify", {…}]` or `["CloseNotification",
3]`; it reads JSON lines: `["click", 3]`, `["close", 3]`, and `["silent", true]`, after which it
replies to nothing. Its arguments are the capabilities that it reports.
"""

import json
import sys
from io import FileIO
from typing import Any

from gi.repository import Gio, GLib

INTERFACE = """
<node><interface name="org.freedesktop.Notifications">
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
</method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>
"""
NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
FIELDS = ("program", "replaces", "icon", "summary", "body", "actions", "hints", "time")


class Server:
    def __init__(self, bus: Any) -> None:
        self.bus = bus
        self.last = 40
        self.silent = False
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object(PATH, interface, self.call, None, None)

    def call(self, *about: Any) -> None:
        *_, method, parameters, invocation = about
        given = parameters.unpack()
        reply = None
        if method == "GetCapabilities":
            say(method)
            reply = GLib.Variant("(as)", (sys.argv[1:],))
        elif method == "Notify":
            self.last = given[1] or self.last + 1
            say(method, dict(zip(FIELDS, given, strict=True)) | {"number": self.last})
            reply = GLib.Variant("(u)", (self.last,))
        else:
            say(method, given[0])
            self.tell("NotificationClosed", "(uu)", given[0], 3)
        if not self.silent:
            invocation.return_value(reply)

    def tell(self, signal: str, kind: str, *what: Any) -> None:
        self.bus.emit_signal(None, PATH, NAME, signal, GLib.Variant(kind, what))

    def order(self, _descriptor: int, _condition: object) -> bool:
        line = orders.readline()
        if not line:
            main.quit()
            return False
        what, told = json.loads(line)
        if what == "click":
            self.tell("ActionInvoked", "(us)", told, "default")
        elif what == "close":
            self.tell("NotificationClosed", "(uu)", told, 2)
        else:
            self.silent = told
        return True


def say(*what: Any) -> None:
    print(json.dumps(what), flush=True)


main = GLib.MainLoop()
orders = FileIO(0)  # unbuffered: GLib would not see a line that a buffer holds
bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
server = Server(bus)
Gio.bus_own_name_on_connection(bus, NAME, 0, lambda *_: say("ready"), lambda *_: main.quit())
arrived = GLib.IOCondition.IN | GLib.IOCondition.HUP
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, arrived, server.order)
main.run()
