"""Values: light stand-ins for frozen dataclasses, for the modules that a short command loads."""

from __future__ import annotations

import copy
import pickle
from typing import ClassVar

import pytest

from sayso.core.outcome import Approved, Denied, NotShown
from sayso.values import Value


class Point(Value):
    sort: ClassVar[str] = "point"
    x: int
    y: int = 2


class Named(Point):
    name: str = ""


def test_fields_are_given_by_place_by_name_or_by_default() -> None:
    assert (Point(1).x, Point(1).y, Point(1, 3).y, Point(y=4, x=1).y) == (1, 2, 3, 4)
    named = Named(1, 2, "here")
    assert (named.x, named.y, named.name) == (1, 2, "here")


@pytest.mark.parametrize(
    ("args", "members", "complaint"),
    [
        ((), {}, "needs x"),
        ((), {"y": 1}, "needs x"),
        ((1, 2, 3), {}, "more than x, y"),
        ((1,), {"x": 1}, "more than x, y"),
        ((1,), {"z": 1}, "has no z"),
        ((1,), {"sort": "line"}, "has no sort"),
    ],
)
def test_a_field_missing_unknown_or_given_twice(
    args: tuple[int, ...], members: dict[str, object], complaint: str
) -> None:
    with pytest.raises(TypeError, match=complaint):
        Point(*args, **members)  # type: ignore[arg-type]  # what the type checker refuses


def test_values_stay_as_they_are() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2  # type: ignore[misc]  # what the type checker refuses
    with pytest.raises(AttributeError, match="frozen"):
        del point.x
    assert point == Point(1)


def test_equal_are_those_of_one_class_with_equal_fields() -> None:
    assert Point(1) == Point(1, 2)
    assert hash(Point(1)) == hash(Point(1, 2))
    assert Point(1) != Point(2)
    assert Point(1, 2) != Named(1, 2)
    assert Point(1) != 1
    assert Approved() != Denied()


def test_a_match_takes_fields_by_place_and_by_name() -> None:
    match NotShown(True, "it died"):
        case NotShown(again, retry_reason=reason):
            assert (again, reason) == (True, "it died")
        case _:
            pytest.fail("no match")


def test_they_show_what_they_hold_and_can_be_copied() -> None:
    point = Named(1, name="here")
    assert repr(point) == "Named(x=1, y=2, name='here')"
    assert copy.deepcopy(point) == point
    assert pickle.loads(pickle.dumps(point)) == point  # noqa: S301 - written here
