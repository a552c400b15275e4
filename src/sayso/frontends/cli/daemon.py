"""sayso daemon: run, start, stop or restart the process that asks."""

import os
import re

from sayso import PLACE, __version__
from sayso.client.routes import connect
from sayso.client.shapes import DaemonStatus
from sayso.client.spawn import START_WITHIN, start_daemon
from sayso.client.sync import Client
from sayso.core.text import visible_path
from sayso.errors import AlreadyRunning, ServiceError, UnknownMethod, Unreachable, VersionMismatch
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import Arguments
from sayso.frontends.cli.command import Command, Group, Option, json_option
from sayso.frontends.cli.ending import Pair, last_status
from sayso.frontends.cli.status import given_up
from sayso.platforms.select import session

STOPS = 3
"""How many daemons are ended at most, if another one starts meanwhile."""

_EXITS = ((exits.OK, "done, or there was nothing to do"), exits.FAULT, exits.SERVICE)
_OPTIONS = (Group("Options", (json_option(),)),)

COMMAND = Command(
    "daemon",
    "Run, start, stop or restart the daemon. Asking starts it by itself.",
    verbs=(
        Command(
            "daemon run",
            "Run it here, in the foreground.",
            groups=_OPTIONS,
            notes=(
                "Ctrl-C or SIGTERM ends it. Open dialogs close, and their callers are told why.",
            ),
            json="Only errors.",
            exits=((exits.OK, "it was told to end"), exits.FAULT, exits.SERVICE),
            hidden=(
                Option("--announce-to", "where it says that it listens", "PLACE"),
                Option("--successor", "of the process that it succeeds", "HANDOVER"),
                Option("--keeper", "the keeper that started it", "PID", int),
                Option("--supervised", "started by the service manager"),
            ),
        ),
        Command(
            "daemon start",
            "Start it if none is running, or if the one that runs has not found this screen.",
            groups=_OPTIONS,
            json='{"status": "started" or "running" (already), "pid", "exit"}',
            exits=_EXITS,
        ),
        Command(
            "daemon stop",
            "Stop it. Open dialogs close, and their callers are told why.",
            groups=_OPTIONS,
            notes=(
                "It says what went with it; `sayso daemon restart` loses nothing.",
                "A daemon that does not respond is killed, and its keeper with it.",
            ),
            json='{"status": "stopped" or "absent" (none ran), "pid" (or null), "by_force" (it did '
            'not end by itself), "open" and "retained" (how many questions and answers went with '
            'it; null: not known), "exit"}',
            exits=_EXITS,
        ),
        Command(
            "daemon restart",
            "Replace it with a new one, which goes on with all that is open or kept.",
            groups=(
                Group(
                    "Options",
                    (
                        Option("--give-up", "also where this version may not go on with it"),
                        json_option(),
                    ),
                ),
            ),
            notes=(
                "It says what a change of records had it give up, and whose code runs if not ours.",
                "A daemon that hangs is killed: its keeper has what was open or kept.",
                "Only where that one hangs as well, or has gone, it is lost, as is said then.",
                (
                    "Where an older version has taken the place of the one that runs, it says "
                    "first what it may not be able to go on with, and changes nothing without "
                    "--give-up."
                ),
            ),
            json='{"status": "restarted", "started" or "running", "pid", "by_force" (the one '
            'before did not end by itself), "lost" (what was open or kept), "exit"}',
            exits=_EXITS,
        ),
    ),
    examples=("sayso daemon restart",),
)


def run(args: Arguments) -> int:
    return {"run": _run, "start": _start, "stop": _stop, "restart": _restart}[args.verb](args)


def _run(args: Arguments) -> int:
    from sayso.daemon.start import run as run_daemon

    return run_daemon(
        args.announce_to or "",
        args.successor or "",
        args.keeper or 0,
        is_supervised=args.supervised,
    )


def _start(args: Arguments) -> int:
    status, pid = _started()
    if status == "started":
        return _tell(args, status, f"The daemon has started, pid {pid}.", pid=pid)
    return _tell(args, status, "The daemon is already running.", pid=pid)


def _started() -> tuple[str, int]:
    """The status that `start` reports, and the daemon's pid."""
    if _makes_way():
        return "started", _anew()["pid"]
    if not is_running():
        try:
            return "started", start_daemon(os.environ)
        except AlreadyRunning:
            connect(os.environ, start=False, within=START_WITHIN).close()
    return "running", Client(spawn=False, name=CLIENT_NAME).status()["pid"]


def _anew() -> DaemonStatus:
    """Connects to the daemon that follows one that has made way, and starts it if need be. Returns
    its status."""
    connect(os.environ, start=True).close()
    return Client(spawn=False, name=CLIENT_NAME).status()


