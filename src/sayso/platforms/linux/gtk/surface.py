"""A question's window as its display server has it: what differs from one server to another."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any, Protocol

from gi.repository import Gdk, Gtk

from sayso.platforms.linux import display


class Loss(Protocol):
    """Raises WindowLost into the main loop once nobody can see the window any more, nor will."""

    def begin(self) -> None:
        """To be called once the window was drawn."""

    @property
    def is_put_away(self) -> bool:
        """Whether the window is off the screen, by the person or by another program."""


class Surface(Protocol):
    """One window, from before it is realized. Where a question here can't be answered, the answer
    is no."""

    def prepare(self) -> None:
        """To be called before the window is realized."""

    def realized(self) -> None:
        """To be called right after the window is realized."""

    @property
    def is_closed_by_person(self) -> bool:
        """Whether the person may close the window; else only the server does."""

    @property
    def draws_unseen(self) -> bool:
        """Whether a frame is drawn even if nobody can see it."""

    @property
    def frames(self) -> int:
        """How many frames must be on the screen before the window counts as shown."""

    @property
    def tells_of_resting_pointer(self) -> bool:
        """Whether the server tells where a resting pointer is when the window changes below it."""

    def room(self) -> tuple[int, int]:
        """Pixels of width and height that the window may take where it is to come up."""

    def put(self, width: int, height: int) -> None:
        """Gives the window this size, in the middle. To be called before it is shown."""

    def come_up(
        self, show: Callable[[], None], waits: Callable[[], None], activation: str | None
    ) -> None:
        """Has `show` called: at once; or, where a window that comes up takes the keyboard, once the
        person pauses or asks for the window. Then `waits` is called first. `activation`: a token
        that lets the window take the keyboard, where the server wants one."""

    def draw_ahead(self, content: Any, width: int, height: int) -> None:
        """Draws what the window will show, where the server can show that together with the window.
        To be called once the window was shown. `content`: the window's only child, laid out in so
        many pixels."""

    def resize(self, before: int, *, moves_top: bool) -> None:
        """The content now takes another height than the `before` pixels that it took. `moves_top`:
        the lower edge stays where it is, if there is room above."""

    @property
    def is_changing(self) -> bool:
        """Whether the window was resized just now, and may not have its new size yet: then parts of
        it may seem to be hidden that are not."""

    def when_settled(self, told: Callable[[], None]) -> None:
        """`told` is called each time the window is no longer `is_changing`."""

    def place(self) -> tuple[int, ...]:
        """Position and size of the window, by the server's own word where it gives one."""

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        """`moved` is called when the window may have moved; `covered` when something may lie over
        it, or no longer does."""

    def hides(self, *widgets: Any) -> bool:
        """Whether something lies over part of one of these widgets."""

    def hides_all(self) -> bool:
        """Whether nothing of the window can be seen."""

    def is_screen_filled(self) -> bool:
        """Whether the screen is filled by another program's window that has the keyboard focus."""

    def pressed(self) -> None:
        """A button or finger went down in the window."""

    def take_keyboard(self) -> None:
        """Brings the window before all others, with the keyboard focus,
        where the server allows it."""

    def come_to_front(self) -> None:
        """Like `take_keyboard`, as far as that is possible without the focus."""

    def idle(self) -> Callable[[], float] | None:
        """A function that returns the seconds since the last input. None: nobody measures that, or
        the person alone gives the window the keyboard."""

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        """`is_needed`: whether what is typed now must not go elsewhere, wherever the pointer is."""

    def watch_loss(self, is_over: Callable[[], bool]) -> Loss: ...


def check() -> None:
    """Raises Unsupported if the screen that is open can't show a question as it has to be shown."""
    if _is_x11():
        from sayso.platforms.linux.x11 import guest

        guest.check(Gdk.Display.get_default())


def unguarded() -> str | None:
    """What a question is not guarded against on this screen; None: nothing that we know of."""
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
    """`give_way` limits the window's content to so many pixels of height, and returns the height
    that the content then takes."""
    if _is_x11():
        from sayso.platforms.linux.x11.surface import X11Surface

        return X11Surface(window, give_way)
    from sayso.platforms.linux.wayland import surface as of_wayland

    is_seen = not isinstance(window, Gtk.OffscreenWindow)
    return of_wayland.surface(window, give_way, is_seen=is_seen)


def _is_x11() -> bool:
    return display.is_x11(Gdk.Display.get_default().get_name())
