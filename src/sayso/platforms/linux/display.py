"""Which display server the person's session has. Each has a room of its own: `x11`, `wayland`."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import re

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.platforms.contract.attention import Attention

_X11 = re.compile(r"[^/]*:\d+(\.\d+)?")
"""Of X(7). A Wayland display is the name of a socket, or its path."""


def named(environ: Mapping[str, str]) -> str | None:
    """The screen that this environment names: Wayland's ("wayland-0") before X11's (":0"), which in
    a session of Wayland is a guest there. None: there is none."""
    return environ.get("WAYLAND_DISPLAY") or environ.get("DISPLAY") or None


def is_x11(screen: str) -> bool:
    return _X11.fullmatch(screen) is not None


def attention(screen: str) -> Attention:
    """Of the server of this screen."""
    if is_x11(screen):
        from sayso.platforms.linux.x11 import attention as of_x11

        return of_x11
    from sayso.platforms.linux.wayland import attention as of_wayland

    return of_wayland
