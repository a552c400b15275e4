"""The person's session manager, which is their own systemd: it knows the screen of the session.

Desktops tell it their screen (`systemctl --user import-environment`). So it knows better than the
program that happens to start us: that one may hand on only part of its environment, as many clients
of MCP do, or be on another screen.
"""

import sys

assert sys.platform == "linux"

import os
import subprocess
from collections.abc import Mapping, MutableMapping, Sequence

from sayso.platforms.linux import endpoint, session_bus, units

_SYSTEMCTL = ("/usr/bin/systemctl", "--user")
_SYSTEMD_RUN = ("/usr/bin/systemd-run", "--user")
_WITHIN = 2.0
"""Seconds for the manager to answer."""

_START_WITHIN = 5.0
"""Seconds for a daemon to be ready."""

_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP")
"""Variables that belong together: all are taken from the same environment, or none."""

_RUNTIME = "XDG_RUNTIME_DIR"

_QUOTED = "$'"
"""The beginning of a value that systemctl quotes, as it has characters that none of these variables
has where all is well."""


def join(environ: MutableMapping[str, str]) -> None:
    """Puts the session's screen and bus into this environment, in place of those that it names.

    Where no manager runs, or it knows no screen, nothing changes; where it knows no bus, the bus
    that the environment names stays.
    """
    runtime = endpoint.runtime_directory(environ)
    if runtime is None or not runs(runtime):
        return
    told = environment(runtime)
    if not (told.get("DISPLAY") or told.get("WAYLAND_DISPLAY")):
        return
    for name in _SCREEN:
        environ.pop(name, None)
    environ.update({name: told[name] for name in _SCREEN if name in told})
    if bus := told.get(session_bus.VARIABLE):
        # a bus of a program's own (dbus-run-session) has neither tray nor notifications
        environ[session_bus.VARIABLE] = bus
    runtime_there = told.get(_RUNTIME, runtime)
    if environ.setdefault(_RUNTIME, runtime_there) != runtime_there and "WAYLAND_DISPLAY" in told:
        # this socket is in the session's own runtime directory, not in the one of the asker
        environ["WAYLAND_DISPLAY"] = os.path.join(runtime_there, told["WAYLAND_DISPLAY"])


def start(environ: Mapping[str, str], command: Sequence[str]) -> int | None:
    """Starts this daemon, by the unit that `sayso autostart` wrote or else by a transient one, and
    returns its pid once it is ready. `environ`: the daemon's own.

    None: no manager runs, it does not answer, or the daemon can't begin.
    """
    runtime = endpoint.runtime_directory(environ)
    if runtime is None or not runs(runtime):
        return None
    try:
        unit = _start(runtime, environ, command)
        pid = systemctl(runtime, "show", "--value", "--property=MainPID", unit, within=_WITHIN)
        return int(pid) or None
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _start(runtime: str, environ: Mapping[str, str], command: Sequence[str]) -> str:
    """Starts the unit and returns its name. Raises OSError, subprocess.SubprocessError."""
    # a packaged unit that nobody enabled knows nothing of the asker's screen
    state = systemctl(
        runtime, "show", "--value", "--property=UnitFileState", units.SERVICE, within=_WITHIN
    )
    if state.strip().startswith(b"enabled") and not environ.get("SAYSO_SOCKET"):
        systemctl(runtime, "start", units.SERVICE, within=_START_WITHIN)
        return units.SERVICE
    unit = f"sayso-{os.urandom(4).hex()}.service"
    properties = (f"--property={each}" for each in units.properties())
    variables = (f"--setenv={name}={value}" for name, value in environ.items())
    # A dollar sign is doubled, as what follows a single one is replaced (systemd.service(5))
    words = (word.replace("$", "$$") for word in command)
    made = ("--quiet", "--collect", f"--unit={unit}", *properties, *variables, "--", *words)
    _run(runtime, (*_SYSTEMD_RUN, *made), _START_WITHIN)
    return unit


def runs(runtime: str) -> bool:
    """Whether the manager runs for the user of this runtime directory."""
    return os.path.exists(os.path.join(runtime, "systemd", "private"))


def systemctl(runtime: str, *words: str, within: float) -> bytes:
    """Runs systemctl and returns its output. Raises OSError, subprocess.SubprocessError."""
    return _run(runtime, (*_SYSTEMCTL, *words), within)


def _run(runtime: str, command: Sequence[str], within: float) -> bytes:
    done = subprocess.run(  # noqa: S603 - fixed programs, no shell
        command,
        env={"XDG_RUNTIME_DIR": runtime, "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=within,
    )
    return done.stdout


def environment(runtime: str) -> Mapping[str, str]:
    """The environment that the manager gives to what it starts; empty where it does not answer."""
    try:
        answer = systemctl(runtime, "show-environment", within=_WITHIN)
    except (OSError, subprocess.SubprocessError) as error:
        import logging  # slow to load, and rarely needed by the short commands that come here

        log = logging.getLogger(__name__)
        log.warning("the session manager does not tell which screen it has: %s", error)
        return {}
    lines = os.fsdecode(answer).splitlines()
    pairs = (line.partition("=") for line in lines)
    return {name: value for name, _, value in pairs if not value.startswith(_QUOTED)}
