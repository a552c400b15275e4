"""Start at login: a launchd agent, which has the socket from then on, and starts the daemon with
the desktop.

Enabling it touches nothing that runs. If launchd read the agent at once, it would take the socket's
path away from a daemon that listens there. So launchd reads the agent at the next login, or when
somebody asks while no daemon runs: see `supervisor.start`.
"""

import sys

assert sys.platform == "darwin"

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress

from sayso import launcher
from sayso.core.text import visible_path
from sayso.errors import SaysoError, ServiceError, Unsupported, UnusableFile
from sayso.platforms.contract.autostart import AutostartStatus, LoginChange
from sayso.platforms.macos import agent, endpoint, launchd
from sayso.platforms.unix.changes import Changes, read

_WORDS = ("daemon", "run", "--supervised")
_AGAIN = "run: sayso autostart enable"


def enable(environ: Mapping[str, str]) -> None:
    _check(environ)
    with Changes(agent.is_ours) as changes:
        endpoint.make_way()  # launchd makes the socket, but not its directory
        changes.put(launchd.agent(environ), agent.text(_command(), endpoint.socket_path(environ)))


def disable(environ: Mapping[str, str]) -> None:
    path = launchd.agent(environ)
    with Changes(agent.is_ours) as changes:
        was_there = os.path.lexists(path)
        changes.remove(path)
        if was_there:
            _stop_listening(environ)


def plan(environ: Mapping[str, str], *, wanted: bool) -> tuple[LoginChange, ...]:
    path, after = launchd.agent(environ), ""
    if wanted:
        _check(environ)
        after = agent.text(_command(), endpoint.socket_path(environ))
    before = read(path, agent.is_ours) or ""
    return (LoginChange(path, before, after),) if before != after else ()


def status(environ: Mapping[str, str]) -> AutostartStatus:
    path = launchd.agent(environ)
    there = os.path.lexists(path)
    trouble, remedy = _trouble(environ, path) if there else ("", "")
    files = (path,) if there else ()
    return AutostartStatus(there, "launchd" if there else "", files, trouble, remedy)


def _check(environ: Mapping[str, str]) -> None:
    """Raises Unsupported where launchd could not start our program, or would listen at another
    path."""
    if environ.get("SAYSO_SOCKET"):
        raise Unsupported(
            "SAYSO_SOCKET is set, and what starts at login listens at the usual place",
            remedy="run it without: env -u SAYSO_SOCKET sayso autostart enable",
        )
    if not all(word.isprintable() for word in _command()):
        raise Unsupported(
            f"launchd can't start the program {sys.executable!r}",
            remedy="install sayso at a path without control characters",
        )


def _command() -> tuple[str, ...]:
    """The `sayso` command that was installed with us, as macOS shows its name to the person; if
    there is none, our module by the interpreter."""
    named = os.path.join(os.path.dirname(sys.executable), "sayso")
    return (named, *_WORDS) if os.access(named, os.X_OK) else launcher.command(*_WORDS)


def _trouble(environ: Mapping[str, str], path: str) -> tuple[str, str]:
    """What is wrong with the agent's file, and its remedy; both empty: nothing that is known."""
    try:
        text = read(path, agent.is_ours)
    except UnusableFile as error:
        return error.message, error.remedy
    if text is None:
        return "", ""
    shown = visible_path(path)
    program = agent.program(text)
    if not os.path.exists(program):
        return f"{shown} starts {visible_path(program)}, which is no longer there", _AGAIN
    with suppress(SaysoError):
        if text != agent.text(_command(), endpoint.socket_path(environ)):
            return f"{shown} is of another version of sayso", _AGAIN
    return "", ""


def _stop_listening(environ: Mapping[str, str]) -> None:
    """Has launchd stop listening, unless the daemon that it started runs: that daemon would end as
    well, so launchd goes on until the person logs out. Raises ServiceError."""
    try:
        if not launchd.is_loaded() or launchd.runs():
            return
        launchd.bootout()
    except (OSError, subprocess.SubprocessError) as error:
        command = f"launchctl bootout gui/$UID/{launchd.LABEL}"
        raise ServiceError(
            f"launchd still listens for sayso: {launchd.said(error)}",
            remedy=f"mend that (see what this says: {command}), then run this again",
        ) from error
    path = endpoint.socket_path(environ)
    with suppress(SaysoError):  # a daemon listens there, or the file is not our socket
        if os.path.lexists(path):
            endpoint.listen(path, 1).close()
