"""Start at login: units of the person's systemd, and an entry in the desktop's own list.

systemd has the socket from the beginning, and starts the daemon with the graphical session or when
somebody asks. The entry is for desktops that do not tell systemd of their session, and for systems
without it.
"""

import sys

assert sys.platform == "linux"

import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress

from sayso import launcher
from sayso.core.text import visible_path
from sayso.errors import SaysoError, ServiceError, Unsupported, UnusableFile
from sayso.platforms.contract.autostart import AutostartStatus
from sayso.platforms.linux import endpoint, manager, units
from sayso.platforms.unix.changes import Changes, read

_COMMANDS = {
    units.SERVICE: launcher.command("daemon", "run", "--supervised"),
    units.SOCKET: launcher.command("daemon", "run", "--supervised"),
    units.ENTRY: launcher.command("daemon", "start"),
}

_WANTED_BY = {units.SERVICE: "graphical-session.target", units.SOCKET: "sockets.target"}
"""As the units' [Install] says."""

_WITHIN = 30.0
"""Seconds for the service manager to read its units anew."""

_AGAIN = "run: sayso autostart enable"


def enable(environ: Mapping[str, str]) -> None:
    _check(environ)
    places = _Places(environ)
    by_units = places.manager is not None or bool(places.there() & places.units.keys())
    with Changes(units.is_ours) as changes:
        for path, name in places.files.items():
            if path == places.entry or by_units:
                changes.put(path, units.text(name, _COMMANDS[name]))
        for path, target in places.links.items() if by_units else ():
            changes.link(path, target)
        places.reload()


def disable(environ: Mapping[str, str]) -> None:
    places = _Places(environ)
    with Changes(units.is_ours) as changes:
        was_there = places.there()
        for path in places.links:
            changes.unlink(path)
        for path in places.files:
            changes.remove(path)
        if was_there & places.units.keys():
            places.reload()
    places.remove_empty()
    places.stop_listening()


def status(environ: Mapping[str, str]) -> AutostartStatus:
    places = _Places(environ)
    there = places.there()
    by_units = there & places.units.keys()
    how = "systemd" if by_units else "desktop" if there else ""
    shown = tuple(path for path in places.files if path in there)
    trouble, remedy = places.trouble(there, bool(by_units))
    return AutostartStatus(bool(there), how, shown, trouble, remedy)


def _check(environ: Mapping[str, str]) -> None:
    """Raises Unsupported."""
    if environ.get("SAYSO_SOCKET"):
        raise Unsupported(
            "SAYSO_SOCKET is set, and what starts at login listens at the usual place",
            remedy="run it without: env -u SAYSO_SOCKET sayso autostart enable",
        )
    if not units.can_name(sys.executable):
        raise Unsupported(
            f"neither systemd nor a desktop can start the program {sys.executable!r}",
            remedy="install sayso at a path without quotes, \\, %, = and control characters",
        )


class _Places:
    """Where all of it is for this user."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """Raises Unsupported: there is no such place."""
        self._environ = environ
        self._config = _configuration_directory(environ)
        self._unit_directory = os.path.join(self._config, "systemd", "user")
        self.entry = os.path.join(self._config, "autostart", units.ENTRY)
        self.units = {os.path.join(self._unit_directory, name): name for name in _WANTED_BY}
        self.files = {**self.units, self.entry: units.ENTRY}
        self.links = {
            os.path.join(self._unit_directory, f"{_WANTED_BY[name]}.wants", name): path
            for path, name in self.units.items()
        }
        runtime = endpoint.runtime_directory(environ)
        self.manager = runtime if runtime and manager.runs(runtime) else None
        """The runtime directory of a service manager that runs."""

    def there(self) -> set[str]:
        return {path for path in self.files if os.path.lexists(path)}

    def trouble(self, there: set[str], by_units: bool) -> tuple[str, str]:
        """And its remedy."""
        for path in sorted(there):
            try:
                text = read(path, units.is_ours)
            except UnusableFile as error:
                return error.message, error.remedy
            if text is None:
                continue
            if not os.path.exists(program := units.program(text)):
                gone = f"{visible_path(program)}, which is no longer there"
                return f"{visible_path(path)} starts {gone}", _AGAIN
            name = self.files[path]
            if program == sys.executable and text != units.text(name, _COMMANDS[name]):
                return f"{visible_path(path)} is of another version of sayso", _AGAIN
        if not there:
            return "", ""
        wanted = {*self.files, *self.links} if by_units else {self.entry}
        missing = sorted(path for path in wanted if not os.path.lexists(path))
        return (f"there is no {visible_path(missing[0])}", _AGAIN) if missing else ("", "")

    def reload(self) -> None:
        self._systemctl("daemon-reload")

    def stop_listening(self) -> None:
        """The manager, that is; a daemon that runs still has the socket."""
        if self.manager is None:
            return
        with suppress(ServiceError):  # it did not listen
            self._systemctl("stop", units.SOCKET)
        path = endpoint.socket_path(self._environ)
        with suppress(SaysoError):  # a daemon runs, or there is nothing of ours
            if os.path.lexists(path):
                endpoint.listen(path, 1).close()

    def remove_empty(self) -> None:
        """The directories that are empty now."""
        wants = {os.path.dirname(path) for path in self.links}
        directories = (*wants, self._unit_directory, os.path.dirname(self._unit_directory))
        for directory in (*directories, os.path.dirname(self.entry)):
            with suppress(OSError):  # not empty, or not there
                os.rmdir(directory)

    def _systemctl(self, *words: str) -> None:
        """Raises ServiceError."""
        if self.manager is None:
            return
        try:
            manager.systemctl(self.manager, *words, within=_WITHIN)
        except (OSError, subprocess.SubprocessError) as error:
            command = " ".join(("systemctl --user", *words))
            said = getattr(error, "stderr", None)
            words_said = said.decode(errors="replace").strip() if said else str(error)
            raise ServiceError(
                f"{command} failed: {words_said}",
                remedy=f"mend that (see what this says: {command}), then run this again",
            ) from error


def _configuration_directory(environ: Mapping[str, str]) -> str:
    """XDG Base Directory Specification. Raises Unsupported."""
    directory = environ.get("XDG_CONFIG_HOME", "")
    if os.path.isabs(directory):  # a relative one is invalid
        return directory
    home = environ.get("HOME", "")
    if not os.path.isabs(home):
        raise Unsupported(
            "there is no place for what starts at login: HOME is not set",
            remedy="set HOME, or XDG_CONFIG_HOME, to a path",
        )
    return os.path.join(home, ".config")
