"""Makes the model of a window from the daemon's order: chooses our texts, and makes texts of others
safe to show."""

import os
from typing import Any

from sayso.core.questions import (
    Confirm,
    DetailKind,
    DeviceCode,
    Form,
    Notice,
    Password,
    Question,
    Select,
    Severity,
    Text,
)
from sayso.core.queue_row import QueueRow
from sayso.core.text import shorten, visible, visible_line, visible_lines_in_order
from sayso.dialog import fields
from sayso.dialog.command import describe, quoted
from sayso.presentation import catalogue, place_words
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.dialog import NAME_SHOWN, Button, DialogModel, Page, Section
from sayso.presentation.queue_list import QueueEntry
from sayso.values import assert_never
from sayso.wire import screen


def model(show: screen.Show, home: str) -> DialogModel:
    """What the window shows for this order. `home`: the person's home directory, shown as "~"."""
    question = show.question
    place = _place(show.asker.host)
    name = _named(show.asker.name, place)
    speaker = name if show.asker.speaker is None else _named(show.asker.speaker, place)
    labels = _labels(question)
    return DialogModel(
        name=name,
        heading=_heading(question, name),
        where=_where(show.asker, speaker, home),
        process=(*_doubt(show.asker, speaker), *_process(show.asker, place)),
        lineage=_lineage(show.asker),
        title=visible_line(question.title),
        message="\n\n".join((visible(question.message), *_asks_for(show.asker, name, home))),
        details=_details(question),
        detail_kind=question.detail_kind,
        approve=_approve(question, labels),
        deny=_deny(question, labels),
        destructive=question.severity is Severity.DESTRUCTIVE,
        place=place,
        from_place=_from_place(show.asker, place),
        no_password=place_words.no_password(place)
        if place and fields.takes_words(question)
        else "",
        standing=show.standing,
        arming=show.arming,
        labels=labels,
        field=fields.field(question, show.draft),
        command=_command(question, speaker),
        accessibility_approval=show.accessibility_approval,
        denied_to=None if show.denied_to is None else _denied_to(show.denied_to),
        lists_queue=show.lists_queue,
        **_extras(question),
    )


def _place(name: str) -> str:
    return shorten(visible_line(name), NAME_SHOWN)


def _named(name: str, place: str) -> str:
    name = visible_line(name)
    return place_words.on_place(name, place) if place else name or catalogue.UNKNOWN_PROGRAM()


def _from_place(asker: screen.Asker, place: str) -> str:
    return place_words.from_place(place, asker.container, asker.claimed) if place else ""


def _heading(question: Question, name: str) -> str:
    if isinstance(question, DeviceCode):
        return catalogue.asks_to_sign_in(name)
    return catalogue.tells(name) if isinstance(question, Notice) else catalogue.asks(name)


def _details(question: Question) -> str:
    is_command = question.detail_kind is DetailKind.COMMAND
    return visible_lines_in_order(question.details) if is_command else visible(question.details)


def _approve(question: Question, labels: ActionLabels) -> Button:
    own = "" if isinstance(question, DeviceCode) else question.approve
    return _button(own, labels.name)


def _deny(question: Question, labels: ActionLabels) -> Button | None:
    if isinstance(question, Notice | DeviceCode):
        return None
    return _button(question.deny, labels.refuse)


def _extras(question: Question) -> dict[str, Any]:
    """Members of the model that only some kinds of question have."""
    if isinstance(question, DeviceCode):
        page = Page(question.address, question.code)
        return {"cancel": Button(catalogue.CANCEL(), catalogue.CLOSES()), "page": page}
    if isinstance(question, Password):
        return {"check": visible_line(question.check)}
    if not isinstance(question, Confirm):
        return {}
    cancel = Button(visible_line(question.cancel), catalogue.CLOSES()) if question.cancel else None
    return {
        "cancel": cancel,
        "check": visible_line(question.check),
        "deny_words": question.deny_words,
        "page": Page(question.address) if question.address else None,
    }


def entries(queue: screen.Queue) -> tuple[QueueEntry, ...]:
    return tuple(_entry(row) for row in queue.rows)


def _entry(row: QueueRow) -> QueueEntry:
    name = _named(row.asker, _place(row.from_place))
    title, time = visible_line(row.title), catalogue.time_left(row.seconds)
    return QueueEntry(row.number, name, title, time, catalogue.queue_entry(name, title, time))


def _labels(question: Question) -> ActionLabels:  # noqa: RET503 - assert_never does not return
    match question:
        case Confirm(action=None, address=""):
            return catalogue.to_approve()
        case Confirm(action=None):
            return catalogue.to_open()
        case Confirm():
            return catalogue.to_run()
        case Notice():
            return catalogue.to_acknowledge()
        case DeviceCode():
            return catalogue.to_open_alone()
        case Password(action=None):
            return catalogue.to_send()
        case Password():
            return catalogue.to_hand_over()
        case Text() | Select() | Form():
            return catalogue.to_answer()
        case _:
            assert_never(question)


