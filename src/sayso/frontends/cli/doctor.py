"""sayso doctor: what works here, what does not, and what mends it."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sayso import PLACE, launcher
from sayso.client.shapes import DaemonStatus
from sayso.client.sync import Client
from sayso.core.text import visible_path
from sayso.errors import SaysoError, Unreachable, UnusableFile
from sayso.frontends.cli import doctor_elsewhere, exits, output, places
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import Arguments, written
from sayso.frontends.cli.command import Command, Group, Option, json_option
from sayso.platforms import select
from sayso.platforms.contract.doctor import Finding, Health
from sayso.values import fields

COMMAND = Command(
    "doctor",
    "Show what works here, what does not, and how to fix it. Changes nothing.",
    groups=(
        Group(
            "Options",
            (
                Option(
                    "--report", "write what a maintainer needs to know: nobody's texts are in it"
                ),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "Of each agent that has been started here it says whether sayso and its hook are in "
            "its configuration, and what keeps the hook from being asked: Codex does not trust "
            "it, a rule of the agent's lets everything through, or it starts a sayso that is "
            "gone. Rules from elsewhere than that file are not seen."
        ),
        (
            "Of gpg, ssh, sudo and git, where they are installed, it says how they ask, and why "
            "one that was set up does not ask through sayso: sayso setup helps. It starts no "
            "gpg-agent."
        ),
        (
            "Of other machines it says which may ask here, and whether ssh gets there; and on one "
            "that nobody sits at, which sockets lead to where you sit, and whether they answer."
        ),
        (
            "--report adds versions, the desktop, the settings, how the daemon is, what kinds of "
            "record the log has, and the last lines that the daemon wrote about itself. Your home "
            "directory is ~ in it, and no question, answer, name of an asker or of another "
            "machine is. Read it before you send it."
        ),
    ),
    examples=("sayso doctor", "sayso doctor --json", "sayso doctor --report > report.txt"),
    json='{"can_ask": true or false, "findings", "exit"}; each finding has "name", "health" '
    '("works", "doubtful", "broken"), "words" and "remedy". '
    'With --report also "report", the text.',
    exits=(
        (exits.OK, "a question could be shown, now or later"),
        exits.FAULT,
        (exits.NO_INTERACTOR, "none could"),
    ),
)


def run(args: Arguments) -> int:
    environ = select.session().environment(os.environ)  # as of a daemon started here
    select.session().join(environ)
    status, of_daemon = _daemon()
    here = [*select.doctor().examine(environ), _configuration(), *_login(), *of_daemon]
    who_may_ask = [*doctor_elsewhere.places(status)] if status else []
    elsewhere = [*doctor_elsewhere.where_person_sits(os.environ)]
    programs = [*_integrations()]
    findings = [*here, *who_may_ask, *elsewhere, *programs]
    broken = any(finding.health is Health.BROKEN for finding in findings)
    if broken and any(finding.health is Health.WORKS for finding in elsewhere):
        broken, verdict = False, "A question can be shown: not here, but where you sit."
    elif broken:
        verdict = "No question can be shown here."
    else:
        verdict = f"A question can be shown{_not_now(status)}."
    code = exits.NO_INTERACTOR if broken else exits.OK
    described = f"{_describe(findings)}\n{verdict}"
    told = {}
    if args.report:
        from sayso.frontends.cli.report import report  # loads more than the doctor itself

        nameless = (*here, *programs)  # the others have the names of other machines
        described = report(f"{_describe(nameless)}\n{verdict}")
        told = {"report": described}
    if args.json:
        shown = [fields(finding) for finding in findings]
        output.result_json({"can_ask": not broken, "findings": shown, **told, "exit": code})
    else:
        output.result(described)
    return code


def survey() -> int:
    """Writes the toolkit's findings to standard output, as JSON. Returns the exit status."""
    output.result(json.dumps([fields(finding) for finding in select.doctor().survey()]))
    return exits.OK


