"""Even parts of a list, for what takes too long to be tried in one go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Slice:
    """The `number`-th of `count` parts, from 1 on; every part takes from all over the list."""

    number: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Of "2/5". Raises ValueError."""
        number, _, count = text.partition("/")
        made = cls(int(number), int(count))
        if not 1 <= made.number <= made.count:
            raise ValueError(f"{text}: K/N, from 1/N to N/N")
        return made

    def of(self, whole: Sequence[T]) -> list[T]:
        return list(whole[self.number - 1 :: self.count])
