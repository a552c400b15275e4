"""Files that start a part of sayso at login: units of the person's systemd, and entries in the
desktop's autostart list. Where a package has installed the same units, links to those are enough.
"""

import sys

assert sys.platform == "linux"

import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sayso.core.text import visible_path
from sayso.errors import ServiceError, Unsupported, UnusableFile
from sayso.platforms.contract.autostart import AutostartStatus, LoginChange
from sayso.platforms.linux import endpoint, manager, units
from sayso.platforms.unix.changes import Changes, read

_WITHIN = 30.0
"""Seconds for the service manager to carry out a command, such as reloading its units."""


@dataclass(frozen=True)
class Started:
    """A part of sayso, and the files that start it."""

    by: str
    """The subcommand of sayso that enables it ("autostart")."""
    files: Sequence[str]
    """The names of the files."""
    wanted_by: Mapping[str, str]
    """For each file that is a unit, the target that wants it, as its [Install] section says."""

    @property
    def again(self) -> str:
        return f"run: sayso {self.by} enable"


def check(environ: Mapping[str, str], by: str) -> None:
    """Raises Unsupported where no file can start sayso at login. `by`: the subcommand that a remedy
    names."""
    if environ.get("SAYSO_SOCKET"):
        raise Unsupported(
            "SAYSO_SOCKET is set, and what starts at login is at the usual place",
            remedy=f"run it without: env -u SAYSO_SOCKET sayso {by} enable",
        )
    if not units.can_name(sys.executable):
        raise Unsupported(
            f"neither systemd nor a desktop can start the program {sys.executable!r}",
            remedy="install sayso at a path without quotes, \\, %, = and control characters",
        )


