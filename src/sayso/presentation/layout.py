"""How large a dialog is, and where it stands. All numbers are pixels of the screen."""

from collections.abc import Sequence

NARROWEST, WIDEST = 480, 680
SCREEN_SHARE = 0.8
"""The share of the screen's height that a dialog takes at most, unless something other than its
texts makes it higher."""
TITLE_BAR, SIDES = 40, 16
"""Pixels left for what the window manager draws around a window."""


def width(texts: int, least: int, screen: int) -> int:
    """The width of a dialog. `texts`: the width of its texts without line breaks. `least`: the
    width that everything else needs. `screen`: the width of the screen."""
    return min(max(texts, NARROWEST, least), most_width(screen))


def most_width(screen: int) -> int:
    return min(WIDEST, screen - SIDES)


def fits_in_row(needs: Sequence[int], gap: int, room: int) -> bool:
    """Whether parts of these widths stand beside each other, with a gap between each two."""
    return sum(needs) + gap * (len(needs) - 1) <= room


def most_height(screen: int) -> int:
    """The height that a dialog takes before its texts scroll."""
    return int(screen * SCREEN_SHARE) - TITLE_BAR


def shares(needs: Sequence[int], room: int) -> list[int]:
    """The height of each text, where all together have this room: the longer ones share what a
    short one does not need."""
    given = [0] * len(needs)
    waiting = len(needs)
    for place in sorted(range(len(needs)), key=lambda place: needs[place]):
        given[place] = min(needs[place], room // waiting)
        room, waiting = room - given[place], waiting - 1
    return given


def resized(
    top: int, height: int, *, more: int, least: int, area: tuple[int, int], moves_top: bool
) -> tuple[int, int]:
    """Top and height of a dialog that now needs the height `least`, and stood at `top` with
    `height`.

    `more`: what the person has given it beyond what it needed. `area`: top and height of what the
    dialog may take. `moves_top`: its lower edge stays where it is, if there is room above.
    """
    area_top, most = area
    new = max(least, min(least + max(more, 0), most))
    at = top + height - new if moves_top else top
    return max(min(at, area_top + most - new), area_top), new


def within(at: int, size: int, area_at: int, area_size: int) -> int:
    """Where something of this size stands, to be inside of the area; if it is too large, its end is
    outside."""
    return max(min(at, area_at + area_size - size), area_at)
