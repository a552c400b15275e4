"""Which window a question has in a Wayland session, and what that window is not guarded against."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from sayso.platforms.linux.wayland import gnome, layer_shell
from sayso.platforms.linux.wayland.dark import dark_outputs
from sayso.platforms.linux.wayland.layer import LayerSurface
from sayso.platforms.linux.wayland.plain import PlainSurface


def surface(
    window: Any, give_way: Callable[[int], int], *, is_seen: bool
) -> LayerSurface | PlainSurface:
    """`is_seen`: a window that nobody sees is put on no layer."""
    return (LayerSurface if is_seen and layer_shell.are_there() else PlainSurface)(window, give_way)


def unguarded() -> str:
    """What a question is not guarded against, as the compositor does not report it."""
    if not layer_shell.are_there() and gnome.idle() is not None:
        return (
            "by Wayland, where one that was moved is armed anew only as the pointer comes to it, "
            "and a program that lays something over it is not noticed"
        )
    if not layer_shell.are_there():
        return (
            "by Wayland, where one that was moved is armed anew only as the pointer comes to it, "
            "may get keys that you type elsewhere as it comes up, and counts as shown below a lock "
            "screen or on one that is dark"
        )
    dark = "" if dark_outputs() else ", or on a screen that is dark,"
    return (
        f"by Wayland, where one on or below a lock screen{dark} counts as shown, and a program "
        "that lays something over it is not noticed"
    )


def remedy() -> str:
    if layer_shell.are_there():
        return ""
    if not layer_shell.is_installed and gnome.idle() is None:
        return f"{layer_shell.INSTALL}, where the compositor has layer-shell"
    return "log in to a session of X11; many login screens call it Xorg"
