"""What the verbs that ask share: their options, and what these become for the client."""

from __future__ import annotations

from sayso.core.settings import (
    DETAILS_BYTES,
    LIMIT,
    MAX_RETRIES,
    RENDER_TIMEOUT,
    RETENTION,
    TIMEOUT,
    WAIT,
    Bounds,
)
from sayso.errors import InvalidParams
from sayso.frontends.cli import exits
from sayso.frontends.cli.arguments import duration, whole_number, written
from sayso.frontends.cli.command import Argument, Group, Option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Literal

    from sayso.client.shapes import QuestionOptions
    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.cli.command import Exits, Read

_PID = Bounds(1, 2**22)
"""The kernel's PID_MAX_LIMIT, proc(5)."""

_BOUND = "--bound"

_OPTIONS = {"details": "--detail", "severity": "--destructive"}
"""Field of the wire → what it is called here, where that is not its own name."""

_FIELDS = (
    "title", "details", "approve", "deny", "error", "repeat", "wait", "timeout", "retention",
    "render_timeout", "max_retries", "scope", "slot", "owner", "ticket", "severity", "bound",
    "limit",
)  # fmt: skip
"""Those that an option sets."""

_LATER = (
    (exits.NO_INTERACTOR, "nobody can be asked here: see sayso doctor"),
    (exits.TIMED_OUT, "timed out: the deadline or the limit passed; asking again asks anew"),
    exits.SERVICE,
    (exits.NOT_SHOWN, "the screen never showed it"),
    (exits.GONE, "superseded by a newer question, or withdrawn"),
    (exits.REFUSED, "refused: a limit, or a quiet period after several denials"),
    (exits.INTERRUPTED, "Ctrl-C: the question stays open, unless it is bound"),
)
_WRONG = "the request is wrong, or its ticket is of other words or expired"

BOUND = (
    "With --bound an answer counts for this one command alone: it is never pending, and a click "
    "that comes when the command has ended finds no dialog. For programs that have a way of their "
    "own to ask again."
)

OUTCOME = """\
{"status", "decider", "allowed", "exit"}, with "ticket" (pending), "reason" (no_interactor,
timed_out, superseded, withdrawn, refused), "should_retry" and "retry_reason" (not_shown),
"retry_after" (refused; seconds or null), "answer" (answered; of a text question what was typed, of
a selection the list of options chosen), "by" (approved, answered: "assistive" where an
accessibility action did it, as your settings allow; else left out)."""
"""The shape of an outcome in JSON."""


def exit_table(yes: str, pending: str) -> Exits:
    """`yes`, `pending`: what these mean, and what to do."""
    return (
        (exits.OK, yes),
        (exits.DENIED, "denied, or the dialog was closed: stop"),
        (exits.BAD_REQUEST, _WRONG),
        (exits.PENDING, f"pending: {pending}"),
        *_LATER,
    )


def message(value: Literal["MESSAGE", "PROMPT"], text: str) -> Argument:
    return Argument("message", value, text)


def words(*more: Option) -> Group:
    """The question's words; `more`: of its kind."""
    return Group(
        "The question",
        (
            Option("--title", "a title above it, at most 200 characters", "TEXT"),
            Option("--detail", "longer text under it, at most 256 KiB", "TEXT"),
            Option(
                "--detail-file",
                "the same from a file in UTF-8, or from standard input with -",
                "FILE",
                is_file=True,
                excludes="--detail",
            ),
            Option("--approve", "label of the control that says yes", "LABEL"),
            Option("--deny", "label of the control that says no", "LABEL"),
            *more,
        ),
    )


def wait_option() -> Option:
    return _clock(
        "--wait", WAIT, "how long to wait here; then pending, and the dialog stays", "45s", _BOUND
    )


