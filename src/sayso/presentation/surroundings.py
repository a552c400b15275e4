"""What is under the person's hand and before their eyes: where a window stands, and what covers
it."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Pane(Protocol):
    """A text in the window."""

    @property
    def read(self) -> bool:
        """Whether all of it was before the person's eyes."""

    @property
    def root(self) -> object:
        """The pane itself, as a part of the window."""

    def look_again(self) -> None:
        """The cover has changed: what is painted from now on counts as seen, or no longer does."""


class Eyes(Protocol):
    """What a platform can tell of the window. The parts are the platform's own objects."""

    @property
    def always(self) -> Sequence[object]:
        """The parts that must be visible until the end: who asks, and the control."""

    @property
    def panes(self) -> Sequence[Pane]: ...

    def place(self) -> tuple[int, ...]:
        """Where window and control stand, by the system's own word: an event may be made up by a
        program."""

    def hides(self, parts: Sequence[object]) -> bool:
        """Whether something lies over some of these parts. False where that can't be told."""

    def hides_all(self) -> bool:
        """Whether nothing of the window can be seen. False where that can't be told."""


class Surroundings:
    """The surroundings of a window on the screen; watched from the first `look` on."""

    def __init__(
        self,
        eyes: Eyes,
        trusting: bool,
        on_move: Callable[[], None],
        on_cover: Callable[[], None],
        on_sight: Callable[[], None],
    ) -> None:
        """`trusting`: a person who reads otherwise than by eye may have darkened the screen, so
        nothing counts as covered. `on_move`: called when something else may be under the hand.
        `on_cover`: called when `is_covered` has changed. `on_sight`: called when something may be
        visible of a window that was out of sight."""
        self._eyes = eyes
        self._trusting = trusting
        self._on_move, self._on_cover, self._on_sight = on_move, on_cover, on_sight
        self._was_out_of_sight = False
        self._place: tuple[int, ...] | None = None
        self._texts_have_shown = False
        self.is_covered = False
        """Whether something covers what the person has to see, and has not seen yet."""

    def look(self) -> None:
        """Looks at place and cover now, as input of the person's arrives."""
        self._place = self._place or self._eyes.place()
        self.look_at_place()
        self.look_at_cover()

    def settle(self) -> None:
        """All that is in view has been so for the arming delay: what the person has read of it may
        be covered from now on."""
        self._texts_have_shown = True

    def is_in_sight(self) -> bool:
        """Whether some of the window can be seen. If not, `on_sight` is called when it can be
        again."""
        self._was_out_of_sight = not self._trusting and self._eyes.hides_all()
        return not self._was_out_of_sight

    def is_whole(self, *parts: object) -> bool:
        return self._trusting or not self._eyes.hides(parts)

    def look_at_place(self) -> None:
        """Looks whether the window stands elsewhere now."""
        if self._place is None:
            return
        before, self._place = self._place, self._eyes.place()
        if before != self._place:
            self._on_move()

    def look_at_cover(self) -> None:
        """Looks for a cover over who asks, the control, or the texts. A text counts until it is
        read, and every text counts until a person can have read what came up first."""
        if self._was_out_of_sight and self.is_in_sight():
            self._on_sight()
        if self._place is None:
            return
        unread = [each for each in self._eyes.panes if not (each.read and self._texts_have_shown)]
        parts = [*self._eyes.always, *(each.root for each in unread)]
        before, self.is_covered = self.is_covered, not self.is_whole(*parts)
        if before == self.is_covered:
            return
        for pane in unread:
            pane.look_again()
        self._on_cover()
