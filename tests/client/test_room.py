"""What a client receives into."""

import os
import sys

import pytest

from sayso.client.link import Room
from support.images import locked


def test_what_is_received_before_is_taken_out() -> None:
    room = Room()
    room.view[:3] = b"abc"
    taken = room.taken(2)
    assert bytes(taken) == b"ab"
    assert bytes(room.view[:3]) == b"\0\0c"


@pytest.mark.skipif(sys.platform != "linux", reason="by what Linux' kernel says of it")
def test_what_is_received_once_guarded_is_in_locked_memory() -> None:
    room, before = Room(), locked(os.getpid())
    room.guard()
    assert locked(os.getpid()) == before + 4
    taken = room.taken(2)
    room.view[:3] = b"abc"
    assert bytes(taken) == b"ab", "it is the same memory"
