"""Draws every icon from the two drawings in assets/: the tray's in each state, size and colour, for
Linux and for Windows; the tray's for macOS, which colours them by itself; those in dialogs; and the
mark, the icon of our windows, notifications and launchers.

python packaging/icons.py            draws them
python packaging/icons.py --check    exits with 1 when they are not what would be drawn

What it makes is shipped in the package. Needs rsvg-convert; to check, Pillow.
"""

import copy
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TRAY = ROOT / "assets" / "tray.svg"
SYMBOLS = ROOT / "assets" / "symbols.svg"
LAUNCHER = ROOT / "assets" / "sayso.svg"
"""The mark as an SVG, for programs that show it in any size."""
ICONS = ROOT / "src" / "sayso" / "platforms" / "linux" / "gtk" / "icons"
MENU_BAR = ROOT / "src" / "sayso" / "platforms" / "macos" / "cocoa" / "icons"
"""Where macOS' icons of the tray go."""
TASKBAR = ROOT / "src" / "sayso" / "platforms" / "windows" / "win32" / "icons"
"""Where Windows' icons of the tray go."""
MARKS = ROOT / "src" / "sayso" / "presentation" / "mark"
THEME = ICONS / "hicolor"
"""Where Linux' icons of the tray go, laid out as an icon theme, as panels expect it."""

SIZES = (16, 22, 24, 32, 48, 64)
COLOURS = {"dark": "#2e3436", "light": "#f2f2f2"}
"""Colours of the icon: the dark one is for light panels. Its edge has the other colour, so that it
can be seen even where the panel is not as light or dark as assumed."""

POINTS, SCALES = 16, (1, 2)
"""Size of an icon in the menu bar in points, and how many pixels a point has on each kind of
screen."""

TASKBAR_SIZES = (16, 20, 24, 32)
"""Sizes in pixels, for screens of 96, 120, 144 and 192 dots per inch."""

EDGE = 1.0
"""Width of the edge around a part, on the drawing's grid of 16 by 16."""

SHADE = 8
"""The largest difference of a pixel's value, out of 255, at which two pictures still look alike."""

COUNTS = (*map(str, range(1, 10)), "more")
STATES: dict[str, tuple[str, ...]] = {
    "idle": ("bubble", "tick"),
    "paused": ("bubble", "strike"),
    "trouble": ("bubble", "tick", "dot"),
    **{f"waiting-{count}": ("full", f"count-{count}") for count in COUNTS},
}
"""The parts of the drawing that each state shows, by their ids, lowest first."""

SYMBOL = 64
"""Pixels of an icon for dialogs. On the screen it takes 16 or 32 pixels, or twice as many where the
scale is 2."""

MARK = {"blue": "#2a7de1", "white": "#ffffff"}
"""Colours of the mark, which stand out from light and dark backgrounds alike."""
MARK_SIZES = (16, 32, 48, 64, 128)

SVG = "{http://www.w3.org/2000/svg}"


def main(args: list[str]) -> int:
    wanted = dict(icons())
    if args == ["--check"]:
        there = {path: path.read_bytes() for path in made()}
        current = there.keys() == wanted.keys() and all(
            look_alike(there[path], wanted[path]) for path in wanted
        )
        if not current:
            print("The icons are not current. Run: python packaging/icons.py")
        return int(not current)
    for path in made():
        path.unlink()
    for path, picture in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
    return 0


def made() -> Iterator[Path]:
    """The files that earlier runs have made."""
    yield from ICONS.rglob("*.png")
    yield from MENU_BAR.glob("*.png")
    yield from TASKBAR.glob("*.png")
    yield from MARKS.glob("*.png")
    if LAUNCHER.exists():
        yield LAUNCHER


def icons() -> Iterator[tuple[Path, bytes]]:
    yield from of_the_tray()
    yield from of_the_menu_bar()
    yield from of_the_taskbar()
    yield from of_dialogs()
    yield from of_the_mark()


def of_the_tray() -> Iterator[tuple[Path, bytes]]:
    for state, colour, drawing in in_colours():
        for size in SIZES:
            place = THEME / f"{size}x{size}" / "status"
            yield place / f"sayso-{state}-{colour}.png", render(drawing, size)


def of_the_taskbar() -> Iterator[tuple[Path, bytes]]:
    for state, colour, drawing in in_colours():
        for size in TASKBAR_SIZES:
            yield TASKBAR / f"{state}-{colour}-{size}.png", render(drawing, size)


def in_colours() -> Iterator[tuple[str, str, bytes]]:
    """Each state in each colour: the names of both, and the drawing as an SVG."""
    for state, parts in STATES.items():
        for colour, value in COLOURS.items():
            (edge,) = set(COLOURS.values()) - {value}
            yield state, colour, draw(parts, value, edge)


def of_the_menu_bar() -> Iterator[tuple[Path, bytes]]:
    for state, parts in STATES.items():
        drawing = stencil(parts)
        for scale in SCALES:
            yield MENU_BAR / f"{state}@{scale}x.png", render(drawing, POINTS * scale)


