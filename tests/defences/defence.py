"""What an entry of the list of defences is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Defence:
    """One defence, how to take it out, and the test that must fail then."""

    name: str
    """Unlike any other's; names it on the command line."""
    guards: str
    """What could happen without it."""
    file: str
    """Below src/sayso."""
    old: str
    """Stands exactly once in the file."""
    new: str
    """Stands there when the defence is gone: nothing, or its weakest form. Still Python."""
    test: str
    """Below tests, as pytest names it."""

    def taken_out_of(self, text: str) -> str:
        """`text` is that of the file. Raises ValueError when `old` is not there exactly once."""
        found = text.count(self.old)
        if found != 1:
            raise ValueError(f"{self.name}: its text stands {found} times in {self.file}")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Threat:
    name: str
    defences: tuple[Defence, ...]
