"""Draws the tray's icons, in each state, size and colour, from the one drawing in assets/.

python packaging/icons.py            draws them
python packaging/icons.py --check    1 when they are not what would be drawn

What it makes is an icon theme, and is shipped in the package. Needs rsvg-convert; to check, Pillow.
"""

import copy
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "assets" / "tray.svg"
THEME = ROOT / "src" / "sayso" / "platforms" / "linux" / "gtk" / "icons" / "hicolor"

SIZES = (16, 22, 24, 32, 48, 64)
COLOURS = {"dark": "#2e3436", "light": "#f2f2f2"}
"""Of the icon: a dark one is for light panels. Its edge has the other one, so that it can be read
where the panel is not as it was taken to be."""

EDGE = 1.0
"""On the grid of 16."""

SHADE = 8
"""Of 255."""

COUNTS = (*map(str, range(1, 10)), "more")
STATES: dict[str, tuple[str, ...]] = {
    "idle": ("bubble", "tick"),
    "paused": ("bubble", "strike"),
    "trouble": ("bubble", "tick", "dot"),
    **{f"waiting-{count}": ("full", f"count-{count}") for count in COUNTS},
}
"""The parts that are drawn, by their ids."""

SVG = "{http://www.w3.org/2000/svg}"


def main(args: list[str]) -> int:
    wanted = dict(icons())
    if args == ["--check"]:
        there = {path: path.read_bytes() for path in THEME.rglob("*.png")}
        current = there.keys() == wanted.keys() and all(
            look_alike(there[path], wanted[path]) for path in wanted
        )
        if not current:
            print("The tray's icons are not current. Run: python packaging/icons.py")
        return int(not current)
    for path in THEME.rglob("*.png"):
        path.unlink()
    for path, picture in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
    return 0


def icons() -> Iterator[tuple[Path, bytes]]:
    for state, parts in STATES.items():
        for colour, value in COLOURS.items():
            (edge,) = set(COLOURS.values()) - {value}
            drawing = draw(parts, value, edge)
            for size in SIZES:
                place = THEME / f"{size}x{size}" / "status"
                yield place / f"sayso-{state}-{colour}.png", render(drawing, size)


def look_alike(one: bytes, other: bytes) -> bool:
    """Another version of the renderer may differ by a shade."""
    if one == other:
        return True
    from PIL import Image, ImageChops

    pictures = [Image.open(io.BytesIO(each)).convert("RGBA") for each in (one, other)]
    if pictures[0].size != pictures[1].size:
        return False
    difference = ImageChops.difference(*(each.convert("RGBa") for each in pictures))
    return max(difference.tobytes()) <= SHADE


def draw(parts: tuple[str, ...], colour: str, edge: str) -> bytes:
    """An SVG of these parts alone, each upon an edge of its own: it is seen on a panel of its own
    colour as well, and apart from the part below it."""
    ElementTree.register_namespace("", SVG.strip("{}"))
    root = ElementTree.parse(DRAWING).getroot()  # noqa: S314 (a file of our own)
    root.set("color", colour)
    known = {each.get("id"): each for each in root.iter()}
    for child in list(root):
        root.remove(child)
    for part in parts:
        drawn = copy.deepcopy(known[part])
        if part.startswith("count-"):
            drawn.attrib.update({"fill": "none", "stroke": edge, "stroke-width": "2"})
        else:
            root.append(widened(drawn, edge))
        root.append(drawn)
    return ElementTree.tostring(root)


def widened(part: ElementTree.Element, colour: str) -> ElementTree.Element:
    """What lies below it: it juts out on all sides, and fills what the part goes round."""
    below = copy.deepcopy(part)
    width = float(part.get("stroke-width", 0)) + 2 * EDGE
    below.attrib.update({"fill": colour, "stroke": colour, "stroke-width": f"{width:g}"})
    return below


def render(drawing: bytes, size: int) -> bytes:
    """A PNG of so many pixels each way."""
    command = ["rsvg-convert", "--width", str(size), "--height", str(size)]
    return subprocess.run(command, input=drawing, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
