"""A question's window as its display server has it: what differs from one server to the other."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any, Protocol

from gi.repository import Gdk, Gtk

from sayso.platforms.linux import display


class Loss(Protocol):
    """Raises into the main loop once nobody can see the window any more, nor will."""

    def begin(self) -> None:
        """The window was drawn."""

    @property
    def is_put_away(self) -> bool:
        """Not on the screen, by the person or by another program."""


class Surface(Protocol):
    """Of one window, from before it is realized. Where something can't be told, that is no."""

    def prepare(self) -> None:
        """Before the window is realized."""

    def realized(self) -> None:
        """Right after."""

    @property
    def is_closed_by_person(self) -> bool:
        """Else nobody but the server closes it."""

    @property
    def draws_unseen(self) -> bool:
        """A frame is drawn whether anybody can see it or not."""

    @property
    def frames(self) -> int:
        """So many must be on the screen before the window counts as shown."""

    @property
    def tells_of_resting_pointer(self) -> bool:
        """The server says where a resting pointer is when the window changes below it."""

    def room(self) -> tuple[int, int]:
        """Pixels of width and height that it may take where it is to come up."""

    def put(self, width: int, height: int) -> None:
        """Before it is shown: so large, in the middle."""

    def come_up(
        self, show: Callable[[], None], waits: Callable[[], None], activation: str | None
    ) -> None:
        """Has `show` called: at once; or, where a window that comes up takes the keyboard, once
        the person pauses or asks for it. Then `waits` is called first. `activation`: what lets it
        take the keyboard, where that takes more than to ask for it."""

    def resize(self, before: int, *, moves_top: bool) -> None:
        """What stands in it takes another height now than those pixels before. `moves_top`: the
        lower edge stays where it is, if there is room above."""

    @property
    def is_changing(self) -> bool:
        """It was resized just now, and may not have that size yet: then some of it may seem to be
        hidden that is not."""

    def when_settled(self, told: Callable[[], None]) -> None:
        """`told` is called each time it is no longer `is_changing`."""

    def place(self) -> tuple[int, ...]:
        """Where it stands and how large it is, by the server's own word where it gives one."""

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        """`moved`: it may stand elsewhere; `covered`: something may lie over it, or no more."""

    def hides(self, *widgets: Any) -> bool:
        """Something lies over some of one of these."""

    def hides_all(self) -> bool:
        """Nothing of the window can be seen."""

    def is_screen_filled(self) -> bool:
        """By the window of another program that has the keyboard."""

    def pressed(self) -> None:
        """A button or finger went down in the window."""

    def take_keyboard(self) -> None:
        """Before all other windows, where the server lets it."""

    def come_to_front(self) -> None:
        """The same, as far as that takes no keyboard."""

    def idle(self) -> Callable[[], float] | None:
        """Tells the seconds since the last input; None: there is no telling, or the keyboard is
        the person's to give."""

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        """`is_needed`: what is typed now must not go elsewhere, wherever the pointer is."""

    def watch_loss(self, is_over: Callable[[], bool]) -> Loss: ...


def check() -> None:
    """Raises Unsupported: on the screen that is open no question can be shown as it has to be."""
    if _is_x11():
        from sayso.platforms.linux.x11 import guest

        guest.check(Gdk.Display.get_default())


def unguarded() -> str | None:
    """What a question is not guarded against there; None: nothing that we know of."""
    if _is_x11():
        return None
    from sayso.platforms.linux.wayland import surface

    return surface.unguarded()


def remedy() -> str:
    """What would guard it better; empty: nothing that we know of."""
    if _is_x11():
        return ""
    from sayso.platforms.linux.wayland import surface

    return surface.remedy()


def surface(window: Any, give_way: Callable[[int], int]) -> Surface:
    """`give_way` has what stands in the window take at most so many pixels of height, and tells how
    many it then takes."""
    if _is_x11():
        from sayso.platforms.linux.x11.surface import X11Surface

        return X11Surface(window, give_way)
    from sayso.platforms.linux.wayland import surface as of_wayland

    is_seen = not isinstance(window, Gtk.OffscreenWindow)
    return of_wayland.surface(window, give_way, is_seen=is_seen)


def _is_x11() -> bool:
    return display.is_x11(Gdk.Display.get_default().get_name())
