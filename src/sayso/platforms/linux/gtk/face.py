"""The widgets of a confirm window, as they stand: no behaviour."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk, Pango

from sayso.core import catalogue
from sayso.core.text import shorten
from sayso.platforms.base import Button, Card
from sayso.platforms.linux.gtk.sheet import Sheet, attributes

_NARROWEST, _WIDEST = 480, 680
_SCREEN_SHARE = 0.8
_LINE_SHOWN, _TOOLTIP_SHOWN = 400, 1_000
"""Characters of a line of ours that are handed to the toolkit: a command line can have 100,000."""
_LABEL_COLUMNS = 26
"""A longer label on a button takes two lines: nothing is cut, and the window stays in bounds."""
_LINEAGE_HEIGHT = 120
_TITLE_BAR = 40
"""Pixels left for what the window manager draws around a window."""


class Face:
    """All widgets below the window, with the card's words on them."""

    def __init__(self, card: Card) -> None:
        self.countdown = _label(catalogue.time_left(card.seconds), xalign=1, width_chars=5)
        self.countdown.set_tooltip_text(catalogue.TIME_LEFT)
        self.countdown.set_valign(Gtk.Align.START)
        self.hint = _label("", dim=True)
        self.hint.set_max_width_chars(1)  # it takes the room that the buttons leave
        self.hint.set_line_wrap(True)
        self.hint.set_lines(2)
        self.hint.set_ellipsize(Pango.EllipsizeMode.END)
        self.approve = _button(card.approve, "object-select-symbolic")
        self.approve_meaning = _meaning(card.approve)
        self.deny = _button(card.deny, "window-close-symbolic")
        if card.destructive:
            self.approve.get_style_context().add_class("destructive-action")
        self.controls = Gtk.Stack(hhomogeneous=False)
        self.controls.add_named(self._buttons(), "buttons")
        self.controls.add_named(_recorded(), "recorded")
        texts = [Sheet(catalogue.QUESTION, card.message, card.title)]
        if card.details:
            texts.append(Sheet(catalogue.DETAILS, card.details, monospace=True))
        self.sheets = texts
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=18)
        self.root.set_size_request(_NARROWEST, -1)
        self.root.pack_start(self._header(card), False, False, 0)
        self.root.pack_start(self._frame(), True, True, 0)
        self.root.pack_start(self.controls, False, False, 0)

    def fit(self, screen_height: int) -> tuple[int, int]:
        """Sets the heights of the texts; the window's width and height in pixels.

        Text that fits is shown whole; text that does not has the share that is left, and scrolls.
        """
        self.root.show_all()
        padding = 2 * self.root.get_border_width() + 2 * len(self.sheets)
        widest = max(sheet.size(_WIDEST)[0] for sheet in self.sheets) + padding
        width = min(max(widest, _NARROWEST, self.root.get_preferred_width()[1]), _WIDEST)
        bare: int = self.root.get_preferred_height_for_width(width)[0]
        bare -= sum(sheet.root.get_preferred_height()[0] for sheet in self.sheets)
        left = max(int(screen_height * _SCREEN_SHARE) - _TITLE_BAR - bare, 0)
        sizes = [sheet.size(width - padding) for sheet in self.sheets]
        total = sum(height for _, height in sizes)
        fair = left // len(sizes)
        for sheet, (natural, height) in zip(self.sheets, sizes, strict=True):
            share = max(fair, left - (total - height))
            sheet.set_height(min(height, share), sideways=natural > width - padding)
        return width, self.root.get_preferred_height_for_width(width)[1]

    def _header(self, card: Card) -> Any:
        heading = _label(card.heading)
        heading.set_attributes(attributes(Pango.attr_weight_new(Pango.Weight.BOLD)))
        words = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        words.pack_start(heading, False, False, 0)
        words.pack_start(_origin(card), False, False, 0)
        header = Gtk.Box(spacing=12)
        name = "dialog-warning" if card.destructive else "dialog-question"
        icon = Gtk.Image.new_from_icon_name(name, Gtk.IconSize.DND)
        icon.set_valign(Gtk.Align.START)
        header.pack_start(icon, False, False, 0)
        header.pack_start(words, True, True, 0)
        header.pack_start(self.countdown, False, False, 0)
        return header

    def _frame(self) -> Any:
        """The one place of the asker's words."""
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        column.get_style_context().add_class("view")
        question, *details = self.sheets
        column.pack_start(question.root, not details, True, 0)
        for sheet in details:
            column.pack_start(Gtk.Separator(), False, False, 0)
            column.pack_start(sheet.root, True, True, 0)
        frame = Gtk.Frame()
        frame.add(column)
        return frame

    def _buttons(self) -> Any:
        row = Gtk.Box(spacing=12)
        pair = Gtk.Box(spacing=6, homogeneous=True)
        pair.add(self.deny)
        pair.add(self.approve)
        row.pack_start(self.hint, True, True, 0)
        row.pack_end(pair, False, False, 0)
        return row


def say(label: Any, text: str) -> None:
    """Sets one line of ours; where it is too long the whole is in the tooltip."""
    label.set_text(shorten(text, _LINE_SHOWN))
    label.set_tooltip_text(shorten(text, _TOOLTIP_SHOWN))


def _origin(card: Card) -> Any:
    where = _label(card.where, dim=True)
    if not card.lineage:
        return where
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin_top=6)
    column.add(_label(catalogue.LINEAGE, dim=True))
    for line in card.lineage:
        column.add(_label(line))
    column.show_all()
    scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
    scroller.set_min_content_height(min(column.get_preferred_height()[1], _LINEAGE_HEIGHT))
    scroller.add(column)
    expander = Gtk.Expander(label_widget=where, label_fill=True, resize_toplevel=True)
    expander.add(scroller)
    return expander


def _label(text: str, xalign: float = 0, width_chars: int = -1, dim: bool = False) -> Any:
    label = Gtk.Label(xalign=xalign, width_chars=width_chars)
    if width_chars < 0:
        label.set_ellipsize(Pango.EllipsizeMode.MIDDLE)
    if dim:
        label.get_style_context().add_class("dim-label")
    say(label, text)
    return label


def _button(button: Button, icon: str) -> Any:
    image = Gtk.Image.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
    label = Gtk.Label(label=button.label)
    if len(button.label) > _LABEL_COLUMNS:
        label.set_line_wrap(True)
        label.set_line_wrap_mode(Pango.WrapMode.WORD_CHAR)
        label.set_width_chars(_LABEL_COLUMNS)
        label.set_max_width_chars(_LABEL_COLUMNS)
        label.set_attributes(attributes(Pango.attr_insert_hyphens_new(False)))
    content = Gtk.Box(spacing=6, halign=Gtk.Align.CENTER)
    content.add(image)
    content.add(label)
    widget = Gtk.Button(child=content)
    widget.set_tooltip_text(_meaning(button))
    widget.get_accessible().set_description(_meaning(button))
    return widget


def _meaning(button: Button) -> str:
    """Our own word, where the label is the asker's."""
    return button.meaning if button.label != button.meaning else ""


def _recorded() -> Any:
    row = Gtk.Box(spacing=6, halign=Gtk.Align.END)
    row.add(Gtk.Image.new_from_icon_name("object-select-symbolic", Gtk.IconSize.BUTTON))
    row.add(Gtk.Label(label=catalogue.RECORDED))
    return row
