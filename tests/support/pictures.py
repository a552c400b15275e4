"""Measures in pictures: how well things stand out, and whether an icon of sayso is there."""

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
"""The least contrast of a graphical object with what is beside it, by WCAG 2.1, 1.4.11."""

ALIKE = 0.95
"""Least correlation for pixels to count as an icon: its own have 0.99, those of sayso's other icons
below 0.8."""


def luminance(pixel: bytes) -> float:
    """Relative luminance, as WCAG 2.1 defines it."""
    shares = (value / 255 for value in pixel)
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)
    return sum(
        share * weight for share, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)
    )


def contrast(one: float, other: float) -> float:
    """The contrast ratio of two luminances."""
    darker, lighter = sorted((one, other))
    return (lighter + 0.05) / (darker + 0.05)


@dataclass(frozen=True)
class Found:
    """An icon's drawing, at the place where it fits best."""

    likeness: float
    """How like the drawing the pixels are: 1 is the same drawing in any colour, 0 something
    else."""
    contrast: float
    """Contrast of the drawing's colour with its background."""


def find_icon(name: str, pixels: int, area: Image.Image) -> Found:
    """The best fit of this icon, `pixels` wide and high, in this part of a screen."""
    wanted = _drawing(name, pixels)
    grey = area.convert("L")
    places = product(range(grey.width - pixels + 1), range(grey.height - pixels + 1))
    return max(
        (_fit(wanted, grey.crop((x, y, x + pixels, y + pixels)).tobytes()) for x, y in places),
        key=lambda found: found.likeness,
    )


def share_of_mark(area: Image.Image) -> float:
    """Fraction of this part of a screen that has the colour of the bubble in sayso's mark."""
    hue = bytes.fromhex(MARK["blue"].removeprefix("#"))
    pixels = area.convert("RGB").tobytes()
    each = (pixels[at : at + 3] for at in range(0, len(pixels), 3))
    return sum(pixel == hue for pixel in each) / (area.width * area.height)


@cache
def _drawing(name: str, pixels: int) -> bytes:
    """The coverage of each pixel, from 0 to 255."""
    with Image.open(ICONS / "symbolic" / f"{name}.symbolic.png") as drawing:
        covers = drawing.convert("RGBA").getchannel("A")
        return covers.resize((pixels, pixels), Image.Resampling.BOX).tobytes()


def _fit(wanted: bytes, seen: bytes) -> Found:
    """Fits the drawing by least squares: each pixel seen is background plus ink in proportion to
    coverage."""
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
