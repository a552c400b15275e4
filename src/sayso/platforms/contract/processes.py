"""Processes of ours, held by a handle that no other process takes over."""

from __future__ import annotations

from typing import Protocol


class ProcessHandle(Protocol):
    """The other half of a pair of processes of ours."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None:
        """At once; without effect once it has ended."""

    def wait(self) -> object:
        """Returns when it has ended."""


class DaemonHandle(Protocol):
    """A daemon or keeper that runs, or did: no other process is taken for it. None of this waits
    for an answer of its own, so it works on one that hangs."""

    pid: int

    def ask_to_end(self, *, restart: bool) -> None:
        """For good, or for a successor. One that was stopped goes on, to hear it."""

    def go_on(self) -> None:
        """Without effect unless it was stopped."""

    def kill(self) -> None:
        """At once; without effect once it has ended."""

    def has_ended(self, within: float = 0.0) -> bool:
        """By then, in seconds."""

    def close(self) -> None:
        """Lets it be."""
