"""Two configurations that say the same."""

from math import nan

import pytest

from sayso.configuration.compare import same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": [nan, {"b": nan}], "c": 1}, {"c": 1, "a": [float("nan"), {"b": -nan}]}),
        ([], []),
        ("1", "1"),
    ],
)
def test_are_the_same(one: object, other: object) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        ([1], [1, 2]),
        ({"a": 1}, {"a": 1, "b": 1}),
        ({"a": 1}, {"a": 2}),
        (nan, 1.0),
    ],
)
def test_are_not(one: object, other: object) -> None:
    assert not same(one, other)
    assert not same(other, one)
