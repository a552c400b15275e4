"""Start at login: a line in the person's Run key, which Windows runs as they log in.

"Run and RunOnce Registry Keys" in Microsoft's documentation. Settings and Task Manager let the
person switch such a line off. They note that under StartupApproved, which is not documented: an odd
first byte means off.
"""

import sys

assert sys.platform == "win32"

import os
import winreg
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from subprocess import list2cmdline

from sayso import launcher
from sayso.core.text import shorten, visible_line
from sayso.errors import ServiceError, Unsupported
from sayso.platforms.contract.autostart import AutostartStatus, LoginChange

_PERSONS = winreg.HKEY_CURRENT_USER
_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
_SWITCHES = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
_NAME = "sayso"
_LONGEST = 260
"""Most characters of a line in the Run key, by that documentation."""

_SHOWN = rf"HKEY_CURRENT_USER\{_RUN}"
_AGAIN = "run: sayso autostart enable"
_BY_HAND = f"look with regedit at {_SHOWN}, then run this again"


def enable(environ: Mapping[str, str]) -> None:
    """Also switches the line on again if the person has switched it off among Windows' startup
    apps."""
    line = _checked_line(environ)
    with _registry("changed"):
        with winreg.CreateKey(_PERSONS, _RUN) as key:
            winreg.SetValueEx(key, _NAME, 0, winreg.REG_SZ, line)
        _remove(_SWITCHES)  # last: if this fails, autostart stays off, as it was


def disable(environ: Mapping[str, str]) -> None:
    with _registry("changed"):
        _remove(_RUN)
        _remove(_SWITCHES)


def plan(environ: Mapping[str, str], *, wanted: bool) -> tuple[LoginChange, ...]:
    after = f"{_checked_line(environ)}\n" if wanted else ""
    with _registry("read"):
        line, is_off = _read(_RUN), _is_off()
    is_same = line is not None and f"{line}\n" == after
    before = "" if line is None else after if is_same else f"{visible_line(str(line))}\n"
    switch = LoginChange(rf"HKEY_CURRENT_USER\{_SWITCHES}\{_NAME}", "switched off\n", "")
    changes = [LoginChange(rf"{_SHOWN}\{_NAME}", before, after)] if before != after else []
    return (*changes, switch) if is_off else tuple(changes)


def status(environ: Mapping[str, str]) -> AutostartStatus:
    with _registry("read"):
        line, is_off = _read(_RUN), _is_off()
    if line is None:
        return AutostartStatus(enabled=False, how="", files=())
    trouble = ""
    if is_off:
        trouble = f"its line in {_SHOWN} is switched off, among Windows' startup apps"
    elif str(line).casefold() != _line().casefold():
        # any program of the person's can write this line, of any length
        trouble = f"{_SHOWN} starts another sayso: {shorten(visible_line(str(line)), _LONGEST)}"
    return AutostartStatus(
        enabled=not is_off,
        how="registry",
        files=(),
        trouble=trouble,
        remedy=_AGAIN if trouble else "",
    )


def _checked_line(environ: Mapping[str, str]) -> str:
    """The line for the Run key. Raises Unsupported."""
    if environ.get("SAYSO_SOCKET"):
        raise Unsupported(
            "SAYSO_SOCKET is set, and what starts at login listens at the usual place",
            remedy="run it without that variable",
        )
    line = _line()
    if len(line) > _LONGEST:
        raise Unsupported(
            f"Windows starts no program at login by a line of {len(line)} characters: {line}",
            remedy=f"install sayso at a shorter path; {_LONGEST} characters are the most",
        )
    return line


def _line() -> str:
    """The command line. It starts a program without a console, so that no console window
    flashes."""
    if (root := launcher.installation()) is not None:
        unseen = os.path.join(root, launcher.BIN, f"{launcher.UNSEEN}.exe")
        return list2cmdline([unseen, "daemon", "start"])
    command = launcher.command("daemon", "start")
    without = os.path.join(os.path.dirname(command[0]), "pythonw.exe")
    return list2cmdline([without if os.path.exists(without) else command[0], *command[1:]])


def _is_off() -> bool:
    switch = _read(_SWITCHES)
    return isinstance(switch, bytes) and bool(switch) and switch[0] % 2 == 1


def _read(place: str) -> object:
    """Our value in this key; None: there is none. Raises OSError."""
    try:
        with winreg.OpenKey(_PERSONS, place) as key:
            return winreg.QueryValueEx(key, _NAME)[0]
    except FileNotFoundError:
        return None


def _remove(place: str) -> None:
    """Removes our value from this key, if there is one. Raises OSError."""
    with (
        suppress(FileNotFoundError),
        winreg.OpenKey(_PERSONS, place, access=winreg.KEY_SET_VALUE) as key,
    ):
        winreg.DeleteValue(key, _NAME)


@contextmanager
def _registry(tried: str) -> Iterator[None]:
    """Raises ServiceError in place of an OSError from the registry. `tried`:
    "read" or "changed"."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise ServiceError(f"the registry can't be {tried}: {why}", remedy=_BY_HAND) from error
