"""What can be seen in a picture: how far things stand out, and whether an icon of ours is there."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import mul
from pathlib import Path

from icons import MARK
from PIL import Image

from sayso.platforms import linux

ICONS = Path(linux.__path__[0]) / "gtk" / "icons"

READABLE = 3.0
"""Of WCAG 2.1, 1.4.11: the contrast of a graphical object with what is beside it."""

ALIKE = 0.95
"""Correlation of pixels with a drawing: its own are at 0.99, those of our other ones below 0.8."""


def luminance(pixel: bytes) -> float:
    """Relative, as WCAG 2.1 has it."""
    shares = (value / 255 for value in pixel)
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)
    return sum(
        share * weight for share, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)
    )


def contrast(one: float, other: float) -> float:
    """Of two luminances."""
    darker, lighter = sorted((one, other))
    return (lighter + 0.05) / (darker + 0.05)


@dataclass(frozen=True)
class Found:
    """A drawing, in the pixels where it fits best."""

    likeness: float
    """1 is the very drawing, in whatever colour; 0 has nothing of it."""
    contrast: float
    """Of its colour with what it stands on."""


def find_icon(name: str, pixels: int, area: Image.Image) -> Found:
    """The icon of this name and size in this part of a screen."""
    wanted = _drawing(name, pixels)
    grey = area.convert("L")
    places = product(range(grey.width - pixels + 1), range(grey.height - pixels + 1))
    return max(
        (_fit(wanted, grey.crop((x, y, x + pixels, y + pixels)).tobytes()) for x, y in places),
        key=lambda found: found.likeness,
    )


def share_of_mark(area: Image.Image) -> float:
    """How much of this part of a screen has the colour of the mark's bubble."""
    hue = bytes.fromhex(MARK["blue"].removeprefix("#"))
    pixels = area.convert("RGB").tobytes()
    each = (pixels[at : at + 3] for at in range(0, len(pixels), 3))
    return sum(pixel == hue for pixel in each) / (area.width * area.height)


@cache
def _drawing(name: str, pixels: int) -> bytes:
    """How much of each pixel it covers."""
    with Image.open(ICONS / "symbolic" / f"{name}.symbolic.png") as drawing:
        covers = drawing.convert("RGBA").getchannel("A")
        return covers.resize((pixels, pixels), Image.Resampling.BOX).tobytes()


def _fit(wanted: bytes, seen: bytes) -> Found:
    """By least squares: what is seen is the ground, and the ink in so far as it is covered."""
    count = len(wanted)
    mean, ground = sum(wanted) / count, sum(seen) / count
    spread = sum(map(mul, wanted, wanted)) - count * mean * mean
    differs = sum(map(mul, seen, seen)) - count * ground * ground
    together = sum(map(mul, wanted, seen)) - count * mean * ground
    if differs <= 0:
        return Found(0, 1)
    slope = together / spread
    beside = ground - slope * mean
    ink = [
        luminance(bytes([min(max(round(v), 0), 255)] * 3)) for v in (beside, beside + slope * 255)
    ]
    return Found(abs(together) / (spread * differs) ** 0.5, contrast(*ink))
