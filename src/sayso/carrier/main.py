"""The carrier process: the daemon starts one for each place that its own ssh reaches."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Sequence
from functools import partial

from sayso.carrier import make_ssh
from sayso.carrier.carrier import Carrier
from sayso.carrier.pauses import Pauses
from sayso.platforms import select

_NOT_FOR_PEOPLE = 2


def main(arguments: Sequence[str]) -> int:
    """Runs a carrier. `arguments`: the place's name, what a person types after `ssh`, and the path
    of the daemon's socket for this place.

    Exit status: 0 after the daemon closed it or went away, 2 if it was not started by a daemon.
    """
    processes = select.processes()
    try:
        name, destination, here = arguments
        channel = processes.inherited_channel()
    except (OSError, ValueError):
        print("The sayso daemon starts this itself. Try: sayso ssh HOST", file=sys.stderr)
        return _NOT_FOR_PEOPLE
    logging.basicConfig(format="%(asctime)s %(levelname)s carrier: %(message)s", level=logging.INFO)
    processes.ignore_interrupts()
    processes.end_with_parent()
    make = partial(make_ssh.for_place, name, destination)
    with channel:
        asyncio.run(Carrier(make, here, Pauses(time.monotonic)).run(channel))
    return 0
