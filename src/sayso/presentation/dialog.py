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
"""Characters of the asker's or the host's name in what a dialog says; the header has the whole."""


class Button(Value):
    """A control's label, and our own word for what it does."""

    label: str
    meaning: str


class SecretField(Value):
    """Where a password is typed."""

    error: str
    """What was wrong with the one before, in the asker's words: one line, or empty."""
    repeat: bool
    """It is typed twice, and both must be the same."""
    user: str = ""
    """The label of a field above it for a name, in the asker's words; empty: there is none."""


class TextField(Value):
    """Where some words are typed."""

    error: str
    """What was wrong with the one before, in the asker's words: one line, or empty."""
    default: str
    """Stands in it at first."""
    multiline: bool
    """It takes several lines: Return begins a new one, and Ctrl+Enter sends."""
    most: int = ANSWER_BYTES
    """Bytes of UTF-8."""
    placeholder: str = ""
    """An example in the empty field, in the asker's words."""


class Option(Value):
    """What may be chosen, in the asker's words: one line each."""

    label: str
    description: str = ""
    """Under it, or empty."""


class Choices(Value):
    """What there is to choose from."""

    options: tuple[Option, ...]
    multiple: bool
    """Any number of them may be chosen, none as well; else exactly one."""
    custom: bool = False
    """Words of the person's own may stand instead of one; of several, beside them."""


class Options(Value):
    """Choices in a dialog of their own; none is chosen at first."""

    error: str
    """What was wrong with the choice before, in the asker's words: one line, or empty."""
    choices: Choices
    drafted: Entry = EMPTY
    """What the person had chosen already."""


class FormQuestion(Value):
    """One of a form's."""

    header: str
    """One line in the asker's words."""
    message: str
    """Of several lines, or empty."""
    required: bool
    field: TextField | Choices
    obstacle: Callable[[Entry], str]
    """What keeps this from being an answer to it, in our words; empty: nothing."""
    drafted: Entry = EMPTY
    """What stands in it at first: the asker's default, or what the person had filled in."""


class Form(Value):
    """Several questions on one page."""

    error: str
    """What was wrong with the answers before, in the asker's words: one line, or empty."""
    questions: tuple[FormQuestion, ...]


Field = SecretField | TextField | Options | Form


class Section(Value):
    """A text of ours, below the asker's frame."""

    heading: str
    text: str
    """Of several lines."""


class Page(Value):
    """Of the web, which *approve* opens: its address is shown large."""

    address: str
    """In ASCII, to be opened as it is."""
    code: str = ""
    """One line to be typed there, shown large as well, and to be copied as it is; empty: there is
    none, and an opened page is the answer."""


class DialogModel(Value):
    """What one window shows. All of it is plain text, safe to draw, and none of it is markup."""

    name: str
    """The asker's, with its place where that is not this machine; one line."""
    heading: str
    """Who asks; one line."""
    where: str
    """What it calls itself, its working directory, those that it asks through; one line."""
    process: tuple[str, ...]
    """Command line and process; one line each, shown on demand."""
    lineage: tuple[str, ...]
    """The asker's ancestry; one line each, on demand as well."""
    title: str
    """One line in the asker's words, or empty; so are message and details, of several lines."""
    message: str
    details: str
    approve: Button
    deny: Button | None
    """None: there is nothing to deny."""
    destructive: bool
    standing: PromptStatus
    arming: float
    """Seconds before the approving control comes alive."""
    labels: ActionLabels
    """Our words for what that control does."""
    field: Field | None = None
    """None: approving is the answer; else what is filled in is, and *approve* submits it."""
    command: Section | None = None
    """What is typed goes to this one; None: to the asker."""
    accessibility_approval: bool = False
    """Assistive technology may use the approving control."""
    place: str = ""
    """The other machine or container that it asks from, short; empty: this machine."""
    from_place: str = ""
    """Our words about that place."""
    no_password: str = ""
    """Our words for who types a text, or words that go along with a denial, for another machine or
    a container; empty: nobody does."""
    denied_to: str | None = None
    """Our words about another one, to whom the person has denied the same; one line."""
    cancel: Button | None = None
    """A third control, which dismisses."""
    check: str = ""
    """The label of a check box, off at first, in the asker's words; empty: there is none."""
    deny_words: bool = False
    """*Deny* opens a line for words that go along with it."""
    lists_queue: bool = False
    """What else is open can be asked for."""
    page: Page | None = None
    """*Approve* opens it: that answers, unless it has a code, and does not where nothing opens."""
    detail_kind: DetailKind = DetailKind.TEXT
    """How the details are drawn: see `presentation.details`."""
