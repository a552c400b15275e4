"""Starts sayso at login."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping


class AutostartStatus(Value):
    """Whether sayso starts at login."""

    enabled: bool
    how: str
    """What starts sayso: "systemd", "desktop" (its own list of programs), "launchd", "registry"
    (Windows' Run key), or empty: nothing."""
    files: tuple[str, ...]
    """Paths of our files for this; an entry in the registry is no file."""
    trouble: str = ""
    """What keeps sayso from starting at login; empty: nothing known."""
    remedy: str = ""

    @property
    def starter(self) -> str:
        """What starts sayso, in words."""
        return _STARTERS[self.how]


_STARTERS = {
    "systemd": "systemd and the desktop",
    "desktop": "the desktop",
    "launchd": "launchd",
    "registry": "the Run key of the registry",
    "": "nothing",
}


class LoginChange(Value):
    """A change to one file, or the like, that has sayso start at login."""

    place: str
    """Path of the file, or the name of what a system has instead."""
    before: str
    """Present content, in lines; empty: there is none."""
    after: str
    """Content after the change, in lines; empty: there is none."""


class Autostart(Protocol):
    """Starts sayso at login. A method that fails leaves everything as it was, and raises
    Unsupported (not on this system), UnusableFile (the file can't be written, or is not as we
    wrote it), or ServiceError (the service manager failed)."""

    def enable(self, environ: Mapping[str, str]) -> None:
        """Has sayso start from the next login on. Running processes are left alone."""

    def disable(self, environ: Mapping[str, str]) -> None:
        """Has sayso start no more, and leaves no file behind. A daemon that runs goes on."""

    def plan(self, environ: Mapping[str, str], *, wanted: bool) -> tuple[LoginChange, ...]:
        """Tells what `enable` (if `wanted`) or `disable` would change, but changes nothing."""

    def status(self, environ: Mapping[str, str]) -> AutostartStatus: ...
