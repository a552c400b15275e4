"""The tray's icons can be read on whatever panel they stand, be it what it was taken for or not."""

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from sayso.platforms import linux

ICONS = Path(linux.__path__[0]) / "gtk" / "icons" / "hicolor"
PANELS = {
    "white": "#ffffff",
    "light": "#dcdad5",
    "grey": "#808080",
    "dark": "#2e2e2e",
    "black": "#000",
}
SIZES = (16, 22, 24, 48)
STATES = sorted({path.stem.rpartition("-")[0] for path in ICONS.rglob("*.png")})

READABLE = 3.0
"""Of WCAG 2.1, 1.4.11: the contrast of a graphical object with what is beside it."""

Luminances = list[list[float]]
"""Of a picture's pixels, row by row."""


@cache
def standing_on(panel: str, icon: str, size: int) -> Luminances:
    with Image.open(ICONS / f"{size}x{size}" / "status" / f"{icon}.png") as drawing:
        picture = Image.new("RGBA", drawing.size, PANELS[panel])
        picture.alpha_composite(drawing.convert("RGBA"))
    pixels = picture.convert("RGB").tobytes()
    seen = [luminance(pixels[at : at + 3]) for at in range(0, len(pixels), 3)]
    return [seen[row * size : (row + 1) * size] for row in range(size)]


def luminance(pixel: bytes) -> float:
    """Relative, as WCAG 2.1 has it."""
    shares = (value / 255 for value in pixel)
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)
    return sum(
        share * weight for share, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)
    )


def contrast(one: float, other: float) -> float:
    darker, lighter = sorted((one, other))
    return (lighter + 0.05) / (darker + 0.05)


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
