"""Start at login."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping


class AutostartStatus(Value):
    """Whether sayso starts at login."""

    enabled: bool
    how: str
    """What starts it: "systemd", "desktop" (its own list of programs), "launchd", "registry"
    (Windows' Run key), or empty."""
    files: tuple[str, ...]
    """What there is of ours for that; a line in the registry is none."""
    trouble: str = ""
    """What keeps it from it; empty: nothing known."""
    remedy: str = ""

    @property
    def starter(self) -> str:
        """What starts it, in words."""
        return _STARTERS[self.how]


_STARTERS = {
    "systemd": "systemd and the desktop",
    "desktop": "the desktop",
    "launchd": "launchd",
    "registry": "the Run key of the registry",
    "": "nothing",
}


class LoginChange(Value):
    """Of one place that has sayso start at login."""

    place: str
    """The file, or what a system has instead."""
    before: str
    """What stands there, in lines; empty: nothing."""
    after: str
    """What is to stand there; empty: nothing."""


class Autostart(Protocol):
    """Start at login. What fails leaves everything as it was, and raises Unsupported (not here),
    UnusableFile (it can't be written, or is not as we wrote it), or ServiceError (the service
    manager failed)."""

    def enable(self, environ: Mapping[str, str]) -> None:
        """From the next login on; nothing that runs is touched."""

    def disable(self, environ: Mapping[str, str]) -> None:
        """Leaves no file behind; a daemon that runs goes on."""

    def plan(self, environ: Mapping[str, str], *, wanted: bool) -> tuple[LoginChange, ...]:
        """What `enable` (`wanted`) or `disable` would change; changes nothing."""

    def status(self, environ: Mapping[str, str]) -> AutostartStatus: ...
