"""What the compositor of a session of Wayland is, and what it has for a dialog."""

import sys

assert sys.platform == "linux"

import os
from contextlib import closing, suppress
from pathlib import Path

from sayso.core.text import visible_line
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.linux.wayland import layer
from sayso.platforms.linux.wayland.connection import Connection

_NAME = "compositor"
_LAYERS = "zwlr_layer_shell_v1"
_REMEDY = "look whether WAYLAND_DISPLAY names a compositor that runs"


def compositor(screen: str) -> Finding:
    """`screen`: as WAYLAND_DISPLAY names it."""
    try:
        with closing(Connection(os.environ | {"WAYLAND_DISPLAY": screen})) as connection:
            name, has_layers = _program(connection.pid), bool(connection.named(_LAYERS))
    except OSError as error:
        return Finding(_NAME, Health.DOUBTFUL, f"it does not answer: {error}", _REMEDY)
    if not has_layers:
        words = f"{name}, without layer-shell: a dialog comes up as a window of its own"
        return Finding(_NAME, Health.WORKS, words)
    if not layer.is_installed:
        words = f"{name}, with layer-shell; the library that sayso needs for it is missing"
        return Finding(_NAME, Health.DOUBTFUL, words, layer.INSTALL)
    words = f"{name}, with layer-shell: a dialog comes up above all windows"
    return Finding(_NAME, Health.WORKS, words)


def _program(pid: int) -> str:
    """As the kernel names it; a number where it has ended."""
    with suppress(OSError):
        return visible_line(Path(f"/proc/{pid}/comm").read_text(errors="replace").rstrip("\n"))
    return f"process {pid}"
