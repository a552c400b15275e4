"""Every word of our own that a dialog or a notification shows, ready to be translated."""

from __future__ import annotations

from functools import reduce

from sayso.core.questions import Choice
from sayso.presentation.translation import Message, ngettext
from sayso.presentation.translation import gettext as _
from sayso.values import Value, assert_never, replace


class ActionLabels(Value):
    """Words for the control that lets things happen, and for what the person does with it."""

    name: str
    """The label of the control."""
    recorded: str
    arming: str
    scroll_down: str
    """What is left to read, and why it matters."""
    scroll_up: str
    scroll_right: str
    assistive: str
    refuse: str
    """The label of the other control, which refuses."""
    refused: str


def to_approve() -> ActionLabels:
    return ActionLabels(
        name=_("Approve"),
        recorded=_("Recorded: approved"),
        arming=_("Not ready yet: wait a moment, then approve"),
        scroll_down=_("Scroll to the end to approve"),
        scroll_up=_("To approve, scroll back to what you skipped"),
        scroll_right=_("Scroll right to the end to approve"),
        assistive=_("Assistive technology may approve (your setting)"),
        refuse=_("Deny"),
        refused=_("Recorded: denied"),
    )


def to_run() -> ActionLabels:
    """Words for approving a command that then runs."""
    return replace(to_approve(), name=_("Run"))


def to_send() -> ActionLabels:
    """Words for sending what was typed to the asker."""
    return ActionLabels(
        name=_("Send"),
        recorded=_("Recorded: sent"),
        arming=_("Not ready yet: wait a moment, then send"),
        scroll_down=_("Scroll to the end to send"),
        scroll_up=_("To send, scroll back to what you skipped"),
        scroll_right=_("Scroll right to the end to send"),
        assistive=_("Assistive technology may send (your setting)"),
        refuse=_("Deny"),
        refused=_("Recorded: denied"),
    )


def to_hand_over() -> ActionLabels:
    """Words for sending what was typed to a command that then runs."""
    return replace(to_send(), name=_("Send and run"))


def to_answer() -> ActionLabels:
    return replace(to_send(), refuse=CANCEL(), refused=_("Recorded: cancelled"))


def to_acknowledge() -> ActionLabels:
    """Words for a notice that the person has read."""
    return ActionLabels(
        name=_("OK"),
        recorded=_("Recorded: read"),
        arming=_("Not ready yet: wait a moment, then go on"),
        scroll_down=_("Scroll to the end to go on"),
        scroll_up=_("To go on, scroll back to what you skipped"),
        scroll_right=_("Scroll right to the end to go on"),
        assistive=_("Assistive technology may press the button (your setting)"),
        refuse="",
        refused="",
    )


def to_open() -> ActionLabels:
    """Words for opening a page, where that is the answer."""
    return replace(
        to_open_alone(),
        recorded=_("Recorded: opened"),
        refuse=_("Deny"),
        refused=_("Recorded: denied"),
    )


def to_open_alone() -> ActionLabels:
    """Words for opening a page, where that answers nothing."""
    return ActionLabels(
        name=_("Open the page"),
        recorded="",
        arming=_("Not ready yet: wait a moment, then open the page"),
        scroll_down=_("Scroll to the end to open the page"),
        scroll_up=_("To open the page, scroll back to what you skipped"),
        scroll_right=_("Scroll right to the end to open the page"),
        assistive=_("Assistive technology may open the page (your setting)"),
        refuse="",
        refused="",
    )


