"""Handles the person's keys in a window: each toolkit reports them, and carries out what is said
here."""

from __future__ import annotations

from sayso.presentation.focus import Focus
from sayso.presentation.keys import Control, Key, KeyEffect, approves, effect
from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from sayso.presentation.arming import Guard
    from sayso.presentation.deny_words import DenyWords
    from sayso.presentation.view import HostWindow, View


class Stroke(Value):
    """A key that goes down or comes up."""

    key: Key
    code: int
    """The key's position on the keyboard."""
    time: int
    """The event's own time, in milliseconds."""
    submits: bool
    """Whether the key submits what is typed in the field that has the focus; no input method wants
    it for itself."""
    types: bool = False
    """Whether the key, in a field, shows that the person means the field."""
    is_composing: bool = False
    """Whether an input method is at work in the text that has the focus. Escape is then its own. A
    system that hands such keys to the input method alone need not say so."""
    is_repeated: bool = False
    """Whether the system says that the key is held down and repeats. Where it can't tell (X11 and
    Wayland), the key is held if it went down before and has not come up since."""


class KeyActions(Protocol):
    """What keys can do."""

    @property
    def is_asking(self) -> bool: ...
    def look(self) -> None:
        """Looks at the surroundings of the window, as input of the person's arrives."""

    def refresh(self) -> None: ...
    def arm_anew(self) -> None: ...
    def can_approve(self) -> bool: ...
    def approve(self) -> None: ...
    def escape(self) -> None: ...
    def deny(self) -> None: ...
    def put_off(self) -> None: ...
    def turn_queue(self) -> None: ...


