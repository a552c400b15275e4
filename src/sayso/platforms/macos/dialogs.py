"""Native windows on macOS: AppKit's, by PyObjC, loaded when the screen is opened and not before."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sayso.errors import Unsupported
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.dialogs import OpenScreen
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel

if TYPE_CHECKING:
    from sayso.platforms.macos.cocoa.window import Window

_SESSION = "Aqua"
"""What launchd calls a session with windows."""
_UNGUARDED = "what a program may do that you allow to control this Mac"


@runtime_checkable
class HasSocket(Protocol):
    """A channel of this platform."""

    @property
    def sock(self) -> "HasDescriptor": ...


class HasDescriptor(Protocol):
    def fileno(self) -> int: ...


def open_screen() -> OpenScreen:
    """Loads AppKit. Raises Unsupported."""
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
    """`activation`: no system's word for that is known here; a window takes no keyboard."""
    from sayso.platforms.macos.cocoa.window import Window

    window = Window(model, delegate)
    window.come_up()
    return window


def run(channel: Channel, readable: Callable[[], None]) -> None:
    """The main loop, until `stop`. Calls `readable` when something has come, or the other end
    has closed."""
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    if not isinstance(channel, HasSocket):
        raise TypeError(f"{type(channel).__name__} is not a channel of this platform")
    call_off = run_loop().watch(channel.sock.fileno(), readable)
    try:
        run_loop().run()
    finally:
        call_off()


def stop() -> None:
    from sayso.platforms.macos.cocoa.run_loop import run_loop

    run_loop().stop()
