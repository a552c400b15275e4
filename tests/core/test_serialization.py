"""Plain data: exact on the way back, and nothing gets in by accident."""

import json
from dataclasses import dataclass
from enum import Enum
from math import inf, nan
from typing import Any, Literal

import pytest

from sayso.core.secret import Secret
from sayso.core.serialization import fields_from_plain, fields_to_plain, from_plain, to_plain


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Point:
    x: float
    name: str | None = None


@dataclass(frozen=True)
class Line:
    ends: tuple[Point, ...]
    colour: Colour
    width: Literal[1, 2]
    label: tuple[str, int] | None
    shape: "Point | Line | None" = None
    flag: bool = True
    note: str | tuple[str, ...] | None = None


LINE = Line((Point(1.5), Point(inf, "far")), Colour.RED, 2, ("a", 3), Point(0))


def test_what_was_made_plain_comes_back() -> None:
    named = [Line((), Colour.RED, 1, None, note=note) for note in ("a", (), ("a", "b"))]
    for line in (LINE, Line((), Colour.RED, 1, None, LINE, flag=False), *named):
        carried = json.loads(json.dumps(to_plain(line), allow_nan=False))
        assert from_plain(Line, carried) == line


@pytest.mark.parametrize("value", [Secret(bytearray(b"x")), object(), [1], {"a": 1}, Point, b"x"])
def test_what_has_no_plain_form_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="has no plain form"):
        to_plain(value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (str, 1),
        (int, True),
        (int, 1.0),
        (bool, 1),
        (float, "1"),
        (float, True),
        (float, nan),
        (float, inf),
        (float, 10**400),
        (Colour, "blue"),
        (Literal["a", "b"], "c"),
        (tuple[int, ...], "12"),
        (tuple[int, ...], [1, "2"]),
        (tuple[int, str], [1]),
        (tuple[int, str], [1, "2", 3]),
        (str | None, 1),
        (str | None, ["a"]),
        (tuple[str, ...] | None, "a"),
        (str | tuple[str, ...], ["a", 1]),
        (Secret | None, "hunter2"),
        (Secret | None, {"is": "Secret"}),
        (Point, None),
        (Point, [1]),
        (Point | None, "x"),
        (Point | Line, None),
        (Point | Line, {"is": "Colour"}),
        (Point | Line, {"x": 1}),
        (Point, {"is": "Line", "x": 1, "name": None}),
        (Point, {"is": "Point"}),
        (Point, {"x": 1, "name": None}),
        (Point, {"is": "Point", "x": 1, "name": None, "y": 2}),
    ],
)
def test_what_is_not_exact_is_refused(kind: Any, value: object) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_plain(kind, value)


def test_a_default_is_left_out() -> None:
    """So data from before there was a field is what data is today in which nobody used it."""
    assert to_plain(Point(1.5)) == {"is": "Point", "x": 1.5}
    assert from_plain(Point, {"is": "Point", "x": 1.5}) == Point(1.5)
    assert fields_to_plain(Point, {"x": inf, "name": None}) == {"x": None}
    assert fields_from_plain(Point, ("name",), {}) == {}


@pytest.mark.parametrize("told", [{"x": 1.5, "label": "a"}, {"name": 5}, None, [], "", True])
def test_other_fields_than_are_known_are_refused(told: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        fields_from_plain(Point, ("name", "x"), told)


def test_none_stands_for_infinity() -> None:
    assert to_plain(inf) is None
    assert from_plain(float, None) == inf
