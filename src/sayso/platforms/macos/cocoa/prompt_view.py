"""The controls of a window that asks, and where they stand: no behaviour."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from functools import partial

from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import DetailKind
from sayso.core.text import shorten
from sayso.platforms.macos.cocoa import accessible, look
from sayso.platforms.macos.cocoa.banner import Banner
from sayso.platforms.macos.cocoa.check_box import CheckBox
from sayso.platforms.macos.cocoa.column import Column
from sayso.platforms.macos.cocoa.deny_words import DenyWords
from sayso.platforms.macos.cocoa.footer import Footer
from sayso.platforms.macos.cocoa.form import Form
from sayso.platforms.macos.cocoa.frame import Framed
from sayso.platforms.macos.cocoa.header import Header
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.options import Options
from sayso.platforms.macos.cocoa.page import Page
from sayso.platforms.macos.cocoa.panel import Toplevel
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.queue_panel import QueuePanel
from sayso.platforms.macos.cocoa.reading_line import Reading
from sayso.platforms.macos.cocoa.room import Band, Line
from sayso.platforms.macos.cocoa.scrolled import LEAST, Scrolled
from sayso.platforms.macos.cocoa.secret_field import SecretField
from sayso.platforms.macos.cocoa.text_field import TextField
from sayso.platforms.macos.cocoa.text_input import TextInput
from sayso.platforms.macos.cocoa.text_pane import TextPane, text_pane
from sayso.presentation import awaited, catalogue, dialog, layout
from sayso.presentation.dialog import DialogModel
from sayso.presentation.dialog_state import Moment
from sayso.presentation.queue_list import QueueEntry
from sayso.presentation.reading import Unseen
from sayso.values import assert_never

_BORDER, _GAP, _WITHIN = 18, 12, 12
"""Points around all parts, between them, and around those in the asker's frame."""
_SHARE_OF_DETAILS = 0.4
"""The share of a window's greatest height that the details surely get."""
_ANNOUNCED = 1_000
"""Most characters of title and message in the window's description."""
FilledField = TextField | Options | Form


