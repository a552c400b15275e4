"""The parts of sayso that start at login: the daemon, and the agent for systemd's passwords."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sayso.errors import SaysoError, UnusableFile
from sayso.frontends.install.change import unified
from sayso.frontends.install.places import Environ
from sayso.frontends.integrations.integration import Integration, Kind, Planned
from sayso.platforms import select
from sayso.platforms.contract.autostart import Autostart, AutostartStatus
from sayso.platforms.contract.doctor import Finding, Health

DAEMON = "autostart"
_Part = Callable[[], Autostart]
"""Returns what starts one of the parts at login. Raises Unsupported: this system has no such
thing."""


def integrations() -> Iterator[Integration]:
    yield _integration(DAEMON, "sayso", select.autostart, daemon_findings)
    yield _integration("ask-password-agent", "systemd", select.password_agent, agent_findings)


def _integration(
    name: str, title: str, part: _Part, findings: Callable[[Environ], Iterator[Finding]]
) -> Integration:
    return Integration(
        Kind.LOGIN,
        name,
        title,
        f"sayso {name} enable",
        partial(_is_here, part),
        partial(_is_on, part),
        findings,
        partial(_plan, part),
    )


def _is_here(part: _Part, environ: Environ) -> bool:
    try:
        part().plan(environ, wanted=True)
    except SaysoError:
        return _has_files(part, environ)
    return True


def _has_files(part: _Part, environ: Environ) -> bool:
    try:
        return bool(part().status(environ).files)
    except SaysoError:
        return False


def _is_on(part: _Part, environ: Environ) -> bool:
    return part().status(environ).enabled


def _plan(part: _Part, environ: Environ, wanted: bool) -> Planned:
    started = part()
    changes = started.plan(environ, wanted=wanted)

    def make() -> str:
        if started.plan(environ, wanted=wanted) != changes:
            raise UnusableFile(
                "what starts at login was changed by another program just now",
                remedy="try again; nothing was changed",
            )
        (started.enable if wanted else started.disable)(environ)
        return "It starts at your next login." if wanted else ""

    diffs = (
        unified(each.place, each.before, each.after, is_new=not each.before, is_gone=not each.after)
        for each in changes
    )
    return Planned("\n".join(diffs), make)


# For the doctor


def daemon_findings(environ: Environ) -> Iterator[Finding]:
    name = "start at login"
    try:
        status = select.autostart().status(environ)
    except SaysoError as error:
        yield Finding(name, Health.DOUBTFUL, error.message, error.remedy)
        return
    off = "off: the first question starts the daemon"
    yield _finding(name, status, f"by {status.starter}", off)


def agent_findings(environ: Environ) -> Iterator[Finding]:
    """The doctor's findings on the agent for systemd's passwords; none if it is not enabled."""
    try:
        status = select.password_agent().status(environ)
    except SaysoError:  # this system has no such agent
        return
    if status.enabled:
        yield _finding("password agent", status, "starts at login, and answers systemd's requests")


def _finding(name: str, status: AutostartStatus, on: str, off: str = "") -> Finding:
    if status.trouble:
        return Finding(name, Health.DOUBTFUL, status.trouble, status.remedy)
    return Finding(name, Health.WORKS, on if status.enabled else off)
