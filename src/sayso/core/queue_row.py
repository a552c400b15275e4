"""A question that waits behind the one on the screen: from the broker to the window the same."""

from __future__ import annotations

from sayso.values import Value


class QueueRow(Value):
    """Its texts are others' words, one line each and short, not made visible yet."""

    number: int
    asker: str
    title: str
    """Where it has none: how its message begins."""
    seconds: float
    """Left to answer it. They stand still while it waits, but for what the queue leaves of them."""
    from_place: str = ""
    """The other machine or container that it comes from; empty: this machine."""
