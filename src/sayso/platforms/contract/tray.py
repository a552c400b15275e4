"""An icon in the tray, with a menu, and small windows around it."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sayso.errors import ServiceError
    from sayso.platforms.contract.channel import Channel
    from sayso.presentation.tray.model import TrayModel


class Tray(Protocol):
    """An icon with a menu, and small windows around it; one main loop on the main thread.

    While no panel shows icons, it waits for one, at no cost.
    """

    def open(self, chosen: Callable[[Any], None]) -> None:
        """Loads the toolkit. `chosen` is called with the command of each menu item that the person
        chooses.

        Raises Unsupported: no icon can be shown here, ever.
        """

    def show(self, model: TrayModel) -> None: ...

    def is_seen(self, told: Callable[[bool], None]) -> None:
        """Calls `told`, at once or from the main loop, with whether a panel shows icons now."""

    def tell(self, words: str, remedy: str) -> None:
        """Shows what went wrong, in a window that the person closes."""

    def about(self, name: str, version: str, comment: str, licence: str) -> None:
        """Shows a window about sayso, or brings up the one that is open."""

    def open_path(self, path: str, failed: Callable[[ServiceError], None]) -> None:
        """Opens a file in the program that the person uses for such files; returns at once.
        `failed` is called with the reason if that fails."""

    def run(self, channel: Channel, readable: Callable[[], None]) -> None:
        """Runs the main loop until `stop`. Calls `readable` when data has come over the channel, or
        its other end has closed."""

    def stop(self) -> None: ...
