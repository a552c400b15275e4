"""What stands in one field of a dialog, as it is submitted or kept for later."""

from __future__ import annotations

from sayso.values import Value


class Entry(Value):
    """Of a field for text what was typed; of options those chosen, or words of the person's own."""

    text: str = ""
    places: tuple[int, ...] = ()
    """Of the options chosen, counted from 0, in their order."""
    aside: str = ""
    """Of a draft: words of the person's own that are typed and not chosen."""


EMPTY = Entry()
