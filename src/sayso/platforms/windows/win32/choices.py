"""Options to choose from, one or any number of them, and perhaps a line for the person's own
words."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from functools import partial

from sayso.core.entry import EMPTY, Entry
from sayso.platforms.windows.native import looks, painting, windows
from sayso.platforms.windows.native.controls import (
    BUTTON,
    ButtonMessage,
    ButtonStyle,
    StaticStyle,
)
from sayso.platforms.windows.native.messages import HIDE_FOCUS, Message
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32.device import by_device
from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.look import Look
from sayso.platforms.windows.win32.part import Control, Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import Choices as ChoicesModel
from sayso.presentation.dialog import Option
from sayso.presentation.filling import Choosing, option_description

_BOX, _GAP = 15, 9
_RING = 2


class _Clickable(Label):
    """The text beside a check box or radio button: a click on it counts as a click on that."""

    def __init__(self, room: Room, words: str, press: Callable[[], None], color: str) -> None:
        self._press = press
        super().__init__(room, words, color=color, style=StaticStyle.TELLS_CLICKS)

    def on_command(self, code: int) -> None:
        if code == ButtonMessage.CLICKED and by_device():
            self._press()


class OptionButton(Control):
    """A check box or radio button, which the system draws, with all of its text beside it. A click
    does not change its state: `on_press` decides."""

    def __init__(
        self,
        room: Room,
        option: Option,
        *,
        is_radio: bool,
        on_press: Callable[[], None],
        of: str = "",
    ) -> None:
        """`is_radio`: a radio button, else a check box. `of`: the header of the question that the
        option belongs to, where there are several questions."""
        self._on_press = on_press
        self.is_on = False
        kind = ButtonStyle.RADIO if is_radio else ButtonStyle.CHECK
        super().__init__(room, BUTTON, option.label, style=Style.TAB_STOP | kind)
        windows.send(self.window, Message.UPDATE_STATES, HIDE_FOCUS)  # `_FocusRing` shows it
        if is_radio:  # else the system has the focus choose, which any program can move
            windows.send(self.window, ButtonMessage.NO_CLICK_AT_FOCUS, 1)
        self._words = [_Clickable(room, option.label, on_press, "text")]
        if option.description:
            self._words.append(_Clickable(room, option.description, on_press, "dim"))
        self.describe(option_description(of, option))
        room.decorations.append(self._FocusRing(self))

    class _FocusRing:
        """The line around an `OptionButton` while that has the focus."""

        def __init__(self, of: "OptionButton") -> None:
            self._of = of

        def draw(self, dc: int, look: Look) -> None:
            of = self._of
            if of.has_focus and of.is_shown and look.shows_focus:
                x, y, width, height = of.whole
                area = x - look.px(_RING), y, x + width, y + height
                accent = look.palette.accent
                painting.rounded(dc, area, look.px(3), face=None, line=accent, thickness=look.px(2))

    whole = (0, 0, 0, 0)

    def turn(self, on: bool) -> None:
        self.is_on = on
        windows.send(self.window, ButtonMessage.TURN, int(on))

    def set_alive(self, alive: bool) -> None:
        windows.enable(self.window, enabled=alive)

    def on_command(self, code: int) -> None:
        if code == ButtonMessage.CLICKED:
            self._on_press()

    def restyle(self) -> None:
        super().restyle()
        looks.dress(self.window, dark=self.room.look.is_dark)

    def height(self, width: int) -> int:
        inner = self._inner(width)
        return sum(each.height(inner) for each in self._words) + 2 * self.room.look.px(_RING + 1)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        px = self.room.look.px
        self.whole = x, y, width, height
        left, inner, top = x + px(_BOX + _GAP), self._inner(width), y + px(_RING + 1)
        line = painting.measure("", None, self.font)[1]
        # the system's control is no larger than its box: the text beside it is ours, in our colours
        box = px(_BOX)
        super().place(x + px(2), top + (line - box) // 2, box, box)
        for each in self._words:
            high = each.height(inner)
            each.place(left, top, inner, high)
            top += high

    def show(self, shown: bool) -> None:
        super().show(shown)
        for each in self._words:
            each.show(shown)

    def _inner(self, width: int) -> int:
        return max(width - self.room.look.px(_BOX + _GAP + _RING + 2), 1)


class _Indented(Part):
    """The line for the person's own words, indented under the option that it belongs to."""

    def __init__(self, room: Room, part: Part) -> None:
        self._room, self._part = room, part

    def height(self, width: int) -> int:
        return self._part.height(width - self._room.look.px(_BOX + _GAP))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        indent = self._room.look.px(_BOX + _GAP)
        self._part.place(x + indent, y, width - indent, height)


