"""Numbers and names of Apple's frameworks that ours has are those of PyObjC's metadata."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import json
from pathlib import Path
from typing import Any

import pytest

import macos_double
from macos_double import names
from macos_double.headers import Headers
from support import macos_modules

macos_modules.can_be_loaded()

from sayso.platforms.macos.native import unlisted

SOURCES = sorted(Path(macos_double.ROOT, "src/sayso/platforms/macos").rglob("*.py"))


def metadata(kind: str) -> dict[str, Any]:
    """Of CoreGraphics."""
    told: dict[str, Any] = json.loads(macos_double.METADATA.read_text())["graphics"][kind]
    return told


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_name_is_apples(path: Path, apples: Headers) -> None:
    used = {*names.used(path.read_text(encoding="utf-8"))}
    assert [each for each in sorted(used) if not names.is_apples(each, apples)] == []


def test_most_of_them_are_looked_at() -> None:
    assert sum(len({*names.used(path.read_text())}) for path in SOURCES) > 100


@pytest.mark.parametrize(
    ("planted", "name"),
    [
        ("AppKit.NSWindowStyleMaskTitle", "NSWindowStyleMaskTitle"),
        ("x = f(AppKit.NSNope, 1)", "NSNope"),
        ("from AppKit import NSControlStateValueOm", "NSControlStateValueOm"),
        ("getattr(AppKit, 'NSAccessibilityPost', None)", "NSAccessibilityPost"),
    ],
)
def test_one_that_is_misspelt_is_found(planted: str, name: str, apples: Headers) -> None:
    assert [*names.used(planted)] == [name]
    assert not names.is_apples(name, apples)


BY_HAND = {
    "kCGEventSourceStateCombinedSessionState": unlisted.COMBINED_SESSION_STATE,
    "kCGEventSourceStateHIDSystemState": unlisted.HID_SYSTEM_STATE,
    "kCGEventSourceUnixProcessID": unlisted.SOURCE_PROCESS,
}
"""Numbers that are written out: PyObjC's package for CoreGraphics is 10 MB."""
KNOWN_TO_NOBODY = {"PROC_PIDUNIQIDENTIFIERINFO", "PT_DENY_ATTACH", "ANY_INPUT_EVENT"}


@pytest.mark.parametrize("name", BY_HAND)
def test_a_number_that_is_written_out_is_apples(name: str) -> None:
    assert metadata("numbers")[name] == BY_HAND[name]


def test_every_number_that_is_written_out_is_compared_if_it_can_be() -> None:
    ours = {name: value for name, value in vars(unlisted).items() if name.isupper()}
    compared = {name for name in ours if ours[name] in BY_HAND.values()}
    assert {*ours} == compared | KNOWN_TO_NOBODY
    assert "kCGAnyInputEventType" not in metadata("numbers")


FUNCTIONS = {
    # result and arguments, as Objective-C writes them: native/input.py, cocoa/quartz.py
    "CGEventSourceSecondsSinceLastEventType": "diI",
    "CGEventGetIntegerValueField": "q^{__CGEvent=}I",
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_what_it_is_given(name: str) -> None:
    assert metadata("functions")[name] == FUNCTIONS[name]


VARIABLES = {
    # each with the value that we write out, which no metadata has
    "NSImageNameCaution": '"NSCaution"',
    "NSAccessibilityDisclosureTriangleRole": '"AXDisclosureTriangle"',
}


@pytest.mark.parametrize("name", VARIABLES)
def test_a_variable_whose_value_is_written_out_is_there(name: str, apples: Headers) -> None:
    assert names.is_apples(name, apples)
    assert any(VARIABLES[name] in path.read_text() for path in SOURCES)