class PromptView:
    """All that is in the window, from top to bottom. Elastic parts take the height that is left,
    and scroll."""

    def __init__(self, room: Toplevel, model: DialogModel) -> None:
        self.room = room
        self.labels = model.labels
        self._model = model
        self._width = self._room_for_texts = 0
        self.panes: list[Scrolled] = []
        self._elastic: list[Part] = []
        self.secret: SecretField | None = None
        self.filled: FilledField | None = None
        self.check: CheckBox | None = None
        self.page: Page | None = None
        self._frame = Band(room, partial(look.color, "sheet"))
        self._line = Line(room)
        self.header = Header(room, model)
        self.lineage = self.header.lineage
        self.question: TextPane
        """The pane with the first of the asker's words."""
        self._make_banners(model)
        self._within = self._make_within(model)
        self._below = self._make_below(model)
        self.reading = Reading(room)
        self.deny_words = DenyWords(room, model.no_password) if model.deny_words else None
        self.footer = Footer(room, model)
        self.queue = QueuePanel(room)
        self.say_standing(model.standing)
        words = shorten(f"{model.title} {model.message}".strip(), _ANNOUNCED)
        accessible.describe(room.panel, words)

    # Its words

    @property
    def field(self) -> SecretField | FilledField | None:
        return self.secret or self.filled

    @property
    def texts(self) -> list[TextInput]:
        """The text fields in which no secret is typed."""
        of_words = self.deny_words.texts if self.deny_words else []
        return [*(self.filled.texts if self.filled else []), *of_words]

    def stand(self, moment: Moment, now: float) -> None:
        """Shows how the dialog stands at this moment. `now`: on the clock of `moment.armed_at`."""
        self.header.time_left.tell(moment.seconds_left)
        self.footer.stand(moment, now)
        if self.field:
            self.field.set_alive(moment.takes_input)
        if self.check:
            self.check.set_alive(moment.is_armed)
        if self.deny_words:
            self.deny_words.set_alive(moment.takes_input)

    def say_standing(self, standing: PromptStatus) -> None:
        self._gone.say(awaited.words(self._model, standing))
        self.footer.say_place(standing)

    def say_trouble(self, words: str) -> None:
        self._trouble.say(words)

    def open_deny_words(self) -> None:
        """Shows the line for words that go along with a denial."""
        if self.deny_words:
            self.footer.promise_words(False)
            self.deny_words.open()

    def close_deny_words(self) -> None:
        if self.deny_words:
            self.footer.promise_words(True)
            self.deny_words.close()

    def fill_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """Shows these entries in the queue; without any, the queue closes."""
        self.queue.fill(entries)

    def bring_in_view(self, control: Control) -> None:
        """Scrolls to this control, which has got the focus."""
        for pane in self.panes:
            if isinstance(pane, Column):
                pane.bring_in_view(control)

    # Its layout

    def fit(self, screen_width: int, screen_height: int) -> tuple[int, int]:
        """The width and height of the window, in points, for a screen of this size.

        Text that fits is shown whole; text that does not fit gets the share that is left, and
        scrolls.
        """
        around = 2 * (_BORDER + _WITHIN)
        texts = max((pane.natural_width for pane in self.panes), default=0) + around
        least = self.footer.least_width + 2 * _BORDER
        self._width = layout.width(texts, least, screen_width)
        most = layout.most_height(screen_height)
        self._room_for_texts = most - self._bare
        if sum(self._wholes) > self._room_for_texts:
            self.reading.say(Unseen.BELOW, self.labels.scroll_down)  # this line takes room, too
            self._room_for_texts = most - self._bare
        return self._width, self.height

    @property
    def height(self) -> int:
        """Height in points that the window needs as things stand."""
        return self._bare + min(sum(self._wholes), max(self._room_for_texts, self._least))

    def arrange(self, height: int) -> None:
        """Places all parts within `height` points."""
        shares = iter(layout.shares(self._wholes, max(height - self._bare, self._least)))
        x, y, width = _BORDER, _BORDER, self._width - 2 * _BORDER
        for part in self._above:
            own = part.height(width)
            part.place(x, y, width, own)
            y += own + _GAP
        frame_top, inner = y, width - 2 * _WITHIN
        y += _WITHIN
        self._line.area = None
        for part in self._within:
            own = next(shares) if part in self._elastic else part.height(inner)
            if part is self._begins_details:
                self._line.area = x, y, width, 1
                y += _GAP
            part.place(x + _WITHIN, y, inner, own)
            y += own + _GAP
        y += _WITHIN - _GAP
        self._frame.area = x, frame_top, width, y - frame_top
        y += _GAP
        for part in self._under:
            own = next(shares) if part in self._elastic else part.height(width)
            part.place(x, y, width, own)
            y += own + _GAP
        self.room.draw_anew()

    @property
    def _bare(self) -> int:
        """The height in points without the elastic parts."""
        width = self._width - 2 * _BORDER
        inner = width - 2 * _WITHIN
        outside = [each for each in [*self._above, *self._under] if each not in self._elastic]
        inside = [each for each in self._within if each not in self._elastic]
        heights = sum(each.height(width) for each in outside)
        heights += sum(each.height(inner) for each in inside)
        gaps = len(self._above) + len(self._under) + max(len(self._within) - 1, 0)
        gaps += self._begins_details is not None
        return heights + _GAP * gaps + 2 * _WITHIN + 2 * _BORDER

    @property
    def _wholes(self) -> list[int]:
        """The height of each elastic part with all of it in view, in points."""
        width = self._width - 2 * _BORDER
        inner = width - 2 * _WITHIN
        return [each.height(inner if each in self._within else width) for each in self._elastic]

    @property
    def _least(self) -> int:
        """The least height of the elastic parts together, in points: in less nobody could read."""
        return min(LEAST * len(self._elastic), sum(self._wholes))

    @property
    def _above(self) -> list[Part]:
        return [self.header, *(each for each in self._banners if each.is_shown)]

    @property
    def _under(self) -> list[Part]:
        openable = [self.reading, *([self.deny_words] if self.deny_words else [])]
        last: list[Part] = [self.footer, self.queue]
        return [each for each in [*self._below, *openable, *last] if each.is_shown]

    # Its parts

    def _make_banners(self, model: DialogModel) -> None:
        assistive = Banner(self.room, warns=False)
        warning, remote, denied = (Banner(self.room, warns=True) for _ in range(3))
        self._gone = Banner(self.room, warns=False)
        self._trouble = Banner(self.room, warns=True)
        if model.accessibility_approval:
            assistive.say(model.labels.assistive)
        if model.page and model.page.code:
            warning.say(catalogue.ASKER_ACTS_AS_YOU())
        remote.say(model.from_place)
        if model.denied_to is not None:
            denied.say(model.denied_to)
        self._banners = [warning, assistive, remote, denied, self._gone, self._trouble]

    def _make_within(self, model: DialogModel) -> list[Part]:
        """The parts in the asker's frame, the one place for the asker's words. Some stand under a
        field, so the field is in the frame, too."""
        self._begins_details: Part | None = None
        texts: list[TextPane] = []
        if model.title:
            texts.append(self._text(catalogue.QUESTION(), model.title, "title"))
        if model.message or not model.title:
            texts.append(self._text(catalogue.QUESTION(), model.message, "text"))
        self.question = texts[0]
        if model.details:
            most = self._lines_shown
            words, kind = model.details, model.detail_kind
            texts.append(self._text(catalogue.DETAILS(), words, "fixed", most, kind))
            self._begins_details = texts[-1]
        parts: list[Part] = [*texts]
        parts += self._make_field(model)
        if model.check:
            self.check = CheckBox(self.room, model.check, model.accessibility_approval)
            parts.append(self.check)
        return parts

    def _make_field(self, model: DialogModel) -> list[Part]:  # noqa: RET503 - assert_never does not return
        match model.field:
            case None:
                return []
            case dialog.SecretField() as words:
                self.secret = SecretField(self.room, words)
                return [self.secret]
            case dialog.TextField() as words:
                return self._take_field(TextField(self.room, words))
            case dialog.Options() as words:
                return self._take_field(Options(self.room, words))
            case dialog.Form() as words:
                return self._take_field(Form(self.room, words))
            case _:
                assert_never(model.field)

    def _take_field(self, field: FilledField) -> list[Part]:
        self.filled = field
        self.panes.append(field.pane)
        self._elastic.append(field.elastic)
        return [field.elastic, *field.below]

    def _make_below(self, model: DialogModel) -> list[Part]:
        """The parts with words of ours, so outside the frame of the asker's words."""
        parts: list[Part] = []
        if model.no_password and not model.deny_words:
            parts.append(Label(self.room, model.no_password))
        if section := model.command:
            pane = text_pane(self.room, catalogue.COMMAND(), section.text, font="fixed")
            framed = Framed(self.room, pane)
            self.panes.append(pane)
            self._elastic.append(framed)
            parts += [Label(self.room, section.heading, font="bold"), framed]
        if model.page:
            page = self.page = Page(self.room, model.page)
            self.panes.append(page.pane)
            self._elastic.append(page.elastic)
            parts += [page.above, page.elastic, *page.below]
        return parts

    @property
    def _lines_shown(self) -> int:
        """Lines of the details that are surely in view without scrolling."""
        most = layout.most_height(self.room.work_area_size[1])
        return int(most * _SHARE_OF_DETAILS) // look.line_height("fixed")

    def _text(
        self,
        name: str,
        words: str,
        font: str,
        most_lines: int = 0,
        kind: DetailKind = DetailKind.TEXT,
    ) -> TextPane:
        pane = text_pane(self.room, name, words, font=font, most_lines=most_lines, kind=kind)
        self.panes.append(pane)
        self._elastic.append(pane)
        return pane
