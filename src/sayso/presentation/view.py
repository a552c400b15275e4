"""What a window and its parts are to the presenter: each toolkit has its own.

A control is an object of the toolkit; the presenter hands it back as it came.
"""

from __future__ import annotations

from sayso.presentation import surroundings
from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from sayso.core.entry import Entry
    from sayso.core.prompt_status import PromptStatus
    from sayso.core.questions import Choice
    from sayso.presentation.dialog_state import Moment
    from sayso.presentation.keys import Control
    from sayso.presentation.queue_list import QueueEntry
    from sayso.presentation.reading import Unseen, Watch


class Pane(surroundings.Pane, Protocol):
    """A text that is to be read to its end."""

    @property
    def unseen(self) -> Unseen | None:
        """Where it goes on; None: it does not, or it is not on the screen yet."""

    def watch(self, watch: Watch) -> None: ...
    def page_on(self) -> None: ...


class Reading(Protocol):
    """The line that says what has not been seen of the texts."""

    def say(self, unseen: Unseen | None, words: str) -> None: ...


class Field(Protocol):
    """A field that is filled in."""

    @property
    def first(self) -> object:
        """The first control of the field."""

    @property
    def has_focus(self) -> bool:
        """Whether keys go into it as text."""

    @property
    def obstacle(self) -> str:
        """What keeps the field from being submitted, in words; empty: nothing does."""


class SecretInput(Field, Protocol):
    @property
    def eye_has_focus(self) -> bool:
        """Whether the focus is on the control that shows what is typed, or hides it again."""

    def toggle(self) -> None: ...
    def read(self) -> memoryview:
        """A copy of what was typed, for the caller to wipe. Raises MemoryNotLocked."""

    def clear(self) -> None: ...


class FilledInput(Field, Protocol):
    """Everything that is filled in and is no secret."""

    @property
    def begins_with_options(self) -> bool:
        """Whether `first` is an option: a key chooses it, which can be seen."""

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the option that has the focus; None: none has it."""

    @property
    def entries(self) -> tuple[Entry, ...]: ...
    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of the entries as drafts."""

    def read_anew(self) -> None:
        """Something was changed otherwise than by hand: it has to be read again."""


class WordsLine(Field, Protocol):
    """The line for words that go along with a denial; hidden until it is wanted."""

    @property
    def is_open(self) -> bool: ...
    @property
    def text(self) -> str: ...
    @property
    def is_by_hand(self) -> bool:
        """Whether all of it was written by the person."""

    def say(self, note: str) -> None:
        """Shows a note under the line, until the line changes."""


class CheckBox(Protocol):
    @property
    def is_on(self) -> bool: ...
    @property
    def has_focus(self) -> bool: ...
    def toggle(self) -> None: ...


class Page(Protocol):
    def open(self) -> str:
        """Opens the page. Returns why it could not be opened; empty: it is open."""


class QueuePanel(Protocol):
    """The list of what else is open."""

    @property
    def is_open(self) -> bool: ...
    @property
    def first(self) -> object:
        """The first row of the list."""

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Does what the row that has the focus does; None: no row has it."""

    def open(self) -> None:
        """Opens the list, which shows once its rows have come."""


class Footer(Protocol):
    """The controls that answer the question, put it off, or list the others."""

    @property
    def deny(self) -> object: ...
    @property
    def queue(self) -> object: ...
    @property
    def at_focus(self) -> Control | None:
        """The control that has the focus: APPROVE, DENY, LATER or QUEUE; None: none of these."""

    def say_recorded(self, choice: Choice, kept_for: float | None) -> None: ...
    def say_finished(self, done: bool) -> None: ...


class View(Protocol):
    """Everything in the window."""

    @property
    def panes(self) -> Sequence[Pane]: ...
    @property
    def question(self) -> object:
        """The control that shows the asker's first words."""

    @property
    def secret(self) -> SecretInput | None: ...
    @property
    def filled(self) -> FilledInput | None: ...
    @property
    def check(self) -> CheckBox | None: ...
    @property
    def page(self) -> Page | None: ...
    @property
    def deny_words(self) -> WordsLine | None: ...
    @property
    def reading(self) -> Reading: ...
    @property
    def queue(self) -> QueuePanel: ...
    @property
    def footer(self) -> Footer: ...
    def stand(self, moment: Moment, now: float) -> None:
        """Shows how the dialog stands. `now`: on the clock of `moment.armed_at`."""

    def say_standing(self, standing: PromptStatus) -> None: ...
    def say_trouble(self, words: str) -> None: ...
    def open_deny_words(self) -> None: ...
    def close_deny_words(self) -> None: ...
    def fill_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """Shows these entries; without any, the list closes."""


class HostWindow(Protocol):
    """The window itself, and what its system tells of it."""

    def now(self) -> float:
        """Seconds on a clock that stands still in suspend."""

    def through_suspend(self) -> float:
        """Seconds on a clock that runs on in suspend."""

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Has `act` called once, after so many seconds. Returns a function that cancels that."""

    def by_device(self) -> bool:
        """Whether what happens now comes from an input device of the person's own, not from another
        program."""

    @property
    def focus(self) -> Hashable:
        """The name of the control that has the focus."""

    def name_of(self, control: object) -> Hashable:
        """The system's own name for the control; it stays the same."""

    def give_focus(self, control: object) -> None:
        """Gives this control the focus: at once, or when the window has the keyboard."""

    @property
    def is_changing(self) -> bool:
        """Whether it is being resized: what seems to cover it may be the window itself, as it
        was."""

    def keep_buttons(self, change: Callable[[], None]) -> None:
        """Carries out the change, with the buttons where they are."""

    def open_below(self, change: Callable[[], None]) -> None:
        """Carries out the change, with all that is above where it is."""

    def look_whether_painted(self) -> None:
        """Looks whether something of the window is in sight by now."""

    def close(self) -> None: ...