def _command(question: Question, name: str) -> Section | None:
    if not isinstance(question, Confirm | Password) or question.action is None:
        return None
    action = question.action
    asker = shorten(name, NAME_SHOWN)
    if isinstance(question, Confirm):
        return Section(catalogue.runs(asker), describe(action))
    return Section(catalogue.handed_to(asker, action.descriptor, action.newline), describe(action))


def _denied_to(name: str) -> str:
    return catalogue.denied_to(shorten(visible_line(name), NAME_SHOWN) or catalogue.NAMELESS())


def _button(label: str, meaning: str) -> Button:
    return Button(visible_line(label) or meaning, meaning)


def _where(asker: screen.Asker, name: str, home: str) -> str:
    """The line about who asks, and from where. The programs through which it asks come last: if the
    line is too long, its middle is left out, and they stay in sight."""
    claim, place = asker.says_it_is, _place(asker.host)
    between = dict.fromkeys(map(visible_line, reversed(asker.between)))
    parts = [
        *_doubt(asker, name),
        *_claimed(asker, place),
        *([catalogue.says_it_is(shorten(name, NAME_SHOWN), quoted(claim))] if claim else []),
        *_directory(asker, home),
        *([catalogue.CONTAINER()] if asker.container and not place else []),
        *([catalogue.through(tuple(between))] if between else []),
    ]
    return " · ".join(parts)


def _claimed(asker: screen.Asker, place: str) -> tuple[str, ...]:
    """Says that what follows is only the place's claim, or that the place does not name the
    program. Empty: nothing is a claim."""
    if not asker.claimed:
        return ()
    return (place_words.as_it_says(place) if asker.name else place_words.names_nobody(place),)


def _directory(asker: screen.Asker, home: str) -> tuple[str, ...]:
    """The working directory. A directory on another machine, or in a container, is never in the
    person's home here, so it is not shown with "~"."""
    if asker.cwd:
        path = asker.cwd if asker.host else _at_home(asker.cwd, home)
        return (catalogue.in_directory(visible_line(path)),)
    return () if asker.claimed else (catalogue.UNKNOWN_CWD(),)


def _lineage(asker: screen.Asker) -> tuple[str, ...]:
    """The lines of the process list: each begins with a pid, except a line of ours that separates
    the asker's processes from those through which it asks."""
    through = (catalogue.ASKS_THROUGH(), *map(visible_line, asker.through)) if asker.through else ()
    return (*map(visible_line, asker.lineage), *through)


def _asks_for(asker: screen.Asker, name: str, home: str) -> tuple[str, ...]:
    """The paragraph that says for which process the program claims to ask; empty: for none. It
    stands in the frame of the asker's own text, as the asker could write the same there."""
    told = asker.asks_for
    if told is None:
        return ()
    asker_name = shorten(name, NAME_SHOWN)
    if asker.host:  # nothing is known of that process here
        return (place_words.asks_for_there(asker_name, told.pid),)
    programs = tuple(
        shorten(visible_line(each), NAME_SHOWN) or catalogue.NAMELESS() for each in told.programs
    )
    directory = visible_line(_at_home(told.cwd, home)) if told.cwd else ""
    return (catalogue.asks_for(asker_name, told.pid, programs, directory),)


def _doubt(asker: screen.Asker, name: str) -> tuple[str, ...]:
    """Says that the system is not certain who asks; empty: it is. This stands in the line and in
    the details, as a long line leaves out its middle."""
    return (catalogue.probably(shorten(name, NAME_SHOWN)),) if asker.unproven else ()


def _process(asker: screen.Asker, place: str) -> tuple[str, ...]:
    """The lines of the details about the process. A pid from inside a container means nothing here,
    so it is left out unless it is our kernel's. Facts come before what a place says."""
    command = visible_line(asker.command) or catalogue.UNKNOWN_COMMAND()
    if not place:
        return (command,) if asker.container else (command, catalogue.process(asker.pid))
    told = (command, catalogue.process(asker.pid)) if asker.pid else ()
    if not asker.claimed:
        return told
    carrier = visible_line(asker.carrier_command) or catalogue.UNKNOWN_COMMAND()
    return (
        *([place_words.brought_by(asker.carrier_pid), carrier] if asker.carrier_pid else []),
        place_words.rest_is_said_by(place) if told else place_words.names_nobody(place),
        *told,
    )


def _at_home(path: str, home: str) -> str:
    """`path` with "~" in place of the person's home directory at its start; any other path begins
    with "/", so the two are never mistaken for one another."""
    home = home.rstrip(os.sep)
    start, beyond = path[: len(home)], path[len(home) :]
    is_within = beyond[:1] in ("", os.sep) and _is_same(start, home)
    return f"~{beyond}" if home and is_within else path


def _is_same(path: str, other: str) -> bool:
    """Whether two paths name the same file. Where the system ignores case, a terminal reports a
    path as it was typed, so case is ignored here, too."""
    return os.path.normcase(path) == os.path.normcase(other)
