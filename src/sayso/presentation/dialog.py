"""What a dialog shows, as plain data: every toolkit draws the same."""

from __future__ import annotations

from sayso.core.entry import EMPTY, Entry
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import DetailKind
from sayso.core.settings import ANSWER_BYTES
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.presentation.catalogue import ActionLabels

NAME_SHOWN = 60
"""Most characters of the asker's or the host's name in a dialog's sentences; the header has the
whole name."""


class Button(Value):
    """A control's label, and our own word for what it does."""

    label: str
    meaning: str


class SecretField(Value):
    """A field where a password is typed."""

    error: str
    """What was wrong with the previous password, in the asker's words: one line, or empty."""
    repeat: bool
    """Whether the password is typed twice, and both must be the same."""
    user: str = ""
    """The label of a field for a name, above the password, in the asker's words; empty: there is
    none."""


class TextField(Value):
    """A field where some words are typed."""

    error: str
    """What was wrong with the previous text, in the asker's words: one line, or empty."""
    default: str
    """Text that stands in the field at first."""
    multiline: bool
    """Whether it takes several lines: Return then begins a new one, and Ctrl+Enter sends."""
    most: int = ANSWER_BYTES
    """Most bytes of UTF-8."""
    placeholder: str = ""
    """An example that stands in the empty field, in the asker's words."""


class Option(Value):
    """Something to choose, in the asker's words: one line each."""

    label: str
    description: str = ""
    """Stands under the label; empty: there is none."""


class Choices(Value):
    """The options that there are to choose from."""

    options: tuple[Option, ...]
    multiple: bool
    """True: any number of options may be chosen, also none. False: exactly one."""
    custom: bool = False
    """Whether the person's own words may stand instead of an option; with `multiple`, beside
    options."""


class Options(Value):
    """The field of a dialog that asks for nothing but a choice. No option is chosen at first."""

    error: str
    """What was wrong with the previous choice, in the asker's words: one line, or empty."""
    choices: Choices
    drafted: Entry = EMPTY
    """What the person had chosen before."""


class FormQuestion(Value):
    """One question of a form."""

    header: str
    """One line in the asker's words."""
    message: str
    """Several lines in the asker's words, or empty."""
    required: bool
    field: TextField | Choices
    obstacle: Callable[[Entry], str]
    """Tells what keeps an entry from being an answer, in our words; empty: nothing does."""
    drafted: Entry = EMPTY
    """What stands in the field at first: the asker's default, or what the person had filled in."""


class Form(Value):
    """Several questions on one page."""

    error: str
    """What was wrong with the previous answers, in the asker's words: one line, or empty."""
    questions: tuple[FormQuestion, ...]


Field = SecretField | TextField | Options | Form


class Section(Value):
    """A text of ours, below the asker's frame."""

    heading: str
    text: str
    """Several lines."""


class Page(Value):
    """A page of the web, which *approve* opens. Its address is shown large."""

    address: str
    """An ASCII address, to be opened as it is."""
    code: str = ""
    """One line to be typed on the page. It is shown large as well, and can be copied as it is.
    Empty: there is none, and opening the page is the answer."""


class DialogModel(Value):
    """What one window shows. All of it is plain text, safe to draw, and none of it is markup."""

    name: str
    """The asker's name, with its place if that is not this machine; one line."""
    heading: str
    """Who asks; one line."""
    where: str
    """What the asker calls itself, its working directory, and the programs that it asks through;
    one line."""
    process: tuple[str, ...]
    """The asker's command line and process; one line each, shown on demand."""
    lineage: tuple[str, ...]
    """The asker's ancestry; one line each, shown on demand."""
    title: str
    """One line in the asker's words, or empty. `message` and `details` are in the asker's words,
    too, of several lines or empty."""
    message: str
    details: str
    approve: Button
    deny: Button | None
    """The control that denies; None: there is nothing to deny."""
    destructive: bool
    standing: PromptStatus
    arming: float
    """Seconds before the control that approves can be used."""
    labels: ActionLabels
    """Our words for what the approving control does."""
    field: Field | None = None
    """What is filled in and submitted by *approve*; None: approving itself is the answer."""
    command: Section | None = None
    """The command that gets what is typed; None: the asker gets it."""
    accessibility_approval: bool = False
    """Whether assistive technology may use the approving control."""
    place: str = ""
    """The other machine or container that the asker is on, shortened; empty: this machine."""
    from_place: str = ""
    """Our words about that place."""
    no_password: str = ""
    """Our words beside a text that is typed for another machine or a container, also one that goes
    along with a denial: no password belongs there. Empty: no such text is typed."""
    denied_to: str | None = None
    """Our words about another asker to whom the person has denied the same question; one line.
    None: there is none."""
    cancel: Button | None = None
    """A third control, which dismisses; None: there is none."""
    check: str = ""
    """The label of a check box, off at first, in the asker's words; empty: there is none."""
    deny_words: bool = False
    """Whether *Deny* opens a line for words that go along with it."""
    lists_queue: bool = False
    """Whether the person can ask for the list of what else is open."""
    page: Page | None = None
    """The page that *approve* opens. That is the answer, unless the page has a code or could not be
    opened."""
    detail_kind: DetailKind = DetailKind.TEXT
    """How the details are drawn: see `presentation.details`."""
