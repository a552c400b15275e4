"""What is filled in, and what is wrong with it: texts, choices, forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial

from sayso.core.entry import EMPTY, Entry
from sayso.presentation import catalogue
from sayso.values import Protocol, replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sayso.presentation.dialog import FormQuestion, Option
    from sayso.presentation.typed_text import TypedText


class Pane(Protocol):
    """What it stands in."""

    def read_anew(self) -> None: ...


class Choosing(ABC):
    """Some options, and maybe a line for words of the person's own, the last of the options."""

    def __init__(self) -> None:
        self.written_at_cursor = False
        """The latest change was typed in the line, where the person looks."""
        self._on_choice: Callable[[], None] = lambda: None

    @property
    @abstractmethod
    def chosen(self) -> Sequence[bool]:
        """Of each option."""

    @property
    @abstractmethod
    def own_words(self) -> TypedText | None:
        """Where words of the person's own are typed."""

    @property
    @abstractmethod
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the one that has the focus; of several, takes that back as well."""

    @property
    def entry(self) -> Entry:
        """What is chosen."""
        options = self.chosen[:-1] if self.own_words else self.chosen
        places = tuple(place for place, is_on in enumerate(options) if is_on)
        return Entry(self._own_chosen.text if self._own_chosen else "", places)

    @property
    def draft(self) -> Entry:
        """The same, and what is typed but not chosen."""
        entry = self.entry
        if self.own_words is None or entry.text:
            return entry
        return replace(entry, aside=self.own_words.text)

    @property
    def fault(self) -> str:
        """What is wrong with words of the person's own, in words; empty: nothing."""
        if not self._own_chosen:
            return ""
        return self._own_chosen.fault or ("" if self._own_chosen.text else catalogue.NO_TEXT())

    def watch(self, on_choice: Callable[[], None]) -> None:
        """`on_choice` is called when another choice stands there."""
        self._on_choice = on_choice

    @property
    def _own_chosen(self) -> TypedText | None:
        """The words of the person's own, where these are chosen."""
        return self.own_words if self.own_words and self.chosen[-1] else None


def option_description(of: str, option: Option) -> str:
    """Two questions may both be answered by yes or no: assistive technology tells which. `of`: the
    question that it belongs to, where there are several."""
    if not (of and option.description):
        return of or option.description
    return catalogue.of_field(of, option.description)


class FilledIn:
    """Of one field."""

    def __init__(self, pane: Pane) -> None:
        self._pane = pane
        self._on_typing: Callable[[], None] = lambda: None

    @property
    def begins_with_options(self) -> bool:
        """Its first control is one of them."""
        return False

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the option that has the focus; of several, takes that back as well."""
        return None

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when something else stands in it."""
        self._on_typing = on_typing


class FilledText(FilledIn):
    """What stands in it at first is the asker's, or was there before: it has to be read to its end,
    as all else is."""

    def __init__(self, text: TypedText, pane: Pane, say: Callable[[str], None]) -> None:
        """`say`: under it, what is wrong with it."""
        super().__init__(pane)
        self._text, self.say = text, say

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What stands in it."""
        return (Entry(self._text.text),)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of it."""
        return self.entries

    @property
    def has_focus(self) -> bool:
        """Keys go into it."""
        return self._text.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps it from being submitted, in words; empty: nothing."""
        if self._text.composing or self._text.text:
            return self._text.fault
        return catalogue.NO_TEXT()

    def read_anew(self) -> None:
        """What was not written at the cursor may be out of sight."""
        if not self._text.written_at_cursor:
            self._pane.read_anew()

    def changed(self) -> None:
        note = self.obstacle or self._text.unseen_words
        self.say(note if self._text.text else "")
        self._on_typing()


class FilledOptions(FilledIn):
    """All of them have to be read. None is chosen at first."""

    def __init__(
        self, choices: Choosing, pane: Pane, say: Callable[[str], None], *, multiple: bool
    ) -> None:
        """`say`: under them, what is wrong with the person's own words."""
        super().__init__(pane)
        self._choosing, self._say, self._multiple = choices, say, multiple
        choices.watch(self._changed)

    @property
    def begins_with_options(self) -> bool:
        return True

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is chosen."""
        return (self._choosing.entry,)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of it."""
        return (self._choosing.draft,)

    @property
    def has_focus(self) -> bool:
        """Keys go into it."""
        line = self._choosing.own_words
        return line is not None and line.has_focus

    @property
    def obstacle(self) -> str:
        """What keeps the choice from being submitted, in words; empty: nothing."""
        if fault := self._choosing.fault:
            return fault
        return "" if self._multiple or self._choosing.entry != EMPTY else catalogue.NO_OPTION()

    @property
    def at_focus(self) -> Callable[[], None] | None:
        return self._choosing.at_focus

    def read_anew(self) -> None:
        """What was chosen otherwise than by hand may be out of sight."""
        if not self._choosing.written_at_cursor:
            self._pane.read_anew()

    def _changed(self) -> None:
        line = self._choosing.own_words
        if line:
            self._say((self._choosing.fault or line.unseen_words) if line.text else "")
        self._on_typing()


