"""The agent that answers systemd's requests for passwords; a unit of the person's systemd starts
it."""

import sys

assert sys.platform == "linux"

from collections.abc import Mapping
from contextlib import suppress

from sayso.errors import ServiceError, Unsupported
from sayso.platforms.contract.autostart import AutostartStatus, LoginChange
from sayso.platforms.linux import password_requests, units
from sayso.platforms.linux.login_files import LoginFiles, Started, check

_AGENT = Started(
    by="ask-password-agent",
    files=(units.AGENT,),
    wanted_by={units.AGENT: "graphical-session.target"},
)

directories = password_requests.directories
requests = password_requests.requests
read = password_requests.read
connect = password_requests.connect
watch_exit = password_requests.watch_exit


def enable(environ: Mapping[str, str]) -> None:
    _checked(environ).put()


def disable(environ: Mapping[str, str]) -> None:
    """Also stops the agent, which holds nothing that could be lost."""
    files = LoginFiles(_AGENT, environ)
    files.remove()
    with suppress(ServiceError):  # it did not run
        files.stop(units.AGENT)


def plan(environ: Mapping[str, str], *, wanted: bool) -> tuple[LoginChange, ...]:
    files = _checked(environ) if wanted else LoginFiles(_AGENT, environ)
    return files.plan(wanted=wanted)


def status(environ: Mapping[str, str]) -> AutostartStatus:
    return LoginFiles(_AGENT, environ).status()


def _checked(environ: Mapping[str, str]) -> LoginFiles:
    """The agent's files, if they can start it here. Raises Unsupported."""
    check(environ, _AGENT.by)
    files = LoginFiles(_AGENT, environ)
    if files.manager is None:
        raise Unsupported(
            "no systemd of yours runs here, which would start it",
            remedy="have your session start it: sayso ask-password-agent run",
        )
    return files