FIELD = Message("Password")
REPEAT = Message("Repeat")
REVEAL = Message("Show the password")
CONCEAL = Message("Hide the password")
CAPS_LOCK = Message("Caps Lock is on")
NOTHING_TYPED = Message("Type the password first")
NOT_THE_SAME = Message("The two passwords differ")
TOO_LONG = Message("Too long for a password")
TEXT = Message("Answer")
NO_TEXT = Message("Type an answer first")
COMPOSING = Message("Finish what you are typing first")
ONE_LINE = Message("One line only: take out line breaks and tabs")
CONTROLS = Message("Take out the control characters")
SENDS_LINES = Message("Ctrl+Enter sends")
OPTIONS = Message("Options")
NO_OPTION = Message("Choose an option first")
DENY_WORDS = Message("Reason for denying (optional)")
DENY_WORDS_NOT_TYPED = Message("Another program wrote this: it will not be sent")
CLOSES = Message("Close without an answer")
CANCEL = Message("Cancel")
ADDRESS = Message("Address")
CODE = Message("Code")
OPEN_ADDRESS = Message("Open this page:")
TYPE_CODE = Message("Type this code there:")
COPY_CODE = Message("Copy the code")
CODE_COPIED = Message("Copied")
NO_BROWSER = Message("no browser is set up")
"""Stands in the middle of a sentence."""
ASKER_ACTS_AS_YOU = Message("The program that asks will be able to act as you there.")
SIGNED_IN = Message("Signed in")
SIGN_IN_FAILED = Message("The sign-in failed")
OWN_WORDS = Message("Something else")
FORM = Message("Questions")
YES = Message("Yes")
NO = Message("No")
NOT_AN_ANSWER = Message("This does not answer the question")
USER_MISSING = Message("Type the user name first")
NAME_OF_ONE_LINE = Message("The user name is one line: take out line breaks")
WHOLE_NUMBER = Message("Type a whole number, such as 42")
NUMBER = Message("Type a number, such as 3.5")
EMAIL = Message("Type an e-mail address, such as me@example.org")
URI = Message("Type a web address, such as https://example.org")
DATE = Message("Type a date, such as 2026-11-25")
DATE_TIME = Message("Type a date and time, such as 2026-11-25T14:30:00+01:00")
LATER = Message("Later")
LATER_MEANING = Message("Hide this question for now; it comes back by itself")
QUEUE_MEANING = Message("Show the other questions")
ANSWER_FIRST = Message("Also waiting. Press one to see it now:")
READ = Message("You have seen all of it")
TIME_IS_UP = Message("The time to answer is over")
COVERED = Message("Part of this question can't be seen: bring all of it into view")
WAS_COVERED = Message("Part of this question could not be seen: look at all of it again")
RECORDED_DISMISSED = Message("Recorded: closed without an answer")
NOT_RECORDED_YET = Message("Not recorded yet")
TIME_LEFT = Message("Time left to answer. If you do nothing, nothing is approved.")
DETAILS = Message("Details")
QUESTION = Message("Question")
COMMAND = Message("Command")
ARGUMENTS = Message("The command, one argument per line:")
LINE_GOES_ON = Message("(the line goes on)")
_ESCAPES = 4
LINEAGE = Message("Started by, nearest first")
ASKS_THROUGH = Message("Asks through, nearest to sayso first")
UNKNOWN_PROGRAM = Message("An unknown program")
NAMELESS = Message("an unknown program")
"""Stands in the middle of a sentence."""
UNKNOWN_COMMAND = Message("Unknown command")
UNKNOWN_CWD = Message("in an unknown directory")
CONTAINER = Message("from a container")


def asks(name: str) -> str:
    return _("{name} asks", name=name)


def asks_to_sign_in(name: str) -> str:
    return _("{name} asks you to sign in", name=name)


def not_opened(reason: str) -> str:
    return _("The page could not be opened: {reason}. Copy its address.", reason=reason)


def tells(name: str) -> str:
    return _("{name} says", name=name)


def text_too_long(most: int) -> str:
    """`most`: the most bytes that are allowed."""
    return _("Too long: at most {kib} KiB", kib=most >> 10)


def optional(header: str) -> str:
    return _("{header} (optional)", header=header)


def of_field(header: str, fault: str) -> str:
    return _("{header}: {fault}", header=header, fault=fault)


def too_few_characters(least: int) -> str:
    return ngettext("At least {count} character", "At least {count} characters", least)


def too_many_characters(most: int) -> str:
    return ngettext("At most {count} character", "At most {count} characters", most)


def at_least(number: str) -> str:
    return _("At least {number}", number=number)


def at_most(number: str) -> str:
    return _("At most {number}", number=number)


def opens_words(label: str) -> str:
    """The label of a control that does not act at once."""
    return _("{label}…", label=label)


def probably(name: str) -> str:
    return _("Probably {name}; macOS can't prove it", name=name)


def says_it_is(name: str, claim: str) -> str:
    """`claim`: stands in quotes already, as it is no word of ours."""
    return _("{name}, which says it is {claim}", name=name, claim=claim)


def handed_to(name: str, descriptor: int, newline: bool) -> str:
    """Says what the asker says: only the asker can make sure of it."""
    place = _("descriptor {number}", number=descriptor) if descriptor else _("the input")
    if newline:
        return _(
            "{name} says that what you type goes to {place} of this command:",
            name=name,
            place=place,
        )
    return _(
        "{name} says that what you type, without a newline, goes to {place} of this command:",
        name=name,
        place=place,
    )


def runs(name: str) -> str:
    """Says what the asker says: only the asker can make sure of it."""
    return _("{name} says that it runs this command once you approve:", name=name)


def run_in(directory: str) -> str:
    return _("In the directory {directory}", directory=directory)


