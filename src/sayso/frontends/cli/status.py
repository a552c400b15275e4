"""sayso status: how the daemon is."""

from __future__ import annotations

from sayso.client.sync import Client
from sayso.core.text import visible_line, visible_message, visible_path
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.command import Command, Group, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.client.shapes import DaemonStatus
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "status",
    "Show how the daemon is. Exit status 6 if none is running.",
    groups=(Group("Options", (json_option(),)),),
    examples=("sayso status", "sayso status --json | jq .daemon.open"),
    json='{"status": "running", "daemon", "exit"}; "daemon" has "pid", "keeper", "version", '
    '"program" (the directory of its code), "given_up" and "given_up_reason" (how many questions '
    "of the daemon before it could not go on with, null: not known; and why, null: it goes on with "
    "everything), "
    '"protocol", "uptime" (seconds), "socket", "screen" and "screen_reason" (one of both is null), '
    '"screen_unguarded" (what a dialog is not guarded against there, or null), '
    '"ends_with" (the scope or service that it is in, or the program that adopted it, or null), '
    '"log", "log_fault", "config", "config_fault", "tray" and "tray_fault", "do_not_disturb" '
    '(seconds left, or null), "away" (why nobody is at the screen, or null), "presence_fault", '
    '"session_bus_fault", "open", "unopened" (of these, how many wait to '
    'be opened), "appear_fault" (why questions appear by themselves, though they are to wait for '
    'that, or null), "retained", "forgotten" (how many outcomes it had no room for), '
    '"waiting", "connections", "places" (as of sayso remote list) and "places_fault" (why none of '
    "these may ask, or null).",
    exits=((exits.OK, "it runs"), exits.FAULT, exits.SERVICE),
)


def run(args: Arguments) -> int:
    status = Client(name=CLIENT_NAME).status()
    if args.json:
        output.result_json({"status": "running", "daemon": status, "exit": exits.OK})
    else:
        output.result(_describe(status))
    return exits.OK


def _ends_with(status: DaemonStatus) -> Iterator[str]:
    """The line about what the daemon ends with: a terminal, a login, an agent; left out if that is
    not known, or if the daemon is an older one."""
    if unit := status.get("ends_with"):
        yield f"             it ends with {visible_line(unit)}"


def _log(status: DaemonStatus) -> Iterator[str]:
    """The line about the log; left out for an older daemon, which keeps no log."""
    if "log" in status:
        fault = status["log_fault"]
        words = "" if fault is None else f" (not written: {fault})"
        yield f"log          {visible_path(status['log'])}{words}"


def _config(status: DaemonStatus) -> Iterator[str]:
    """The lines about the configuration; left out for an older daemon, which has no
    configuration."""
    if "config" in status:
        fault = status["config_fault"]
        words = "" if fault is None else f"\n             not in force: {visible_message(fault)}"
        yield f"settings     {visible_path(status['config'])}{words}"


def _person(status: DaemonStatus) -> Iterator[str]:
    """The lines about the person's presence and the session bus; left out for an older daemon,
    which does not check them."""
    if "presence_fault" in status:
        fault = status["presence_fault"]
        words = status["away"] or "somebody may be there"
        yield f"person       {words if fault is None else f'not known: {visible_line(fault)}'}"
        fault = status["session_bus_fault"]
        yield f"session bus  {'there' if fault is None else f'none: {visible_line(fault)}'}"


def _program(status: DaemonStatus) -> Iterator[str]:
    """The lines about the daemon's code, and about what it has given up; left out for an older
    daemon, which does not report them."""
    if "program" in status:
        yield f"program      {visible_path(status['program'])}"
    if words := given_up(status):
        yield f"given up     {words}"


def given_up(status: DaemonStatus) -> str:
    """What the daemon could not go on with when it started; empty: nothing, as far as it
    reports."""
    reason = status.get("given_up_reason")
    if reason is None:
        return ""
    count = status["given_up"]
    many = "questions" if count is None else f"{count} question{'s' * (count != 1)}"
    return f"{many} of the daemon before: {visible_line(reason)}"


