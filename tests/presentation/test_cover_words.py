"""Words about a cover: they go with it, but for one that comes back."""

from sayso.presentation import catalogue
from sayso.presentation.cover_words import RETURNS, TURNS, CoverWords

SAID, KEPT = catalogue.COVERED(), catalogue.WAS_COVERED()


def test_they_go_with_it() -> None:
    words = CoverWords()
    assert words.at(10.0, is_covered=True) == SAID
    assert words.at(11.0, is_covered=False) == ""
    assert words.at(11.0 + RETURNS, is_covered=True) == SAID
    assert words.at(20.0, is_covered=False) == ""


def test_they_stay_where_it_comes_back_again_and_again() -> None:
    words, now = CoverWords(), 10.0
    words.at(now, is_covered=True)
    for _ in range(TURNS):
        assert words.at(now + 0.1, is_covered=False) == ""
        now += 0.3
        assert words.at(now, is_covered=True) == SAID
    assert words.at(now + 0.1, is_covered=False) == KEPT
    assert words.at(60.0, is_covered=True) == SAID
    assert words.at(61.0, is_covered=False) == KEPT


def test_one_that_was_away_for_longer_is_another() -> None:
    words, now = CoverWords(), 10.0
    words.at(now, is_covered=True)
    for _ in range(2 * TURNS):
        assert words.at(now + 0.1, is_covered=False) == ""
        now += 0.2 + RETURNS
        assert words.at(now, is_covered=True) == SAID
