"""Runs `sayso hook opencode` in a thread of the test, connected to a server of the test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sayso.frontends.hook.following import Follower
from support.opencode_server import Server


class Notes(list[str]):
    """What the follower has said to the person, one text an item."""

    def __init__(self) -> None:
        super().__init__()
        self._more = threading.Condition()

    def note(self, words: str) -> None:
        with self._more:
            self.append(words)
            self._more.notify_all()

    def until(self, number: int = 1) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self) >= number, 30)


@contextmanager
def following(server: Server, environ: dict[str, str] | None = None) -> Iterator[Notes]:
    """Runs a follower until the server ends, at the latest when the context is left."""
    notes = Notes()
    follower = Follower(server.address, environ or {}, notes.note, spawn=False)
    thread = threading.Thread(target=follower.follow)
    thread.start()
    try:
        yield notes
    finally:
        server.end()
        thread.join(30)
        assert not thread.is_alive()
