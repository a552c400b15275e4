"""sayso has no dialogs on Windows yet: a question is answered as not shown, with that reason."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from typing import NoReturn

from sayso.errors import Unsupported
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.dialogs import DialogDelegate, OpenScreen, Window
from sayso.presentation.dialog import DialogModel


def open_screen() -> OpenScreen:
    """Raises Unsupported, always; so does all else that needs a screen."""
    _refuse()


def show(model: DialogModel, delegate: DialogDelegate, activation: str | None = None) -> Window:
    _refuse()


def run(channel: Channel, readable: Callable[[], None]) -> None:
    _refuse()


def stop() -> None:
    """Nothing runs."""


def _refuse() -> NoReturn:
    raise Unsupported(
        "sayso has no dialogs on Windows yet",
        remedy="ask on a system that it has dialogs for: Linux",
    )
