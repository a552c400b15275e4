"""When a window counts as moved, covered or out of sight; the platform's eyes are the test's."""

from collections.abc import Sequence

import pytest

from sayso.presentation.surroundings import Surroundings

HEADER, APPROVE = "header", "approve"


class Pane:
    def __init__(self, root: str) -> None:
        self.root = root
        self.read = False
        self.looked = 0

    def look_again(self) -> None:
        self.looked += 1


class Eyes:
    """Fulfils `sayso.presentation.surroundings.Eyes`."""

    always = (HEADER, APPROVE)

    def __init__(self) -> None:
        self.panes = [Pane("question"), Pane("details")]
        self.at = (10, 20)
        self.over: set[object] = set()
        """What something lies over."""
        self.is_dark = False

    def place(self) -> tuple[int, ...]:
        return self.at

    def hides(self, parts: Sequence[object]) -> bool:
        return not self.over.isdisjoint(parts)

    def hides_all(self) -> bool:
        return self.is_dark


class Stood:
    """A window, and what was told of it."""

    def __init__(self, *, trusting: bool = False) -> None:
        self.eyes = Eyes()
        self.told: list[str] = []
        self.around = Surroundings(
            self.eyes,
            trusting,
            lambda: self.told.append("moved"),
            lambda: self.told.append("cover"),
            lambda: self.told.append("sight"),
        )

    def covered(self, *parts: object) -> bool:
        self.eyes.over = set(parts)
        self.around.look_at_cover()
        return self.around.is_covered


@pytest.fixture
def window() -> Stood:
    """One that a hand came to before."""
    stood = Stood()
    stood.around.look()
    return stood


def test_before_the_first_look_nothing_is_told() -> None:
    stood = Stood()
    stood.eyes.at = (0, 0)
    stood.around.look_at_place()
    assert not stood.covered(APPROVE)
    assert stood.told == []


def test_what_stands_elsewhere_has_moved_once(window: Stood) -> None:
    window.around.look()
    window.eyes.at = (11, 20)
    window.around.look_at_place()
    window.around.look()
    assert window.told == ["moved"]


@pytest.mark.parametrize("part", [HEADER, APPROVE, "question", "details"])
def test_what_is_still_to_be_seen_is_not_covered(window: Stood, part: str) -> None:
    assert window.covered(part)
    assert window.covered(part)
    assert not window.covered()
    assert window.told == ["cover", "cover"], "each change once"


def test_a_text_that_was_read_may_be_covered_once_it_had_time_to_be_read(window: Stood) -> None:
    question, details = window.eyes.panes
    question.read = True
    assert window.covered("question"), "it has just come up"
    window.around.settle()
    assert not window.covered("question")
    assert window.covered("details")
    assert (question.looked, details.looked) == (1, 3), "each that is still to be read"
    assert window.covered(HEADER)


def test_out_of_sight_and_back(window: Stood) -> None:
    window.eyes.is_dark = True
    assert not window.around.is_in_sight()
    window.around.look_at_cover()
    assert window.told == []
    window.eyes.is_dark = False
    window.around.look_at_cover()
    window.around.look_at_cover()
    assert window.told == ["sight"]


def test_who_reads_otherwise_than_by_eye_is_not_held_up() -> None:
    stood = Stood(trusting=True)
    stood.around.look()
    stood.eyes.is_dark = True
    assert stood.around.is_in_sight()
    assert stood.around.is_whole(HEADER)
    assert not stood.covered(HEADER, "details")
