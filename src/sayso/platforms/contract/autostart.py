"""Start at login."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # what no process of ours loads for its own sake
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


class Autostart(Protocol):
    """Start at login. What fails leaves everything as it was, and raises Unsupported (not here),
    UnusableFile (it can't be written, or is not as we wrote it), or ServiceError (the service
    manager failed)."""

    def enable(self, environ: Mapping[str, str]) -> None:
        """From the next login on; nothing that runs is touched."""

    def disable(self, environ: Mapping[str, str]) -> None:
        """Leaves no file behind; a daemon that runs goes on."""

    def status(self, environ: Mapping[str, str]) -> AutostartStatus: ...
