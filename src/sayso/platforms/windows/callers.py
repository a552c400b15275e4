"""Callers who wait for a daemon to take them. Its keeper sees them by an event that they set."""

import sys

assert sys.platform == "win32"

import os

from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import WaitResult
from sayso.platforms.windows.channel import pipe
from sayso.platforms.windows.daemon_handle import keeper_event
from sayso.platforms.windows.native import handles, names


class Callers:
    def __init__(self, path: str, called: int) -> None:
        """`path`: path of the pipe. `called`: handle of the event that callers set;
        it stays open."""
        self._called = called
        self._found_by = names.event(keeper_event(path, os.getpid()))
        """An event that exists as long as this process runs: whoever wants to end a daemon finds
        the daemon's keeper by it."""

    def wait(self, channel: Channel, *, for_callers: bool, patience: float | None) -> WaitResult:
        said = pipe(channel).readable_event()
        watched = [said, self._called] if for_callers else [said]
        ready = handles.wait_for_any(watched, patience)
        if ready is None:
            return WaitResult(is_channel_ready=False, is_caller_waiting=False)
        return WaitResult(ready == 0, for_callers and self.are_there())

    def are_there(self) -> bool:
        return handles.is_signalled(self._called)
