"""The list of what else is open: what its rows say, and when it shows."""

from __future__ import annotations

from sayso.values import Value


class QueueEntry(Value):
    """A question that waits behind the one on the screen. Its texts are one line each, safe to
    draw."""

    number: int
    name: str
    """The asker's name."""
    title: str
    """In the asker's words; may be empty."""
    time: str
    """Time left to answer it, as it stood when the list was opened."""
    words: str
    """The whole entry as one text, for a person who can't see it."""


class QueueList:
    """The list of one dialog. The person opens and closes it; its rows come from the daemon, and
    stay as they are while it is open."""

    def __init__(self) -> None:
        self.is_open = False
        """Whether the list is open; its rows may still be on their way."""

    def open(self) -> None:
        """The person wants to see the list: its rows are to be asked for."""
        self.is_open = True

    def take(self, entries: tuple[QueueEntry, ...]) -> tuple[QueueEntry, ...]:
        """The rows have come; returns those to show. Without any, the list closes."""
        self.is_open = self.is_open and bool(entries)
        return entries if self.is_open else ()
