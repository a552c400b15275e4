"""The topmost layer: wlr-layer-shell-unstable-v1, by GtkLayerShell, where compositor and library
are there."""

import sys

assert sys.platform == "linux"

from typing import Any

try:
    import gi

    gi.require_version("GtkLayerShell", "0.1")
    from gi.repository import GtkLayerShell
except (ImportError, ValueError):
    GtkLayerShell = None

is_installed = GtkLayerShell is not None
INSTALL = "sudo apt-get install gir1.2-gtklayershell-0.1"

_NAMESPACE = "on-screen-display"
"""KWin takes this name for the kind of window. A window of this kind lies above full-screen
windows, and does not get the keyboard focus as another window closes."""


def are_there() -> bool:
    return GtkLayerShell is not None and bool(GtkLayerShell.is_supported())


def put_on_top(window: Any) -> None:
    """Puts the window on the topmost layer, without keyboard input. To be called before it is
    realized."""
    GtkLayerShell.init_for_window(window)
    GtkLayerShell.set_namespace(window, _NAMESPACE)
    GtkLayerShell.set_layer(window, GtkLayerShell.Layer.OVERLAY)
    keep_keyboard(window, is_kept=False)


def anchor(window: Any, *, top: int | None = None, bottom: int | None = None) -> None:
    """Puts the window so many pixels from that edge of the output; in the middle, where neither is
    given."""
    for edge, distance in ((GtkLayerShell.Edge.TOP, top), (GtkLayerShell.Edge.BOTTOM, bottom)):
        GtkLayerShell.set_margin(window, edge, distance or 0)
        GtkLayerShell.set_anchor(window, edge, anchor_to_edge=distance is not None)


def lie_over_panels(window: Any) -> None:
    """Has distances counted from the edges of the output, whatever panels there are."""
    GtkLayerShell.set_exclusive_zone(window, -1)


def close_with_output(window: Any) -> None:
    """Has the window close with its output, which since GtkLayerShell 0.10 is not the default."""
    if hasattr(GtkLayerShell, "set_respect_close"):
        GtkLayerShell.set_respect_close(window, True)


def keep_keyboard(window: Any, *, is_kept: bool) -> None:
    """Takes the keyboard from all other windows; or lets them have it."""
    modes = GtkLayerShell.KeyboardMode
    GtkLayerShell.set_keyboard_mode(window, modes.EXCLUSIVE if is_kept else modes.NONE)
