"""Calls that the double never sends are Apple's: they are listed by hand, and the list is whole."""

import re
from pathlib import Path

import pytest

import macos_double
from macos_double import selectors
from macos_double.headers import Headers


def test_what_gnustep_lacks_is_apples(apples: Headers) -> None:
    listed = list(selectors.listed(selectors.BY_HAND.read_text(encoding="utf-8")))
    assert listed
    assert selectors.wrong(listed, apples) == []


@pytest.mark.parametrize(
    "call",
    [
        "-[NSWindow setSharingTyp:]", "-[NSWindow setSharingType]", "+[NSWindow setSharingType:]",
        "-[NSColor redColor]", "+[NSNope alloc]", "-[NSWindow title:]",
    ],
)  # fmt: skip
def test_what_is_listed_wrongly_is_found(apples: Headers, call: str) -> None:
    assert selectors.wrong(selectors.listed(f"# a comment\n{call}\n"), apples) == [call]


@pytest.mark.parametrize(
    "call",
    [
        "+[NSWindow alloc]", "-[NSWindow isVisible]", "-[NSPanel setTitle:]", "+[NSColor redColor]",
        "-[NSWindow initWithContentRect:styleMask:backing:defer:]",
        "+[NSPanel respondsToSelector:]", "-[NSMutableDictionary setObject:forKey:]",
        "-[NSObject performSelector:withObject:afterDelay:]",
    ],
)  # fmt: skip
def test_what_is_apples_is_found(apples: Headers, call: str) -> None:
    assert selectors.wrong(selectors.listed(call), apples) == []


def test_a_list_has_calls_alone() -> None:
    with pytest.raises(ValueError, match="no call"):
        list(selectors.listed("NSWindow setSharingType"))


COCOA = Path(macos_double.ROOT, "src", "sayso", "platforms", "macos", "cocoa")
ASKED = re.compile(r'respondsToSelector_\("([\w:]+)"\)')
SPELT = re.compile(r'"(\w+:|\w+Color)"')
ACTIONS = {
    "fire:", "readable:", "boundsChanged:", "cut:", "copy:", "paste:", "selectAll:", "undo:",
    "choose:", "dismiss:", "notified:",
}  # fmt: skip
"""Handed over as such, and so recorded."""
EVERYWHERE = {
    "isFieldEditor", "controlTextColor", "windowBackgroundColor", "textBackgroundColor",
    "controlShadowColor", "keyboardFocusIndicatorColor", "greenColor", "redColor", "yellowColor",
    "disabledControlTextColor", "hasMarkedText",
}  # fmt: skip
"""GNUstep has these."""


def test_what_is_asked_for_by_name_is_listed() -> None:
    """Whoever asks first whether there is such a method calls it on a Mac alone."""
    texts = [path.read_text(encoding="utf-8") for path in COCOA.glob("*.py")]
    asked = {name for text in texts for each in (ASKED, SPELT) for name in each.findall(text)}
    known = {each["selector"] for each in selectors.listed(selectors.BY_HAND.read_text())}
    assert asked - known - ACTIONS - EVERYWHERE == set()
