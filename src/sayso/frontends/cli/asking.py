"""What the verbs that ask have in common: their options, and how the client's options are made from
them."""

from __future__ import annotations

from sayso.core.settings import DETAILS_BYTES, Bounds
from sayso.errors import InvalidParams
from sayso.frontends.cli import exits
from sayso.frontends.cli.arguments import duration, whole_number, written
from sayso.frontends.cli.command import Argument, Group, Option
from sayso.wire.params import CLOCKS, IDENTITY, LIFE, QUESTION, Usage
from sayso.wire.questions import KINDS, parameters
from sayso.wire.questions.ask import NOT_BESIDE_BOUND, Ask
from sayso.wire.shapes import Choice, Number

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal

    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.cli.command import Exits, Read
    from sayso.wire.params import Field, Params

_PID = Bounds(1, 2**22)
"""Process ids: up to the kernel's PID_MAX_LIMIT, proc(5)."""

_BOUND = "--bound"

_LATER = (
    (exits.NO_INTERACTOR, "nobody can be asked here: run sayso doctor to see why"),
    (
        exits.TIMED_OUT,
        "timed out: the deadline or the limit passed; if you ask again, it is a new question",
    ),
    exits.SERVICE,
    (exits.NOT_SHOWN, "the screen never showed it"),
    (exits.GONE, "superseded by a newer question, or withdrawn"),
    (exits.REFUSED, "refused: a limit, or a quiet period after several denials"),
    (exits.INTERRUPTED, "Ctrl-C: the question stays open, unless it is bound"),
)
_REPEAT = "repeat the same command, or collect the ticket"
_WRONG = "the request is wrong, or its ticket has expired or belongs to another question"

BOUND = (
    "With --bound an answer counts for this one command alone: it is never pending, and a click "
    "that comes when the command has ended finds no dialog. For programs that have a way of their "
    "own to ask again."
)

OUTCOME = """\
{"status", "decider", "allowed", "exit"}, with "ticket" (pending), "reason" (no_interactor,
timed_out, superseded, withdrawn, refused), "should_retry" and "retry_reason" (not_shown),
"retry_after" (refused; seconds or null), "answer" (answered; of a text question what was typed, of
a selection the list of options chosen), "custom" (answered; of a selection, where the person typed
words of their own), "answers" (answered; of a form a list with an object for each question, which
has "answer", true or false where it was yes or no, and "custom"; neither where it was left out),
"checked" (approved, or answered with a password; where there is a check box: true or false),
"words" (denied; where the person typed some), "by" (approved, answered: "assistive" where an
accessibility action did it, as your settings allow; else left out)."""
"""The shape of an outcome in JSON."""


LATE = (
    "A late answer counts: after pending the dialog stays, and the identical command, run again by "
    "the same program, gets the answer at once. An answer is handed out once."
)


def exit_table(yes: str, pending: str = _REPEAT) -> Exits:
    """The exit statuses of a verb that asks. `yes`, `pending`: what the statuses 0 and 3 mean, and
    what to do."""
    return (
        (exits.OK, yes),
        (exits.DENIED, "denied, or the dialog was closed: stop"),
        (exits.BAD_REQUEST, _WRONG),
        (exits.PENDING, f"pending: {pending}"),
        *_LATER,
    )


def message(value: Literal["MESSAGE", "PROMPT"], text: str) -> Argument:
    return Argument("message", value, text)


def words(kind: str) -> Group:
    """The options for what a question of this kind says."""
    details = Option(
        "--detail-file",
        "the same from a file in UTF-8, or from standard input with -",
        "FILE",
        is_file=True,
        excludes="--detail",
    )
    told: list[Option] = []
    for option in _options(kind, QUESTION):
        told += [option, details] if option.name == "--detail" else [option]
    return Group("The question", tuple(told))


def clocks(kind: str, also: str = "") -> Group:
    """The options for the deadlines of this kind. `also`: added to the default of `--timeout` in
    the help."""
    title = "The clocks (sayso config changes their defaults)"
    return Group(title, tuple(_options(kind, CLOCKS, also)))


def life(kind: str) -> Group:
    return Group("How long the question lives", tuple(_options(kind, LIFE)))


def identity(kind: str) -> Group:
    return Group("Who asks", tuple(_options(kind, IDENTITY)))