def _configuration() -> Finding:
    # Loaded here: the child process for `survey` loads this module, too, and needs none of it.
    from sayso.configuration import store

    path = Path(places.configuration())
    try:
        given = store.given(path)
    except UnusableFile as error:
        words = f"{error.message}; not in force"
        return Finding("configuration", Health.DOUBTFUL, words, error.remedy)
    shown = visible_path(path)
    words = f"{shown}: {len(given)} set" if path.exists() else f"the defaults; there is no {shown}"
    return Finding("configuration", Health.WORKS, words)


def _login() -> Iterator[Finding]:
    from sayso.frontends.integrations import login  # as above

    return login.daemon_findings(os.environ)


def _integrations() -> Iterator[Finding]:
    from sayso.frontends.integrations import every  # as above

    return every.findings(os.environ, Path.cwd())


def _daemon() -> tuple[DaemonStatus | None, list[Finding]]:
    """The daemon's status, if one runs and tells it, and the findings on the daemon."""
    try:
        status = _own_status()
    except Unreachable:
        words = "none runs; the next question starts one"
        return None, [Finding("daemon", Health.WORKS, words)]
    except SaysoError as error:
        return None, [Finding("daemon", Health.BROKEN, error.message, error.remedy)]
    return status, [*_of_status(status)]


def _of_status(status: DaemonStatus) -> Iterator[Finding]:
    if status["screen"] is None:
        words = f"pid {status['pid']}: {status['screen_reason']}"
        yield Finding("daemon", Health.BROKEN, words, "sayso daemon restart")
    else:
        yield _of_whose_code(status)
    if fault := status.get("appear_fault"):
        words = f"questions appear at once, though appear is when-asked: {fault}"
        yield Finding("appear", Health.DOUBTFUL, words, _INBOX)
    if away := status.get("away"):
        remedy = "come back to the screen; whether questions wait for that: sayso config get locked"
        yield Finding("person", Health.DOUBTFUL, away, remedy)
    if (left := status.get("do_not_disturb")) is not None:
        words = f"on for {written(round(left))} more"
        remedy = "sayso dnd off; whether questions wait until then: sayso config get do_not_disturb"
        yield Finding("do not disturb", Health.DOUBTFUL, words, remedy)
    if fault := status.get("log_fault"):
        words = f"what is asked and answered is not written down: {fault}"
        yield Finding(
            "log", Health.DOUBTFUL, words, f"see what is wrong with {visible_path(status['log'])}"
        )


def _not_now(status: DaemonStatus | None) -> str:
    """What keeps questions from the screen for a while, to follow the verdict; empty: nothing."""
    if status and status.get("away"):
        return f", but not now: {status['away']}"
    if status and status.get("do_not_disturb") is not None:
        return ", but not now: you are not to be disturbed"
    return ""


def _own_status() -> DaemonStatus:
    """The status of this machine's daemon, wherever the person sits. Raises SaysoError."""
    path = select.endpoint().socket_path(os.environ)
    return Client(path, spawn=False, name=CLIENT_NAME).status()


def _of_whose_code(status: DaemonStatus) -> Finding:
    """The finding on whose code the daemon runs. The daemon of another sayso does not recognise
    this one's command by its file: it then shows a question as sayso's, and not as its caller's. A
    restart keeps the other one's code, unless the installer has replaced that version by
    another."""
    words = f"pid {status['pid']}, on screen {status['screen']}"
    program = status.get("program", PLACE)
    if program == PLACE:
        return Finding("daemon", Health.WORKS, words)
    if launcher.is_replaced(program):
        words = f"{words}, of another version: {visible_path(program)}"
        return Finding("daemon", Health.DOUBTFUL, words, "sayso daemon restart")
    words = f"{words}, of another sayso: {visible_path(program)}"
    remedy = "sayso daemon stop (open questions and kept answers go with it)"
    return Finding("daemon", Health.DOUBTFUL, words, remedy)


_INBOX = "start a panel that shows tray icons, or a notification server"


def _describe(findings: Iterable[Finding]) -> str:
    lines = []
    for finding in findings:
        lines.append(f"{finding.name:<17} {finding.health:<9} {finding.words}")
        if finding.remedy and finding.health is not Health.WORKS:
            lines.append(f"{'':<27} What to do: {finding.remedy}")
    return "\n".join(lines)
