"""Where a dialog stands: its stage, the time that is left, and what keeps *approve* disabled."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from math import inf

from sayso.core.prompt_status import PromptStatus
from sayso.presentation import catalogue
from sayso.presentation.arming import Guard
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.reading import Unseen
from sayso.values import Value

ACTIVITY_EVERY = 1.0
"""Seconds from one report that the person reads or types to the next."""


class Stage(Enum):
    PAINTING = auto()
    """Nothing of the dialog has been seen yet."""
    ASKING = auto()
    ANSWERED = auto()
    """The person did something; the daemon decides whether it counts."""
    OVER = auto()


class Moment(Value):
    """How a dialog stands at one moment: all that changes with the clocks, the hand and the
    texts."""

    seconds_left: float
    takes_input: bool
    """Whether its controls take input, or will."""
    is_armed: bool
    """Whether it asks, and a hand that comes down now is meant for it."""
    armed_at: float
    """When it is armed, on the clock that stands still in suspend; infinite: not known."""
    obstacle: str
    """What keeps *approve* disabled, in words; empty: nothing does."""
    can_approve: bool
    all_read: bool
    unseen: Unseen | None
    """Where the texts go on; None: they don't, or that is not known yet."""
    to_read: str
    """Where the texts go on, in words; empty if `unseen` is None."""
    changes_within: float
    """Seconds until the clocks alone change something here; infinite: they won't."""


class DialogState:
    """The state of one dialog, from before it is painted to its end. Times are in seconds."""

    def __init__(
        self,
        labels: ActionLabels,
        arming: float,
        status: PromptStatus,
        now: Callable[[], float],
        through_suspend: Callable[[], float],
    ) -> None:
        """`now`: a clock that stands still in suspend. During suspend no hand is seen and no dialog
        is read, and the press that wakes the machine must not find *approve* any closer to being
        enabled. `through_suspend`: a clock that runs on in suspend, as the deadline does."""
        self.stage = Stage.PAINTING
        self.guard = Guard(arming)
        self._labels = labels
        self._to_read = {
            Unseen.ABOVE: labels.scroll_up,
            Unseen.BELOW: labels.scroll_down,
            Unseen.RIGHT: labels.scroll_right,
        }
        self._status = status
        self._now, self._through_suspend = now, through_suspend
        self._deadline = inf
        self._quiet_until = -inf

    @property
    def is_asking(self) -> bool:
        return self.stage is Stage.ASKING

    def painted(self, over_button: bool) -> None:
        """A person can see the dialog. `over_button`: see `Guard.appear`."""
        self.stage = Stage.ASKING
        self._count_down()
        self.guard.appear(self._now(), over_button)

    def update(self, status: PromptStatus) -> None:
        self._status = status
        if self.stage is not Stage.PAINTING:
            self._count_down()

    def answer(self) -> bool:
        """The person did something, and the controls wait for the daemon. Returns False if the
        dialog does not ask just now."""
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
        """The person reads or types. Returns whether that is to be reported: not if it just was."""
        now = self._now()
        if now < self._quiet_until:
            return False
        self._quiet_until = now + ACTIVITY_EVERY
        return True

    def look(
        self, *, covered: bool, all_read: bool, unseen: Unseen | None, in_field: str
    ) -> Moment:
        """How the dialog stands now. `covered`: something covers what the person has to see.
        `unseen`: where the texts go on; None while that is not known. `in_field`: what the field
        lacks, in words."""
        now = self._now()
        to_read = self._to_read[unseen] if unseen else ""
        asking, armed = self.is_asking, self.guard.is_armed(now)
        left = self._seconds_left()
        if left <= 0:
            obstacle = catalogue.TIME_IS_UP()
        elif covered:
            obstacle = catalogue.COVERED()
        elif armed and all_read:
            obstacle = in_field
        else:
            obstacle = to_read or self._labels.arming
        armed_at, with_keys_at = self.guard.changes_at
        waits = (left % 1 or 1.0, armed_at - now, with_keys_at - now)
        ticks = self.stage in (Stage.ASKING, Stage.ANSWERED)
        return Moment(
            seconds_left=left,
            takes_input=self.stage in (Stage.PAINTING, Stage.ASKING),
            is_armed=asking and armed,
            armed_at=armed_at if asking else inf,
            obstacle=obstacle,
            can_approve=asking and not obstacle,
            all_read=all_read,
            unseen=unseen,
            to_read=to_read,
            changes_within=min(wait for wait in waits if wait > 0) if ticks else inf,
        )

    def _seconds_left(self) -> float:
        if self._deadline == inf:
            return self._status.seconds
        return max(self._deadline - self._through_suspend(), 0.0)

    def _count_down(self) -> None:
        self._deadline = self._through_suspend() + self._status.seconds
