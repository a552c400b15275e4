"""Commands that get a secret are not run on Windows yet."""

import sys

assert sys.platform == "win32"

from sayso.errors import Unsupported
from sayso.platforms.contract.execution import Order, Prepared


def prepare(order: Order) -> Prepared:
    """Raises Unsupported, always: a file that was looked at can't be executed by its handle, as
    Linux does it, so nothing holds that what was shown is what runs."""
    raise Unsupported(
        "commands that get a secret are not run on Windows yet",
        remedy="run the command yourself, and type the secret there",
    )
