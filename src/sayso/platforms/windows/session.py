"""The person's session on Windows: its clock and its screen."""

import sys

assert sys.platform == "win32"

from collections.abc import Mapping, MutableMapping

from sayso.platforms.windows.native import clock
from sayso.platforms.windows.native import desktop as native
from sayso.platforms.windows.native.tokens import ElevationType, Token
from sayso.platforms.windows.process_facts import TICKS, ProcessFacts, Unseen, our_identity

_SERVICES = 0
"""The number of the services' session, in which there is no person (since Windows Vista)."""

_SOCKET = "SAYSO_SOCKET"
"""Where the asker looks for the daemon. Nothing else of the asker's environment is taken."""


def now() -> float:
    """Seconds since boot, counted through suspend. Processes' start times are on the same scale.

    When the clock is set, the system moves its time of boot along, so this number does not jump.
    """
    time = clock.time_of_day()
    return (time.now - time.boot) / TICKS


def environment(asker: Mapping[str, str]) -> dict[str, str]:
    """The account's own environment, with the session's name in it, by CreateEnvironmentBlock; our
    own is left out. Raises OSError."""
    own = native.environment_of_account()
    return {**own, _SOCKET: asker[_SOCKET]} if _SOCKET in asker else own


def variables() -> tuple[str, ...]:
    """Variables that say where the person's files are, and those that every Windows program
    needs."""
    return (
        "APPDATA",
        "LOCALAPPDATA",
        "SESSIONNAME",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERNAME",
        "USERPROFILE",
    )


def is_elevated(environ: Mapping[str, str]) -> bool:
    """Whether we have more rights than the desktop's shell (by "Run as administrator") or are
    another user (by `runas`). False if no shell runs: then we want no more than the session has."""
    pid = native.shell_pid()
    if pid is None:
        return False
    try:
        with ProcessFacts(pid) as shell:
            theirs = shell.identity()
    except Unseen:
        return True  # a shell of our own user could be seen
    ours = our_identity()
    if theirs.user != ours.user:
        return True
    with Token() as token:
        is_full = token.elevation_type() is ElevationType.FULL
    return is_full and not theirs.is_elevated


def join(environ: MutableMapping[str, str]) -> None:
    """Does nothing: the screen is the one that this process was started on."""


def take_activation(environ: MutableMapping[str, str]) -> str | None:
    """None, always: Windows gives the right to come to the front to a process
    (AllowSetForegroundWindow), not to an environment, and our windows never ask for it."""
    return None


def screen(environ: Mapping[str, str]) -> str | None:
    """The window station and desktop of this process, such as "WinSta0\\Default"; None: nobody sees
    one. `environ` is not used. Raises OSError."""
    if our_identity().session == _SERVICES:
        return None
    return native.desktop()


def no_screen() -> str:
    """Why there is no screen: services are in a session of their own."""
    return "there is no screen: the daemon runs where no person sees anything, as a service does"
