"""What is under the person's hand and before their eyes: where a window stands, what covers it."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Pane(Protocol):
    """A text of the window."""

    @property
    def read(self) -> bool:
        """All of it was before the person's eyes."""

    @property
    def root(self) -> object:
        """Itself, as a part of the window."""

    def look_again(self) -> None:
        """What is painted from now on counts, or does not."""


class Eyes(Protocol):
    """What a platform can tell of the window; its parts are its own."""

    @property
    def always(self) -> Sequence[object]:
        """The parts that are to be seen until the end: who asks, and the control."""

    @property
    def panes(self) -> Sequence[Pane]: ...

    def place(self) -> tuple[int, ...]:
        """Where window and control stand, by the system's own word: an event may be made up."""

    def hides(self, parts: Sequence[object]) -> bool:
        """Something lies over some of these. Where it can't be told: no."""

    def hides_all(self) -> bool:
        """Nothing of the window can be seen. Where it can't be told: no."""


class Surroundings:
    """Of a window that stands on the screen; watched from the first `look` on."""

    def __init__(
        self,
        eyes: Eyes,
        trusting: bool,
        on_move: Callable[[], None],
        on_cover: Callable[[], None],
        on_sight: Callable[[], None],
    ) -> None:
        """`trusting`: who reads otherwise than by eye may have darkened the screen. `on_move`:
        something else may be under the hand; `on_cover`: `is_covered` has changed; `on_sight`: of
        a window that was not `in_sight` something may be now."""
        self._eyes = eyes
        self._trusting = trusting
        self._on_move, self._on_cover, self._on_sight = on_move, on_cover, on_sight
        self._was_out_of_sight = False
        self._place: tuple[int, ...] | None = None
        self._texts_have_shown = False
        self.is_covered = False
        """Something of what the person has to see, and has not seen yet."""

    def look(self) -> None:
        """Now: a hand comes."""
        self._place = self._place or self._eyes.place()
        self.look_at_place()
        self.look_at_cover()

    def settle(self) -> None:
        """All that is in view has been so for the arming delay: what is read of it need not be."""
        self._texts_have_shown = True

    def is_in_sight(self) -> bool:
        """Some of the window. Once it is not, `on_sight` is called when it is again."""
        self._was_out_of_sight = not self._trusting and self._eyes.hides_all()
        return not self._was_out_of_sight

    def is_whole(self, *parts: object) -> bool:
        return self._trusting or not self._eyes.hides(parts)

    def look_at_place(self) -> None:
        """It may be another one."""
        if self._place is None:
            return
        before, self._place = self._place, self._eyes.place()
        if before != self._place:
            self._on_move()

    def look_at_cover(self) -> None:
        """Over who asks, over the control, and over the texts: each until it is read, and all
        until a person can have read what came up first."""
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
