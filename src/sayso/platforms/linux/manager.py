"""The person's session manager, systemd's of that user: it knows the screen of the session.

Desktops tell it (`systemctl --user import-environment`), whatever program happens to start us: one
that hands its environment on only in parts, as many clients of MCP do, or one on another screen.
"""

import sys

assert sys.platform == "linux"

import logging
import os
import subprocess
from collections.abc import Mapping, MutableMapping

from sayso.platforms.linux import endpoint, session_bus

log = logging.getLogger(__name__)

_SYSTEMCTL = ("/usr/bin/systemctl", "--user")
_WITHIN = 2.0
"""Seconds to answer."""

_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP")
"""They go together: none of them from one place, and another from elsewhere."""

_RUNTIME = "XDG_RUNTIME_DIR"

_QUOTED = "$'"
"""So begins a value with characters that no such variable has where all is well."""


def join(environ: MutableMapping[str, str]) -> None:
    """Puts the session's screen and bus into this environment, in place of what names one there.

    Where no manager runs, or none that knows a screen, nothing changes; where it knows no bus,
    what names one there stays.
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
        # a program's own (dbus-run-session) has neither tray nor notifications
        environ[session_bus.VARIABLE] = bus
    if _RUNTIME in told:
        environ.setdefault(_RUNTIME, told[_RUNTIME])


def runs(runtime: str) -> bool:
    """Whether it runs for the user of this runtime directory."""
    return os.path.exists(os.path.join(runtime, "systemd", "private"))


def systemctl(runtime: str, *words: str, within: float) -> bytes:
    """What it writes. Raises OSError, subprocess.SubprocessError."""
    done = subprocess.run(  # noqa: S603 - fixed words, no shell
        [*_SYSTEMCTL, *words],
        env={"XDG_RUNTIME_DIR": runtime, "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=within,
    )
    return done.stdout


def environment(runtime: str) -> Mapping[str, str]:
    """What it gives to what it starts; nothing where it does not tell."""
    try:
        answer = systemctl(runtime, "show-environment", within=_WITHIN)
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("the session manager does not tell which screen it has: %s", error)
        return {}
    lines = os.fsdecode(answer).splitlines()
    pairs = (line.partition("=") for line in lines)
    return {name: value for name, _, value in pairs if not value.startswith(_QUOTED)}
