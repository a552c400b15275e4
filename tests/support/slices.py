"""Splits a list into even parts, for checks that take too long to run all at once."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Slice:
    """The part `number` of `count`, counted from 1. Each part has items from all over the list."""

    number: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """The slice for an option's text like "2/5". Raises ArgumentTypeError."""
        number, _, count = text.partition("/")
        if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
            raise ArgumentTypeError(f"{text}: K/N, with K from 1 to N")
        return cls(int(number), int(count))

    def of(self, whole: Sequence[T]) -> list[T]:
        return list(whole[self.number - 1 :: self.count])