def wait_option() -> Option:
    return _option("wait", Ask.FIELDS["wait"])


def _options(kind: str, group: str, also: str = "") -> Iterator[Option]:
    for name, field in _usable(parameters(kind)):
        if field.usage and field.usage.group == group:
            yield _option(name, field, also if name == "timeout" else "")


def _usable(kind: type[Params]) -> Iterator[tuple[str, Field]]:
    """The fields of this kind of question that an option sets."""
    is_bound = kind.FIELDS["bound"].default is True
    left_out = NOT_BESIDE_BOUND if is_bound else {}
    fields = [(name, field) for name, field in kind.FIELDS.items() if name not in left_out]
    return ((name, field) for name, field in fields if field.usage and field.usage.is_option)


def _option(name: str, field: Field, also: str = "") -> Option:
    """The option for a field of the request, as the field is declared. `also`: added to its default
    in the help."""
    shape, usage = field.shape, field.usage or Usage("")
    words = usage.help
    read: Read = str
    if isinstance(shape, Number):
        bounds = shape.bounds or _PID
        low, high, default = bounds.low, bounds.high, field.schema_default
        if shape.whole:
            read = whole_number(bounds)
            words += f" ({default}; {low:g} to {high:g})" if shape.bounds else ""
        else:
            read = duration(bounds)
            told = written(default) if isinstance(default, int | float) else "none"
            words += f" ({told}{also}; {written(low)} to {written(high)})"
    excludes = _BOUND if name in NOT_BESIDE_BOUND else ""
    choices = shape.words if isinstance(shape, Choice) and usage.placeholder else ()
    return Option(
        as_option(name, field), words, usage.placeholder, read, choices, excludes=excludes
    )


def as_option(name: str, field: Field) -> str:
    """The name of the option that sets this field."""
    given = field.usage.name if field.usage else ""
    return f"--{(given or name).replace('_', '-')}"


def conduct(
    if_headless: Read,
    value: str,
    choices: tuple[str, ...],
    *more: Option,
    otherwise: int = exits.NO_INTERACTOR,
) -> Group:
    """The options for what the command does beside asking. `if_headless` reads the value of
    --if-headless; `otherwise`: the exit status without that option, if nobody can be asked."""
    return Group(
        "The command",
        (
            Option(
                "--if-headless",
                f"what to do when nobody can be asked (otherwise: exit status {otherwise})",
                value,
                if_headless,
                choices,
                is_private=True,
            ),
            Option("--no-spawn", "do not start a daemon if none is running"),
            *more,
        ),
    )


def question_options(kind: str, args: Arguments) -> Any:
    """The options for the client's call. A field that the verb has no option for is None. Raises
    InvalidParams for a file of details that can't be read."""
    options = {
        name: getattr(args, (field.usage and field.usage.name) or name, None)
        for name, field in _usable(parameters(kind))
    }
    if args.detail_file is not None:
        from sayso.frontends.cli import text_file  # few give one

        options["details"] = text_file.read(
            args.detail_file, DETAILS_BYTES, "--detail-file", field="details"
        )
    if "severity" in options:
        options["destructive"] = options.pop("severity")
    return options


def in_our_words(error: InvalidParams, message: Literal["MESSAGE", "PROMPT"]) -> InvalidParams:
    """The error with the name of the option in place of the request's field: the daemon names the
    field, but who typed a command looks for the option. `message`: the name of the argument that is
    the message."""
    field = error.field
    name, _, place = (field or "").partition(".")
    if field == "message":
        option: str = message
    elif name == "options":
        option = _which_option(place)
    else:
        known = (dict(_usable(parameters(kind))) for kind in KINDS)
        declared = next((fields[field] for fields in known if field in fields), None)
        if field is None or declared is None:
            return error
        option = as_option(field, declared)
    said = error.message.removeprefix(f"{field}: ")
    return InvalidParams(f"{option}: {said}", field=field, remedy=error.remedy)


def _which_option(path: str) -> str:
    """The OPTION argument that is wrong. `path`: its index among the OPTIONs, from 0, and the part
    of it that is wrong."""
    place, _, part = path.partition(".")
    which = f"OPTION {int(place) + 1}" if place.isdecimal() else "OPTION"
    return f"{which}, after its tab" if part == "description" else which
