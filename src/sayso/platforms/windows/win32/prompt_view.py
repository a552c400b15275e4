"""All controls of a window, and their layout, but none of their behaviour.

Controls that few questions have are imported only for a question that has them: a process that was
just started is in haste.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"


from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import DetailKind
from sayso.core.text import shorten
from sayso.platforms.windows.native import painting, windows
from sayso.platforms.windows.win32 import accessible
from sayso.platforms.windows.win32.banner import Banner
from sayso.platforms.windows.win32.footer import Footer, Reading
from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.header import Header
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.queue_panel import QueuePanel
from sayso.platforms.windows.win32.room import Band, Line
from sayso.platforms.windows.win32.scrolled import LEAST, Scrolled
from sayso.platforms.windows.win32.text_pane import TextPane, text_pane
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation import awaited, catalogue, dialog, layout
from sayso.presentation.dialog import DialogModel
from sayso.presentation.dialog_state import Moment
from sayso.presentation.queue_list import QueueEntry
from sayso.presentation.reading import Unseen
from sayso.values import assert_never

_BORDER, _GAP, _WITHIN = 18, 12, 12
"""Pixels around all parts, between two parts, and around the parts in the asker's frame."""
_SHARE_OF_DETAILS = 0.4
"""The share that the details surely have of the greatest height of a window."""
_ANNOUNCED = 1_000
"""The most characters of title and message in the window's description."""
TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.windows.win32.check_box import CheckBox
    from sayso.platforms.windows.win32.deny_words import DenyWords
    from sayso.platforms.windows.win32.form import Form
    from sayso.platforms.windows.win32.options import Options
    from sayso.platforms.windows.win32.page import Page
    from sayso.platforms.windows.win32.secret_field import SecretField
    from sayso.platforms.windows.win32.stroke import Stroke
    from sayso.platforms.windows.win32.text_field import TextField

    FilledField = TextField | Options | Form


def load_all() -> None:
    """Imports all controls, in a process that has the time."""
    from sayso.platforms.windows.win32 import (  # noqa: F401 - so that they are loaded
        check_box,
        deny_words,
        form,
        options,
        page,
        queue_row,
        secret_field,
    )


