"""Where a dialog stands: its stage, the time that is left, and what keeps *approve* dead."""

from collections.abc import Callable
from enum import Enum, auto
from math import inf

from sayso.core.prompt_status import PromptStatus
from sayso.presentation import catalogue
from sayso.presentation.arming import Guard
from sayso.presentation.catalogue import ActionLabels

ACTIVITY_EVERY = 1.0
"""Seconds from one word of the person's reading or typing to the next."""


class Stage(Enum):
    PAINTING = auto()
    """Nothing of it has been seen yet."""
    ASKING = auto()
    ANSWERED = auto()
    """The person did something; whether it counts is the daemon's word."""
    OVER = auto()


class DialogState:
    """Of one dialog, from before it is painted to its end. Times are in seconds."""

    def __init__(
        self,
        labels: ActionLabels,
        arming: float,
        status: PromptStatus,
        now: Callable[[], float],
        through_suspend: Callable[[], float],
    ) -> None:
        """`now`: a clock that stands still in suspend: no hand is seen and no dialog is read in it,
        and the press that wakes the machine must find *approve* no more alive than it was.
        `through_suspend`: one that runs on, as the deadline does."""
        self.stage = Stage.PAINTING
        self.guard = Guard(arming)
        self._labels = labels
        self._status = status
        self._now, self._through_suspend = now, through_suspend
        self._deadline = inf
        self._quiet_until = -inf

    @property
    def is_asking(self) -> bool:
        return self.stage is Stage.ASKING

    @property
    def is_alive(self) -> bool:
        """Its controls take something, or will."""
        return self.stage in (Stage.PAINTING, Stage.ASKING)

    @property
    def seconds_left(self) -> float:
        if self._deadline == inf:
            return self._status.seconds
        return max(self._deadline - self._through_suspend(), 0.0)

    def painted(self, over_deny: bool) -> None:
        """A person can see it. `over_deny`: its *deny* came up under the pointer."""
        self.stage = Stage.ASKING
        self._count_down()
        self.guard.appear(self._now(), over_deny)

    def update(self, status: PromptStatus) -> None:
        self._status = status
        if self.stage is not Stage.PAINTING:
            self._count_down()

    def answer(self) -> bool:
        """The person did something, and the controls wait for the daemon. False: not now."""
        if not self.is_asking:
            return False
        self.stage = Stage.ANSWERED
        return True

    def ask_again(self) -> None:
        """What the person did was not recorded; the controls come back, armed anew."""
        self.stage = Stage.ASKING
        self.guard.start(self._now())

    def end(self) -> None:
        self.stage = Stage.OVER

    def is_active(self) -> bool:
        """The person reads or types. Whether that is to be told: it has not been just now."""
        now = self._now()
        if now < self._quiet_until:
            return False
        self._quiet_until = now + ACTIVITY_EVERY
        return True

    def obstacle(self, *, covered: bool, all_read: bool, to_read: str, in_field: str) -> str:
        """What keeps *approve* dead, in words; empty: nothing.

        `covered`: something of what the person has to see. `to_read`: where the texts go on, in
        words; empty while that is not known. `in_field`: what the field lacks.
        """
        if self._through_suspend() >= self._deadline:
            return catalogue.TIME_IS_UP()
        if covered:
            return catalogue.COVERED()
        if not (self.guard.is_armed(self._now()) and all_read):
            return to_read or self._labels.arming
        return in_field

    def changes_within(self) -> float:
        """Seconds until the countdown or the arming changes what is shown."""
        now = self._now()
        waits = [self.seconds_left % 1 or 1.0, *(at - now for at in self.guard.changes_at)]
        return min(wait for wait in waits if wait > 0)

    def _count_down(self) -> None:
        self._deadline = self._through_suspend() + self._status.seconds
