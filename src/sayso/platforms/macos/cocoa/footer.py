"""The buttons at the bottom: *Later*, the place in the queue, *deny* and *approve*; after the
answer, in their place, what came of it."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from math import inf

from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.button import Mark, PushButton
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.reading_line import MarkedWords
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.run_loop import run_loop
from sayso.presentation import catalogue, keys, layout
from sayso.presentation.dialog import Button, DialogModel
from sayso.presentation.dialog_state import Moment
from sayso.presentation.habits import MACOS, Control
from sayso.values import replace

_MARKS = {Control.APPROVE: Mark.TICK, Control.DENY: Mark.CROSS, Control.CANCEL: Mark.NONE}
_GAP, _BETWEEN_ROWS = 10, 8
_NARROWEST = 96
"""Least width of a button that answers, in points."""
_FRAMES_PER_SECOND = 15
"""How often *approve* is redrawn in a second while it fills."""


class Footer(Part):
    def __init__(self, room: Room, model: DialogModel) -> None:
        self._labels, self._name, self._lists = model.labels, model.name, model.lists_queue
        self.later = PushButton(room, catalogue.LATER())
        self.later.set_tip(catalogue.LATER_MEANING())
        self.later.describe(catalogue.LATER_MEANING())
        self.queue = PushButton(room, "", Mark.OPENS)
        self.queue.make_flat()
        self.queue.mark_follows = True
        self.queue.set_tip(catalogue.QUEUE_MEANING())
        self.queue.describe(catalogue.QUEUE_MEANING())
        self.queue.show(False)
        self._in_order = {  # made in the order in which they stand, as Tab follows it
            control: PushButton(room, "", _MARKS[control])
            for control in MACOS.order
            if model.cancel or control is not Control.CANCEL
        }
        self.approve, self.deny = self._in_order[Control.APPROVE], self._in_order[Control.DENY]
        self.cancel = self._in_order.get(Control.CANCEL)
        """A third button, which dismisses; None: there is none."""
        if self.cancel and model.cancel:
            _say(self.cancel, model.cancel)
        self._deny = model.deny
        if model.deny:
            self.promise_words(model.deny_words)
        else:
            self.deny.show(False)
        self._meaning = _meaning(model.approve)
        if model.page:
            self.approve.mark = Mark.PAGE
        if model.destructive:
            self.approve.mark = Mark.WARNING
            self.approve.make_destructive()
        _say(self.approve, model.approve)
        self.approve.set_alive(False)
        self._recorded = MarkedWords(room)
        self._full_at = self._fills_from = 0.0

    @property
    def least_width(self) -> int:
        widths = [self._answer_width(each, layout.WIDEST) for each in self._answers]
        return sum(widths) + _GAP * len(widths)

    def promise_words(self, opens: bool) -> None:
        """Has *deny* say whether it opens a line for words first."""
        if button := self._deny:
            label = catalogue.opens_words(button.label) if opens else button.label
            _say(self.deny, replace(button, label=label))

    @property
    def at_focus(self) -> keys.Control | None:
        """The button that has the focus; None: none of these."""
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
        for each in (self.deny, self.later, *([self.cancel] if self.cancel else [])):
            each.set_alive(moment.takes_input)
        self.queue.set_alive(moment.takes_input and self._lists)
        full_at = moment.armed_at if now < moment.armed_at < inf else 0.0
        if full_at != self._full_at and look.has_motion():
            self._full_at, self._fills_from = full_at, now
            self._fill(now)

    def _fill(self, now: float) -> None:
        """Shows by filling *approve* how much of its delay has passed at `now`, and goes on by a
        timer until the delay is over."""
        full_at, started = self._full_at, self._fills_from
        if now >= full_at:
            self.approve.fill(None)
            return
        self.approve.fill((now - started) / (full_at - started))
        after = min(1 / _FRAMES_PER_SECOND, full_at - now)

        def go_on() -> None:
            if (self._full_at, self._fills_from) == (full_at, started):
                self._fill(now + after)

        run_loop().later(after, go_on)

    def say_recorded(self, choice: Choice, kept_for: float | None) -> None:
        """Says, in place of the buttons, that the answer is recorded: with a tick for *approve*,
        else a cross. `kept_for`: seconds that it is kept for the asker; None: the asker waits."""
        words = catalogue.recorded(choice, self._labels, self._name, kept_for)
        self._say_over(choice is Choice.APPROVE, words)

    def say_finished(self, done: bool) -> None:
        """Says, in place of the buttons, how the sign-in ended."""
        self._say_over(done, catalogue.SIGNED_IN() if done else catalogue.SIGN_IN_FAILED())

    def _say_over(self, is_good: bool, words: str) -> None:
        self._recorded.say(Mark.TICK if is_good else Mark.CROSS, words)
        self._recorded.announce()
        for each in (self.later, self.queue, *self._answers):
            each.show(False)
        self._full_at = 0.0
        self._recorded.show(True)

    def height(self, width: int) -> int:
        first, second = self._rows(width)
        return first + second + (_BETWEEN_ROWS if second else 0)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        first, second = self._rows(width)
        left = x
        for each in (self.later, self.queue):
            own = each.height(width)
            each.place(left, y + (first - own) // 2, each.one_line_width, own)
            left += each.one_line_width + _GAP
        high, right = second or first, x + width
        for each in reversed(self._answers):
            own = self._answer_width(each, width)
            right -= own
            each.place(right, y + height - high, own, high)
            right -= _GAP
        if self._recorded.is_shown:
            self._recorded.place(x, y, width, height)

    def _rows(self, width: int) -> tuple[int, int]:
        """The heights of the two rows; the second is 0 where all buttons fit into one."""
        widths = [self._answer_width(each, width) for each in self._answers]
        pairs = zip(self._answers, widths, strict=True)
        answers = max(each.height(own) for each, own in pairs)
        needs = [self.later.one_line_width, self.queue.one_line_width, *widths]
        if layout.fits_in_row(needs, _GAP, width):
            return max(answers, self.later.height(width)), 0
        return self.later.height(width), answers

    @property
    def _answers(self) -> list[PushButton]:
        has_deny = self._deny is not None
        return [each for each in self._in_order.values() if has_deny or each is not self.deny]

    def _answer_width(self, button: PushButton, width: int) -> int:
        """The width of a button that answers, in points: *approve* and *deny* are as wide as each
        other."""
        if button is self.cancel:
            return max(button.natural_width, _NARROWEST)
        pair = [each.natural_width for each in self._answers if each is not self.cancel]
        return min(max(_NARROWEST, *pair), (width - _GAP) // 2)


def _say(control: PushButton, button: Button) -> None:
    """Gives the button its label, and a tip with our own word for what it does, if the label is the
    asker's."""
    control.say(button.label)
    control.set_tip(_meaning(button))
    control.describe(_meaning(button))


def _meaning(button: Button) -> str:
    return button.meaning if button.label != button.meaning else ""
