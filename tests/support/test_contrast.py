"""Tests of the measure itself, with pictures whose contrast is known."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from probes.probe import Place
from support.contrast import Colour, Picture, contrast

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
ALL = Place(0, 0, 60, 20)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        (WHITE, BLACK, 21.0),
        (BLACK, WHITE, 21.0),
        ((0x76, 0x76, 0x76), WHITE, 4.54),
        ((0xFF, 0, 0), WHITE, 4.0),
        (WHITE, WHITE, 1.0),
    ],
)
def test_contrast_is_as_wcag_has_it(one: Colour, other: Colour, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)


def picture(path: Path, ink: Colour, *, filled: Colour | None = None) -> Picture:
    """Two lines of bars, the lower one in grey. `filled`: the ground of the left half; None:
    white."""
    image = Image.new("RGB", (60, 20), WHITE)
    draw = ImageDraw.Draw(image)
    if filled:
        draw.rectangle((0, 0, 29, 19), fill=filled)
    for x in range(4, 56, 4):
        draw.rectangle((x, 2, x, 8), fill=ink)
        draw.rectangle((x, 12, x, 18), fill=(0x76, 0x76, 0x76))
    image.save(path)
    return Picture(path)


def test_each_line_counts_for_itself(tmp_path: Path) -> None:
    seen = picture(tmp_path / "lines.png", BLACK).contrasts(ALL)
    assert seen == pytest.approx([21.0, 4.54], abs=0.01)


def test_ink_has_to_be_told_from_each_ground(tmp_path: Path) -> None:
    seen = picture(tmp_path / "half.png", BLACK, filled=(0x76, 0x76, 0x76)).contrasts(ALL)
    assert min(seen) < 4.7


def test_a_ground_that_is_lit_from_above_is_one(tmp_path: Path) -> None:
    """No single shade of the ground is as frequent as the ink."""
    image = Image.new("RGB", (60, 20))
    draw = ImageDraw.Draw(image)
    for y in range(20):
        draw.line((0, y, 59, y), fill=(255 - y // 2, 255 - y // 2, 255 - y // 2))
    for x in range(4, 56, 8):
        draw.rectangle((x, 4, x + 1, 15), fill=BLACK)
    image.save(tmp_path / "lit.png")
    (seen,) = Picture(tmp_path / "lit.png").contrasts(ALL)
    assert seen > 18


def test_where_nothing_is_written_there_is_no_line(tmp_path: Path) -> None:
    assert picture(tmp_path / "blank.png", WHITE).contrasts(Place(0, 0, 60, 10)) == []
