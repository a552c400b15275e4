"""The part of the tray process that notifies the person of questions, on its own.

It reads what the daemon reports as JSON lines, `["changed", {…}]` or `["timed_out", {…}]`; it
writes what comes of that: `["bring_forward", 7]`, `["begin_quiet", 1]`, `["log"]`, `["told", "…"]`,
and `["ready"]` at the start. `["ping", 1]` comes back at once, as long as nothing blocks. It ends
when its input ends.
"""

import json
import os
import sys
from io import FileIO
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # versions come first

from sayso.frontends.tray.notices import Notices
from sayso.wire import overview as wire


def say(*what: Any) -> None:
    print(json.dumps(what), flush=True)


notices = Notices(
    lambda number: say("bring_forward", number),
    lambda number: say("begin_quiet", number),
    lambda: say("log"),
    lambda words: say("told", words),
)
TOLD = {
    "changed": lambda told: notices.changed(wire.read(told)),
    "timed_out": lambda told: notices.timed_out(wire.read_timed_out(told)),
}
orders = FileIO(0)  # unbuffered: GLib would not see a line that a buffer holds


def arrived(_descriptor: int, _condition: object) -> bool:
    line = orders.readline()
    if not line:
        notices.close()
        Gtk.main_quit()
        return False
    what, told = json.loads(line)
    if what == "ping":
        say("ping", told)
    else:
        TOLD[what](told)
    return True


def die(*error: Any) -> None:
    """Ends the process at an exception in a callback; GTK by itself would go on."""
    sys.__excepthook__(*error)
    os._exit(1)


def main() -> None:
    Gtk.init([])
    sys.excepthook = die
    GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, arrived)
    say("ready")
    Gtk.main()


if __name__ == "__main__":
    main()
