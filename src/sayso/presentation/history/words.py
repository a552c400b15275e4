"""Every word of our own in the history, ready to be translated."""

from __future__ import annotations

from sayso.core.events import LogEvent
from sayso.presentation.history.entries import LOST
from sayso.presentation.translation import Message, ngettext
from sayso.presentation.translation import gettext as _

TITLE = Message("History")
ABOUT = Message("Details, and what you typed or chose, are never recorded.")
NOTHING_ASKED = Message(
    "Nothing has been asked yet. Here you will see what programs ask you, and what you answer."
)
MISSED = Message("Missed while you were away")
ALL, OTHERS = Message("All questions"), Message("All other questions")
NO_SUCH = Message("No question is like that.")
LOOKING = Message("Looking further back …")
THAT_IS_ALL = Message("There is nothing before that.")
NOT_LOADED = Message("The rest could not be read")
WHEN, ANSWER, WHO, WHAT = Message("When"), Message("Answer"), Message("Who"), Message("What")
SEARCH = Message("Search")
ANYBODY, ANY_ANSWER, ANY_TIME = Message("Anybody"), Message("Any answer"), Message("Any time")
LAST_HOUR, LAST_DAY = Message("Last hour"), Message("Last 24 hours")
LAST_WEEK, LAST_MONTH = Message("Last 7 days"), Message("Last 30 days")
EXPORT, FORMAT = Message("Export"), Message("Format")
EXPORTED = Message("Saved")
AS_CSV, AS_JSON = Message("Table (CSV)"), Message("JSON lines")

_ANSWERS = {
    "": Message("Still open"),
    "approved": Message("Approved"),
    "answered": Message("Answered"),
    "denied": Message("Denied"),
    "dismissed": Message("Closed without an answer"),
    "timed_out": Message("No answer in time"),
    "not_shown": Message("Could not be shown"),
    "no_interactor": Message("Nobody could be asked"),
    "superseded": Message("Replaced"),
    "withdrawn": Message("Withdrawn"),
    "refused": Message("Not asked"),
    LOST: Message("Lost when sayso ended"),
}
_NOT_ASKED = Message("Could not be asked")
_OPEN, _ERROR = "open", "error"
"""What a person can look for beside statuses: open questions, and questions that an error kept from
being asked."""

_REASONS = {
    "deadline": Message("The time for an answer was over."),
    "queue": Message("It waited too long for its turn on the screen."),
    "unopened": Message("You did not open it in time."),
    "limit": Message("The time that its program had was over."),
    "newer_call": Message("A newer request took it over."),
    "slot": Message("A newer question took its place."),
    "reworded": Message("Its program gave up waiting, and asked in other words."),
    "requester": Message("Its program did not want to know any more."),
    "owner_exited": Message("Its program has ended."),
    "caller_gone": Message("Nobody waited for the answer any more."),
    "place_closed": Message("You let nothing come from this machine any more."),
    "not_from_place": Message("You let this machine ask for nothing of the kind."),
    "origin_limit": Message("Too many questions of this terminal or application were open."),
    "prompt_limit": Message("Too many questions were open."),
    "quiet_period": Message("You denied it several times in a row."),
    "do_not_disturb": Message("You did not want to be disturbed."),
}

_DECIDERS = {
    "headless": Message("Declared in the environment, for when nobody can be asked."),
    "requester": Message("By its program."),
}
_BY_ASSISTIVE = Message("Through assistive technology, as you allow.")

_STEPS = {
    LogEvent.REQUESTED: Message("asked for"),
    LogEvent.SHOWN: Message("on the screen"),
    LogEvent.ANSWERED: Message("answered"),
    LogEvent.TIMED_OUT: Message("time was over"),
    LogEvent.SUPERSEDED: Message("replaced"),
    LogEvent.WITHDRAWN: Message("withdrawn"),
    LogEvent.REFUSED: Message("not asked"),
    LogEvent.NOT_SHOWN: Message("could not be shown"),
    LogEvent.COLLECTED: Message("its program has the answer"),
    LogEvent.FORGOTTEN: Message("nobody collected the answer"),
    LogEvent.RECEIPT_UNKNOWN: Message("the line broke as the answer was sent"),
    LogEvent.TOOL_CALL_DENIED: Message("the agent's tool call came to nothing"),
}

KIND, DIRECTORY, PROCESS = Message("Kind"), Message("Directory"), Message("Process")
CALLS_ITSELF, ASKS_FOR = Message("Calls itself"), Message("Asks for")
THROUGH, FROM = Message("Through"), Message("From")
BECAUSE, DECIDED = Message("Because"), Message("Decided")
COURSE, LINEAGE = Message("What happened"), Message("The program, and what started it")
TOOK, NUMBER, NOTE = Message("Answered after"), Message("Number"), Message("Note")
BEGINNING_IS_GONE = Message("Its beginning is no longer in the log.")

_KINDS = {
    "confirm": Message("Permission"),
    "text": Message("A line of text"),
    "select": Message("A choice"),
    "form": Message("A form"),
    "password": Message("A password"),
    "notice": Message("A notice"),
    "device_code": Message("A sign-in"),
}


def answer(status: str) -> str:
    """The words for how a question ended; `status` may be the name of an error, too."""
    return _ANSWERS.get(status, _NOT_ASKED)()


def kind_of_answer(status: str) -> str:
    """The answer under which a person can look for this status."""
    return (status or _OPEN) if status in _ANSWERS else _ERROR


def answers() -> dict[str, str]:
    """All answers that a person can look for, with the words for each."""
    told = {status or _OPEN: words() for status, words in _ANSWERS.items()}
    return told | {_ERROR: _NOT_ASKED()}


def reason(name: str) -> str:
    """The words for a reason. A reason that is in words already stays as it is; empty: there is
    none."""
    return _REASONS[name]() if name in _REASONS else name


def decided(decider: str, by: str) -> str:
    """The words for how it was decided; empty: as a person expects it."""
    if by:
        return _BY_ASSISTIVE()
    return _DECIDERS[decider]() if decider in _DECIDERS else ""


def kind(name: str) -> str:
    return _KINDS[name]() if name in _KINDS else name


def step(event: str) -> str:
    return _STEPS[LogEvent(event)]()


def process(name: str, pid: int) -> str:
    return _("{name} · {number}", name=name, number=str(pid)) if pid else name


def unreadable(count: int) -> str:
    return ngettext(
        "One line of the log can't be read. See: sayso log verify",
        "{count} lines of the log can't be read. See: sayso log verify",
        count,
    )


def latest(count: int) -> str:
    """The words for a page that can show no more than these questions."""
    return ngettext(
        "The latest question. For all of it, run: sayso log",
        "The latest {count} questions. For all of it, run: sayso log",
        count,
    )


def seconds(took: float) -> str:
    """A duration, to be read at a glance. `took`: seconds."""
    if took < 60:
        number = f"{took:.1f}" if took < 10 else f"{took:.0f}"
        return _("{number} s", number=number)
    minutes, rest = divmod(round(took), 60)
    if minutes < 60:
        return _("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    hours, minutes = divmod(minutes, 60)
    return _("{hours} h {minutes} min", hours=hours, minutes=minutes)
