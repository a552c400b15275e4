"""Decides when notifications and sounds tell the person of questions, and which ones.

One notification tells of all questions that wait, another one of all that nobody answered in time,
a third one of all that could not be shown. A fourth one suggests to refuse what was denied again
and again, and a fifth one offers something. Each of them is updated in place. Together they change
at most once in ten seconds.
"""

from __future__ import annotations

import os

from sayso.core.overview import COVERED, PUT_OFF, QUEUED, SHOWING, SHOWN, UNOPENED
from sayso.frontends.tray.push import Push
from sayso.platforms import select
from sayso.presentation.notifications import missed, not_shown, quiet, waiting
from sayso.presentation.tray.words import spelt
from sayso.values import Value, replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sayso.core.overview import Overview, PromptOverview, TimedOutPrompt
    from sayso.platforms.contract.attention import Attention
    from sayso.platforms.contract.loop import Loop
    from sayso.platforms.contract.notifications import Notifications
    from sayso.platforms.contract.sound import Sound
    from sayso.presentation.notifications import Notification

GAP = 10.0
"""Seconds from one notification to the next."""
AWAY = 60.0
"""Seconds without input after which the person counts as away."""

_MOST_UNREAD = 100
"""Most questions that are kept until the person takes note of them."""

_WAITING, _MISSED, _NOT_SHOWN, _QUIET = "waiting", "missed", "not_shown", "quiet"
_OFFER = "offer"


class _Offer(Value):
    """An offer: something that the person may do, and need not."""

    bubble: Notification
    shown: Callable[[], None]
    accepted: Callable[[], None]


class _Unread:
    """Questions that are over, until the person takes note of them."""

    def __init__(self, bubble: Callable[[Sequence[PromptOverview]], Notification]) -> None:
        self._bubble = bubble
        self._questions: list[PromptOverview] = []
        self._told = 0

    def add(self, question: PromptOverview) -> None:
        self._questions.append(question)
        if len(self._questions) > _MOST_UNREAD:  # a flood must not fill the memory
            del self._questions[0]
            self._told = max(0, self._told - 1)

    def bubble(self) -> Notification | None:
        return self._bubble(self._questions) if self._questions else None

    def told(self) -> None:
        """Notes that a notification tells of all of them."""
        self._told = len(self._questions)

    def read(self) -> None:
        """Removes the questions that a notification told of: the person has taken note of them."""
        del self._questions[: self._told]
        self._told = 0

    def clear(self) -> None:
        self._questions.clear()
        self._told = 0


