"""A dialog window without a toolkit: its parts are strings, and it records the calls that it
gets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import Button, DialogModel
from sayso.presentation.dialog_state import Moment
from sayso.presentation.key_handler import Stroke
from sayso.presentation.keys import Control, Key
from sayso.presentation.presenter import Presenter
from sayso.presentation.queue_list import QueueEntry, QueueList
from sayso.presentation.reading import Unseen, Watch
from sayso.presentation.view import HostWindow

LABELS = ActionLabels(*(f"label {number}" for number in range(9)))
ROW = QueueEntry(number=7, name="other", title="", time="1:00", words="other")


class BarePane:
    """A text pane. It counts as read from the beginning, unless a test sets otherwise."""

    root = "text"

    def __init__(self, told: list[object]) -> None:
        self._told = told
        self.read = True
        self.unseen: Unseen | None = None
        self.watched: Watch | None = None

    def watch(self, watch: Watch) -> None:
        self.watched = watch

    def page_on(self) -> None:
        self._told.append("page on")

    def look_again(self) -> None:
        self._told.append("look again")


@dataclass
class BareFooter:
    told: list[object]
    window: "BareWindow"
    deny: object = "deny"
    queue: object = "queue"

    @property
    def at_focus(self) -> Control | None:
        names = {"approve": Control.APPROVE, "deny": Control.DENY, "later": Control.LATER}
        return {**names, "queue": Control.QUEUE}.get(self.window.focus)

    def say_recorded(self, choice: Choice, kept_for: float | None) -> None:
        self.told.append(("recorded", choice, kept_for))

    def say_finished(self, done: bool) -> None:
        self.told.append(("finished", done))


@dataclass
class BareField:
    """A field of any kind. `name` stands for its control."""

    window: "BareWindow"
    name: str
    text: str = "typed"
    obstacle: str = ""
    begins_with_options: bool = False
    is_open: bool = False
    is_by_hand: bool = True
    is_on: bool = False

    @property
    def first(self) -> object:
        return self.name

    @property
    def has_focus(self) -> bool:
        return self.window.focus == self.name

    @property
    def eye_has_focus(self) -> bool:
        return self.window.focus == "eye"

    @property
    def at_focus(self) -> Callable[[], None] | None:
        return self.toggle if self.window.focus == "option" else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (Entry(self.text),)

    drafts = entries

    def toggle(self) -> None:
        self.is_on = not self.is_on
        self.window.told.append("toggled")

    def read(self) -> memoryview:
        return memoryview(bytearray(self.text.encode()))

    def clear(self) -> None:
        self.text = ""
        self.window.told.append("cleared")

    def read_anew(self) -> None:
        self.window.told.append("read anew")

    def say(self, note: str) -> None:
        self.window.told.append(note)


class BareQueue(QueueList):
    first: object = "row"

    def __init__(self, window: "BareWindow") -> None:
        super().__init__()
        self._window = window

    @property
    def at_focus(self) -> Callable[[], None] | None:
        at_row = self._window.focus == "row"
        return (lambda: self._window.told.append("row pressed")) if at_row else None


@dataclass
class BarePage:
    fault: str = ""
    opened: int = 0
    """How many times the page was opened."""

    def open(self) -> str:
        self.opened += not self.fault
        return self.fault


class BareView:
    """All parts of the window."""

    question: object = "question"

    def __init__(self, window: "BareWindow") -> None:
        self._told = window.told
        self.panes = [BarePane(window.told)]
        self.secret: BareField | None = None
        self.filled: BareField | None = None
        self.check: BareField | None = None
        self.page: BarePage | None = None
        self.deny_words: BareField | None = None
        self.queue = BareQueue(window)
        self.footer = BareFooter(window.told, window)
        self.moment: Moment | None = None
        self.trouble = ""

    @property
    def reading(self) -> "BareView":
        return self

    def say(self, unseen: Unseen | None, words: str) -> None:
        self._told.append(("reading", unseen))

    def stand(self, moment: Moment, now: float) -> None:
        self.moment = moment

    def say_standing(self, standing: PromptStatus) -> None:
        self._told.append(standing)

    def say_trouble(self, words: str) -> None:
        self.trouble = words

    def open_deny_words(self) -> None:
        assert self.deny_words
        self.deny_words.is_open = True

    def close_deny_words(self) -> None:
        assert self.deny_words
        self.deny_words.is_open = False

    def fill_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        self._told.append(("rows", self.queue.take(entries)))


@dataclass
class BareWindow:
    """Fulfils `sayso.presentation.view.HostWindow`, and is also the presenter's eyes and its
    delegate. The test moves its clock, and `told` records all calls."""

    told: list[object] = field(default_factory=list)
    focus: str = ""
    is_by_device: bool = True
    is_changing: bool = False
    over: set[object] = field(default_factory=set)
    """Parts that another window covers."""
    at: tuple[int, ...] = (0, 0)
    clock: float = 100.0
    always: Sequence[object] = ("header", "approve")

    def __post_init__(self) -> None:
        self.view = BareView(self)
        self._due: list[tuple[float, Callable[[], None]]] = []

    def presents(self, **words: object) -> Presenter:
        """A presenter for a question that is open for 60 s and armed after 1 s. `words`: other
        fields of the model. Nothing has been painted."""
        fields: dict[str, object] = {
            "name": "asker", "heading": "asker asks", "where": "", "process": (), "lineage": (),
            "title": "", "message": "May I?", "details": "", "approve": Button("OK", "OK"),
            "deny": Button("No", "No"), "destructive": False,
            "standing": PromptStatus(60), "arming": 1.0, "labels": LABELS, **words,
        }  # fmt: skip
        model = DialogModel(**fields)  # type: ignore[arg-type]  # a test names what it means
        delegate: DialogDelegate = self
        host: HostWindow = self
        presenter = Presenter(model, delegate, self.view, self, host)
        self.focus = str(presenter.first)
        return presenter

    def asks(self, **words: object) -> Presenter:
        """Like `presents`, but painted, and armed for pointer and keys. `told` is empty."""
        presenter = self.presents(**words)
        presenter.painted(over_button=False)
        presenter.keyboard_came()
        self.passes(2)
        self.told.clear()
        return presenter

    def passes(self, seconds: float) -> None:
        self.clock += seconds
        due = [act for at, act in self._due if at <= self.clock]
        self._due = [each for each in self._due if each[0] > self.clock]
        for act in due:
            act()

    # What a host window does

    def now(self) -> float:
        return self.clock

    through_suspend = now

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        entry = (self.clock + seconds, act)
        self._due.append(entry)
        return lambda: self._due.remove(entry) if entry in self._due else None

    def by_device(self) -> bool:
        return self.is_by_device

    def name_of(self, control: object) -> str:
        return str(control)

    def give_focus(self, control: object) -> None:
        self.focus = str(control)

    def keep_buttons(self, change: Callable[[], None]) -> None:
        change()

    open_below = keep_buttons

    def look_whether_painted(self) -> None:
        self.told.append("look")

    def close(self) -> None:
        self.told.append("close")

    # What the eyes do

    @property
    def panes(self) -> Sequence[BarePane]:
        return self.view.panes

    def place(self) -> tuple[int, ...]:
        return self.at

    def hides(self, parts: Sequence[object]) -> bool:
        return not self.over.isdisjoint(parts)

    def hides_all(self) -> bool:
        return "all" in self.over

    # What the delegate does

    def covered(self) -> None:
        self.told.append("covered")

    def painted(self) -> None:
        self.told.append("painted")

    def chose(
        self, choice: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None:
        self.told.append((choice, by, checked, words))

    def submitted(self, secret: Secret, by: By | None = None, checked: bool | None = None) -> None:
        self.told.append(("submitted", bytes(secret.view()), by, checked))

    def filled(self, entries: tuple[Entry, ...], by: By | None = None) -> None:
        self.told.append(("filled", entries, by))

    def drafted(self, entries: tuple[Entry, ...]) -> None:
        self.told.append(("drafted", entries))

    def active(self) -> None:
        self.told.append("active")

    def put_off(self) -> None:
        self.told.append("put off")

    def open_queue(self) -> None:
        self.told.append("open queue")

    def bring_up(self, number: int) -> None:
        self.told.append(("bring up", number))

    def closed(self) -> None:
        self.told.append("closed")


def stroke(key: Key, code: int = 36, time: int = 0, **more: bool) -> Stroke:
    return Stroke(key=key, code=code, time=time, **{"submits": False, **more})
