"""Colours: the person's own where it stands out."""

import sys

assert sys.platform == "win32"

import pytest

from sayso.platforms.windows.native import looks
from sayso.platforms.windows.win32.look import Look

STRONG, FAINT = 0x0000C0, 0xFAFAFA


@pytest.mark.parametrize("accent", [STRONG, FAINT, None])
def test_the_persons_colour_is_taken_where_it_stands_out(
    monkeypatch: pytest.MonkeyPatch, accent: int | None
) -> None:
    monkeypatch.setattr(looks, "is_dark", lambda: False)
    monkeypatch.setattr(looks, "accent", lambda: accent)
    taken = Look(96).palette.accent
    assert (taken == accent) is (accent == STRONG)
    assert taken != FAINT


def test_high_contrast_has_the_systems_colours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "is_high_contrast", lambda: True)
    monkeypatch.setattr(looks, "accent", lambda: STRONG)
    monkeypatch.setattr(looks, "color", lambda which: int(which))
    palette = Look(96).palette
    assert {palette.text, palette.behind, palette.accent} == {
        looks.SystemColor.WINDOW_TEXT,
        looks.SystemColor.WINDOW,
        looks.SystemColor.HIGHLIGHT,
    }
