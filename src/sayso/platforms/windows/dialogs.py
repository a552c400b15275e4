"""Dialogs in the system's own windows. What they need is loaded once the screen is opened, not
before."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from typing import TYPE_CHECKING

from sayso.errors import Unsupported
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.dialogs import OpenScreen
from sayso.platforms.windows.channel import pipe
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel

if TYPE_CHECKING:
    from sayso.platforms.windows.win32.window import Window


_WITHOUT_ORDER = 0.05
"""Seconds without a question after which this process warms up. A process that was started for a
question gets it at once, and warming up would delay it."""
_to_come: list[Callable[[], None]] = []
"""Calls off the warm-up that is to come; empty: none is."""


def open_screen() -> OpenScreen:
    """Loads what windows are made with. Raises Unsupported."""
    from sayso.platforms.windows.native import desktop

    name = desktop.desktop()
    if name is None:
        raise Unsupported("no screen: this process is on no desktop that anybody sees")
    try:
        from sayso.platforms.windows.native import controls, looks

        looks.scale_by_screen()
        controls.use_version_6()
        from sayso.platforms.windows.win32 import window  # noqa: F401 - loads it
    except (AttributeError, OSError) as error:
        raise Unsupported(
            f"windows can't be made: {error}", remedy="it takes Windows 10 or later"
        ) from error
    return OpenScreen(name)


def show(model: DialogModel, delegate: DialogDelegate, activation: str | None = None) -> "Window":
    """`activation` is not used: Windows has no such token, and our windows take no keyboard
    focus."""
    from sayso.platforms.windows.win32.window import Window

    while _to_come:
        _to_come.pop()()
    window = Window(model, delegate)
    window.come_up()
    return window


def run(channel: Channel, readable: Callable[[], None]) -> None:
    """Runs the main loop until `stop`. Calls `readable` when something has come over the channel,
    or its other end has closed."""
    from sayso.platforms.windows.win32.message_loop import message_loop

    _to_come.append(message_loop().later(_WITHOUT_ORDER, _warm_up))
    call_off = message_loop().watch(pipe(channel).readable_event, readable)
    try:
        message_loop().run()
    finally:
        call_off()


def _warm_up() -> None:
    """Makes a window that nobody sees: the first window of a process takes longer than the next."""
    from sayso.platforms.windows.win32 import prompt_view
    from sayso.platforms.windows.win32.window import Window
    from sayso.presentation import rehearsal

    prompt_view.load_all()
    try:
        Window(rehearsal.model(), rehearsal.Nobody()).close()
    except OSError:  # the next window may succeed; the daemon's log gets this
        import traceback

        traceback.print_exc()


def stop() -> None:
    from sayso.platforms.windows.win32.message_loop import message_loop

    message_loop().stop()
