"""What the tray may ask of the daemon: literal requests, and what is none."""

from typing import Any

import pytest

from sayso.errors import InvalidParams
from sayso.wire import messages, tray
from sayso.wire.messages import PARAMS
from sayso.wire.params import object_schema


@pytest.mark.parametrize(
    ("method", "params", "read"),
    [
        ("bring_forward", {"number": 7}, tray.BringForward(number=7)),
        ("dnd", {"seconds": 1800}, messages.DoNotDisturb(seconds=1800)),
        ("dnd", {"seconds": 0}, messages.DoNotDisturb(seconds=0)),
        ("begin_quiet", {"number": 1}, tray.BeginQuiet(number=1)),
        ("end_quiet", {"number": 1}, tray.EndQuiet(number=1)),
        ("close_place", {"name": "build-7"}, tray.ClosePlace(name="build-7")),
        ("configure", {"name": "wait", "value": 45}, tray.Configure(name="wait", value=45)),
        ("configure", {"name": "sound", "value": True}, tray.Configure(name="sound", value=True)),
        (
            "configure",
            {"name": "locked", "value": "wait"},
            tray.Configure(name="locked", value="wait"),
        ),
        ("quit", {}, tray.Quit()),
    ],
)
def test_requests(method: str, params: dict[str, Any], read: object) -> None:
    assert messages.parse(tray.REQUESTS[method], params) == read


def test_a_switch_stays_a_switch() -> None:
    """A truth is no number: the file would say 1."""
    read = messages.parse(tray.REQUESTS["configure"], {"name": "sound", "value": True})
    assert isinstance(read, tray.Configure)
    assert read.value is True


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("bring_forward", {}, "number"),
        ("bring_forward", {"number": 0}, "number"),
        ("bring_forward", {"number": True}, "number"),
        ("bring_forward", {"number": "7"}, "number"),
        ("begin_quiet", {"number": 0}, "number"),
        ("end_quiet", {"number": -1}, "number"),
        ("close_place", {"name": "no such\nname"}, "name"),
        ("dnd", {"seconds": -1}, "seconds"),
        ("dnd", {"seconds": 36 * 3600 + 1}, "seconds"),
        ("dnd", {"seconds": None}, "seconds"),
        ("configure", {"name": "n" * 201, "value": 1}, "name"),
        ("configure", {"name": "wait", "value": "v" * 201}, "value"),
        ("configure", {"name": "wait", "value": None}, "value"),
        ("configure", {"name": "wait", "value": [45]}, "value"),
        ("configure", {"name": "wait", "value": float("inf")}, "value"),
        ("configure", {"name": "wait", "value": 10**400}, "value"),
        ("configure", {"name": "wait"}, "value"),
        ("quit", {"now": True}, "now"),
    ],
)
def test_what_is_none(method: str, params: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidParams) as raised:
        messages.parse(tray.REQUESTS[method], params)
    told = raised.value.to_wire()["data"]["field"]
    assert told.partition(".")[0] == field


def test_what_a_setting_may_be_is_told() -> None:
    said = object_schema(tray.Configure)["properties"]["value"]["anyOf"]
    assert [each["type"] for each in said] == ["boolean", "number", "string"]


def test_programs_can_neither_configure_nor_end_what_the_tray_can() -> None:
    """Their socket has only what is for everybody."""
    assert tray.REQUESTS.keys() & PARAMS.keys() == {"dnd"}
