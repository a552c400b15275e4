"""Asks where nobody sees it: the first window of a process costs 40 ms more than the next."""

import sys

from sayso.core.prompt_status import PromptStatus

assert sys.platform == "linux"

from gi.repository import Gdk, Gtk

from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.platforms.linux.gtk import style
from sayso.platforms.linux.gtk.direction import follow_language
from sayso.platforms.linux.gtk.toplevel import PrebuiltWindow
from sayso.platforms.linux.gtk.window import Window
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.dialog import Button, DialogModel


def warm_up() -> None:
    """To be called once the screen is open, before any other window is made."""
    # Assistive technology sees it for a moment: no word of it may look like a question or a choice.
    aa = "Aa"
    model = DialogModel(
        name="",
        heading="",
        where="",
        process=("",),
        lineage=("",),
        title=aa,
        message=aa,
        details=aa,
        approve=Button(aa, aa),
        deny=Button(aa, aa),
        destructive=True,
        host=aa,
        standing=PromptStatus(0, 1, 2, 0),
        arming=0,
        labels=ActionLabels(*[aa] * 9),
    )
    follow_language()
    style.load(Gdk.Screen.get_default())
    prebuilt = PrebuiltWindow(Gtk.OffscreenWindow())
    window = Window(model, _Nobody(), prebuilt)
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    prebuilt.surface.idle()
    prebuilt.surface.is_screen_filled()  # its connection to the server stays
    window.close()


class _Nobody:
    """Before a window that nobody sees nothing happens."""

    def covered(self) -> None: ...
    def painted(self) -> None: ...
    def chose(
        self, _: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None: ...
    def submitted(self, _: Secret, /, by: By | None = None) -> None: ...
    def filled(self, _: tuple[Entry, ...], /, by: By | None = None) -> None: ...
    def drafted(self, _: tuple[Entry, ...], /) -> None: ...
    def active(self) -> None: ...
    def put_off(self) -> None: ...
    def open_queue(self) -> None: ...
    def bring_up(self, _: int, /) -> None: ...
    def closed(self) -> None: ...