class PromptView:
    """All that is in the window, from top to bottom. Some parts are elastic: they share the height
    that is left, and scroll."""

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
        self.move_within: Callable[[int], bool] = lambda _by: False
        """Moves the focus by so many among the options of one question. False: no option has the
        focus."""
        self.leads_on: Callable[[Stroke], bool] = lambda _stroke: False
        """Whether a key leads from one field to the next."""
        self.header = Header(room, model)
        self.lineage = self.header.lineage
        self.question: TextPane
        """The first text of the asker's."""
        self._make_banners(model)
        self._frame = Band(kind="sheet")
        self._line = Line()
        room.decorations += [self._frame, self._line]
        room.behind_is_sheet = True
        self._within = self._make_within(model)
        room.behind_is_sheet = False
        self._below = self._make_below(model)
        self.reading = Reading(room)
        self.deny_words: DenyWords | None = None
        if model.deny_words:
            from sayso.platforms.windows.win32.deny_words import DenyWords

            self.deny_words = DenyWords(room, model.no_password)
        self.footer = Footer(room, model)
        self.queue = QueuePanel(room)
        self.say_standing(model.standing)
        words = shorten(f"{model.title} {model.message}".strip(), _ANNOUNCED)
        accessible.describe(room.window, words)

    # Its words

    @property
    def field(self) -> SecretField | FilledField | None:
        return self.secret or self.filled

    def stand(self, moment: Moment, now: float) -> None:
        """Shows how things stand. `now`: seconds on the clock of `moment.armed_at`."""
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
        """Shows these questions in the list of what else is open; empty: the list closes."""
        self.queue.fill(entries)

    def bring_in_view(self, window: int) -> None:
        """Scrolls the pane that holds the control `window`, to which the focus has come, if one
        does."""
        for pane in self.panes:
            if windows.holds(pane.root, window):
                pane.bring_in_view(window)

    # Its layout

    def fit(self, screen_width: int, screen_height: int) -> tuple[int, int]:
        """The width and height of the client area that it takes on such a screen; all in pixels.

        Text that fits is shown whole. Text that does not gets a share of the height that is left,
        and scrolls.
        """
        look = self.room.look
        around = 2 * look.px(_BORDER + _WITHIN)
        texts = max((pane.natural_width for pane in self.panes), default=0) + around
        least = self.footer.least_width + 2 * look.px(_BORDER)
        self._width = look.px(
            layout.width(look.usual(texts), look.usual(least), look.usual(screen_width))
        )
        most = look.px(layout.most_height(look.usual(screen_height)))
        self._room_for_texts = most - self._bare
        if sum(self._wholes) > self._room_for_texts:
            self.reading.say(Unseen.BELOW, self.labels.scroll_down)  # this line takes height, too
            self._room_for_texts = most - self._bare
        return self._width, self.height

    @property
    def height(self) -> int:
        """Pixels of height that it takes as things stand."""
        return self._bare + min(sum(self._wholes), max(self._room_for_texts, self._least))

    def arrange(self, height: int) -> None:
        """Places all parts in so many pixels of height."""
        px = self.room.look.px
        shares = iter(layout.shares(self._wholes, max(height - self._bare, self._least)))
        x, y, width = px(_BORDER), px(_BORDER), self._width - 2 * px(_BORDER)
        for part in self._above:
            y = self._put(part, x, y, width)
        frame_top, inner = y, width - 2 * px(_WITHIN)
        y += px(_WITHIN)
        self._line.area = None
        for part in self._within:
            own = next(shares) if part in self._elastic else part.height(inner)
            if part is self._begins_details:
                self._line.area = x, y, x + width, y + px(1)
                y += px(_GAP)
            part.place(x + px(_WITHIN), y, inner, own)
            y += own + px(_GAP)
        y += px(_WITHIN) - px(_GAP)
        self._frame.area = x, frame_top, x + width, y
        y += px(_GAP)
        for part in self._under:
            own = next(shares) if part in self._elastic else part.height(width)
            part.place(x, y, width, own)
            y += own + px(_GAP)
        windows.draw_anew(self.room.window)

    def _put(self, part: Part, x: int, y: int, width: int) -> int:
        own = part.height(width)
        part.place(x, y, width, own)
        return y + own + self.room.look.px(_GAP)

    @property
    def _bare(self) -> int:
        """Pixels of height that it takes without the elastic parts."""
        px = self.room.look.px
        width = self._width - 2 * px(_BORDER)
        inner = width - 2 * px(_WITHIN)
        outside = [each for each in [*self._above, *self._under] if each not in self._elastic]
        inside = [each for each in self._within if each not in self._elastic]
        heights = sum(each.height(width) for each in outside)
        heights += sum(each.height(inner) for each in inside)
        gaps = len(self._above) + len(self._under) + max(len(self._within) - 1, 0)
        gaps += self._begins_details is not None
        return heights + px(_GAP) * gaps + 2 * px(_WITHIN) + 2 * px(_BORDER)

    @property
    def _wholes(self) -> list[int]:
        """Pixels of height of each elastic part if all of it is to be in view."""
        px = self.room.look.px
        width = self._width - 2 * px(_BORDER)
        inner = width - 2 * px(_WITHIN)
        return [each.height(inner if each in self._within else width) for each in self._elastic]

    @property
    def _least(self) -> int:
        """Least height in pixels of the elastic parts together: with less nobody could read
        them."""
        return min(self.room.look.px(LEAST) * len(self._elastic), sum(self._wholes))

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
        warning = Banner(self.room, self.header, warns=True)
        assistive = Banner(self.room, warning, warns=False)
        remote = Banner(self.room, assistive, warns=True)
        denied = Banner(self.room, remote, warns=True)
        self._gone = Banner(self.room, denied, warns=False)
        self._trouble = Banner(self.room, self._gone, warns=True)
        if model.accessibility_approval:
            assistive.say(model.labels.assistive)
        if model.page and model.page.code:
            warning.say(catalogue.ASKER_ACTS_AS_YOU())
        remote.say(model.from_place)
        if model.denied_to is not None:
            denied.say(model.denied_to)
        self._banners = [warning, assistive, remote, denied, self._gone, self._trouble]

    def _make_within(self, model: DialogModel) -> list[Part]:
        """Makes the parts in the frame, the only place for the asker's words. So a field is in it,
        too, as there may be words of the asker's under it."""
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
            from sayso.platforms.windows.win32.check_box import CheckBox

            self.check = CheckBox(self.room, model.check, model.accessibility_approval)
            parts.append(self.check)
        return parts

    def _make_field(self, model: DialogModel) -> list[Part]:  # noqa: RET503 - assert_never does not return
        match model.field:
            case None:
                return []
            case dialog.SecretField() as words:
                from sayso.platforms.windows.win32.secret_field import SecretField

                self.secret = SecretField(self.room, words)
                return [self.secret]
            case dialog.TextField() as words:
                from sayso.platforms.windows.win32.text_field import TextField

                return self._take_field(TextField(self.room, words))
            case dialog.Options() as words:
                from sayso.platforms.windows.win32.options import Options

                options = Options(self.room, words)
                self.move_within = options.move
                return self._take_field(options)
            case dialog.Form() as words:
                from sayso.platforms.windows.win32.form import Form

                form = Form(self.room, words)
                self.move_within, self.leads_on = form.move, form.leads_on
                return self._take_field(form)
            case _:
                assert_never(model.field)

    def _take_field(self, field: FilledField) -> list[Part]:
        self.filled = field
        self.panes.append(field.pane)
        self._elastic.append(field.elastic)
        return [field.elastic, *field.below]

    def _make_below(self, model: DialogModel) -> list[Part]:
        """Makes the parts below the frame: they say our words, not the asker's."""
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
            from sayso.platforms.windows.win32.page import Page

            page = self.page = Page(self.room, model.page)
            self.panes.append(page.pane)
            self._elastic.append(page.elastic)
            parts += [page.above, page.elastic, *page.below]
        return parts

    @property
    def _lines_shown(self) -> int:
        """Lines of the details that are surely in view without scrolling."""
        look = self.room.look
        most = look.px(layout.most_height(look.usual(self.room.work_area_size[1])))
        line = painting.measure("", None, look.fonts.fixed)[1]
        return int(most * _SHARE_OF_DETAILS) // line

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
