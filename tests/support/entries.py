"""What stands in fields, and what there is to choose from, in short."""

from sayso.core.entry import Entry
from sayso.core.questions import Option


def options(*labels: str) -> tuple[Option, ...]:
    """Without descriptions."""
    return tuple(map(Option, labels))


def as_entry(answer: str | tuple[int, ...] | Entry) -> Entry:
    """Of a text that was typed, or of the places of options."""
    if isinstance(answer, Entry):
        return answer
    return Entry(answer) if isinstance(answer, str) else Entry(places=answer)


def filled(entries: tuple[Entry, ...]) -> str | tuple[int, ...]:
    """The one text that was typed, or the places of the options chosen."""
    (entry,) = entries
    return entry.text or entry.places