def _makes_way() -> bool:
    """Has a daemon without a screen end if there is a screen by now: it may have been started at
    login, before the session had one. True: it has ended."""
    client = Client(spawn=False, name=CLIENT_NAME)
    try:
        if client.status()["screen"] is not None:
            return False
        environ = dict(os.environ)
        session().join(environ)
        screen = session().screen(environ)
        if screen is None:
            return False
        with Pair() as pair:
            return client.make_way(screen) and pair.has_ended()
    except (Unreachable, UnknownMethod, VersionMismatch):  # none runs, or one of an older version
        return False


def _stop(args: Arguments) -> int:
    status, words, facts = stop()
    return _tell(args, status, words, **facts)


def stop() -> tuple[str, str, dict[str, int | None]]:
    """Stops the daemon. Returns `stopped` or `absent`, the same in words, and the facts for JSON:
    `pid`, `by_force`, and how many questions and answers went with it, as counted the moment
    before."""
    pids: list[int | None] = []
    last, by_force = None, False
    while len(pids) < STOPS:
        try:
            pair = Pair()
        except Unreachable:
            break
        with pair:
            pids.append(pair.pid)
            last = last or last_status()
            if not pair.ends(restart=False):
                pair.kill()  # its keeper may have started a successor before: check again
                by_force = True
            elif pair.keeper_has_gone():
                break
    questions = last["open"] if last else None
    answers = last["retained"] if last else None
    if not pids:
        nothing = {"pid": None, "by_force": False, "open": 0, "retained": 0}
        return "absent", "No daemon is running.", nothing
    words = f"{_stopped(pids[0], by_force)}{_lost(questions, answers)}."
    facts = {"pid": pids[0], "by_force": by_force, "open": questions, "retained": answers}
    return "stopped", words, facts


def _stopped(pid: int | None, by_force: bool) -> str:
    if pid is None:
        return "The daemon had already ended. Its keeper did not respond, and was killed"
    force = ": it did not end by itself, and was killed" if by_force else ""
    return f"The daemon has stopped, pid {pid}{force}"


def _lost(questions: int | None, answers: int | None) -> str:
    if questions is None or answers is None:
        return "; it did not say what was lost with it"
    held = _held(questions, answers)
    return f"; lost with it: {held}" if held else ""


def _held(questions: int, answers: int) -> str:
    """The questions and answers in words; empty: there are none."""
    parts = []
    if questions:
        parts.append(f"{questions} open question{'s' * (questions != 1)}")
    if answers:
        parts.append(f"{answers} answer{'s' * (answers != 1)} that nobody had collected")
    return " and ".join(parts)


def _restart(args: Arguments) -> int:
    if not args.give_up:
        _check_version()
    try:
        pair = Pair()
    except Unreachable:
        if not args.json:
            output.result("No daemon is running.")
        return _start(args)
    with pair:
        by_force = not pair.ends(restart=True)
        if by_force:
            pair.kill_daemon()
        status = pair.successor()
    force = ": the one before did not end by itself, and was killed" if by_force else ""
    if status is None:
        _, pid = _started()
        words = f"A new daemon has started, pid {pid}{force}; its keeper did not go on with what "
        words += "was open or kept, which is lost."
        return _tell(args, "restarted", words, pid=pid, by_force=by_force, lost=True)
    if _makes_way():  # its keeper gave it the same environment, without a screen
        status = _anew()
    lost = given_up(status)
    fate = f"given up: {lost}" if lost else "what was open goes on"
    words = f"The daemon has restarted, pid {status['pid']}{force}; {fate}.{_other_code(status)}"
    facts = {"pid": status["pid"], "by_force": by_force, "lost": bool(lost)}
    return _tell(args, "restarted", words, **facts)


def _check_version() -> None:
    """Raises ServiceError if the daemon that runs is newer, and holds something that this version
    may not know."""
    status = last_status()
    if status is None or not _is_newer(status["version"]):
        return
    held = _held(status["open"], status["retained"])
    if held:
        raise ServiceError(
            f"the daemon that runs is sayso {status['version']}; this is {__version__}, an older "
            f"one, which may not be able to go on with {held}; nothing was changed",
            remedy="answer and collect that first, or run: sayso daemon restart --give-up",
        )


def _is_newer(version: str) -> bool:
    return _numbers(version) > _numbers(__version__)


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers in a version, for comparing versions; what follows them (a2, rc1) does not
    count."""
    return tuple(map(int, re.findall(r"(?<![a-z\d])\d+", version)))


def _other_code(status: DaemonStatus) -> str:
    """A sentence that says whose code the daemon runs; empty: the same as this command, as far as
    the daemon tells."""
    program = status.get("program", PLACE)
    if (program, status["version"]) == (PLACE, __version__):
        return ""
    theirs = f"sayso {status['version']} from {visible_path(program)}"
    return f"\nIt runs {theirs}; this command is {__version__} from {visible_path(PLACE)}."


def _tell(args: Arguments, status: str, words: str, **facts: int | None) -> int:
    if args.json:
        output.result_json({"status": status, **facts, "exit": exits.OK})
    else:
        output.result(words)
    return exits.OK


def is_running() -> bool:
    try:
        connect(os.environ, start=False).close()
    except Unreachable:
        return False
    return True
