"""Even parts of a list, for what takes too long to be tried in one go."""

from argparse import ArgumentTypeError
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
        """Of "2/5", for an option of a command. Raises ArgumentTypeError."""
        number, _, count = text.partition("/")
        if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
            raise ArgumentTypeError(f"{text}: K/N, with K from 1 to N")
        return cls(int(number), int(count))

    def of(self, whole: Sequence[T]) -> list[T]:
        return list(whole[self.number - 1 :: self.count])
