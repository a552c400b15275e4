"""How readable the texts in a picture are: WCAG 2's contrast, computed from the pixels alone.

Of each line of text, the ground is the colour of most pixels, and the ink is the colour that
differs most from the ground: colours between the two come from smoothing. Where the ground changes,
say in a button that fills up, the ink must differ from each ground.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from probes.probe import Control, Place

Colour = tuple[int, int, int]

GROUND = 0.15
"""Fraction of a line's pixels that a colour must cover to count as a ground."""
INK = 4
"""Number of pixels that must have the ink's colour, or one that differs more."""
BLANK = 1.3
"""Contrast: a row of pixels with less has no text in it."""
LINE = 5
"""Least height of a line of text, in pixels; what is lower is the edge of something."""
TEXTS = {
    "label": (0, 0), "text": (3, 3), "password text": (6, 6), "push button": (6, 6),
    "check box": (24, 2), "radio button": (24, 2), "toggle button": (0, 0),
}  # fmt: skip
"""Roles of controls with text, and how many pixels of border they have to the left, and on the
other sides."""
WORDLESS = frozenset({"Show the password", "Hide the password"})
"""Names of controls that show only an icon."""
HEADING = 20
"""Height in pixels of an expander's own line, when it is open."""


def luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Picture:
    def __init__(self, path: Path, scale: int = 1) -> None:
        """`scale`: pixels of the picture per unit of a place."""
        with Image.open(path) as opened:
            self._image = opened.convert("RGB")
        self._scale = scale

    def contrasts(self, place: Place) -> list[float]:
        """The lowest contrast of each line of text in this place."""
        least = LINE * self._scale
        return [_of_line(line) for line in _lines(self._rows(place)) if len(line) >= least]

    def strongest(self, place: Place) -> float:
        """The highest contrast there between any colour and the most common one."""
        counted = Counter(colour for row in self._rows(place) for colour in row)
        main, _ = counted.most_common(1)[0]
        return max(contrast(main, colour) for colour in counted)

    def ground(self, place: Place) -> float:
        """The luminance of the most common colour there."""
        (main, _), *_ = Counter(c for row in self._rows(place) for c in row).most_common(1)
        return luminance(main)

    def _rows(self, place: Place) -> list[list[Colour]]:
        scale = self._scale
        right, bottom = place.x + place.width, place.y + place.height
        part = self._image.crop((place.x * scale, place.y * scale, right * scale, bottom * scale))
        width, data = part.width, part.tobytes()
        colours = list(zip(data[::3], data[1::3], data[2::3], strict=True))
        return [colours[start : start + width] for start in range(0, len(colours), width)]


def _lines(rows: list[list[Colour]]) -> Iterator[list[list[Colour]]]:
    """Runs of rows that contain anything but their ground."""
    line: list[list[Colour]] = []
    for row in rows:
        ground, _ = Counter(row).most_common(1)[0]
        if any(contrast(ground, colour) > BLANK for colour in set(row)):
            line.append(row)
        elif line:
            yield line
            line = []
    if line:
        yield line


def _of_line(rows: list[list[Colour]]) -> float:
    counted = Counter(colour for row in rows for colour in row)
    main, *others = _grounds(counted)
    ink, seen = main, 0
    for colour in sorted(counted, key=lambda each: contrast(main, each), reverse=True):
        ink, seen = colour, seen + counted[colour]
        if seen >= INK:
            break
    different = (ground for ground in others if _shade(ground) != _shade(ink))
    return min(contrast(ink, ground) for ground in (main, *different))


def _grounds(counted: Counter[Colour]) -> list[Colour]:
    """The colours that cover enough to be a ground, most common first; the ink may be among them.
    Shades of one colour, as in a button that is lit from above, count as one colour."""
    alike: dict[Colour, Counter[Colour]] = {}
    for colour, count in counted.items():
        alike.setdefault(_shade(colour), Counter())[colour] += count
    main, *others = sorted(alike.values(), key=Counter.total, reverse=True)
    least = GROUND * counted.total()
    grounds = [main, *(each for each in others if each.total() >= least)]
    return [each.most_common(1)[0][0] for each in grounds]


def _shade(colour: Colour) -> Colour:
    red, green, blue = colour
    return red // 16, green // 16, blue // 16


def texts(controls: list[Control]) -> Iterator[tuple[str, Place]]:
    """The text of each control that has some, and the place where it shows."""
    panes = [each for each in controls if each.role in ("scroll pane", "viewport")]
    for each in controls:
        words = each.name or each.text
        if each.role not in TEXTS or not words or words in WORDLESS:
            continue
        across, down = TEXTS[each.role]
        height = HEADING if each.role == "toggle button" else each.height
        left, top = each.x + across, each.y + down
        right, bottom = each.x + each.width - down, each.y + height - down
        for pane in panes:  # a control may go on below the end of its pane
            if pane.x <= each.x < pane.x + pane.width and pane.y <= each.y < pane.y + pane.height:
                right, bottom = min(right, pane.x + pane.width), min(bottom, pane.y + pane.height)
        if right > left and bottom > top:
            yield words, Place(left, top, right - left, bottom - top)
