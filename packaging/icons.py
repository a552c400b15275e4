"""Draws the tray's icons, in each state, size and colour, from the one drawing in assets/.

    python packaging/icons.py

What it makes is an icon theme, and is shipped in the package. Needs rsvg-convert.
"""

import copy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "assets" / "tray.svg"
THEME = ROOT / "src" / "sayso" / "platforms" / "linux" / "gtk" / "icons" / "hicolor"

SIZES = (16, 22, 24, 32, 48, 64)
COLOURS = {"dark": "#2e3436", "light": "#f2f2f2"}
"""Of the icon: a dark one is for light panels."""

COUNTS = (*map(str, range(1, 10)), "more")
STATES: dict[str, tuple[str, ...]] = {
    "idle": ("bubble", "tick"),
    "paused": ("bubble", "tick", "strike"),
    "trouble": ("bubble", "tick", "dot"),
    **{f"waiting-{count}": ("full", f"count-{count}") for count in COUNTS},
}
"""The parts that are drawn, by their ids."""

PARTED = {"strike": "beside-strike", "dot": "beside-dot"}
"""The mask that keeps the other parts off this one."""

SVG = "{http://www.w3.org/2000/svg}"


def main() -> int:
    for state, parts in STATES.items():
        for colour, value in COLOURS.items():
            drawing = draw(parts, value)
            for size in SIZES:
                place = THEME / f"{size}x{size}" / "status" / f"sayso-{state}-{colour}.png"
                place.parent.mkdir(parents=True, exist_ok=True)
                render(drawing, size, place)
    return 0


def draw(parts: tuple[str, ...], colour: str) -> bytes:
    """An SVG of these parts alone."""
    ElementTree.register_namespace("", SVG.strip("{}"))
    root = ElementTree.parse(DRAWING).getroot()  # noqa: S314 (a file of our own)
    root.set("color", colour)
    known = {each.get("id"): copy.deepcopy(each) for each in root.iter()}
    defs = root.find(f"{SVG}defs")
    assert defs is not None  # noqa: S101 (narrows)
    for child in list(root):
        root.remove(child)
    root.append(defs)
    mask = next((PARTED[part] for part in parts if part in PARTED), None)
    for part in parts:
        if part.startswith("count-"):
            mask = "beside-count"
            defs.append(cut_out(known[part]))
    for part in parts:
        if part.startswith("count-"):
            continue
        holder = ElementTree.SubElement(root, f"{SVG}g")
        if mask and part not in PARTED:
            holder.set("mask", f"url(#{mask})")
        holder.append(known[part])
    return ElementTree.tostring(root)


def cut_out(count: ElementTree.Element) -> ElementTree.Element:
    mask = ElementTree.Element(f"{SVG}mask", {"id": "beside-count"})
    ElementTree.SubElement(mask, f"{SVG}rect", {"width": "16", "height": "16", "fill": "white"})
    count.attrib.update({"fill": "none", "stroke": "black", "stroke-width": "2"})
    mask.append(count)
    return mask


def render(drawing: bytes, size: int, place: Path) -> None:
    subprocess.run(
        ["rsvg-convert", "--width", str(size), "--height", str(size), "--output", str(place)],
        input=drawing,
        check=True,
    )


if __name__ == "__main__":
    sys.exit(main())
