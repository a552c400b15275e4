"""Start at login: units of the person's systemd, and an entry in the desktop's own list.

systemd has the socket from the beginning, and starts the daemon with the graphical session or when
somebody asks. The entry is for desktops that do not tell systemd of their session, and for systems
without it.
"""

import sys

assert sys.platform == "linux"

import os
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from sayso import launcher
from sayso.core.text import visible_path
from sayso.errors import SaysoError, ServiceError, Unsupported, UnusableFile
from sayso.platforms.contract.autostart import AutostartStatus
from sayso.platforms.linux import endpoint, manager, units

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
    with _Changes() as changes:
        for path, name in places.files.items():
            if path == places.entry or by_units:
                changes.put(path, units.text(name, _COMMANDS[name]))
        for path, target in places.links.items() if by_units else ():
            changes.link(path, target)
        places.reload()


def disable(environ: Mapping[str, str]) -> None:
    places = _Places(environ)
    with _Changes() as changes:
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
                text = _read(path)
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


class _Changes:
    """To files; when the `with` block fails, they are undone. An OSError becomes UnusableFile."""

    def __init__(self) -> None:
        self._undo = ExitStack()

    def __enter__(self) -> "_Changes":
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None:
            self._undo.pop_all()
        self._undo.close()

    def put(self, path: str, text: str) -> None:
        before = _read(path)
        if before == text:
            return
        with _naming(path):
            self._make_directories(os.path.dirname(path))
            _write(path, text)
        if before is None:
            self._undo.callback(os.unlink, path)
        else:
            self._undo.callback(_write, path, before)

    def link(self, path: str, target: str) -> None:
        with _naming(path):
            if os.path.islink(path) and os.readlink(path) == target:
                return
            self._make_directories(os.path.dirname(path))
            os.symlink(target, path)
        self._undo.callback(os.unlink, path)

    def unlink(self, path: str) -> None:
        with _naming(path), suppress(FileNotFoundError):
            target = os.readlink(path)
            os.unlink(path)
            self._undo.callback(os.symlink, target, path)

    def remove(self, path: str) -> None:
        text = _read(path)
        if text is None:
            return
        with _naming(path):
            os.unlink(path)
        self._undo.callback(_write, path, text)

    def _make_directories(self, path: str) -> None:
        missing = []
        while not os.path.isdir(path):
            missing.append(path)
            path = os.path.dirname(path)
        for directory in reversed(missing):
            os.mkdir(directory, 0o700)
            self._undo.callback(os.rmdir, directory)


def _read(path: str) -> str | None:
    """One of ours; None: it is not there. Raises UnusableFile: it is somebody else's."""
    with _naming(path):
        try:
            if stat.S_ISREG(os.lstat(path).st_mode):
                with open(path, encoding="utf-8", errors="surrogateescape") as file:
                    text = file.read()
                if units.is_ours(text):
                    return text
        except FileNotFoundError:
            return None
    shown = visible_path(path)
    raise UnusableFile(
        f"{shown} is not as sayso wrote it, so it stays as it is",
        remedy=f"move it away, then run this again: mv {shown} {shown}.mine",
    )


def _write(path: str, text: str) -> None:
    """In one step. Raises OSError."""
    descriptor, new = tempfile.mkstemp(
        prefix=f".{os.path.basename(path)}.", dir=os.path.dirname(path)
    )
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


@contextmanager
def _naming(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnusableFile(
            f"can't change {visible_path(error.filename or path)}: {error.strerror}",
            remedy="mend that, then run this again; nothing was changed",
        ) from error
