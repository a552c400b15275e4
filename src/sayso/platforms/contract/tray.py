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

    Where nothing shows icons now, it waits for what does, at no cost.
    """

    def open(self, chosen: Callable[[Any], None]) -> None:
        """Loads the toolkit. `chosen` hears the command of each item that the person chooses.

        Raises Unsupported: no icon can be shown here, ever.
        """

    def show(self, model: TrayModel) -> None: ...

    def is_seen(self, told: Callable[[bool], None]) -> None:
        """Whether something shows icons now; `told` hears it at once, or from the main loop."""

    def tell(self, words: str, remedy: str) -> None:
        """In a window that the person closes: something that went wrong."""

    def about(self, name: str, version: str, comment: str, licence: str) -> None:
        """A window, or the one that is open already."""

    def open_path(self, path: str, failed: Callable[[ServiceError], None]) -> None:
        """In the program that the person uses for it; returns at once. `failed` hears why not."""

    def run(self, channel: Channel, readable: Callable[[], None]) -> None:
        """The main loop, until `stop`. Calls `readable` when something has come over the channel,
        or its other end has closed."""

    def stop(self) -> None: ...
