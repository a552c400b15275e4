"""Who watches a descriptor, where the system can't."""

import sys

assert sys.platform == "linux"

import asyncio
import errno
import os

import pytest

from sayso.platforms.linux import readiness
from support.event_loop import on_event_loop
from support.linux_peers import descriptors_kept


@on_event_loop
async def test_a_descriptor_that_is_not_watched_is_not_kept() -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch, descriptors_kept():
        patch.setattr(asyncio.get_running_loop(), "add_reader", fail)
        with pytest.raises(OSError, match="No space left"):
            readiness.watch(os.open(os.devnull, os.O_RDONLY), fail)
