"""When an approving control comes alive, and which key strokes are a person's own.

Both are driven by the dialog of every platform, which hands in its clock and its events.
"""

from math import inf

CEILING = 10.0
"""Seconds after a start in which early input can put the control off."""


class Arming:
    """`delay` seconds from each start, and anew from each early input, up to the ceiling.

    A start is whatever brings something new under the person's hand: the window appears,
    moves, is resized or regains focus.
    """

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._latest = inf
        self.alive_at = inf
        """When the control comes alive; infinite before the first start."""

    def start(self, now: float) -> None:
        self.alive_at = now + self._delay
        self._latest = now + max(self._delay, CEILING)

    def early_input(self, now: float) -> None:
        """A key or button was pressed; without effect once alive or before the first start."""
        if self.alive_at != inf and not self.is_alive(now):
            self.alive_at = min(now + self._delay, self._latest)

    def is_alive(self, now: float) -> bool:
        return now >= self.alive_at


class Keys:
    """Tells a fresh press from a key that is held down and repeats."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._released: dict[int, int] = {}

    def press(self, key: int, time: int) -> bool:
        """Whether this is a fresh press. `time` is the event's own, in milliseconds."""
        # An X server that reports a held key as releases and presses stamps each pair alike.
        held = key in self._down or self._released.get(key) == time
        self._down.add(key)
        return not held

    def release(self, key: int, time: int) -> None:
        self._down.discard(key)
        self._released[key] = time
