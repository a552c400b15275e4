"""Tests of the even parts of a list."""

from argparse import ArgumentTypeError

import pytest

from support.slices import Slice


def test_together_they_are_the_whole() -> None:
    parts = [Slice(number, 3).of(range(10)) for number in (1, 2, 3)]
    assert parts == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]


def test_it_is_written_with_a_slash() -> None:
    assert Slice.parse("3/14") == Slice(3, 14)


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"])
def test_there_is_no_other(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="K/N"):
        Slice.parse(text)
