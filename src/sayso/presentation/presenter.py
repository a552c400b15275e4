"""What a window does: what counts as the person's own input, and who is then told what.

Nothing is answered before the first frame is on the screen, and something of it in sight. From then
on *deny* works by click. If *deny* appeared under a pointer that was there already, it works a
moment later, as dismissing always does: so a hand that comes down twice answers one question, and
not the next one as well. *Approve* works once it is armed, every text has been read to its end and
the deadline is ahead. It takes a current event of an input device alone: a click, or Return or
Space pressed and released while it has the focus. An action of assistive technology counts, too, if
the person has allowed that in the settings.

A field takes typing from the first frame. What stands in it is submitted by *approve* under the
same rules, or by Return pressed and released in the field (with Ctrl, where it has several lines).
"""

from __future__ import annotations

from functools import partial
from math import inf

from sayso.core.outcome import By
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.core.settings import FINISHED_SECONDS, RECORDED_SECONDS
from sayso.presentation import catalogue
from sayso.presentation.cover_words import CoverWords
from sayso.presentation.deny_words import DenyWords
from sayso.presentation.dialog_state import DialogState, Moment, Stage
from sayso.presentation.key_handler import KeyHandler
from sayso.presentation.queue_handler import QueueHandler
from sayso.presentation.reading import Unseen, Watch
from sayso.presentation.surroundings import Surroundings

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.prompt_status import PromptStatus
    from sayso.presentation.delegate import DialogDelegate
    from sayso.presentation.dialog import DialogModel
    from sayso.presentation.surroundings import Eyes
    from sayso.presentation.view import HostWindow, Page, View

ACKNOWLEDGED_WITHIN = 1.5
"""Seconds after which the person is told that their answer is not recorded yet."""