class LoginFiles:
    """The files that start one part of sayso for this user."""

    def __init__(self, started: Started, environ: Mapping[str, str]) -> None:
        """Raises Unsupported: there is no directory for them."""
        self._started = started
        config = _configuration_directory(environ)
        entries = os.path.join(config, "autostart")
        unit_directory = os.path.join(config, "systemd", "user")
        self._entries = {
            os.path.join(entries, name): name
            for name in started.files
            if name not in started.wanted_by
        }
        self._units = {os.path.join(unit_directory, name): name for name in started.wanted_by}
        self._files = {**self._units, **self._entries}
        packaged = {path: units.packaged(name) for path, name in self._units.items()}
        self._superfluous = {path for path, place in packaged.items() if place}
        """The paths of units that a package has installed as well."""
        self._links = {
            os.path.join(unit_directory, f"{started.wanted_by[name]}.wants", name): (
                packaged[path] or path
            )
            for path, name in self._units.items()
        }
        """The path of each link, and the unit that the link leads to."""
        self._emptied = (unit_directory, os.path.dirname(unit_directory), entries)
        runtime = endpoint.runtime_directory(environ)
        self.manager = runtime if runtime and manager.runs(runtime) else None
        """The runtime directory of the service manager; None: none runs."""

    def put(self) -> None:
        """Raises UnusableFile, ServiceError."""
        texts, links = self._wanted()
        with Changes(units.is_ours) as changes:
            for path, text in texts.items():
                if text:
                    changes.put(path, text)
                else:
                    changes.remove(path)
            for path, target in links.items():
                if self._target(path) not in ("", target):
                    changes.unlink(path)
                changes.link(path, target)
            self._reload()

    def plan(self, *, wanted: bool) -> tuple[LoginChange, ...]:
        """What `put` (`wanted`) or `remove` would change. Raises UnusableFile."""
        if wanted:
            texts, links = self._wanted()
        else:
            texts, links = dict.fromkeys(self._files, ""), dict.fromkeys(self._links, "")
        changes = [
            LoginChange(path, read(path, units.is_ours) or "", text) for path, text in texts.items()
        ]
        for path, target in links.items():
            changes.append(LoginChange(path, _link_to(self._target(path)), _link_to(target)))
        return tuple(each for each in changes if each.before != each.after)

    def _wanted(self) -> tuple[dict[str, str], dict[str, str]]:
        """The text of each file (empty: the file is not to exist) and the target of each link, by
        their paths."""
        by_units = self.manager is not None or self._by_units()
        texts = {
            path: "" if path in self._superfluous else units.text(name, units.command(name))
            for path, name in self._files.items()
            if path in self._entries or by_units
        }
        return texts, self._links if by_units else {}

    def remove(self) -> None:
        """Removes the files and links, and directories that are empty then. Raises UnusableFile,
        ServiceError."""
        with Changes(units.is_ours) as changes:
            by_units = self._by_units()
            for path in self._links:
                changes.unlink(path)
            for path in self._files:
                changes.remove(path)
            if by_units:
                self._reload()
        for directory in (*{os.path.dirname(path) for path in self._links}, *self._emptied):
            with suppress(OSError):  # not empty, or not there
                os.rmdir(directory)

    def status(self) -> AutostartStatus:
        there, by_units = self._there(), self._by_units()
        how = "systemd" if by_units else "desktop" if there else ""
        trouble, remedy = self._trouble(by_units)
        return AutostartStatus(bool(there), how, there, trouble, remedy)

    def stop(self, unit: str) -> None:
        """Stops this unit; does nothing where no manager runs. Raises ServiceError: the unit does
        not run, for instance."""
        self._systemctl("stop", unit)

    def _there(self) -> tuple[str, ...]:
        """The paths that exist: of files, and of links that lead to a package's unit."""
        links = (path for path in self._links if _leads(path) == units.place(_name(path)))
        return tuple(filter(os.path.lexists, (*self._units, *links, *self._entries)))

    def _by_units(self) -> bool:
        return any(path not in self._entries for path in self._there())

    def _target(self, path: str) -> str:
        """Where this link leads; empty: there is none. Raises UnusableFile: sayso did not make it,
        nor did systemctl for one of our units."""
        leads = _leads(path)
        if leads is None:
            return ""
        if leads in self._units or leads == units.place(_name(path)):
            return leads
        shown = visible_path(path)
        raise UnusableFile(
            f"{shown} is not as sayso made it, so it stays as it is",
            remedy=f"move it away, then run this again: mv {shown} {shown}.mine",
        )

    def _trouble(self, by_units: bool) -> tuple[str, str]:
        """What is wrong, and its remedy; both are empty where all is well."""
        again = self._started.again
        there = {path for path in self._files if os.path.lexists(path)}
        for path in sorted(there):
            try:
                text = read(path, units.is_ours)
            except UnusableFile as error:
                return error.message, error.remedy
            if text is None:
                continue
            if not os.path.exists(program := units.program(text)):
                gone = f"{visible_path(program)}, which is no longer there"
                return f"{visible_path(path)} starts {gone}", again
            name = self._files[path]
            if program == sys.executable and text != units.text(name, units.command(name)):
                return f"{visible_path(path)} is of another version of sayso", again
        if not there and not by_units:
            return "", ""
        wanted = {*self._entries}
        if by_units:
            wanted |= {*self._units, *self._links} - self._superfluous
        missing = sorted(path for path in wanted if not os.path.lexists(path))
        return (f"there is no {visible_path(missing[0])}", again) if missing else ("", "")

    def _reload(self) -> None:
        self._systemctl("daemon-reload")

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


def _leads(path: str) -> str | None:
    """Where a link leads; empty: the path is not a link; None: nothing is there."""
    if os.path.islink(path):
        return os.readlink(path)
    return "" if os.path.lexists(path) else None


def _name(path: str) -> str:
    return os.path.basename(path)


def _link_to(target: str) -> str:
    return f"a link to {target}\n" if target else ""


def _configuration_directory(environ: Mapping[str, str]) -> str:
    """The directory for configuration of the XDG Base Directory Specification.
    Raises Unsupported."""
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
