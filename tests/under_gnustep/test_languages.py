"""Every language: no word of ours is cut, before a Mac's double."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from probes.gnustep import GnustepProbe
from sayso.presentation import catalogue
from support.gallery import ASKER, STATES, shown
from support.languages import spoken
from support.world import GNUSTEP, World

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")

LANGUAGES = sorted(each.stem for each in Path("assets", "locale").glob("*.po"))
FEW = ("unread", "gone", "queued", "recorded", "password-repeat")
"""With the most words of ours."""
AT_ONCE = 0.01
"""Seconds of arming: no picture that stays is waited for then. On a busy machine none does, as the
time left is another one in each."""
THEIRS = (ASKER.command, *ASKER.lineage)
"""Lines that may be cut in the middle: a tip has the whole."""


@pytest.fixture(scope="module")
def unhurried() -> Iterator[World]:
    made = World(compositor=GNUSTEP)
    made.set_clocks({"RECORDED_SECONDS": 30.0})
    yield made
    made.close()


@pytest.fixture
def probe(unhurried: World) -> GnustepProbe:
    assert isinstance(unhurried.dialogs, GnustepProbe)
    return unhurried.dialogs


@pytest.fixture(params=["en", *LANGUAGES])
def environ(request: pytest.FixtureRequest, unhurried: World) -> Iterator[dict[str, str]]:
    """Of a dialog that speaks it, as this process does."""
    with spoken(request.param) as speaks:
        assert (catalogue.LATER() == "Later") == (request.param == "en")
        yield unhurried.environ | speaks


@pytest.mark.parametrize("state", FEW)
def test_no_word_is_cut(probe: GnustepProbe, environ: dict[str, str], state: str) -> None:
    with shown(replace(STATES[state], arming=AT_ONCE), probe, environ) as dialog:
        cut = probe.cut_words(dialog.pid)
    assert [each for each in cut if each not in THEIRS] == []
