"""sayso has no icon in Windows' tray yet."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from typing import Any, NoReturn

from sayso.errors import ServiceError, Unsupported
from sayso.platforms.contract.channel import Channel
from sayso.presentation.tray.model import TrayModel


def open(chosen: Callable[[Any], None]) -> None:  # noqa: A001 - the protocol's own word
    """Raises Unsupported, always; so does all else that needs an icon."""
    _refuse()


def show(model: TrayModel) -> None:
    _refuse()


def is_seen(told: Callable[[bool], None]) -> None:
    told(False)


def tell(words: str, remedy: str) -> None:
    _refuse()


def about(name: str, version: str, comment: str, licence: str) -> None:
    _refuse()


def open_path(path: str, failed: Callable[[ServiceError], None]) -> None:
    failed(_unsupported())


def run(channel: Channel, readable: Callable[[], None]) -> None:
    _refuse()


def stop() -> None:
    """Nothing runs."""


def _refuse() -> NoReturn:
    raise _unsupported()


def _unsupported() -> Unsupported:
    return Unsupported(
        "sayso has no icon in the tray of Windows yet",
        remedy="see what is open with: sayso list",
    )
