"""The main loop, on an AppKit without GNUstep: as what this process runs."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import pytest

from sayso.platforms.macos import loop
from sayso.platforms.unix.channel import pair
from support.bare_objects import NUMBERS, calls

pytestmark = pytest.mark.usefixtures("appkit")


def test_whoever_runs_it_is_not_in_the_dock() -> None:
    """Such as the process that hears of the lock of the screen, which has neither window nor
    icon."""
    channel, other = pair()
    with channel, other:
        loop.run(channel, loop.stop)
    told = [(name, given) for who, name, given in calls if who == "NSApplication"]
    policy = ("setActivationPolicy_", (NUMBERS["NSApplicationActivationPolicyAccessory"],))
    assert policy in told
    assert told.index(policy) < told.index(("run", ()))
