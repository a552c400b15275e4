"""Colours, fonts and sizes of a window, as the person has set up their system."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import fonts, looks, painting
from sayso.platforms.windows.native.looks import SystemColor
from sayso.values import Value, replace

_USUAL_DPI = 96
_LARGER = 1.2
_CODE = 2.0
"""Times the size of the system's font: a code is read off and typed elsewhere."""
_FIXED = "Consolas"
_STANDS_OUT = 3.0
"""The contrast that WCAG 2.1, 1.4.11, asks for."""


def _rgb(value: int) -> int:
    """The colour 0xRRGGBB as the system has it (COLORREF): red is the lowest byte."""
    return (value & 0xFF) << 16 | value & 0xFF00 | value >> 16


class Palette(Value):
    """The colour of each thing that is drawn (COLORREF)."""

    behind: int
    sheet: int
    """Background of the asker's words, and of what is typed."""
    text: int
    dim: int
    dead: int
    """Label of a button that is disabled."""
    line: int
    edge: int
    """Border of a button, and of a field."""
    face: int
    face_hot: int
    face_down: int
    accent: int
    fill: int
    """The part of the approving button that has filled up, before it is enabled."""
    danger: int
    danger_hot: int
    on_danger: int
    warning: int
    """Background of a banner that warns."""
    quiet: int
    """Background of a banner that does not warn."""
    error: int
    added: int
    """Backgrounds of the lines of a diff: `added`, `removed` and `hunk`. They differ in grey,
    too."""
    removed: int
    hunk: int


_LIGHT = Palette(
    behind=_rgb(0xF3F3F3),
    sheet=_rgb(0xFFFFFF),
    text=_rgb(0x1A1A1A),
    dim=_rgb(0x5C5C5C),
    dead=_rgb(0x9A9A9A),
    line=_rgb(0xD6D6D6),
    edge=_rgb(0xB4B4B4),
    face=_rgb(0xFDFDFD),
    face_hot=_rgb(0xF0F5FA),
    face_down=_rgb(0xE2E8EE),
    accent=_rgb(0x005FB8),
    fill=_rgb(0xC9DFF3),
    danger=_rgb(0xC42B1C),
    danger_hot=_rgb(0xA92417),
    on_danger=_rgb(0xFFFFFF),
    warning=_rgb(0xFFF4CE),
    quiet=_rgb(0xE6E6E6),
    error=_rgb(0xB3261E),
    added=_rgb(0xDFFBE7),
    removed=_rgb(0xE7BFBF),
    hunk=_rgb(0xE7E7E7),
)
_DARK = Palette(
    behind=_rgb(0x202020),
    sheet=_rgb(0x2B2B2B),
    text=_rgb(0xFFFFFF),
    dim=_rgb(0xC5C5C5),
    dead=_rgb(0x7D7D7D),
    line=_rgb(0x454545),
    edge=_rgb(0x6E6E6E),
    face=_rgb(0x373737),
    face_hot=_rgb(0x404040),
    face_down=_rgb(0x303030),
    accent=_rgb(0x60CDFF),
    fill=_rgb(0x1F4E68),
    danger=_rgb(0xC42B1C),
    danger_hot=_rgb(0xD6402F),
    on_danger=_rgb(0xFFFFFF),
    warning=_rgb(0x433519),
    quiet=_rgb(0x343434),
    error=_rgb(0xFF99A4),
    added=_rgb(0x2B3F2F),  # these three have all bits of the sheet: `painting.tint` mixes by OR
    removed=_rgb(0x6B2B2B),
    hunk=_rgb(0x3F3F3F),
)


def _high_contrast() -> Palette:
    """A palette of the system's colours alone: the person has chosen each of them."""
    behind, text = looks.color(SystemColor.WINDOW), looks.color(SystemColor.WINDOW_TEXT)
    face, on_face = looks.color(SystemColor.BUTTON_FACE), looks.color(SystemColor.BUTTON_TEXT)
    chosen, on_chosen = looks.color(SystemColor.HIGHLIGHT), looks.color(SystemColor.HIGHLIGHT_TEXT)
    return Palette(
        behind=behind,
        sheet=behind,
        text=text,
        dim=text,
        dead=looks.color(SystemColor.GRAY_TEXT),
        line=text,
        edge=on_face,
        face=face,
        face_hot=face,
        face_down=face,
        accent=chosen,
        fill=face,  # the label does not change its colour on it
        danger=chosen,
        danger_hot=chosen,
        on_danger=on_chosen,
        warning=behind,
        quiet=behind,
        error=text,
        added=behind,
        removed=behind,
        hunk=behind,
    )


def _contrast(one: int, other: int) -> float:
    """The contrast ratio of two colours, from 1 to 21, as WCAG 2.1 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: int) -> float:
    shares = ((color >> shift & 0xFF) / 255 for shift in (0, 8, 16))
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)
    weights = 0.2126, 0.7152, 0.0722
    return sum(share * weight for share, weight in zip(linear, weights, strict=True))


class Fonts:
    """The fonts for a screen with `dpi` dots per inch."""

    def __init__(self, dpi: int) -> None:
        system = fonts.of_messages(dpi)
        self.text = fonts.make(system)
        self.bold = fonts.make(system, bold=True)
        self.title = fonts.make(system, scale=_LARGER, bold=True)
        self.fixed = fonts.make(system, face=_FIXED)
        self.code = fonts.make(system, scale=_CODE, bold=True, face=_FIXED)

    def delete(self) -> None:
        for font in vars(self).values():
            fonts.delete(font)


class Look:
    """The look of one window, on the screen where it is."""

    palette: Palette
    fonts: Fonts

    def __init__(self, dpi: int) -> None:
        self.dpi = dpi
        self.shows_focus = False
        """Whether it is shown which control has the focus: from the first Tab on, and from the
        start where the question is destructive."""
        self._take()

    def renew(self) -> None:
        """Reads the person's settings again. What was drawn with the look is to be drawn anew."""
        self.close()
        self._take()

    def close(self) -> None:
        """Deletes the fonts: nothing may be drawn with the look any more."""
        self.fonts.delete()

    def _take(self) -> None:
        self.is_high_contrast = looks.is_high_contrast()
        self.is_dark = looks.is_dark() and not self.is_high_contrast
        self.fonts = Fonts(self.dpi)
        painting.forget_measures()
        self.palette = _high_contrast() if self.is_high_contrast else self._palette()

    def _palette(self) -> Palette:
        """The light or dark palette, with the person's own accent colour where that stands out."""
        usual = _DARK if self.is_dark else _LIGHT
        chosen = looks.accent()
        if chosen is None or _contrast(chosen, usual.sheet) < _STANDS_OUT:
            return usual
        return replace(usual, accent=chosen)

    def px(self, pixels: float) -> int:
        """Pixels of this screen for so many on a screen with 96 dots per inch."""
        return round(pixels * self.dpi / _USUAL_DPI)

    def usual(self, pixels: int) -> int:
        """Pixels on a screen with 96 dots per inch for so many of this screen."""
        return round(pixels * _USUAL_DPI / self.dpi)