def of_dialogs() -> Iterator[tuple[Path, bytes]]:
    """The icons in dialogs. Because their names end in ".symbolic.png", GTK gives them the colour
    of the text beside them."""
    root = blank(TRAY, "black")
    root.extend(parts_of(TRAY)[part] for part in STATES["idle"])
    yield ICONS / "symbolic" / "asking.symbolic.png", render(ElementTree.tostring(root), SYMBOL)
    for name, part in parts_of(SYMBOLS).items():
        root = blank(SYMBOLS, "black")
        root.append(part)
        picture = render(ElementTree.tostring(root), SYMBOL)
        yield ICONS / "symbolic" / f"{name}.symbolic.png", picture


def of_the_mark() -> Iterator[tuple[Path, bytes]]:
    root = blank(TRAY, MARK["blue"])
    bubble, tick = (parts_of(TRAY)[part] for part in ("full", "tick"))
    tick.attrib.update({"stroke": MARK["white"], "stroke-width": "2"})
    root.extend((bubble, tick))
    drawing = ElementTree.tostring(root)
    yield LAUNCHER, drawing + b"\n"
    for size in MARK_SIZES:
        yield MARKS / f"{size}.png", render(drawing, size)


def look_alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures differ by no more than SHADE, as another version of the renderer may
    cause. SVGs must be equal."""
    if one == other or one.startswith(b"<svg"):
        return one == other
    from PIL import Image, ImageChops

    pictures = [Image.open(io.BytesIO(each)).convert("RGBA") for each in (one, other)]
    if pictures[0].size != pictures[1].size:
        return False
    difference = ImageChops.difference(*(each.convert("RGBa") for each in pictures))
    return max(difference.tobytes()) <= SHADE


def draw(parts: tuple[str, ...], colour: str, edge: str) -> bytes:
    """An SVG of these parts alone, each on an edge in the colour `edge`. The edge sets a part apart
    from the part below it, and from a panel of the part's colour."""
    root = blank(TRAY, colour)
    known = parts_of(TRAY)
    for part in parts:
        drawn = known[part]
        if part.startswith("count-"):
            drawn.attrib.update({"fill": "none", "stroke": edge, "stroke-width": "2"})
        else:
            root.append(widened(drawn, edge))
        root.append(drawn)
    return ElementTree.tostring(root)


def stencil(parts: tuple[str, ...]) -> bytes:
    """An SVG of these parts for macOS, which uses only what is opaque. There is a gap in the parts
    below around each part, and a count is a hole."""
    root = blank(TRAY, "black")
    known = parts_of(TRAY)
    above: list[ElementTree.Element] = []
    for part in parts:
        drawn = known[part]
        if part.startswith("count-"):
            drawn.attrib.update({"fill": "none", "stroke": "black", "stroke-width": "2"})
            above = without(above, drawn, part)
        else:
            above = [*without(above, widened(drawn, "black"), part), drawn]
    root.extend(above)
    return ElementTree.tostring(root)


def without(
    drawn: list[ElementTree.Element], hole: ElementTree.Element, name: str
) -> list[ElementTree.Element]:
    """The elements of `drawn` with a hole in the shape of `hole`. `name`: for the id of the mask
    that makes it."""
    mask = ElementTree.Element(f"{SVG}mask", {"id": f"but-{name}", "maskUnits": "userSpaceOnUse"})
    mask.append(ElementTree.Element(f"{SVG}rect", {"width": "16", "height": "16", "fill": "white"}))
    mask.append(hole)
    left = ElementTree.Element(f"{SVG}g", {"mask": f"url(#but-{name})"})
    left.extend(drawn)
    return [mask, left]


def blank(drawing: Path, colour: str) -> ElementTree.Element:
    """The root of the drawing, with this colour and without its parts."""
    root = _root(drawing)
    root.set("color", colour)
    for child in list(root):
        root.remove(child)
    root.text = None
    return root


def parts_of(drawing: Path) -> dict[str, ElementTree.Element]:
    """The parts of a drawing, by their ids."""
    groups = (each for each in _root(drawing).iter() if each.tag in (f"{SVG}g", f"{SVG}path"))
    return {name: each for each in groups if (name := each.get("id"))}


def _root(drawing: Path) -> ElementTree.Element:
    ElementTree.register_namespace("", SVG.strip("{}"))
    return ElementTree.parse(drawing).getroot()  # noqa: S314 (a file of our own)


def widened(part: ElementTree.Element, colour: str) -> ElementTree.Element:
    """The edge that lies below a part: it juts out by EDGE on all sides, and fills what the part
    encloses."""
    below = copy.deepcopy(part)
    width = float(part.get("stroke-width", 0)) + 2 * EDGE
    below.attrib.update({"fill": colour, "stroke": colour, "stroke-width": f"{width:g}"})
    return below


def render(drawing: bytes, size: int) -> bytes:
    """The drawing, an SVG, as a PNG. `size`: width and height in pixels."""
    command = ["rsvg-convert", "--width", str(size), "--height", str(size)]
    return subprocess.run(command, input=drawing, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
