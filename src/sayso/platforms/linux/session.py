"""The person's session on Linux: its clock and its screen."""

import sys

assert sys.platform == "linux"

import _socket  # for short commands: see `unix.channel`
import os
import time
from collections.abc import Mapping, MutableMapping
from contextlib import closing


def now() -> float:
    """Seconds since boot, counted through suspend. Processes' start times are on the same clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def environment(asker: Mapping[str, str]) -> dict[str, str]:
    """See `account.environment`."""
    from sayso.platforms.linux import account  # only needed to start a daemon, or to find it

    return account.environment(asker)


def variables() -> tuple[str, ...]:
    """The variables that name screen, runtime directory and message bus."""
    return (
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "XAUTHORITY",
        "XDG_RUNTIME_DIR",
        "DBUS_SESSION_BUS_ADDRESS",
    )


def is_elevated(environ: Mapping[str, str]) -> bool:
    return "SUDO_UID" in environ and os.geteuid() == 0


def join(environ: MutableMapping[str, str]) -> None:
    """See `manager.join` and `session_bus.settle`."""
    # only a daemon needs them, and dialogs and keeper load this module, too
    from sayso.platforms.linux import manager, session_bus

    manager.join(environ)
    session_bus.settle(environ)


def take_activation(environ: MutableMapping[str, str]) -> str | None:
    """Takes out Wayland's activation token (xdg-activation-v1)."""
    return environ.pop("XDG_ACTIVATION_TOKEN", None)


def screen(environ: Mapping[str, str]) -> str | None:
    """The screen that this environment names; None: it names none. Wayland's ("wayland-0") comes
    before X11's (":0"), as an X server in a Wayland session is only a guest.

    Session managers may go on naming a compositor that has gone: then the X11 display is taken.
    """
    wayland, x11 = environ.get("WAYLAND_DISPLAY"), environ.get("DISPLAY")
    if wayland and x11 and not _listens(os.path.join(environ.get("XDG_RUNTIME_DIR", "/"), wayland)):
        return x11
    return wayland or x11 or None


def _listens(path: str) -> bool:
    """Whether a compositor listens at this path: one that crashed leaves its socket behind."""
    with closing(_socket.socket(_socket.AF_UNIX)) as asking:
        asking.setblocking(False)
        try:
            asking.connect(path)
        except BlockingIOError:
            return True  # its queue is full, so it is there
        except OSError:
            return False
    return True


def no_screen() -> str:
    """Says that there is no screen, in the terms of X11 and Wayland."""
    return (
        "there is no screen: the daemon was started without DISPLAY or WAYLAND_DISPLAY, "
        "and the session manager knows none"
    )
