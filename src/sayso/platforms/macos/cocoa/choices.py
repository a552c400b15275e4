"""Options to choose from: one of them, or any number, and perhaps words of the person's own."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import AppKit

from sayso.core.entry import EMPTY, Entry
from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.button import FocusRing, SaysoButton
from sayso.platforms.macos.cocoa.device import by_device
from sayso.platforms.macos.cocoa.frame import Framed
from sayso.platforms.macos.cocoa.labels import Clickable, is_within
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import Choices as ChoicesModel
from sayso.presentation.dialog import Option
from sayso.presentation.filling import Choosing, option_description

_groups = count()
_BOX, _GAP, _AROUND = 18, 6, 3


class OptionButton(Control):
    """A check box or a radio button, as the system draws it, and all of its words beside it. It
    does not change its state by itself: `on_press` decides."""

    def __init__(
        self,
        room: Room,
        option: Option,
        *,
        is_radio: bool,
        on_press: Callable[[], None],
        of: str = "",
    ) -> None:
        """`of`: the header of the question that the option belongs to, where there are several
        questions."""
        self._on_press, self.is_radio = on_press, is_radio
        self.is_on = False
        self.is_alive = True
        self._is_down = False
        self.is_tab_stop: Callable[[], bool] = lambda: True
        """Whether Tab reaches this button. The others of a group of radio buttons are reached by
        the arrow keys."""
        view = SaysoButton.alloc().initWithFrame_(((0, 0), (_BOX, _BOX)))
        view.setButtonType_(AppKit.NSButtonTypeRadio if is_radio else AppKit.NSButtonTypeSwitch)
        view.setTitle_("")
        view.setImagePosition_(AppKit.NSImageOnly)
        super().__init__(room, view, takes_focus=True)
        self.name(option.label)
        self.describe(option_description(of, option))
        texts = filter(None, (option.label, option.description))
        self._words = [Clickable(room, each, self.press_by_hand) for each in texts]
        FocusRing(room, self)

    def turn(self, on: bool) -> None:
        self.is_on = on
        self.view.setState_(int(on))

    def set_alive(self, alive: bool) -> None:
        self.is_alive = alive
        self.view.setEnabled_(alive)

    @property
    def is_stop(self) -> bool:
        return self.is_alive and self.is_tab_stop() and super().is_stop

    def press_by_hand(self) -> None:
        if self.is_alive and by_device():
            self._on_press()

    def press_by_program(self) -> bool:
        if self.is_alive and super().is_stop:
            self._on_press()
            return True
        return False

    def on_down(self, event: Any) -> None:
        self._is_down = True
        if self.is_alive:
            self.grab_focus()

    def on_drag(self, event: Any) -> None: ...

    def on_up(self, event: Any) -> None:
        was_down, self._is_down = self._is_down, False
        if was_down and self.is_alive and is_within(self.view, event):
            self._on_press()

    def draw_over(self) -> None: ...

    def height(self, width: int) -> int:
        inner = self._inner(width)
        return max(sum(each.height(inner) for each in self._words), _BOX) + 2 * _AROUND

    def place(self, x: int, y: int, width: int, height: int) -> None:
        line = look.line_height("text")
        super().place(x + _AROUND, y + _AROUND + (line - _BOX) // 2, _BOX, _BOX)
        left, inner, top = x + _AROUND + _BOX + _GAP, self._inner(width), y + _AROUND
        for each in self._words:
            high = each.height(inner)
            each.place(left, top, inner, high)
            top += high

    def show(self, shown: bool) -> None:
        super().show(shown)
        for each in self._words:
            each.show(shown)

    def _inner(self, width: int) -> int:
        return max(width - _BOX - _GAP - 2 * _AROUND, 1)


class _Indented(Part):
    """The text field under an option, indented as far as the option's words."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def height(self, width: int) -> int:
        return self._part.height(width - _BOX - _GAP)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        self._part.place(x + _BOX + _GAP, y, width - _BOX - _GAP, height)


class Choices(Choosing):
    """All options, each with its words in full. Return and Space choose an option, but never
    submit."""

    def __init__(
        self, room: Room, words: ChoicesModel, drafted: Entry = EMPTY, header: str = ""
    ) -> None:
        """`drafted`: what was chosen or typed before; its `aside` was typed, but not chosen.
        `header`: the question's, where there are several questions."""
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
        if not words.multiple:
            group = f"chosen{next(_groups)}:"
            for index, each in enumerate(self._all):
                each.is_tab_stop = partial(self._is_tab_stop, index)
                each.view.setAction_(group)  # AppKit groups radio buttons by action
        self._own = self._all[-1] if words.custom else None
        self.line: TextInput | None = None
        self.rows: list[Part] = [*self._all]
        """All parts to be drawn, from top to bottom."""
        if words.custom:
            own, name = drafted.text or drafted.aside, catalogue.OWN_WORDS()
            self.line = TextInput(room, name, own, multiline=False, lines=1)
            self.line.watch_typing(self._on_own_words)
            self.rows.append(_Indented(Framed(room, self.line)))
        for index in drafted.places:
            self._all[index].turn(True)
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
        """Moves the focus by `by` options, -1 or 1, and from one end to the other; where only one
        can be chosen, that is chosen, too. False: no option has the focus."""
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

    def _is_tab_stop(self, index: int) -> bool:
        """Whether Tab reaches the option at `index`: it is the one that is chosen (the first, if
        none is), or has the focus."""
        chosen = next((at for at, each in enumerate(self._all) if each.is_on), 0)
        return index == chosen or self._all[index].has_focus

    @property
    def _focused(self) -> int | None:
        return next((index for index, each in enumerate(self._all) if each.has_focus), None)

    def _press(self, index: int) -> None:
        self.written_at_cursor = False
        pressed = self._all[index]
        if by_device():
            pressed.grab_focus()  # the press may have been on the words beside the button
        self._turn(pressed, on=not (self._multiple and pressed.is_on))
        self._on_choice()

    def _turn(self, pressed: OptionButton, *, on: bool) -> None:
        if not self._multiple:
            for each in self._all:
                each.turn(False)
        pressed.turn(on)

    def _on_own_words(self) -> None:
        """Chooses the person's own words, as the person types into their line."""
        if not (self._own and self.line):
            return
        self.written_at_cursor = self.line.has_focus and self.line.written_at_cursor
        if self.line.text and not self._own.is_on:
            self._turn(self._own, on=True)
        self._on_choice()
