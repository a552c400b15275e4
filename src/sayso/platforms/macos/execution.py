"""Commands that get a secret are not run on macOS yet."""

import sys

assert sys.platform == "darwin"

from sayso.errors import Unsupported
from sayso.platforms.contract.execution import Order, Prepared


def prepare(order: Order) -> Prepared:
    """Raises Unsupported, always: macOS executes files by their paths alone (it has neither
    fexecve(2) nor memory that can be sealed), so nothing guarantees that what was shown is what
    runs."""
    raise Unsupported(
        "commands that get a secret are not run on macOS yet",
        remedy="run the command yourself, and type the secret there",
    )
