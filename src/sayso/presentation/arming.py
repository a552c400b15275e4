"""Whose hand counts: when approving becomes possible, and which press, keystroke or click is meant
for it.

The dialog of every platform hands in its clock and its events. Times are in seconds, except for an
event's own time, which is in milliseconds.
"""

from math import inf

CEILING = 10.0
"""Seconds after a start in which early input can delay the control."""


SETTLING = 0.5
"""Seconds for which a new question is safe from a hand that still means the question before: a
double click is shorter, and nobody reads faster."""


class Arming:
    """The delay before a control can be used: `delay` seconds from each start, and anew from each
    early input, up to the ceiling.

    A start is whatever brings something new under the person's hand: the window appears, moves, is
    resized or regains focus.
    """

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._latest = inf
        self.alive_at = inf
        """When the control can be used; infinite before the first start."""

    def start(self, now: float) -> None:
        self.alive_at = now + self._delay
        self._latest = now + max(self._delay, CEILING)

    def early_input(self, now: float) -> None:
        """A key or button was pressed. Without effect once the control can be used, or before the
        first start."""
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
        """Whether this is a fresh press. `time`: the event's own, in milliseconds."""
        # An X server may report a held key as pairs of release and press, both with the same time.
        held = key in self._down or self._released.get(key) == time
        self._down.add(key)
        return not held

    def release(self, key: int, time: int) -> None:
        self._down.discard(key)
        self._released[key] = time


class Guard:
    """Stands between a person's hand and a control that approves.

    A press or keystroke counts when all of it, from going down to coming up, falls into one stretch
    in which the control was armed. A pointer that lay on the control when the window appeared was
    not brought there for it: its clicks count once it has moved.
    """

    def __init__(self, delay: float) -> None:
        self._hand = Arming(delay)
        self._typing = Arming(delay)
        """The delay for the keyboard alone, which may come to the window in the middle of a
        word."""
        self._keys = Keys()
        self._stroke: int | None = None
        """The key that went down, freshly, on an armed control; None: there is none."""
        self._clicking = False
        """Whether a button or finger went down on an armed control."""
        self._moved = False
        self._changes = 0
        """The number of changes of the window that are not on the screen yet."""
        self._rests_on_button = False
        self._settled_at = inf
        self._settling = min(delay, SETTLING)

    def appear(self, now: float, over_button: bool) -> None:
        """The question is on the screen. `over_button`: its *deny* or its *later* appeared under
        the pointer."""
        self._rests_on_button = over_button
        self._settled_at = now + self._settling
        self.start(now)

    def is_settled(self, now: float) -> bool:
        """Whether a hand can mean this question, and not the one that stood here before."""
        return now >= self._settled_at

    def takes_click(self, now: float) -> bool:
        """Whether a click on *deny* or *later* counts. For a pointer that was brought there, it
        does at once."""
        return not self._rests_on_button or self.is_settled(now)

    def start(self, now: float) -> None:
        """Something new is under the hand; a press that is half done no longer counts."""
        self._hand.start(now)
        self._stroke = None
        self._clicking = False

    def keyboard_came(self, now: float) -> None:
        """The window has the keyboard from now on."""
        self._typing.start(now)
        self._stroke = None

    def early_input(self, now: float) -> None:
        """A key or button went down anywhere in the window."""
        self._hand.early_input(now)
        self._typing.early_input(now)

    def is_armed(self, now: float) -> bool:
        return self._hand.is_alive(now)

    def takes_keys(self, now: float) -> bool:
        """Whether it is armed for keys as well: these also wait out the keyboard's own delay."""
        return self.is_armed(now) and self._typing.is_alive(now)

    @property
    def changes_at(self) -> tuple[float, float]:
        """When it is armed, and when it is armed for keys as well; infinite while that is not
        known."""
        return self._hand.alive_at, max(self._hand.alive_at, self._typing.alive_at)

    def pointer_moved(self) -> None:
        """The pointer moved on the control. While the window changes, this does not count: the
        system may still go by where the control stood before."""
        self._moved = not self._changes

    def pointer_lost(self) -> None:
        """The window changes. Where the pointer is in it is not known until the pointer moves
        there, once the change is drawn."""
        self._changes += 1
        self._moved = False

    def change_drawn(self) -> None:
        """One of these changes is on the screen."""
        self._changes -= 1

    def pointer_down(self, now: float) -> None:
        """A button went down on the control. If the pointer never moved there, the delay starts
        anew, for the person to see."""
        self._clicking = self.is_armed(now)
        if self._clicking and not self._moved:
            self.start(now)

    def pointer_up_elsewhere(self) -> None:
        """The button came up elsewhere: whoever moves away before letting go means no click."""
        self._clicking = False

    def touch_down(self, now: float) -> None:
        """A finger went down on the control. Unlike a pointer, it never rests there unnoticed."""
        self._clicking = self.is_armed(now)

    def clicked(self, now: float) -> bool:
        """A button or finger came up on the control. Returns whether that counts."""
        counts = self._clicking and self.is_armed(now)
        self._clicking = False
        return counts

    def key_down(self, key: int, time: int, now: float, approving: bool) -> bool:
        """A key went down. `approving`: it activates, and the control has the focus. `time`: the
        event's own, in milliseconds.

        Returns whether this is a fresh press, and no repetition.
        """
        fresh = self._keys.press(key, time)
        armed = self.takes_keys(now)
        self._stroke = key if fresh and approving and armed else None
        if not armed:
            self.early_input(now)
        return fresh

    def key_up(self, key: int, time: int, now: float) -> bool:
        """A key came up. Returns whether its keystroke counts, provided that it ends on the
        control."""
        self._keys.release(key, time)
        if key != self._stroke:  # a key that was held with it, as Ctrl may be
            return False
        self._stroke = None
        return self.takes_keys(now)
