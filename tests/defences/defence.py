"""The entries of the list of defences."""

from dataclasses import dataclass

from defences.mutation import Change, mutated


@dataclass(frozen=True)
class Defence:
    """One defence, how to take it out, and the test that must fail then."""

    name: str
    """A name that no other defence has; it names the defence on the command line."""
    guards: str
    """What could happen without it."""
    place: str
    """The place in the code, below the package sayso, written as mutation.py says."""
    change: Change
    """What is different there when the defence is gone."""
    test: str
    """The test's path below tests, as pytest names it."""

    @property
    def file(self) -> str:
        """The path of the file, below src/sayso."""
        module, _, _ = self.place.partition(":")
        return module.replace(".", "/") + ".py"

    def taken_out_of(self, text: str) -> str:
        """The file without the defence; `text` is the whole file. Raises ValueError when there is
        nothing to change."""
        _, _, path = self.place.partition(":")
        try:
            return mutated(text, path, self.change)
        except ValueError as error:
            raise ValueError(f"{self.name}: {self.file}: {error}") from error


@dataclass(frozen=True)
class Threat:
    name: str
    defences: tuple[Defence, ...]