def _keeper(status: DaemonStatus) -> Iterator[str]:
    """The line about the keeper; left out for an older daemon, which has no keeper."""
    if "keeper" in status:
        pid = status["keeper"]
        yield f"keeper       {'none just now' if pid is None else f'pid {pid}'}"


def _tray(status: DaemonStatus) -> Iterator[str]:
    """The line about the tray; left out for an older daemon, which has no tray."""
    if "tray" in status:
        pid, fault = status["tray"], status.get("tray_fault")
        none = "none" if fault is None else f"none ({visible_message(fault)})"
        yield f"tray         {none if pid is None else f'pid {pid}'}"


def _inbox(status: DaemonStatus) -> Iterator[str]:
    """The lines about questions that appear at once; only if that is not as the person has set
    it."""
    if fault := status.get("appear_fault"):
        yield "appear       at once, not when asked: nobody would learn of a question"
        yield f"             {visible_line(fault)}"


def _disturbance(status: DaemonStatus) -> Iterator[str]:
    left = status.get("do_not_disturb")
    if left is not None:
        yield f"disturb      not for {left:.0f} s more (sayso dnd off ends that)"


def _screen(status: DaemonStatus) -> Iterator[str]:
    """The lines about the screen. An older daemon does not report what dialogs are not guarded
    against there."""
    name = status["screen"] or f"none ({status['screen_reason']})"
    yield f"screen       {name}"
    if unguarded := status.get("screen_unguarded"):
        yield f"             not guarded there: a dialog is shown {visible_line(unguarded)}"


def _questions(status: DaemonStatus) -> str:
    """The lines about questions. An older daemon does not report how many outcomes it had no room
    for, nor how many questions wait to be opened."""
    counted = f"questions    {status['open']} open, {status['retained']} kept"
    forgotten = status.get("forgotten")
    waiting = status.get("unopened")
    unopened = f"\n             {waiting} of them to be opened: sayso next" if waiting else ""
    lost = f", {forgotten} forgotten, as there was no room for more" if forgotten else ""
    return f"{counted}{lost}{unopened}"


def _elsewhere(status: DaemonStatus) -> str:
    """What is shown on a machine at which nobody sits: the daemon is where the person sits."""
    return "\n".join(
        (
            f"daemon       {status['version']}, protocol {status['protocol']}: where you sit",
            f"this is      {visible_line(status['place'])} there",
            *_screen(status),
            f"{_questions(status)}, of those asked from here",
        )
    )


def _places(status: DaemonStatus) -> Iterator[str]:
    """A line about each machine or container that may ask here, or why none may."""
    from sayso.frontends.cli.remote import state_of  # few have any

    if fault := status.get("places_fault"):
        yield f"elsewhere    none may ask: {visible_message(fault)}"
    for heading, place in zip(_headings("elsewhere"), status.get("places", ()), strict=False):
        by = ", ".join(map(visible_line, place["askers"]))
        yield f"{heading}{place['name']}: {state_of(place)}{by and f', used by {by}'}"


def _headings(word: str) -> Iterator[str]:
    """The heading of the first line, then blanks for the lines that follow."""
    yield f"{word:13}"
    while True:
        yield " " * 13


def _describe(status: DaemonStatus) -> str:
    if "place" in status:
        return _elsewhere(status)
    return "\n".join(
        (
            f"daemon       {status['version']}, pid {status['pid']}, protocol {status['protocol']}",
            *_ends_with(status),
            *_program(status),
            *_keeper(status),
            f"running for  {status['uptime']:.0f} s",
            f"socket       {status['socket']}",
            *_screen(status),
            *_person(status),
            *_log(status),
            *_config(status),
            *_tray(status),
            *_disturbance(status),
            *_inbox(status),
            *_places(status),
            _questions(status),
            f"callers      {status['waiting']} waiting, {status['connections']} connected",
        )
    )
