"""Which outcome answers which kind of question: nothing else is ever recorded as its answer."""

from sayso.core.entry import EMPTY, Entry
from sayso.core.outcome import (
    Answered,
    Approved,
    By,
    Decider,
    Decision,
    Denied,
    Dismissed,
    FormAnswer,
    TimedOut,
)
from sayso.core.questions import (
    Choice,
    Confirm,
    DeviceCode,
    Form,
    FormConfirm,
    FormQuestion,
    FormSelect,
    FormText,
    Notice,
    Password,
    Question,
    Select,
    Text,
)
from sayso.core.questions.form import YES_NO
from sayso.values import assert_never


def choose(
    question: Question,
    choice: Choice,
    by: By | None = None,
    checked: bool | None = None,
    words: str = "",
) -> Decision | None:
    """The outcome of what the person pressed, with `by`; None: questions of this kind have no such
    outcome.

    Words that can't go along with the denial are dropped: a denial always counts.
    """
    match choice:
        case Choice.APPROVE if isinstance(question, Notice):
            outcome: Decision = Answered(by=by)
        case Choice.APPROVE:
            outcome = Approved(by=by, checked=checked)
        case Choice.DENY:
            is_fit = isinstance(question, Confirm) and question.takes_words(words)
            outcome = Denied(words=words if is_fit else "")
        case Choice.DISMISS:
            outcome = Dismissed()
        case _:
            assert_never(choice)
    return outcome if fits(question, outcome) else None


def read(question: Question, entries: tuple[Entry, ...], by: By | None = None) -> Answered | None:
    """The answer in what was filled in, with `by`; None: it is no answer to this question."""
    if isinstance(question, Form):
        if not question.takes(entries):
            return None
        asked = zip(question.questions, entries, strict=True)
        return Answered(answers=tuple(_form_answer(each, entry) for each, entry in asked), by=by)
    if len(entries) != 1:
        return None
    (entry,) = entries
    if isinstance(question, Select) and question.takes(entry):
        chosen = tuple(question.options[place].label for place in entry.places)
        return Answered(answer=chosen, custom=entry.text, by=by)
    if isinstance(question, Text) and not entry.places and question.takes(entry.text):
        return Answered(answer=entry.text, by=by)
    return None


def entry_of(question: FormQuestion, answer: FormAnswer) -> Entry | None:  # noqa: RET503 - assert_never does not return
    """What would be filled in for this answer: the reverse of `read`. None: nothing could be filled
    in for it.

    Whether the question takes the entry, its `problem` says.
    """
    told = answer.answer
    match question:
        case _ if answer == FormAnswer():
            return EMPTY
        case FormText():
            return Entry(told) if isinstance(told, str) and not answer.custom else None
        case FormSelect():
            if not isinstance(told, tuple | None):
                return None
            labels = [option.label for option in question.options]
            # -1 stands for what is no option: no question takes it
            places = (labels.index(each) if each in labels else -1 for each in told or ())
            return Entry(answer.custom, tuple(sorted(places)))
        case FormConfirm():
            is_fit = isinstance(told, bool) and not answer.custom
            return Entry(places=(YES_NO.index(told),)) if is_fit else None
        case _:
            assert_never(question)


def fields_of(question: Question) -> int:
    """The number of fields in the question's dialog whose contents are no secret."""
    if isinstance(question, Form):
        return len(question.questions)
    return 1 if isinstance(question, Select | Text) else 0


def _form_answer(question: FormQuestion, entry: Entry) -> FormAnswer:  # noqa: RET503 - assert_never does not return
    if entry == EMPTY:
        return FormAnswer()
    match question:
        case FormText():
            return FormAnswer(entry.text)
        case FormSelect():
            chosen = tuple(question.options[place].label for place in entry.places)
            return FormAnswer(chosen, entry.text)
        case FormConfirm():
            return FormAnswer(YES_NO[entry.places[0]])
        case _:
            assert_never(question)


def fits(question: Question, outcome: Decision) -> bool:  # noqa: RET503 - assert_never does not return
    """Whether this kind of question can end with this outcome, whatever its words are."""
    match outcome:
        case Dismissed() | TimedOut():
            return True
        case Denied(words=words):
            return not isinstance(question, Notice | DeviceCode) and (
                not words or (isinstance(question, Confirm) and question.takes_words(words))
            )
        case Approved(checked=checked):
            return isinstance(question, Confirm) and (checked is not None) == bool(question.check)
        case Answered():
            return _is_answer(question, outcome)
        case _:
            assert_never(outcome)


def _is_answer(question: Question, outcome: Answered) -> bool:  # noqa: RET503 - assert_never does not return
    answer, secret = outcome.answer, outcome.secret
    if (outcome.decider is Decider.REQUESTER) != isinstance(question, DeviceCode):
        return False
    if outcome.custom and not (isinstance(question, Select) and question.custom):
        return False
    if outcome.answers is not None or isinstance(question, Form):
        return isinstance(question, Form) and _is_of_form(outcome)
    match question:
        case Confirm():
            return False
        case Notice() | DeviceCode():
            return answer is None and secret is None
        case Password():
            is_told = (outcome.checked is not None) == bool(question.check)
            return answer is None and secret is not None and is_told
        case Text():
            return isinstance(answer, str) and secret is None
        case Select():
            return isinstance(answer, tuple) and secret is None
        case _:
            assert_never(question)


def _is_of_form(outcome: Answered) -> bool:
    return outcome.answers is not None and outcome.answer is None and outcome.secret is None