class KeyHandler:
    """The keys of one window. From `begin` on, its focus counts where the person took it."""

    def __init__(
        self,
        view: View,
        host: HostWindow,
        guard: Guard,
        actions: KeyActions,
        words: DenyWords | None,
    ) -> None:
        self._view, self._host, self._guard = view, host, guard
        self._actions, self._words = actions, words
        self._focus: Focus | None = None

    def begin(self, first: object, trusting: bool) -> None:
        """The question is on the screen, and we gave the focus to `first`. If that is an option,
        keys count at once: the person sees what a key chooses. What stands in a field at first must
        not be submitted by such a key."""
        self._focus = Focus(trusting)
        filled = self._view.filled
        has_options = filled is not None and filled.begins_with_options
        self._focus.placed(self._host.name_of(first), counts=has_options)

    def lead(self, control: object) -> None:
        """Gives this control the focus, because of what the person did."""
        if self._focus:
            self._focus.placed(self._host.name_of(control), counts=True)
        self._host.give_focus(control)

    def focus_moved(self, holder: Hashable, *, by_device: bool) -> None:
        """The focus has moved. `holder`: the control that has it now; None: none has."""
        if self._focus and self._focus.moved(holder, by_device):
            self._actions.arm_anew()

    def touched(self) -> None:
        """A device's button or finger went down on the control that has the focus."""
        if self._focus:
            self._focus.touched()

    @property
    def counts(self) -> bool:
        """Whether the focus is where the person took it."""
        return self._focus is not None and self._focus.counts_at(self._host.focus)

    @property
    def is_typing(self) -> bool:
        """Whether keys go into a field as text."""
        fields = (self._view.secret, self._view.filled, self._words and self._words.line)
        return any(field.has_focus for field in fields if field)

    def press(self, stroke: Stroke) -> KeyEffect:
        """A key went down. Returns what the toolkit is left to do: nothing, unless that is
        TOOLKIT."""
        now = self._host.now()
        self._actions.look()
        would_approve = self._would_approve(stroke)
        is_meant = would_approve and self.counts and self._host.by_device()
        approving = is_meant and self._actions.can_approve() and not stroke.is_repeated
        is_armed = self._is_armed(now)
        is_fresh = self._guard.key_down(stroke.code, stroke.time, now, approving)
        self._actions.refresh()
        control = self._control
        if self._focus and self.is_typing and stroke.types:
            self._focus.touched()
        done = effect(
            _meaning(stroke, control),
            control,
            is_held=stroke.is_repeated or not is_fresh,
            is_armed=is_armed,
            is_of_person=self.counts,
            would_approve=would_approve,
        )
        match done:
            case KeyEffect.DISMISS:
                self._actions.escape()
            case KeyEffect.ACT:
                self._act(control)
        return done

    def release(self, stroke: Stroke) -> bool:
        """A key came up. Returns whether that was for us, and the toolkit has nothing to do."""
        self._actions.look()
        is_ours = self._guard.key_up(stroke.code, stroke.time, self._host.now())
        is_meant = self._would_approve(stroke) and self.counts and self._host.by_device()
        if is_ours and is_meant and self._actions.can_approve():
            self._actions.approve()
        return is_ours

    def let_go(self, stroke: Stroke) -> None:
        """Takes a key for one that is up again, where the system does not tell of that. It approves
        nothing."""
        self._guard.key_up(stroke.code, stroke.time, self._host.now())

    def press_that_leads(self, stroke: Stroke) -> bool:
        """A key went down that leads to a control, and does no more. Returns whether keys count by
        now."""
        self._actions.look()
        now = self._host.now()
        is_armed = self._actions.is_asking and self._guard.takes_keys(now)
        self._note_press(stroke)
        return is_armed

    def press_to_compose(self, stroke: Stroke) -> None:
        """A key went down for an input method that is at work. Where it comes up, it approves
        nothing."""
        self._actions.look()
        self._note_press(stroke)

    def _note_press(self, stroke: Stroke) -> None:
        """Notes a key that went down, and that does nothing to an answer."""
        self._guard.key_down(stroke.code, stroke.time, self._host.now(), approving=False)
        self._actions.refresh()

    def _is_armed(self, now: float) -> bool:
        takes_words = self._words is not None and self._words.takes_keys
        return self._actions.is_asking and (self._guard.takes_keys(now) or takes_words)

    def _would_approve(self, stroke: Stroke) -> bool:
        control = self._control
        submits = stroke.submits and control is Control.FIELD
        return approves(stroke.key, control, submits=submits)

    @property
    def _control(self) -> Control:
        """The control that has the focus."""
        view = self._view
        if control := view.footer.at_focus:
            return self._denies if control is Control.DENY else control
        if self._words and self._words.line.has_focus:
            return Control.WORDS
        if view.queue.at_focus:
            return Control.ROW
        if self.is_typing:
            return Control.FIELD
        if view.secret and view.secret.eye_has_focus:
            return Control.EYE
        if (view.filled and view.filled.at_focus) or (view.check and view.check.has_focus):
            return Control.OPTION
        return Control.OTHER

    @property
    def _denies(self) -> Control:
        """What *deny* does: it opens the line of words, if there is one that is closed, else it
        denies."""
        return Control.OPENS if self._words and not self._words.line.is_open else Control.DENY

    def _act(self, control: Control) -> None:
        match control:
            case Control.LATER:
                self._actions.put_off()
            case Control.QUEUE:
                self._actions.turn_queue()
            case Control.OPENS | Control.WORDS:
                self._actions.deny()
            case _:
                for act in [*self._at_focus()]:
                    act()

    def _at_focus(self) -> Iterator[Callable[[], None]]:
        """The actions of the control that has the focus."""
        view = self._view
        if press := view.queue.at_focus:
            yield press
        if view.secret and view.secret.eye_has_focus:
            yield view.secret.toggle
        if view.check and view.check.has_focus:
            yield view.check.toggle
        if view.filled and (choose := view.filled.at_focus):
            yield choose


def _meaning(stroke: Stroke, control: Control) -> Key:
    """What the key is for, in the control that has the focus. In a line of words a space is text,
    and Return may be for an input method, as Escape may be in any text: there it cancels what is
    being composed."""
    if stroke.key is Key.ESCAPE:
        return Key.OTHER if stroke.is_composing else Key.ESCAPE
    if control is not Control.WORDS:
        return stroke.key
    return Key.ACTIVATES if stroke.submits else Key.OTHER
