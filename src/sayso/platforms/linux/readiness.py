"""Calls a function from the event loop when there is something to read from a descriptor."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from functools import partial

from sayso.platforms.contract.watching import CallOff
from sayso.platforms.unix import readiness


def watch(descriptor: int, ready: Callable[[], object]) -> CallOff:
    """Calls `ready` on the running loop, in each turn in which there is something to read. The
    descriptor is ours from now on: the function that this returns closes it. Raises OSError."""
    return readiness.watch(descriptor, ready, partial(os.close, descriptor))
