"""The widgets of a window: no behaviour."""

import sys

from sayso.core.prompt_status import PromptStatus

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gdk, Gtk

from sayso.platforms.linux.gtk.banner import Banner
from sayso.platforms.linux.gtk.check_box import CheckBox
from sayso.platforms.linux.gtk.deny_words import DenyWords
from sayso.platforms.linux.gtk.footer import Footer, Reading
from sayso.platforms.linux.gtk.form import Form
from sayso.platforms.linux.gtk.icon import LARGE, Icon, image, show
from sayso.platforms.linux.gtk.labels import attributes, bold, heading, label, say, wrapped
from sayso.platforms.linux.gtk.lineage import Lineage
from sayso.platforms.linux.gtk.options import Options
from sayso.platforms.linux.gtk.page import Page
from sayso.platforms.linux.gtk.queue_panel import QueuePanel
from sayso.platforms.linux.gtk.scrolled import Scrolled
from sayso.platforms.linux.gtk.secret_field import SecretField
from sayso.platforms.linux.gtk.style import RING
from sayso.platforms.linux.gtk.text_field import TextField
from sayso.platforms.linux.gtk.text_pane import TextPane
from sayso.platforms.linux.gtk.time_left import TimeLeft
from sayso.presentation import awaited, catalogue, dialog, layout
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.dialog import DialogModel, Section
from sayso.presentation.dialog_state import Moment
from sayso.presentation.queue_list import QueueEntry
from sayso.presentation.reading import Unseen
from sayso.values import assert_never

_GAPS = ((12, 18), (6, 6))
"""Pixels between the parts, and around them all; the second pair where there is no room at all."""


