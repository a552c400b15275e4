"""Native windows on macOS: AppKit's, by PyObjC, which is loaded only when the screen is opened."""

import sys

assert sys.platform == "darwin"

from typing import TYPE_CHECKING

from sayso.errors import Unsupported
from sayso.platforms.contract.dialogs import OpenScreen
from sayso.platforms.macos import loop
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel

if TYPE_CHECKING:
    from sayso.platforms.macos.cocoa.window import Window

_SESSION = "Aqua"
"""launchd's name for a session with windows."""
_UNGUARDED = "what a program may do that you allow to control this Mac"


run, stop = loop.run, loop.stop


def open_screen() -> OpenScreen:
    """Loads AppKit. Raises Unsupported: PyObjC is missing, or nobody is logged in to see a
    window."""
    try:
        from sayso.platforms.macos.cocoa import application, window  # noqa: F401 - to be loaded
    except ImportError as error:
        raise Unsupported(
            f"PyObjC can't be loaded: {error}",
            remedy="pip install pyobjc-framework-Cocoa",
        ) from error
    if not application.has_screen():
        raise Unsupported("no screen: nobody is logged in to see a window")
    return OpenScreen(_SESSION, _UNGUARDED)


def show(model: DialogModel, delegate: DialogDelegate, activation: str | None = None) -> "Window":
    """Shows a window for `model`. `activation` is ignored: macOS has no such token, and a new
    window does not take the keyboard."""
    from sayso.platforms.macos.cocoa.window import Window

    window = Window(model, delegate)
    window.come_up()
    return window
