"""The tray of a system on which sayso has no icon yet."""

from __future__ import annotations

from sayso.errors import Unsupported

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from sayso.errors import ServiceError
    from sayso.platforms.contract.channel import Channel
    from sayso.presentation.tray.model import TrayModel


class MissingTray:
    """Fulfils `Tray`: it says so to whoever asks."""

    def __init__(self, place: str) -> None:
        """`place`: where the icon would be, in words."""
        self._place = place

    def open(self, chosen: Callable[[Any], None]) -> None:
        """Raises Unsupported, always; so does all else that needs an icon."""
        self._refuse()

    def show(self, model: TrayModel) -> None:
        self._refuse()

    def is_seen(self, told: Callable[[bool], None]) -> None:
        told(False)

    def tell(self, words: str, remedy: str) -> None:
        self._refuse()

    def about(self, name: str, version: str, comment: str, licence: str) -> None:
        self._refuse()

    def open_path(self, path: str, failed: Callable[[ServiceError], None]) -> None:
        failed(self._unsupported())

    def run(self, channel: Channel, readable: Callable[[], None]) -> None:
        self._refuse()

    def stop(self) -> None:
        """Nothing runs."""

    def _refuse(self) -> NoReturn:
        raise self._unsupported()

    def _unsupported(self) -> Unsupported:
        return Unsupported(
            f"sayso has no icon in {self._place} yet", remedy="see what is open with: sayso list"
        )
