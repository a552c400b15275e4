"""What an entry of the list of defences is."""

from dataclasses import dataclass

from defences.mutation import Change, mutated


@dataclass(frozen=True)
class Defence:
    """One defence, how to take it out, and the test that must fail then."""

    name: str
    """Unlike any other's; names it on the command line."""
    guards: str
    """What could happen without it."""
    place: str
    """Below sayso, as mutation.py says."""
    change: Change
    """What is different there when the defence is gone."""
    test: str
    """Below tests, as pytest names it."""

    @property
    def file(self) -> str:
        """Below src/sayso."""
        module, _, _ = self.place.partition(":")
        return module.replace(".", "/") + ".py"

    def taken_out_of(self, text: str) -> str:
        """`text` is that of the file. Raises ValueError when there is nothing to change."""
        _, _, path = self.place.partition(":")
        try:
            return mutated(text, path, self.change)
        except ValueError as error:
            raise ValueError(f"{self.name}: {self.file}: {error}") from error


@dataclass(frozen=True)
class Threat:
    name: str
    defences: tuple[Defence, ...]
