"""Every word of our own that a dialog or a notification shows, ready to be translated."""

from __future__ import annotations

from sayso.core.questions import Choice
from sayso.core.settings import ANSWER_BYTES
from sayso.values import Value, assert_never


class ActionLabels(Value):
    """What the person does with the control that lets things happen, in all its forms."""

    name: str
    """On the control."""
    recorded: str
    arming: str
    scroll_down: str
    """What is left to read, and why it matters."""
    scroll_up: str
    scroll_right: str
    assistive: str = "Assistive technology may submit (your setting)"
    refuse: str = "Deny"
    """On the other control."""
    refused: str = "Recorded: denied"


APPROVE = ActionLabels(
    name="Approve",
    recorded="Recorded: approved",
    arming="Not ready yet: wait a moment, then approve",
    scroll_down="Scroll to the end to approve",
    scroll_up="Scroll back to what was skipped to approve",
    scroll_right="Scroll right to the end to approve",
    assistive="Assistive technology may approve (your setting)",
)
SUBMIT = ActionLabels(
    name="Submit",
    recorded="Recorded: submitted",
    arming="Not ready yet: wait a moment, then submit",
    scroll_down="Scroll to the end to submit",
    scroll_up="Scroll back to what was skipped to submit",
    scroll_right="Scroll right to the end to submit",
)
HAND_OVER = ActionLabels(
    name="Submit and run",
    recorded="Recorded: submitted",
    arming="Not ready yet: wait a moment, then submit",
    scroll_down="Scroll to the end to submit",
    scroll_up="Scroll back to what was skipped to submit",
    scroll_right="Scroll right to the end to submit",
)
ANSWER = ActionLabels(
    name="Submit",
    recorded="Recorded: submitted",
    arming="Not ready yet: wait a moment, then submit",
    scroll_down="Scroll to the end to submit",
    scroll_up="Scroll back to what was skipped to submit",
    scroll_right="Scroll right to the end to submit",
    refuse="Cancel",
    refused="Recorded: cancelled",
)
FIELD = "Password"
REPEAT = "Repeat"
REVEAL = "Show the password"
CONCEAL = "Hide the password"
CAPS_LOCK = "Caps Lock is on"
NOTHING_TYPED = "Type the password first"
NOT_THE_SAME = "The two are not the same"
TOO_LONG = "Too long for a password"
TEXT = "Answer"
NO_TEXT = "Type an answer first"
COMPOSING = "Finish what you are typing first"
TEXT_TOO_LONG = f"Too long: at most {ANSWER_BYTES >> 10} KiB"
ONE_LINE = "One line only: take out line breaks and tabs"
CONTROLS = "Take out what is no text: control characters"
SUBMITS_LINES = "Ctrl+Return submits"
OPTIONS = "Options"
NO_OPTION = "Choose an option first"
LATER = "Later"
LATER_MEANING = "Hide this question for a while"
PLACE = "Place in the queue"
READ = "Read to the end"
TIME_IS_UP = "The time to answer is over"
COVERED = "Something covers this question: move it away first"
RECORDED_DISMISSED = "Recorded: closed without an answer"
NOT_RECORDED_YET = "Not recorded yet"
TIME_LEFT = "Time left to answer. Without an answer nothing is approved."
DETAILS = "Details"
QUESTION = "Question"
COMMAND = "Command"
ARGUMENTS = "Command, an argument a line:"
LINE_GOES_ON = " (the line goes on)"
_ESCAPES = 4
LINEAGE = "Started by, nearest first"
UNKNOWN_PROGRAM = "An unknown program"
NAMELESS = "an unknown program"
"""In the middle of a sentence."""
UNKNOWN_COMMAND = "unknown command"
UNKNOWN_CWD = "in an unknown directory"
CONTAINER = "from a container"


def asks(name: str) -> str:
    return f"{name} asks"


def handed_to(name: str, descriptor: int, newline: bool) -> str:
    """What the asker says: nobody but it can see to it."""
    what = "what you type goes" if newline else "what you type, without a newline, goes"
    place = f"descriptor {descriptor}" if descriptor else "the standard input"
    return f"{name} says that {what} to {place} of this command:"


def run_in(directory: str) -> str:
    return f"In the directory {directory}"


def set_to(variable: str, value: str) -> str:
    return f"With {variable} = {value}"


def taken_out(variable: str) -> str:
    return f"Without {variable}"


def holds(path: str, digest: str) -> str:
    return f"Program {path}, SHA-256\n{digest}"


def in_directory(path: str) -> str:
    return f"in {path}"


def through(names: tuple[str, ...]) -> str:
    return f"through {', '.join(names)}"


def from_machine(host: str) -> str:
    return f"From another machine: {host}"


def denied_to(name: str) -> str:
    return f"You denied this to {name}. Deny it here too, and nobody can ask it again for a while."


def place(place: int, of: int) -> str:
    return f"{place} of {of}"


def stopped_waiting(name: str, kept_for: float) -> str:
    if not kept_for:
        return f"{name} has stopped waiting. Your answer will not be kept."
    return f"{name} has stopped waiting. Your answer will be kept for {kept_for:.0f} s."


def recorded(choice: Choice, labels: ActionLabels, name: str, kept_for: float | None) -> str:
    """`kept_for`: seconds; None while the asker waits, when there is nothing to say of it."""
    match choice:
        case Choice.APPROVE:
            what = labels.recorded
        case Choice.DENY:
            what = labels.refused
        case Choice.DISMISS:
            what = RECORDED_DISMISSED
        case _:
            assert_never(choice)
    if kept_for is None:
        return what
    if not kept_for:
        return f"{what}. Not kept: {name} has stopped waiting."
    return f"{what}. Kept for {name} for {kept_for:.0f} s."


def cannot_be_seen(escapes: tuple[str, ...]) -> str:
    """Of characters in a field; many are not told one by one."""
    more = " …" if len(escapes) > _ESCAPES else ""
    return f"It holds what can't be seen: {' '.join(escapes[:_ESCAPES])}{more}"


def not_recorded(reason: str) -> str:
    return f"Not recorded, answer again: {reason}"


def time_left(seconds: float) -> str:
    """Minutes and seconds ("1:42"); a second that has begun counts whole, none is below zero."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def announced_time_left(seconds: int) -> str:
    return f"{seconds} seconds left to answer"


SHOW_QUESTION = "Show the question"
OPEN_LOG = "Open the log"


REFUSE_THEM = "Refuse them"


def denied_many(name: str) -> str:
    return f"You denied {name} several questions"


def refuse_all_for(period: str) -> str:
    """`period`: a duration, spelt out."""
    return (
        f"All that its terminal or application asks can be refused for {period}. "
        "The tray ends that again."
    )


def asks_for_password(name: str) -> str:
    return f"{name} asks for a password"


def questions_wait(count: int) -> str:
    return f"{count} questions wait"


def no_answer_in_time(name: str) -> str:
    return f"{name} got no answer in time"


def no_answers_in_time(count: int) -> str:
    """Nobody counts a hundred and more."""
    return f"{count if count < 100 else '99+'} questions got no answer in time"


def and_more(count: int) -> str:
    return f"and {count} more" if count < 97 else "and many more"


def of_asker(name: str, title: str) -> str:
    return f"{name}: {title}"