class Presenter:
    """Presents one question, from before its window is shown until it is closed."""

    def __init__(
        self,
        model: DialogModel,
        delegate: DialogDelegate,
        view: View,
        eyes: Eyes,
        host: HostWindow,
    ) -> None:
        self._delegate, self._view, self._host = delegate, view, host
        self._state = DialogState(
            model.labels, model.arming, model.standing, host.now, host.through_suspend
        )
        self.guard = self._state.guard
        self.action_approves = model.accessibility_approval
        self.was_covered = False
        """Whether nothing of the window was in sight when it was drawn; the delegate is told so
        once."""
        self.had_keyboard = False
        """Whether the window has had the keyboard. If the person then goes elsewhere, it does not
        come after them."""
        self._opening_answers = model.page is not None and not model.page.code
        self._choice = Choice.DISMISS
        """What the person answered last."""
        self._reading_shown: Unseen | bool = False
        """Where the texts go on, as the window says it; True: the window says that all is read."""
        self._is_gone = False
        """Whether the window is gone, so that there is nothing left to show anything in."""
        self._cancel_refresh: Callable[[], None] | None = None
        """Cancels the next `refresh`, which is due when the clock alone changes something; None:
        none is due."""
        self.surroundings = Surroundings(
            eyes, self.action_approves, self.arm_anew, self._on_cover, host.look_whether_painted
        )
        self._cover_words = CoverWords()
        self._has_to_say_of_cover = False
        self._words = DenyWords(view.deny_words) if view.deny_words else None
        self.keys = KeyHandler(view, host, self.guard, self, self._words)
        self.queue = QueueHandler(view, host, delegate, lambda: self.is_asking, self.keys.lead)
        self.first = _first_focus(view, model)
        """The control that has the focus at first."""

    # What the daemon tells

    def update(self, standing: PromptStatus) -> None:
        self._state.update(standing)
        if standing.of == 1:
            self.queue.close()
        self._host.keep_buttons(lambda: self._view.say_standing(standing))
        self.refresh()

    def recorded(self, kept_for: float | None) -> None:
        footer = self._view.footer
        self._say_over(lambda: footer.say_recorded(self._choice, kept_for), RECORDED_SECONDS)

    def finished(self, done: bool) -> None:
        self.queue.close()
        self._say_over(lambda: self._view.footer.say_finished(done), FINISHED_SECONDS)

    def not_recorded(self, reason: str) -> None:
        self._state.ask_again()
        self._say_trouble(catalogue.not_recorded(reason))
        self.refresh()
        self._host.give_focus(self.first)

    def end(self) -> None:
        """The window is about to go. Secrets in it are wiped before."""
        self._state.end()
        self._clear()
        self.refresh()
        self._is_gone = True

    def _say_over(self, say: Callable[[], None], seconds: float) -> None:
        self._state.end()
        self._say_trouble("")
        self._host.keep_buttons(say)
        self.refresh()
        self._host.later(seconds, self._host.close)

    # What the system tells

    @property
    def is_painting(self) -> bool:
        """Whether nothing of the window has been seen yet."""
        return self._state.stage is Stage.PAINTING

    @property
    def is_over(self) -> bool:
        return self._state.stage is Stage.OVER

    def covered(self) -> None:
        """The window is there, and nothing of it is in sight."""
        if not self.was_covered:
            self.was_covered = True
            self._delegate.covered()

    def painted(self, over_button: bool) -> None:
        """The first frame is on the screen, and in sight. `over_button`: *deny* or *later* appeared
        under the pointer."""
        self._state.painted(over_button)
        self._delegate.painted()  # before the rest, which may draw
        self.keys.begin(self.first, self.action_approves)
        is_whole = self.surroundings.is_whole
        watch = Watch(
            self._host.now, is_whole, self.action_approves, self.refresh, self._on_activity
        )
        for pane in self._view.panes:
            pane.watch(watch)
        self.surroundings.look()
        self.refresh()

    def keyboard_came(self) -> None:
        """The window has the keyboard. The first time, that comes with a click or a pause, so
        clicks stay armed."""
        self.guard.keyboard_came(self._host.now())
        if self.had_keyboard:
            self.guard.start(self._host.now())
        self.had_keyboard = True
        self.refresh()

    def settled(self) -> None:
        """The window no longer changes: while it did, it may have seemed covered and was not."""
        self.surroundings.look_at_cover()
        if self._has_to_say_of_cover:
            self._say_of_cover()

    def _on_cover(self) -> None:
        self._say_of_cover()
        self.arm_anew()

    def _say_of_cover(self) -> None:
        """Says what covers the dialog, but not while the window changes. It may only seem covered
        then, and its own words would appear and disappear again and again."""
        self._has_to_say_of_cover = self._host.is_changing
        if not self._has_to_say_of_cover:
            is_covered = self.surroundings.is_covered
            words = self._cover_words.at(self._host.now(), is_covered=is_covered)
            if self.is_asking:
                self._say_trouble(words)

    # What the person does

    @property
    def is_asking(self) -> bool:
        return self._state.is_asking

    def look(self) -> None:
        """Looks at the surroundings of the window, as input of the person's arrives."""
        self.surroundings.look()

    def pressed(self) -> None:
        """A button or finger went down anywhere in the window."""
        self.look()
        self.guard.early_input(self._host.now())
        self.refresh()

    def arm_anew(self) -> None:
        """Arms the dialog anew, as something else may be under the hand."""
        self.guard.start(self._host.now())
        self.refresh()

    def escape(self) -> None:
        """Closes what was opened in the dialog; if nothing was, dismisses the question."""
        if self._view.queue.is_open:
            self.queue.close()
        elif self._words and self._words.line.is_open:
            self._host.keep_buttons(self._view.close_deny_words)
            self.keys.lead(self._view.footer.deny)
        else:
            self.dismiss()

    def dismiss(self) -> None:
        if self.guard.is_settled(self._host.now()):
            self._answer(Choice.DISMISS, partial(self._delegate.chose, Choice.DISMISS))

    def deny_clicked(self) -> None:
        """*Deny* was clicked. A click by assistive technology counts at once: no hand lay there
        before."""
        if not self._host.by_device() or self.guard.takes_click(self._host.now()):
            self.deny()

    def deny(self) -> None:
        """Denies. Where words may go along, the first call opens the line for them, and the next
        one denies."""
        if self._words and not self._words.line.is_open and self.is_asking:
            self._host.keep_buttons(self._view.open_deny_words)
            # a program may open the line: the person's next key is then not meant for it
            lead = self.keys.lead if self._host.by_device() else self._host.give_focus
            lead(self._words.line.first)
            return
        words = self._words.answer if self._words else ""
        self._answer(Choice.DENY, partial(self._delegate.chose, Choice.DENY, words=words))

    def approve_clicked(self) -> None:
        """*Approve* was clicked by a device, from going down to coming up."""
        if self.guard.clicked(self._host.now()) and self.can_approve():
            self.approve()

    def approve_by_action(self) -> None:
        """*Approve* was used by assistive technology, or by any program: no event of a device comes
        with that."""
        if self.action_approves and self.can_approve():
            self.approve(By.ASSISTIVE)

    def approve(self, by: By | None = None) -> None:
        view = self._view
        if view.page and not self._open(view.page):
            return
        checked = view.check.is_on if view.check else None
        if view.secret:
            submit = partial(self._delegate.submitted, Secret(view.secret.read()), by, checked)
        elif view.filled:
            submit = partial(self._delegate.filled, view.filled.entries, by)
        else:
            submit = partial(self._delegate.chose, Choice.APPROVE, by, checked)
        self._answer(Choice.APPROVE, submit)

    def later_clicked(self) -> None:
        """*Later* was clicked. Only a device counts: a program that hides questions would keep them
        from being seen. So would the second half of a double click on the *Later* of the question
        before."""
        if self._host.by_device() and self.guard.takes_click(self._host.now()):
            self.put_off()

    def put_off(self) -> None:
        if self._state.answer():
            self._clear()
            self._delegate.put_off()
            self._freeze()

    def eye_clicked(self) -> None:
        """The control that shows a password was clicked. Only a device counts: a program would read
        what is shown."""
        if self._view.secret and self._host.by_device():
            self._view.secret.toggle()

    def reading_clicked(self) -> None:
        """Goes on to what has not been seen yet."""
        unread = next((pane for pane in self._view.panes if not pane.read), None)
        if unread is not None:
            unread.page_on()

    def turn_queue(self) -> None:
        self.queue.turn()

    def filling_in(self) -> None:
        """What stands in the field has changed. A program may do that through assistive technology:
        the person then sees the change for the arming delay before it can be submitted, and all of
        it has to be read again. A secret and the name that goes with it are no exception, though of
        a secret they see only how long it is. What is pasted may come a moment after the key for
        it, with no event of the person's own: it is then taken for a program's, too."""
        if not self.is_asking:
            return
        self._on_activity()
        filled, by_device = self._view.filled, self._host.by_device()
        if not by_device:
            self.guard.start(self._host.now())
        if filled:
            if not by_device:
                filled.read_anew()
            self._delegate.drafted(filled.drafts)
        self.refresh()

    def words_changed(self) -> None:
        """The words for a denial have changed. A program's words do not go along, and the person
        sees that before anything is sent."""
        if self._words and self.is_asking:
            if not self._words.line.is_by_hand:
                self.guard.start(self._host.now())
            self._words.note_hand()
            self._on_activity()
            self.refresh()

    def _on_activity(self) -> None:
        if self._state.is_active():
            self._delegate.active()

    def _open(self, page: Page) -> bool:
        """Opens the page. Returns whether that is the answer, too. If not, arms the dialog anew: so
        a double click opens one page."""
        fault = page.open()
        self._say_trouble(catalogue.not_opened(fault) if fault else "")
        if self._opening_answers and not fault:
            return True
        self._on_activity()
        self.arm_anew()
        return False

    def _answer(self, choice: Choice, tell: Callable[[], None]) -> None:
        if self._state.answer():
            self._choice = choice
            self._clear()
            tell()
            self._freeze()

    def _freeze(self) -> None:
        """The person did something, and the controls wait for the daemon. The daemon is told before
        this is called, as drawing the controls takes longer than telling it."""
        self.queue.close()
        self._say_trouble("")
        self.refresh()
        self._host.later(ACKNOWLEDGED_WITHIN, self._not_acknowledged)

    def _clear(self) -> None:
        """Clears a secret. Everything else stays: if the answer does not count, it need not be
        typed again."""
        if self._view.secret:
            self._view.secret.clear()

    def _not_acknowledged(self) -> None:
        if self._state.stage is Stage.ANSWERED:
            self._say_trouble(catalogue.NOT_RECORDED_YET())

    # What is on the screen

    def can_approve(self) -> bool:
        return self._look().can_approve

    def _look(self) -> Moment:
        field = self._view.secret or self._view.filled
        unread = [pane for pane in self._view.panes if not pane.read]
        return self._state.look(
            covered=self.surroundings.is_covered,
            all_read=not unread,
            unseen=unread[0].unseen if unread else None,
            in_field=field.obstacle if field else "",
        )

    def refresh(self) -> None:
        """Shows how things stand now, and is called again when the clock alone changes
        something."""
        if self._is_gone:
            return
        moment = self._look()
        if moment.is_armed and not self.surroundings.is_covered:
            self.surroundings.settle()
        self._view.stand(moment, self._host.now())
        if self._words:
            self._words.stand(moment.is_armed)
        self._show_reading(moment)
        if self._cancel_refresh:
            self._cancel_refresh()
            self._cancel_refresh = None
        if moment.changes_within < inf:
            self._cancel_refresh = self._host.later(moment.changes_within + 0.001, self.refresh)

    def _show_reading(self, moment: Moment) -> None:
        """Shows where the texts go on. While a text is not laid out, the line stays as it was, as
        it is not known what is read."""
        shown = moment.unseen or moment.all_read
        if shown and shown != self._reading_shown:
            self._reading_shown = shown
            say = partial(self._view.reading.say, moment.unseen, moment.to_read)
            self._host.keep_buttons(say)

    def _say_trouble(self, words: str) -> None:
        self._host.keep_buttons(lambda: self._view.say_trouble(words))


def _first_focus(view: View, model: DialogModel) -> object:
    if field := view.secret or view.filled:
        return field.first
    return view.footer.deny if model.destructive else view.question