class FilledQuestion:
    """One of a form's: what is filled in, and beside that what is wrong with it."""

    def __init__(
        self, words: FormQuestion, answer: Choosing | TypedText, say: Callable[[str], None]
    ) -> None:
        self._words, self._say = words, say
        self._begun = words.drafted != EMPTY
        """The person has filled something in: before that nothing is called missing."""
        self._on_change: Callable[[], None] = lambda: None
        self.choices = answer if isinstance(answer, Choosing) else None
        self._text = None if isinstance(answer, Choosing) else answer

    @property
    def text(self) -> TypedText | None:
        """What is typed, be it beside options."""
        return self.choices.own_words if self.choices else self._text

    @property
    def header(self) -> str:
        return self._words.header

    @property
    def entry(self) -> Entry:
        if self.choices:
            return self.choices.entry
        return Entry(self._text.text if self._text else "")

    @property
    def draft(self) -> Entry:
        return self.choices.draft if self.choices else self.entry

    @property
    def obstacle(self) -> str:
        """What keeps it from being an answer, in words; empty: nothing."""
        answer = self.choices or self._text
        fault = answer.fault if answer else ""
        return fault or self._words.obstacle(self.entry)

    @property
    def written_at_cursor(self) -> bool:
        """The latest change of it was typed where the person looks."""
        if self.choices:
            return self.choices.written_at_cursor
        text = self._text
        return text is not None and text.has_focus and text.written_at_cursor

    def watch(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def say(self) -> None:
        """Beside it, what is wrong with what stands there."""
        unseen = self.text.unseen_words if self.text else ""
        self._say((self.obstacle or unseen) if self._begun else "")

    def changed(self) -> None:
        self._begun = True
        self.say()
        self._on_change()


class FilledForm(FilledIn):
    """Several questions on one page, submitted as one."""

    def __init__(self, questions: Sequence[FilledQuestion], pane: Pane) -> None:
        super().__init__(pane)
        self._filled = questions
        self._latest: FilledQuestion | None = None
        """The one in which something changed last."""
        for each in questions:
            each.watch(partial(self._changed, each))
            each.say()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What stands in each."""
        return tuple(each.entry for each in self._filled)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of each."""
        return tuple(each.draft for each in self._filled)

    @property
    def has_focus(self) -> bool:
        """Keys go into one of its texts."""
        return any(each.text and each.text.has_focus for each in self._filled)

    @property
    def obstacle(self) -> str:
        """What keeps it from being submitted, in words; empty: nothing."""
        for each in self._filled:
            if fault := each.obstacle:
                return catalogue.of_field(each.header, fault)
        return ""

    @property
    def begins_with_options(self) -> bool:
        return self._filled[0].choices is not None

    @property
    def at_focus(self) -> Callable[[], None] | None:
        found = (each.choices.at_focus for each in self._filled if each.choices)
        return next(filter(None, found), None)

    def read_anew(self) -> None:
        """What was changed otherwise than by hand may be out of sight."""
        if not (self._latest and self._latest.written_at_cursor):
            self._pane.read_anew()

    def _changed(self, question: FilledQuestion) -> None:
        self._latest = question
        self._on_typing()
