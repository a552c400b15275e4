"""Short forms for entries of fields, and for the options of a choice."""

from sayso.core.entry import Entry
from sayso.core.questions import Option


def options(*labels: str) -> tuple[Option, ...]:
    """Options with these labels, without descriptions."""
    return tuple(map(Option, labels))


def as_entry(answer: str | tuple[int, ...] | Entry) -> Entry:
    """An entry for a typed text, or for the indexes of the options chosen."""
    if isinstance(answer, Entry):
        return answer
    return Entry(answer) if isinstance(answer, str) else Entry(places=answer)


def filled(entries: tuple[Entry, ...]) -> str | tuple[int, ...]:
    """The answer of the only entry: its text, or the indexes of the options chosen."""
    (entry,) = entries
    return entry.text or entry.places
