"""The parts below the frame: what is left to read, and the buttons that answer the question or put
it off."""

import sys

assert sys.platform == "win32"

from functools import cached_property
from math import inf

from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.platforms.windows.native import looks
from sayso.platforms.windows.win32.button import Mark, PushButton
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.message_loop import message_loop
from sayso.platforms.windows.win32.part import Part
from sayso.platforms.windows.win32.room import Room
from sayso.presentation import catalogue, keys, layout
from sayso.presentation.dialog import Button, DialogModel
from sayso.presentation.dialog_state import Moment
from sayso.presentation.habits import WINDOWS, Control
from sayso.presentation.mnemonics import mnemonics
from sayso.presentation.reading import Unseen
from sayso.values import replace

_ARROWS = {Unseen.ABOVE: Mark.ABOVE, Unseen.BELOW: Mark.BELOW, Unseen.RIGHT: Mark.RIGHT}
_MARKS = {Control.APPROVE: Mark.TICK, Control.DENY: Mark.CROSS, Control.CANCEL: Mark.NONE}
_GAP, _BETWEEN_ROWS = 8, 8
_NARROWEST = 96
"""Least width in pixels of a button that answers."""
_FRAMES_PER_SECOND = 15
"""How many times a second the filling of a button is drawn."""


class Reading(Part):
    """A button that says what has not been seen of the texts, and leads on to it. It is hidden
    where all is in view.

    Once shown it stays in its place, so that nothing below it moves when the end is reached.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self.on = PushButton(room)
        self.on.is_flat = self.on.mark_follows = True
        self._done = MarkedWords(room, after=self.on)
        self._is_done = False
        self.show(False)

    def say(self, unseen: Unseen | None, words: str) -> None:
        """`unseen`: where a text goes on; None: all was read. `words`: what is left to do."""
        self._is_done = unseen is None
        if self._is_done and self.is_shown:
            self._done.say(Mark.TICK, catalogue.READ())
        if unseen:
            self.on.say(words, _ARROWS[unseen])
            self.is_shown = True
        self.show(self.is_shown)

    def show(self, shown: bool) -> None:
        super().show(shown)
        self.on.show(shown and not self._is_done)
        self._done.show(shown and self._is_done)

    def height(self, width: int) -> int:
        return self.on.height(width)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        own = min(self.on.one_line_width, width)
        self.on.place(x + width - own, y, own, height)
        if self._done.is_shown:
            self._done.place(x, y, width, height)


class MarkedWords(Part):
    """A sign and some words after it, at the end of the line. They are made when there is something
    to tell."""

    is_shown = False

    def __init__(self, room: Room, after: PushButton) -> None:
        """`after`: the control that assistive technology reads before this part."""
        self._room, self._after = room, after

    @cached_property
    def _sign(self) -> Label:
        sign = Label(self._room)
        sign.follow(self._after)
        return sign

    @cached_property
    def _words(self) -> Label:
        words = Label(self._room)
        words.follow(self._sign)
        return words

    def say(self, mark: Mark, words: str) -> None:
        self._sign.say(mark.value)
        self._words.say(words)

    def announce(self) -> None:
        self._words.announce(self._words.words)

    def show(self, shown: bool) -> None:
        if shown == self.is_shown:
            return
        super().show(shown)
        for label in (self._sign, self._words):
            label.show(shown)

    def height(self, width: int) -> int:
        return self._words.height(self._width_of_words(width))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        own, sign = self._width_of_words(width), self._sign.natural_width
        line = self._words.height(own)
        top = y + (height - line) // 2
        self._words.place(x + width - own, top, own, line)
        self._sign.place(x + width - own - self._gap - sign, top, sign, line)

    def _width_of_words(self, width: int) -> int:
        room = width - self._sign.natural_width - self._gap
        return max(min(self._words.natural_width, room), 1)

    @property
    def _gap(self) -> int:
        return self._room.look.px(_GAP)


class Footer(Part):
    """*Later*, the place in the queue, *deny* and *approve*; afterwards the note that the answer
    was recorded."""

    def __init__(self, room: Room, model: DialogModel) -> None:
        self._room = room
        self._labels, self._name, self._lists = model.labels, model.name, model.lists_queue
        self.later = PushButton(room, catalogue.LATER())
        self.later.set_tip(catalogue.LATER_MEANING())
        self.later.describe(catalogue.LATER_MEANING())
        self.queue = PushButton(room, "", Mark.OPENS)
        self.queue.is_flat = self.queue.mark_follows = True
        self.queue.set_tip(catalogue.QUEUE_MEANING())
        self.queue.describe(catalogue.QUEUE_MEANING())
        self.queue.show(False)
        self._in_order = {  # in the order of Tab, which is that on the screen
            control: PushButton(room, "", _MARKS[control])
            for control in WINDOWS.order
            if model.cancel or control is not Control.CANCEL
        }
        self.approve, self.deny = self._in_order[Control.APPROVE], self._in_order[Control.DENY]
        self.cancel = self._in_order.get(Control.CANCEL)
        """A third control, which dismisses; None: there is none."""
        if self.cancel and model.cancel:
            _say(self.cancel, model.cancel)
        self._deny = model.deny
        if model.deny:
            self.promise_words(model.deny_words)
        else:
            self.deny.show(False)
        _say(self.approve, model.approve)
        self._meaning = _meaning(model.approve)
        self._give_letters()
        if model.page:
            self.approve.mark = Mark.PAGE
        self.approve.is_destructive = model.destructive
        self.approve.set_alive(False)
        self._recorded = MarkedWords(room, after=self.approve)
        self._full_at = 0.0
        self._fills_from = 0.0

    @property
    def least_width(self) -> int:
        return sum(each.natural_width for each in self._answers) + self._gap * len(self._answers)

    def promise_words(self, opens: bool) -> None:
        """Shows on *deny* whether it opens a line for words first."""
        if button := self._deny:
            label = catalogue.opens_words(button.label) if opens else button.label
            _say(self.deny, replace(button, label=label))
            self._give_letters()

    def _give_letters(self) -> None:
        buttons = [*self._in_order.values(), self.later]
        for button, letter in zip(buttons, mnemonics([b.label for b in buttons]), strict=True):
            button.letter = letter

    def at_letter(self, letter: str) -> PushButton | None:
        """The button to which this letter (a capital) leads; None: to none that is enabled and
        shown."""
        for button in (*self._in_order.values(), self.later):
            if button.letter is not None and button.label[button.letter].upper() == letter:
                return button if button.is_alive and button.is_shown else None
        return None

    @property
    def at_focus(self) -> keys.Control | None:
        """Which of *approve*, *deny*, *later* and the queue has the focus; None: none of these
        four."""
        controls = {
            keys.Control.APPROVE: self.approve,
            keys.Control.DENY: self.deny,
            keys.Control.LATER: self.later,
            keys.Control.QUEUE: self.queue,
        }
        return next((each for each, button in controls.items() if button.has_focus), None)

    def say_place(self, standing: PromptStatus) -> None:
        self.queue.say(catalogue.place(standing.place, standing.of))
        self.queue.show(standing.of > 1)

    def stand(self, moment: Moment, now: float) -> None:
        self.approve.set_alive(moment.can_approve)
        self.approve.describe(moment.obstacle or self._meaning)
        self.deny.set_alive(moment.takes_input)
        if self.cancel:
            self.cancel.set_alive(moment.takes_input)
        self.later.set_alive(moment.takes_input)
        self.queue.set_alive(moment.takes_input and self._lists)
        full_at = moment.armed_at if now < moment.armed_at < inf else 0.0
        if full_at != self._full_at and looks.has_motion():
            self._full_at, self._fills_from = full_at, now
            self._fill(now)

    def _fill(self, now: float) -> None:
        """Shows how far *approve* has filled up; goes on by itself until it is full."""
        full_at, started = self._full_at, self._fills_from
        if now >= full_at:
            self.approve.fill(None)
            return
        self.approve.fill((now - started) / (full_at - started))
        after = min(1 / _FRAMES_PER_SECOND, full_at - now)

        def go_on() -> None:
            if (self._full_at, self._fills_from) == (full_at, started):
                self._fill(now + after)

        message_loop().later(after, go_on)

    def say_recorded(self, choice: Choice, kept_for: float | None) -> None:
        """Says in place of the controls that the answer was recorded, with the mark of *approve* or
        *deny*. `kept_for`: seconds for which the answer is kept, as nobody waits for it; None:
        somebody does."""
        words = catalogue.recorded(choice, self._labels, self._name, kept_for)
        self._say_over(choice is Choice.APPROVE, words)

    def say_finished(self, done: bool) -> None:
        """Says in place of the controls how the sign-in ended. `done`: it worked."""
        self._say_over(done, catalogue.SIGNED_IN() if done else catalogue.SIGN_IN_FAILED())

    def _say_over(self, is_good: bool, words: str) -> None:
        mark = Mark.TICK if is_good else Mark.CROSS
        self._recorded.say(mark, words)
        self._recorded.announce()
        for each in (self.later, self.queue, *self._answers):
            each.show(False)
        self._full_at = 0.0
        self._recorded.show(True)

    def height(self, width: int) -> int:
        first, second = self._rows(width)
        return first + second + (self._room.look.px(_BETWEEN_ROWS) if second else 0)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        first, second = self._rows(width)
        left = x
        for each in (self.later, self.queue):
            own = each.height(width)
            each.place(left, y + (first - own) // 2, each.one_line_width, own)
            left += each.one_line_width + self._gap
        high = second or first
        answers_at = y + height - high
        right = x + width
        for each in reversed(self._answers):
            own = self._answer_width(each, width)
            right -= own
            each.place(right, answers_at, own, high)
            right -= self._gap
        if self._recorded.is_shown:
            self._recorded.place(x, y, width, height)

    def _rows(self, width: int) -> tuple[int, int]:
        """The heights of the two rows of buttons; the second is 0 where all stand in one row."""
        answers = max(each.height(self._answer_width(each, width)) for each in self._answers)
        beside = [self.later.one_line_width, self.queue.one_line_width]
        needs = [*beside, *(self._answer_width(each, width) for each in self._answers)]
        if layout.fits_in_row(needs, self._gap, width):
            return max(answers, self.later.height(width)), 0
        return self.later.height(width), answers

    @property
    def _answers(self) -> list[PushButton]:
        has_deny = self._deny is not None
        return [each for each in self._in_order.values() if has_deny or each is not self.deny]

    def _answer_width(self, button: PushButton, width: int) -> int:
        """The width of a button that answers: *approve* and *deny* are equally wide."""
        least = self._room.look.px(_NARROWEST)
        if button is self.cancel:
            return max(button.natural_width, least)
        pair = [each.natural_width for each in self._answers if each is not self.cancel]
        return min(max(least, *pair), (width - self._gap) // 2)

    @property
    def _gap(self) -> int:
        return self._room.look.px(_GAP)


def _say(control: PushButton, button: Button) -> None:
    """Sets the label, and our own word for what the button does, in its tip and for assistive
    technology."""
    control.say(button.label)
    control.set_tip(_meaning(button))
    control.describe(_meaning(button))


def _meaning(button: Button) -> str:
    return button.meaning if button.label != button.meaning else ""
