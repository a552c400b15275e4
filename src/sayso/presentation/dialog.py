"""What a dialog shows, as plain data: every toolkit draws the same."""

from __future__ import annotations

from sayso.core.prompt_status import PromptStatus
from sayso.core.settings import ANSWER_BYTES
from sayso.values import Value

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from sayso.presentation.catalogue import ActionLabels


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


class TextField(Value):
    """Where some words are typed."""

    error: str
    """What was wrong with the one before, in the asker's words: one line, or empty."""
    default: str
    """Stands in it at first."""
    multiline: bool
    """It takes several lines: Return begins a new one, and Ctrl+Return submits."""
    most: int = ANSWER_BYTES
    """Bytes of UTF-8."""


class Options(Value):
    """What there is to choose from; none is chosen at first."""

    error: str
    """What was wrong with the choice before, in the asker's words: one line, or empty."""
    labels: tuple[str, ...]
    """One line each, in the asker's words."""
    multiple: bool
    """Any number of them may be chosen, none as well; else exactly one."""


class Section(Value):
    """A text of ours, below the asker's frame."""

    heading: str
    text: str
    """Of several lines."""


class DialogModel(Value):
    """What one window shows. All of it is plain text, safe to draw, and none of it is markup."""

    name: str
    """The asker's; one line."""
    heading: str
    """Who asks; one line."""
    where: str
    """Working directory, command line, process; one line."""
    lineage: tuple[str, ...]
    """The asker's ancestry; one line each."""
    title: str
    """One line in the asker's words, or empty; so are message and details, of several lines."""
    message: str
    details: str
    approve: Button
    deny: Button | None
    """None: there is nothing to deny."""
    destructive: bool
    host: str
    """The other machine that it asks from, one line; empty: this one."""
    standing: PromptStatus
    arming: float
    """Seconds before the approving control comes alive."""
    labels: ActionLabels
    """Our words for what that control does."""
    field: SecretField | TextField | Options | None = None
    """None: approving is the answer; else what is filled in is, and *approve* submits it."""
    command: Section | None = None
    """What is typed goes to this one; None: to the asker."""
    accessibility_approval: bool = False
    """Assistive technology may use the approving control."""
    denied_to: str | None = None
    """Our words about another one, to whom the person has denied the same; one line."""
    cancel: Button | None = None
    """A third control, which dismisses."""
    check: str = ""
    """The label of a check box, off at first, in the asker's words; empty: there is none."""
    deny_words: bool = False
    """*Deny* opens a line for words that go along with it."""
