"""Where a person's files are."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from collections.abc import Mapping


class Places(Protocol):
    """Where a person's files are, for a process with this environment."""

    def home(self, environ: Mapping[str, str]) -> str:
        """The person's home directory."""

    def configuration(self, environ: Mapping[str, str]) -> str:
        """The directory with one for each program; it need not exist."""

    def state(self, environ: Mapping[str, str]) -> str:
        """Likewise; of what a program remembers, and of logs."""
