"""Draws a page at some widths, and reports its real width and which rules of axe-core it breaks.

    python page_layout_program.py PAGE AXE WIDTH…

`AXE` is axe-core's script. Writes a line of JSON for each width: how wide the page wants to be, and
the broken rules, each with the elements that break it. The theme comes from the environment.
"""

import json
import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # versions come first

HEIGHT = 700
PATIENCE = 60

CHECK = """
const told = await axe.run(document, { resultTypes: ["violations"] });
return JSON.stringify({
    wide: document.documentElement.scrollWidth,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    rules: told.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]),
});
"""
UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true; }); 0"


class Layout:
    def __init__(self, page: Path, axe: Path, widths: list[int]) -> None:
        self._axe = axe.read_text(encoding="utf-8")
        self._widths = widths
        self._window = Gtk.OffscreenWindow()
        self._view = WebKit2.WebView(web_context=WebKit2.WebContext.new_ephemeral())
        self._view.connect("load-changed", self._on_load)
        self._window.add(self._view)
        self._window.show_all()
        self._view.load_html(page.read_text(encoding="utf-8"), None)

    def _on_load(self, _view: Any, event: Any) -> None:
        if event == WebKit2.LoadEvent.FINISHED:
            words = self._axe + UNFOLD
            self._view.evaluate_javascript(words, -1, None, None, None, self._look, None)

    def _look(self, *_: Any) -> None:
        if not self._widths:
            Gtk.main_quit()
            return
        self._view.set_size_request(self._widths.pop(0), HEIGHT)
        GLib.timeout_add(300, self._check)  # gives WebKit, in its own process, time for the layout

    def _check(self) -> bool:
        self._view.call_async_javascript_function(CHECK, -1, None, None, None, None, self._told)
        return False

    def _told(self, view: Any, result: Any) -> None:
        told = json.loads(view.call_async_javascript_function_finish(result).to_string())
        print(json.dumps({"width": view.get_allocated_width(), **told}), flush=True)
        self._look()


def main(page: str, axe: str, *widths: str) -> None:
    layout = Layout(Path(page), Path(axe), [int(each) for each in widths])
    GLib.timeout_add_seconds(PATIENCE, Gtk.main_quit)
    Gtk.main()
    del layout


if __name__ == "__main__":
    main(*sys.argv[1:])
