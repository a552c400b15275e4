"""The tray's icons can be read on whatever panel they stand, be it what it was taken for or not."""

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from sayso.platforms import macos
from support.pictures import ICONS, READABLE, contrast, luminance

THEME = ICONS / "hicolor"
PANELS = {
    "white": "#ffffff",
    "light": "#dcdad5",
    "grey": "#808080",
    "dark": "#2e2e2e",
    "black": "#000",
}
SIZES = (16, 22, 24, 48)
STATES = sorted({path.stem.rpartition("-")[0] for path in THEME.rglob("*.png")})

Luminances = list[list[float]]
"""Of a picture's pixels, row by row."""


@cache
def standing_on(panel: str, icon: str, size: int) -> Luminances:
    with Image.open(THEME / f"{size}x{size}" / "status" / f"{icon}.png") as drawing:
        picture = Image.new("RGBA", drawing.size, PANELS[panel])
        picture.alpha_composite(drawing.convert("RGBA"))
    pixels = picture.convert("RGB").tobytes()
    seen = [luminance(pixels[at : at + 3]) for at in range(0, len(pixels), 3)]
    return [seen[row * size : (row + 1) * size] for row in range(size)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("colour", ["dark", "light"])
@pytest.mark.parametrize("state", STATES)
def test_it_stands_out(state: str, colour: str, panel: str, size: int) -> None:
    """All of its shape: from one side to the other, and not as a hair."""
    picture = standing_on(panel, f"{state}-{colour}", size)
    ground = luminance(bytes.fromhex(PANELS[panel].removeprefix("#").ljust(6, "0")))
    mark = [
        (x, y)
        for y, row in enumerate(picture)
        for x, seen in enumerate(row)
        if contrast(seen, ground) >= READABLE
    ]
    assert len(mark) >= size * size / 6
    for axis in (0, 1):
        places = [place[axis] for place in mark]
        assert max(places) - min(places) >= size * 0.7


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("colour", ["dark", "light"])
def test_each_state_is_told_from_every_other(colour: str, panel: str, size: int) -> None:
    pictures = {state: standing_on(panel, f"{state}-{colour}", size) for state in STATES}
    for one, other in combinations(STATES, 2):
        rows = zip(pictures[one], pictures[other], strict=True)
        pairs = (pair for row in rows for pair in zip(*row, strict=True))
        differ = sum(contrast(*pair) >= READABLE for pair in pairs)
        assert differ >= size * size / 100, f"{one} looks like {other}"


MENU_BAR = Path(macos.__path__[0]) / "cocoa" / "icons"
"""Of macOS, which draws in its own colour whatever is opaque."""
OPAQUE = 128


@cache
def stencil(state: str, scale: int) -> tuple[bool, ...]:
    """Which pixels are drawn."""
    with Image.open(MENU_BAR / f"{state}@{scale}x.png") as drawing:
        assert drawing.size == (16 * scale, 16 * scale)
        return tuple(alpha >= OPAQUE for alpha in drawing.convert("RGBA").tobytes()[3::4])


@pytest.mark.parametrize("scale", [1, 2])
class TestMenuBar:
    @pytest.mark.parametrize("state", STATES)
    def test_each_state_stands_out(self, state: str, scale: int) -> None:
        size = 16 * scale
        drawn = [
            divmod(at, size) for at, is_drawn in enumerate(stencil(own(state), scale)) if is_drawn
        ]
        assert size * size / 6 <= len(drawn) <= size * size * 0.75
        for axis in (0, 1):
            places = [place[axis] for place in drawn]
            assert max(places) - min(places) >= size * 0.7

    def test_each_state_is_told_from_every_other(self, scale: int) -> None:
        for one, other in combinations(map(own, STATES), 2):
            pairs = zip(stencil(one, scale), stencil(other, scale), strict=True)
            differ = sum(mine != its for mine, its in pairs)
            assert differ >= (16 * scale) ** 2 / 100, f"{one} looks like {other}"


def own(state: str) -> str:
    return state.removeprefix("sayso-")