class Notices:
    """The notifications of the tray's process. `bring_forward` gets a question's number,
    `begin_quiet` the number of the quiet period that the person wants, `tell` a line for the log.
    """

    def __init__(
        self,
        bring_forward: Callable[[int], None],
        begin_quiet: Callable[[int], None],
        open_history: Callable[[], None],
        tell: Callable[[str], None],
        *,
        push: Push | None = None,
        notifications: Notifications | None = None,
        sound: Sound | None = None,
        attention: Attention | None = None,
        loop: Loop | None = None,
        now: Callable[[], float] | None = None,
    ) -> None:
        """A part that is not given is this system's own."""
        self._bring_forward, self._begin_quiet = bring_forward, begin_quiet
        self._open_history, self._tell = open_history, tell
        self._push = push or Push(tell)
        self._sound = sound or select.sound()
        self._attention = attention or select.attention()
        self._loop = loop or select.loop()
        self._now = now or select.session().now
        self._notifier = (notifications or select.notifications()).notifier(self)
        self._screen = select.session().screen(os.environ) or ""
        self._attention.idle(self._screen)  # some systems count from when they are first asked
        self._complaints: set[str] = set()
        """Lines that were written to the log already."""
        self._wanted = False
        """Whether the setting allows notifications."""
        self._silent = True
        """Do-not-disturb is on."""
        self._places: dict[int, str] = {}
        """State of each open question that has come, by number: SHOWN, QUEUED or UNOPENED."""
        self._waiting: dict[int, PromptOverview] = {}
        """Questions that notifications tell of, by number, in the order of the queue."""
        self._lasting = False
        """Whether one of these came while the person was away."""
        self._told: set[int] = set()
        """Numbers of those in `_waiting` that a notification has told of."""
        self._unread = {_MISSED: _Unread(missed), _NOT_SHOWN: _Unread(not_shown)}
        """Questions that are over, by the key of the notification that tells of them."""
        self._suggested: dict[int, Notification] = {}
        """Suggested quiet periods that the person has not read of yet, by number."""
        self._suggested_told = 0
        """Number of the quiet period that a notification suggests."""
        self._read: set[int] = set()
        """Numbers of the quiet periods that the person has read of."""
        self._offer: _Offer | None = None
        self._shown: dict[str, Notification] = {}
        self._next = 0.0
        """Time of the session's clock from which another notification may be shown."""
        self._call_off: Callable[[], None] | None = None

    # -- what the daemon tells

    def changed(self, overview: Overview) -> None:
        self._push.configure(overview.settings)
        self._push.is_over(overview.prompts)
        self._wanted = overview.settings.notifications
        self._silent = overview.do_not_disturb is not None
        came = self._place(overview)
        comes = not {SHOWN, UNOPENED}.isdisjoint(came.values())
        if overview.settings.sound and not self._silent and comes:
            self._sound.play(self.failed)
        unattended = came and not self._silent and self._unattended(overview)
        if unattended:
            for each in overview.prompts:
                if each.number in came:
                    self._push.waits(each)
        tells = came and self._wanted and not self._silent
        self._waiting = {
            each.number: each
            for each in overview.prompts
            if (each.number in self._waiting and not self._was_opened(each))
            or (tells and unattended and each.number in came)
            or (tells and came.get(each.number) == UNOPENED)
            if each.state != PUT_OFF
        }
        self._told &= self._waiting.keys()
        self._suggest(overview)
        if not self._wanted:
            self._forget()
        self._settle()

    def timed_out(self, told: TimedOutPrompt) -> None:
        if told.touched or self._was_there(told.shown_for):
            return
        self._push.missed(told.prompt)
        if self._wanted:
            self._unread[_MISSED].add(told.prompt)
            self._settle()

    def not_shown(self, told: PromptOverview) -> None:
        """Tells of the question whether the person is there or not: they could not see it."""
        if self._wanted:
            self._unread[_NOT_SHOWN].add(told)
            self._settle()

    def offer(
        self, bubble: Notification, shown: Callable[[], None], accepted: Callable[[], None]
    ) -> None:
        """Offers something, once, when nothing forbids it. `shown` is called when the offer is
        shown, `accepted` when the person wants it."""
        self._offer = _Offer(bubble, shown, accepted)
        self._settle()

    def close(self) -> None:
        """Withdraws the notification about waiting questions, as nobody hears a click on it any
        more. What is unread stays."""
        self._stop_waiting()
        if _WAITING in self._shown:
            self._notifier.withdraw(_WAITING)
        self._notifier.close()

    # -- what becomes of notifications

    def clicked(self, key: str) -> None:
        if key in self._unread:
            self._open_history()
        elif key == _QUIET:
            self._begin_quiet(self._suggested_told)
        elif key == _OFFER:
            self._accept()
        elif self._waiting:
            shown = (number for number in self._waiting if self._places.get(number) == SHOWN)
            self._bring_forward(next(shown, next(iter(self._waiting))))

    def _accept(self) -> None:
        offer, self._offer = self._offer, None
        if offer:
            offer.accepted()

    def closed(self, key: str) -> None:
        self._shown.pop(key, None)
        if key == _OFFER:
            self._offer = None
        if key in self._unread:
            self._unread[key].read()
        if key == _QUIET:
            self._read.add(self._suggested_told)
            self._suggested.pop(self._suggested_told, None)

    def failed(self, words: str) -> None:
        """Writes the reason to the log, each reason once."""
        if words not in self._complaints:
            self._complaints.add(words)
            self._tell(words)

    # -- what to tell

    def _place(self, overview: Overview) -> dict[int, str]:
        """Notes the state of each question. Returns the questions that have come just now, with
        their states.

        A question that only waits for do-not-disturb to end has not come yet.
        """
        occupied = bool(overview.away) or any(
            each.state in (SHOWN, COVERED, SHOWING) for each in overview.prompts
        )
        before, self._places = self._places, {}
        for each in overview.prompts:
            number, stands = each.number, each.state
            stands = SHOWN if stands == COVERED else stands  # being uncovered is no news
            known = before.get(number) == stands
            if stands == SHOWING and before.get(number) == UNOPENED:
                self._places[number] = UNOPENED  # the person opens it: that is no news either
            elif (
                stands == SHOWN
                or (stands == QUEUED and (known or (occupied and not self._silent)))
                or (stands == UNOPENED and (known or not self._silent))
            ):
                self._places[number] = stands
        return {
            number: place
            for number, place in self._places.items()
            if before.get(number) not in (place, UNOPENED)
        }

    def _was_opened(self, told: PromptOverview) -> bool:
        """Whether the person has opened a question that waited for it: then they know of it."""
        return self._waiting[told.number].state == UNOPENED != told.state

    def _unattended(self, overview: Overview) -> bool:
        """Whether nobody is there, or a dialog can't be seen: it is covered, or another window
        fills the screen."""
        away = bool(overview.away)
        if not away:
            idle = self._attention.idle(self._screen)
            away = idle is not None and idle >= AWAY
        self._lasting = away or (self._lasting and bool(self._waiting))
        covered = any(each.state == COVERED for each in overview.prompts)
        return away or covered or self._attention.full_screen(self._screen)

    def _suggest(self, overview: Overview) -> None:
        suggested = {each.number: each for each in overview.suggested}
        self._read &= suggested.keys()
        period = spelt(overview.settings.quiet_period)
        self._suggested = {
            number: quiet(suggestion, period)
            for number, suggestion in suggested.items()
            if number not in self._read
        }

    def _was_there(self, shown_for: float) -> bool:
        """Whether there was any input while the question was last on the screen. `shown_for`:
        seconds that it was there."""
        idle = self._attention.idle(self._screen) if shown_for else None
        return idle is not None and idle < shown_for

    def _forget(self) -> None:
        self._waiting.clear()
        self._told.clear()
        for unread in self._unread.values():
            unread.clear()
        self._suggested.clear()

    def _settle(self) -> None:
        """Updates the notifications that are shown."""
        bubbles = {
            _WAITING: self._of_waiting(),
            **{key: self._of_unread(key) for key in self._unread},
            _QUIET: self._of_quiet(),
            _OFFER: self._of_offer(),
        }
        for key, bubble in bubbles.items():
            shown = self._shown.get(key)
            if bubble is None:
                if self._shown.pop(key, None):
                    self._notifier.withdraw(key)
            elif shown is None or replace(bubble, news=shown.news) != shown:
                self._show(key, bubble)

    def _of_waiting(self) -> Notification | None:
        news = not self._told >= self._waiting.keys()
        if self._silent or not self._waiting or not (news or _WAITING in self._shown):
            return None
        questions = [*self._waiting.values()]
        lasting = self._lasting or any(each.state == UNOPENED for each in questions)
        return waiting(questions, lasting=lasting, news=news)

    def _of_unread(self, key: str) -> Notification | None:
        """The notification for unread questions. During do-not-disturb it stays as it is."""
        bubble = self._unread[key].bubble()
        return self._shown.get(key) if bubble and self._silent else bubble

    def _of_quiet(self) -> Notification | None:
        """The notification that suggests the latest quiet period."""
        if not self._suggested:
            return None
        return self._shown.get(_QUIET) if self._silent else self._suggested[max(self._suggested)]

    def _of_offer(self) -> Notification | None:
        if self._offer is None or not self._wanted:
            return None
        return self._shown.get(_OFFER) if self._silent else self._offer.bubble

    def _show(self, key: str, bubble: Notification) -> None:
        """Shows a notification now, or has it shown when the next one may be."""
        now = self._now()
        if now < self._next:
            self._call_off = self._call_off or self._loop.later(self._next - now, self._due)
            return
        self._next = now + GAP
        self._shown[key] = bubble
        if key == _WAITING:
            self._told = {*self._waiting}
        elif key in self._unread:
            self._unread[key].told()
        elif key == _QUIET:
            self._suggested_told = max(self._suggested)
        elif self._offer:
            self._offer.shown()
        self._notifier.show(key, bubble)

    def _due(self) -> None:
        self._call_off = None
        self._settle()

    def _stop_waiting(self) -> None:
        if self._call_off:
            self._call_off()
            self._call_off = None
