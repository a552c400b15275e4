"""What is filled in (texts, choices, forms), and what is wrong with it."""

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
    """The pane in which a field stands."""

    def read_anew(self) -> None: ...


class Choosing(ABC):
    """Some options, and maybe a line for the person's own words as the last option."""

    def __init__(self) -> None:
        self.written_at_cursor = False
        """Whether the latest change was typed in the line, where the person looks."""
        self._on_choice: Callable[[], None] = lambda: None

    @property
    @abstractmethod
    def chosen(self) -> Sequence[bool]:
        """For each option, whether it is chosen."""

    @property
    @abstractmethod
    def own_words(self) -> TypedText | None:
        """The line for the person's own words; None: there is none."""

    @property
    @abstractmethod
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the option that has the focus; where several can be chosen, takes that back as
        well. None: no option has the focus."""

    @property
    def entry(self) -> Entry:
        """The options that are chosen, and the person's own words if these are."""
        options = self.chosen[:-1] if self.own_words else self.chosen
        places = tuple(place for place, is_on in enumerate(options) if is_on)
        return Entry(self._own_chosen.text if self._own_chosen else "", places)

    @property
    def draft(self) -> Entry:
        """What is chosen, and what is typed but not chosen."""
        entry = self.entry
        if self.own_words is None or entry.text:
            return entry
        return replace(entry, aside=self.own_words.text)

    @property
    def fault(self) -> str:
        """What is wrong with the person's own words, in words; empty: nothing is."""
        if not self._own_chosen:
            return ""
        return self._own_chosen.fault or ("" if self._own_chosen.text else catalogue.NO_TEXT())

    def watch(self, on_choice: Callable[[], None]) -> None:
        """`on_choice` is called when the choice has changed."""
        self._on_choice = on_choice

    @property
    def _own_chosen(self) -> TypedText | None:
        """The line for the person's own words, if that option is chosen."""
        return self.own_words if self.own_words and self.chosen[-1] else None


def option_description(of: str, option: Option) -> str:
    """An option's description for assistive technology, with the question that it belongs to: two
    questions may both be answered by yes or no. `of`: that question, where there are several; else
    empty."""
    if not (of and option.description):
        return of or option.description
    return catalogue.of_field(of, option.description)


class FilledIn:
    """What all kinds of field have in common."""

    def __init__(self, pane: Pane) -> None:
        self._pane = pane
        self._on_typing: Callable[[], None] = lambda: None

    @property
    def begins_with_options(self) -> bool:
        """Whether the first control is an option."""
        return False

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the option that has the focus; where several can be chosen, takes that back as
        well. None: no option has the focus."""
        return None

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the contents have changed."""
        self._on_typing = on_typing


class FilledText(FilledIn):
    """A text field. Its first text is the asker's, or a draft: it has to be read to its end, as all
    else is."""

    def __init__(self, text: TypedText, pane: Pane, say: Callable[[str], None]) -> None:
        """`say`: shows under the field what is wrong with it."""
        super().__init__(pane)
        self._text, self.say = text, say

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The text of the field."""
        return (Entry(self._text.text),)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of the text as a draft."""
        return self.entries

    @property
    def has_focus(self) -> bool:
        """Whether keys go into it."""
        return self._text.has_focus

    @property
    def is_composing(self) -> bool:
        """Whether keys go to an input method that is at work in it."""
        return self._text.is_composing

    @property
    def obstacle(self) -> str:
        """What keeps it from being submitted, in words; empty: nothing does."""
        if self._text.composing or self._text.text:
            return self._text.fault
        return catalogue.NO_TEXT()

    def read_anew(self) -> None:
        """The text has to be read again if the change was not at the cursor: it may be out of
        sight."""
        if not self._text.written_at_cursor:
            self._pane.read_anew()

    def changed(self) -> None:
        note = self.obstacle or self._text.unseen_words
        self.say(note if self._text.text else "")
        self._on_typing()


class FilledOptions(FilledIn):
    """Options to choose from. All of them have to be read, and none is chosen at first."""

    def __init__(
        self, choices: Choosing, pane: Pane, say: Callable[[str], None], *, multiple: bool
    ) -> None:
        """`say`: shows under the options what is wrong with the person's own words."""
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
        """What is kept of the choice as a draft."""
        return (self._choosing.draft,)

    @property
    def has_focus(self) -> bool:
        """Whether keys go into the line for the person's own words."""
        line = self._choosing.own_words
        return line is not None and line.has_focus

    @property
    def is_composing(self) -> bool:
        """Whether keys go to an input method that is at work in that line."""
        line = self._choosing.own_words
        return line is not None and line.is_composing

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
        """The options have to be read again if the choice was not made by hand: it may be out of
        sight."""
        if not self._choosing.written_at_cursor:
            self._pane.read_anew()

    def _changed(self) -> None:
        line = self._choosing.own_words
        if line:
            self._say((self._choosing.fault or line.unseen_words) if line.text else "")
        self._on_typing()


class FilledQuestion:
    """One question of a form: what is filled in, and beside it what is wrong with that."""

    def __init__(
        self, words: FormQuestion, answer: Choosing | TypedText, say: Callable[[str], None]
    ) -> None:
        self._words, self._say = words, say
        self._begun = words.drafted != EMPTY
        """Whether the person has filled something in: before that, nothing is called missing."""
        self._on_change: Callable[[], None] = lambda: None
        self.choices = answer if isinstance(answer, Choosing) else None
        self._text = None if isinstance(answer, Choosing) else answer

    @property
    def text(self) -> TypedText | None:
        """The text that is typed, also beside options; None: nothing can be typed."""
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
        """What keeps the entry from being an answer, in words; empty: nothing does."""
        answer = self.choices or self._text
        fault = answer.fault if answer else ""
        return fault or self._words.obstacle(self.entry)

    @property
    def written_at_cursor(self) -> bool:
        """Whether its latest change was typed where the person looks."""
        if self.choices:
            return self.choices.written_at_cursor
        text = self._text
        return text is not None and text.has_focus and text.written_at_cursor

    def watch(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def say(self) -> None:
        """Shows beside the question what is wrong with its entry."""
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
        """The question in which something changed last; None: nothing has changed yet."""
        for each in questions:
            each.watch(partial(self._changed, each))
            each.say()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entry of each question."""
        return tuple(each.entry for each in self._filled)

    @property
    def drafts(self) -> tuple[Entry, ...]:
        """What is kept of each question's entry as a draft."""
        return tuple(each.draft for each in self._filled)

    @property
    def has_focus(self) -> bool:
        """Whether keys go into one of its texts."""
        return any(each.text and each.text.has_focus for each in self._filled)

    @property
    def is_composing(self) -> bool:
        """Whether keys go to an input method that is at work in one of its texts."""
        return any(each.text and each.text.is_composing for each in self._filled)

    @property
    def obstacle(self) -> str:
        """What keeps the form from being submitted, in words; empty: nothing does."""
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
        """The form has to be read again if the change was not made by hand: it may be out of
        sight."""
        if not (self._latest and self._latest.written_at_cursor):
            self._pane.read_anew()

    def _changed(self, question: FilledQuestion) -> None:
        self._latest = question
        self._on_typing()