def set_to(variable: str, value: str) -> str:
    return _("With {variable} = {value}", variable=variable, value=value)


def taken_out(variable: str) -> str:
    return _("Without {variable}", variable=variable)


def holds(path: str, digest: str) -> str:
    return _("Program {path}, SHA-256\n{digest}", path=path, digest=digest)


def in_directory(path: str) -> str:
    return _("in {path}", path=path)


def process(number: int) -> str:
    return _("Process {number}", number=str(number))


def through(names: tuple[str, ...]) -> str:
    return _("through {names}", names=listed(names))


def asks_for(name: str, number: int, programs: tuple[str, ...], directory: str) -> str:
    """Says for which process the asker says that it asks, and beside that what the kernel says.
    `programs`: the name of that process, then of those that started it; empty: it can't be seen.
    `directory`: its working directory; empty: unknown."""
    says = _("{name} says that it asks for process {number}.", name=name, number=str(number))
    if not programs:
        return _("{says} There is no such process of yours.", says=says)
    program = reduce(_started_by, programs)
    if not directory:
        return _("{says} That is {program}.", says=says, program=program)
    return _(
        "{says} That is {program}, in {directory}.",
        says=says,
        program=program,
        directory=directory,
    )


def _started_by(program: str, name: str) -> str:
    return _("{program}, for {name}", program=program, name=name)


def listed(names: tuple[str, ...]) -> str:
    """The names as a list; there is at least one."""
    return reduce(_listed, names)


def _listed(before: str, name: str) -> str:
    return _("{before}, {name}", before=before, name=name)


def denied_to(name: str) -> str:
    return _(
        "You denied this to {name}. If you deny it here too, nobody can ask it again for a while.",
        name=name,
    )


def place(place: int, of: int) -> str:
    return _("{place} of {number}", place=place, number=of)


def queue_entry(name: str, title: str, time: str) -> str:
    """A row of the queue as one text, for a person who can't see it."""
    if not title:
        return _("{name}, {time}", name=name, time=time)
    return _("{name}: {title}, {time}", name=name, title=title, time=time)


def nobody_waits(name: str, kept_for: float, was_awaited: bool) -> str:
    """`kept_for`: seconds that the answer is kept. `was_awaited`: the asker did wait, for a
    time."""
    if was_awaited:
        who = _("{name} has stopped waiting.", name=name)
    else:
        who = _("{name} is not waiting.", name=name)
    if not kept_for:
        return comes_to_nothing(who)
    seconds = f"{kept_for:.0f}"
    return _(
        "{who} It gets your answer only if it asks again. The answer is kept for {seconds} s.",
        who=who,
        seconds=seconds,
    )


def comes_to_nothing(who: str) -> str:
    """`who`: a sentence about who does not wait."""
    return _("{who} If you answer now, nothing comes of it.", who=who)


def recorded(choice: Choice, labels: ActionLabels, name: str, kept_for: float | None) -> str:
    """`kept_for`: seconds that the answer is kept; None: the asker waits, so nothing is said of
    that."""
    match choice:
        case Choice.APPROVE:
            what = labels.recorded
        case Choice.DENY:
            what = labels.refused
        case Choice.DISMISS:
            what = RECORDED_DISMISSED()
        case never:
            assert_never(never)
    if kept_for is None:
        return what
    if not kept_for:
        return _("{what}. {name} is not waiting, so nothing comes of it.", what=what, name=name)
    seconds = f"{kept_for:.0f}"
    return _(
        "{what}. {name} gets your answer if it asks again within {seconds} s.",
        what=what,
        name=name,
        seconds=seconds,
    )


def cannot_be_seen(escapes: tuple[str, ...]) -> str:
    """Names characters in a field that can't be seen; of many, only the first few."""
    more = " …" if len(escapes) > _ESCAPES else ""
    listed = " ".join(escapes[:_ESCAPES]) + more
    return _("It contains characters that can't be seen: {characters}", characters=listed)


def not_recorded(reason: str) -> str:
    return _("Not recorded: {reason}. Answer again.", reason=reason)


def closes_in(seconds: float) -> str:
    """The time left of the dialog on the screen."""
    return _("Closes in {time}", time=_time(seconds))


def time_left(seconds: float) -> str:
    """The time left of a question that is not on the screen."""
    return _("{time} left", time=_time(seconds))


def _time(seconds: float) -> str:
    """Minutes and seconds ("1:42"); a second that has begun counts whole, and nothing is below
    zero."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def announced_time_left(seconds: int) -> str:
    return ngettext("{count} second left to answer", "{count} seconds left to answer", seconds)