class Choices(Choosing):
    """The options, each with its text, plain and uncut. Return and Space choose, but never
    submit."""

    def __init__(
        self, room: Room, words: ChoicesModel, drafted: Entry = EMPTY, header: str = ""
    ) -> None:
        """`drafted`: what was chosen before. `header`: the header of the question, where there are
        several questions."""
        super().__init__()
        self._multiple = words.multiple
        options = [*words.options, *([Option(catalogue.OWN_WORDS())] if words.custom else [])]
        self._all = [
            OptionButton(
                room,
                each,
                is_radio=not words.multiple,
                on_press=partial(self._press, index),
                of=header,
            )
            for index, each in enumerate(options)
        ]
        self._own = self._all[-1] if words.custom else None
        self._buttons = self._all[: len(words.options)]
        own_words = drafted.text or drafted.aside
        name = catalogue.OWN_WORDS()
        self.line = (
            TextInput(room, name, own_words, multiline=False, lines=1) if words.custom else None
        )
        self.rows: list[Part] = [*self._all]
        """All parts, from top to bottom."""
        if self.line:
            self.line.watch_typing(self._on_own_words)
            self.rows.append(_Indented(room, Framed(room, self.line)))
        for index in drafted.places:
            self._buttons[index].turn(True)
        if self._own and drafted.text:
            self._own.turn(True)
        self.first = self._all[0]

    @property
    def chosen(self) -> list[bool]:
        return [button.is_on for button in self._all]

    @property
    def own_words(self) -> TextInput | None:
        return self.line

    @property
    def at_focus(self) -> Callable[[], None] | None:
        index = self._focused
        return None if index is None else lambda: self._press(index)

    def move(self, by: int) -> bool:
        """Moves the focus by so many options, and chooses the option that gets it if only one can
        be chosen. False: no option has the focus."""
        index = self._focused
        if index is None:
            return False
        next_one = (index + by) % len(self._all)
        self._all[next_one].grab_focus()
        if not self._multiple:
            self._press(next_one)
        return True

    def set_alive(self, alive: bool) -> None:
        for each in self._all:
            each.set_alive(alive)
        if self.line:
            self.line.set_alive(alive)

    @property
    def _focused(self) -> int | None:
        return next((index for index, each in enumerate(self._all) if each.has_focus), None)

    def _press(self, index: int) -> None:
        self.written_at_cursor = False
        pressed = self._all[index]
        if by_device():
            pressed.grab_focus()  # the click may have been on the text beside it
        self._turn(pressed, on=not (self._multiple and pressed.is_on))
        self._on_choice()

    def _turn(self, pressed: OptionButton, *, on: bool) -> None:
        if not self._multiple:
            for each in self._all:
                each.turn(False)
        pressed.turn(on)

    def _on_own_words(self) -> None:
        """Chooses the option of the person's own words when something is typed into its line."""
        if not (self._own and self.line):
            return
        self.written_at_cursor = self.line.has_focus and self.line.written_at_cursor
        if self.line.text and not self._own.is_on:
            self._turn(self._own, on=True)
        self._on_choice()
