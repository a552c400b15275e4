"""Shows a page in a window of ours, and calls what its script says: for pages that attack.

    python web_page_program.py FILE

Writes a line of JSON for each call: the method and the parameters. Ends with the call `done`, and
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
    from gi.repository import GLib, Gtk  # once it is found

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
