"""A question that waits behind the one on the screen: the same data from the broker to the
window."""

from __future__ import annotations

from sayso.values import Value


class QueueRow(Value):
    """One question of the list. Its texts are others' words, one line each and short, not escaped
    for display yet."""

    number: int
    asker: str
    title: str
    """The title; without one, how the message begins."""
    seconds: float
    """Seconds left to answer it. They stand still while it waits, unless the queue leaves it less
    time."""
    from_place: str = ""
    """The other machine or container that the question comes from; empty: this machine."""