def clocks(timeout: str) -> Group:
    """`timeout`: the default of `--timeout`, in words."""
    return Group(
        "The clocks (sayso config changes their defaults)",
        (
            wait_option(),
            _clock(
                "--timeout",
                TIMEOUT,
                "how long the dialog stays once it is on the screen; then timed out",
                timeout,
            ),
            _clock("--retention", RETENTION, "how long a late answer is kept", "60s", _BOUND),
            _clock("--render-timeout", RENDER_TIMEOUT, "how long it may take to show", "30s"),
            Option(
                "--max-retries",
                "further attempts after the dialog could not be shown (3; 0 to 5)",
                "N",
                whole_number(MAX_RETRIES),
            ),
        ),
    )


def _clock(name: str, bounds: Bounds, text: str, default: str, excludes: str = "") -> Option:
    limits = f"{written(bounds.low)} to {written(bounds.high)}"
    told = f"{text} ({default}; {limits})"
    return Option(name, told, "DURATION", duration(bounds), excludes=excludes)


def life() -> Group:
    return Group(
        "How long the question lives",
        (
            Option(
                _BOUND,
                "as long as this command: it waits to the end, and when it goes, so does the "
                "dialog, and no answer is kept",
            ),
            _clock("--limit", LIMIT, "with --bound: how long it may take in all", "none"),
        ),
    )


def identity() -> Group:
    return Group(
        "Who asks",
        (
            Option("--scope", "tells sessions of one program apart", "NAME"),
            Option(
                "--slot",
                "a newer question in this slot replaces the older one",
                "NAME",
                excludes=_BOUND,
            ),
            Option(
                "--owner",
                "an ancestor of this process; the question is withdrawn when it exits",
                "PID",
                whole_number(_PID),
            ),
            Option(
                "--ticket",
                "of an earlier pending: the question that this repeats",
                "TICKET",
                excludes=_BOUND,
            ),
        ),
    )


def conduct(if_headless: Read, value: str, choices: tuple[str, ...], *more: Option) -> Group:
    """What the command does beside asking; `if_headless` reads that option."""
    return Group(
        "The command",
        (
            Option(
                "--if-headless",
                "what it means when nobody can be asked (else: exit status 4)",
                value,
                if_headless,
                choices,
                is_private=True,
            ),
            Option("--no-spawn", "start no daemon where none runs"),
            *more,
        ),
    )


def question_options(args: Arguments) -> QuestionOptions:
    """Raises InvalidParams for a file of details that can't be read."""
    return {
        "title": args.title,
        "details": args.detail if args.detail_file is None else _read_details(args.detail_file),
        "approve": args.approve,
        "deny": args.deny,
        "wait": args.wait,
        "timeout": args.timeout,
        "retention": args.retention,
        "render_timeout": args.render_timeout,
        "max_retries": args.max_retries,
        "scope": args.scope,
        "slot": args.slot,
        "owner": args.owner,
        "ticket": args.ticket,
        "bound": args.bound,
        "limit": args.limit,
    }


def in_our_words(error: InvalidParams, message: Literal["MESSAGE", "PROMPT"]) -> InvalidParams:
    """The daemon names the field; who typed a command looks for its option."""
    field = error.field
    if field == "message":
        option: str = message
    elif field in _FIELDS:
        option = _OPTIONS.get(field) or f"--{field.replace('_', '-')}"
    else:
        return error
    said = error.message.removeprefix(f"{field}: ")
    return InvalidParams(f"{option}: {said}", field=field, remedy=error.remedy)


def _read_details(file: str) -> str:
    try:
        with open(0 if file == "-" else file, "rb", closefd=file != "-") as stream:
            data = stream.read(DETAILS_BYTES + 1)
    except OSError as error:
        raise InvalidParams(
            f"--detail-file: {error.strerror}: {file}",
            field="details",
            remedy="name a file that can be read, or - for standard input",
        ) from error
    if len(data) > DETAILS_BYTES:
        raise InvalidParams(
            f"--detail-file: more than {DETAILS_BYTES} bytes: {file}",
            field="details",
            remedy="leave out what the person need not read",
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidParams(
            f"--detail-file: not UTF-8: byte {error.start} of {file}",
            field="details",
            remedy="convert it, as with: iconv -t UTF-8",
        ) from error