class PromptView:
    """All widgets of the window; and, once it is filled, a model's texts in them.

    To make the widgets and find their style takes longer than to set their texts, so they are made
    before there is a question.
    """

    labels: ActionLabels

    def __init__(self) -> None:
        self._width = self._room = 0
        """Pixels: the width of the window, and the height of all texts together. 0 until it fits
        the screen."""
        self._time_left = TimeLeft()
        self._trouble = Banner(Gtk.MessageType.WARNING, Icon.WARNING)
        self._remote = Banner(Gtk.MessageType.WARNING, Icon.MACHINE)
        self._gone = Banner(Gtk.MessageType.OTHER, Icon.GONE)
        self._denied = Banner(Gtk.MessageType.WARNING, Icon.WARNING)
        self._question = TextPane(catalogue.QUESTION())
        self.question = self._question.view
        self._details = TextPane(catalogue.DETAILS(), monospace=True)
        self.panes: list[Scrolled] = [self._question]
        self.secret: SecretField | None = None
        self.filled: TextField | Options | Form | None = None
        self.check: CheckBox | None = None
        self.deny_words: DenyWords | None = None
        self.page: Page | None = None
        self.reading = Reading()
        self.queue = QueuePanel()
        self.footer = Footer()
        self.lineage = Lineage()
        self._icon = image(Icon.ASKING, LARGE)
        self._icon.set_valign(Gtk.Align.START)
        self._heading = label("")
        self._heading.set_attributes(attributes(bold()))
        self._column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self._space_out(*_GAPS[0])
        self.header = self._header()
        self.root.pack_start(self.header, False, False, 0)
        for banner in (self._remote, self._denied, self._gone, self._trouble):
            self.root.pack_start(banner.root, False, False, 0)
        self.root.pack_start(self._frame(), True, True, 0)
        self.root.pack_start(self.reading.root, False, False, 0)
        self.root.pack_start(self.footer.root, False, False, 0)
        self.root.pack_start(self.queue.root, False, False, 0)

    def rehearse(self) -> None:
        """Has GTK find the style of everything and lay it out once, in a window that is realized.

        Texts that are set afterwards then change little.
        """
        self.root.show_all()
        _realize(self.root)
        self.root.get_preferred_width()
        width = layout.NARROWEST
        self.lay_out(width, self.root.get_preferred_height_for_width(width)[1])

    def lay_out(self, width: int, height: int) -> None:
        """Lays everything out in so many pixels. GTK keeps what it measured for them."""
        area = Gdk.Rectangle()
        area.width, area.height = width, height
        self.root.size_allocate(area)

    def fill(self, model: DialogModel) -> None:
        """Sets the texts. To be called once, before the window is shown."""
        self._model = model
        self.labels = model.labels
        self._time_left.show(model.standing.seconds)
        self._remote.say(model.from_place)
        if model.denied_to is not None:
            self._denied.say(model.denied_to)
        if model.destructive or model.deny is None:
            show(self._icon, Icon.WARNING if model.destructive else Icon.TELLING)
        if model.accessibility_approval:
            self._say_assistive(model.labels)
        say(self._heading, model.heading)
        self.lineage.fill(model.where, model.process, model.lineage)
        self._write(model)
        self.footer.fill(model)
        if model.deny_words:
            self.deny_words = DenyWords(model.no_password)
            self.root.pack_start(self.deny_words.root, False, False, 0)
            self.root.reorder_child(self.footer.root, -1)
            self.root.reorder_child(self.queue.root, -1)
        self.say_standing(model.standing)

    @property
    def field(self) -> SecretField | TextField | Options | Form | None:
        return self.secret or self.filled

    def stand(self, moment: Moment, now: float) -> None:
        """`now`: on the clock of `moment.armed_at`."""
        self._time_left.show(moment.seconds_left)
        self.footer.stand(moment, now)
        if self.field:
            self.field.set_alive(moment.takes_input)
        if self.check:
            self.check.root.set_sensitive(moment.is_armed)
        if self.deny_words:
            self.deny_words.set_alive(moment.takes_input)

    def say_standing(self, standing: PromptStatus) -> None:
        self._gone.say(awaited.words(self._model, standing))
        self.footer.say_place(standing)

    def open_deny_words(self) -> None:
        """Shows the line to type into."""
        if self.deny_words:
            self.footer.promise_words(False)
            self.deny_words.open(self._width - 2 * self.root.get_border_width())

    def close_deny_words(self) -> None:
        if self.deny_words:
            self.footer.promise_words(True)
            self.deny_words.close()

    def fill_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """Shows these questions; no entries: closes the list."""
        self.queue.fill(entries, self._width - 2 * self.root.get_border_width())

    def say_trouble(self, words: str) -> None:
        self._trouble.say(words)

    def fit(self, screen_width: int, screen_height: int) -> tuple[int, int]:
        """Sets the heights of the texts. Returns the window's width and height in pixels.

        A text that fits is shown whole; one that does not gets its share of the room, and scrolls.
        """
        self.root.show_all()
        padding = 2 * (self.root.get_border_width() + RING + 1)  # 1: the frame's line
        self.footer.fit(layout.most_width(screen_width) - 2 * self.root.get_border_width())
        widest = max(pane.natural_width for pane in self.panes) + padding
        self._width = layout.width(widest, self.root.get_preferred_width()[1], screen_width)
        # GTK computes the least height for the least width: so that width is to be the same
        self.root.set_size_request(self._width, -1)
        for pane in self.panes:
            pane.fit(self._width - padding)
        most = layout.most_height(screen_height)
        self._room = most - self._bare()
        for pane in self.panes:
            pane.do_without(self._whole() - self._room)
        if self._room < self._whole():
            self._scroll_one_way_alone(self._width - padding)
        if any(pane.sideways for pane in self.panes) or self._room < self._whole():
            self.reading.say(Unseen.BELOW, self.labels.scroll_down)  # this line takes room as well
            self._room = most - self._bare()
        self._share_out(self._room)
        height, available = self.height, screen_height - layout.TITLE_BAR
        return self._width, height if height <= available else self.give_way(available)

    def _scroll_one_way_alone(self, width: int) -> None:
        """Wraps texts that scroll sideways. Where there is scrolling down as well, the person would
        have to scroll sideways on each page."""
        for pane in self.panes:
            if pane.sideways:
                pane.wrap()
                pane.fit(width)

    @property
    def height(self) -> int:
        """The pixels of height that everything takes now."""
        least, _natural = self.root.get_preferred_height_for_width(self._width)
        return int(least)

    def give_way(self, most: int) -> int:
        """Has everything take no more than `most` pixels of height, if it can. Returns the height
        taken then.

        First the texts get less room, then what the person has opened, then the gaps.
        """
        for gap, border in _GAPS:
            self._space_out(gap, border)
            for part in self._openable:
                part.give_way(0)
            self._share_out(min(self._room, most - self._bare()))
            for part in self._openable:
                part.give_way(max(self.height - most, 0))
            if self.height <= most:
                break
        return self.height

    @property
    def _openable(self) -> list[Lineage | QueuePanel]:
        return [self.queue, self.lineage]

    def _space_out(self, gap: int, border: int) -> None:
        self.root.set_spacing(gap)
        self.root.set_border_width(border)

    def _bare(self) -> int:
        """The height without the texts."""
        texts: int = sum(pane.root.get_preferred_height()[0] for pane in self.panes)
        return self.height - texts

    def _whole(self) -> int:
        """The height of all texts."""
        return sum(pane.whole for pane in self.panes)

    def _share_out(self, room: int) -> None:
        heights = layout.shares([pane.whole for pane in self.panes], room)
        for pane, height in zip(self.panes, heights, strict=True):
            pane.set_height(height)

    def _header(self) -> Any:
        who = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        who.pack_start(self._heading, False, False, 0)
        who.pack_start(self.lineage.root, False, False, 0)
        header = Gtk.Box(spacing=12)
        header.pack_start(self._icon, False, False, 0)
        header.pack_start(who, True, True, 0)
        header.pack_start(self._time_left.root, False, False, 0)
        return header

    def _say_assistive(self, labels: ActionLabels) -> None:
        self._add_banner(Banner(Gtk.MessageType.OTHER, Icon.ASSISTANCE), labels.assistive)

    def _say_warning(self, words: str) -> None:
        self._add_banner(Banner(Gtk.MessageType.WARNING, Icon.WARNING), words)

    def _add_banner(self, line: Banner, words: str) -> None:
        """Makes a banner only now, as few questions have one. It is there from the first frame, so
        nothing moves."""
        self.root.pack_start(line.root, False, False, 0)
        self.root.reorder_child(line.root, 1)  # below the header
        line.say(words)

    def _frame(self) -> Any:
        """The only part with the asker's words. A field is in it, too, as some of those stand below
        the field."""
        self._column.get_style_context().add_class("view")
        self._below = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, no_show_all=True)
        self._below.pack_start(Gtk.Separator(), False, False, 0)
        self._below.pack_start(self._details.root, True, True, 0)
        for child in self._below.get_children():
            child.show_all()
        self._column.pack_start(self._question.root, True, True, 0)
        self._column.pack_start(self._below, True, True, 0)
        frame = Gtk.Frame()
        frame.add(self._column)
        return frame

    def _write(self, model: DialogModel) -> None:
        """Shows the asker's words and the field, and what belongs below the frame."""
        self._question.fill(model.message, model.title)
        if model.details:
            self._details.fill(model.details, kind=model.detail_kind)
            self.panes.append(self._details)
            self._keep_question_small()
            self._below.show()
        match model.field:
            case None:
                pass
            case dialog.SecretField():
                self.secret = SecretField(model.field)
                self._column.pack_start(self.secret.root, False, False, 0)
            case dialog.TextField() | dialog.Options() | dialog.Form():
                field = _made(model.field)
                self.filled = field
                self.panes.append(field.pane)
                self._keep_question_small()
                self._column.pack_start(field.root, True, True, 0)
            case _:
                assert_never(model.field)
        if model.check:
            self.check = CheckBox(model.check, model.accessibility_approval)
            self._keep_question_small()
            self._column.pack_start(self.check.root, False, False, 0)
        if model.no_password and not model.deny_words:
            self._add_below(wrapped(model.no_password), grows=False)
        if model.command:
            self._add_below(self._section(model.command))
        if model.page:
            if model.page.code:
                self._say_warning(catalogue.ASKER_ACTS_AS_YOU())
            self.page = Page(model.page)
            self.panes.append(self.page.pane)
            self._add_below(self.page.root)

    def _add_below(self, part: Any, *, grows: bool = True) -> None:
        """Adds a part below the frame, and above the buttons."""
        self.root.pack_start(part, grows, grows, 0)
        for below in (self.reading.root, self.footer.root, self.queue.root):
            self.root.reorder_child(below, -1)

    def _section(self, section: Section) -> Any:
        """A part of ours, so outside the frame of the asker's words. Made only now, as few
        questions have one."""
        pane = TextPane(catalogue.COMMAND(), monospace=True, wraps=True)
        pane.fill(section.text)
        self.panes.append(pane)
        frame = Gtk.Frame()
        frame.add(pane.root)
        root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        root.pack_start(heading(section.heading), False, False, 0)
        root.pack_start(frame, True, True, 0)
        return root

    def _keep_question_small(self) -> None:
        """Gives the room that is left to what stands below the question."""
        start = Gtk.PackType.START
        self._column.set_child_packing(self._question.root, False, True, 0, start)


def _made(words: dialog.TextField | dialog.Options | dialog.Form) -> TextField | Options | Form:  # noqa: RET503 - assert_never does not return
    match words:
        case dialog.TextField():
            return TextField(words)
        case dialog.Options():
            return Options(words)
        case dialog.Form():
            return Form(words)
        case _:
            assert_never(words)


def _realize(widget: Any) -> None:
    """Realizes all widgets now, which GTK would do when the window comes up."""
    widget.realize()
    if isinstance(widget, Gtk.Container):
        widget.forall(_realize)
