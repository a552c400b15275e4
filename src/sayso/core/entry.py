"""What stands in one field of a dialog, as it is submitted or kept for later."""

from __future__ import annotations

from sayso.values import Value


class Entry(Value):
    """The contents of one field: what was typed, the options that are chosen, or the person's own
    words."""

    text: str = ""
    places: tuple[int, ...] = ()
    """The indexes of the options chosen, counted from 0, in their order."""
    aside: str = ""
    """In a draft: the person's own words that are typed but not chosen."""


EMPTY = Entry()
