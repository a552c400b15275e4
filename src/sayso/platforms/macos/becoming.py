"""Turning a process of ours into a command: not done on macOS yet."""

import sys

assert sys.platform == "darwin"

from sayso.errors import Unsupported
from sayso.platforms.contract.becoming import Replacement
from sayso.platforms.contract.execution import Order


def prepare(order: Order) -> Replacement:
    """Raises Unsupported, always: see execution.py."""
    raise _unsupported()


def spare_descriptor() -> int:
    """Raises Unsupported, always."""
    raise _unsupported()


def _unsupported() -> Unsupported:
    return Unsupported(
        "commands are not run on macOS yet: it executes files by their paths alone, so nothing "
        "holds that what was shown is what runs",
        remedy="ask with sayso confirm, and run the command yourself",
    )
