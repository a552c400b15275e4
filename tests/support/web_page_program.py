"""Shows a page in sayso's window, and prints the calls of its script: for hostile pages.

    python web_page_program.py FILE

Writes a line of JSON for each call: the method and the parameters. Ends at the call `done`, or
after half a minute.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from sayso.errors import InvalidParams
from sayso.platforms import select
from sayso.platforms.contract.page_window import Page

PATIENCE = 30


def main(file: str) -> None:
    window = select.page_window()
    window.check()
    from gi.repository import GLib, Gtk  # imported only once `check` has found GTK

    def answer(method: str, params: Mapping[str, object]) -> object:
        print(json.dumps([method, params]), flush=True)
        if method == "done":
            GLib.idle_add(Gtk.main_quit)
        elif method == "refused":
            raise InvalidParams("no such method", field="method", remedy="ask another")
        elif method == "faulty":
            raise ValueError("a fault that the page is not told of")
        return params

    GLib.timeout_add_seconds(PATIENCE, Gtk.main_quit)
    window.show(Page("A page", Path(file).read_text(encoding="utf-8"), 600, 400), answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
