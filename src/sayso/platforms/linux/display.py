"""Which display server a screen belongs to. The code for each is in a package of its own: `x11`,
`wayland`."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import os
import re
from contextlib import contextmanager

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.platforms.contract.attention import Attention

_X11 = r"[^/]*:\d+(\.\d+)?"
"""The form of an X11 display's name: X(7). A Wayland display is named by its socket, or the
socket's path."""

_BACKEND = "GDK_BACKEND"


def is_x11(screen: str) -> bool:
    return re.fullmatch(_X11, screen) is not None


def libraries(screen: str) -> list[tuple[str, str]]:
    """The libraries of GTK and of this screen's display server, each with its version."""
    own = ["GdkX11"] if is_x11(screen) else []
    return [(name, "3.0") for name in ("Gdk", *own, "Gtk")]


@contextmanager
def alone(screen: str) -> Iterator[None]:
    """Meanwhile GDK opens no screen but this one. Programs that are started later are not bound by
    it."""
    before = os.environ.get(_BACKEND)
    os.environ[_BACKEND] = "x11" if is_x11(screen) else "wayland"
    try:
        yield
    finally:
        del os.environ[_BACKEND]
        if before is not None:
            os.environ[_BACKEND] = before


def attention(screen: str) -> Attention:
    """The `attention` module for this screen's display server."""
    if is_x11(screen):
        from sayso.platforms.linux.x11 import attention as of_x11

        return of_x11
    from sayso.platforms.linux.wayland import attention as of_wayland

    return of_wayland
