"""Where a key counts."""

from sayso.presentation.focus import Focus


def test_a_key_counts_where_a_device_moved_the_focus() -> None:
    focus = Focus()
    assert not focus.moved("approve", by_device=True)
    assert focus.counts


def test_none_counts_where_a_program_did_and_the_person_is_to_see_it() -> None:
    focus = Focus()
    assert focus.moved("approve", by_device=False)
    assert not focus.counts


def test_a_program_takes_what_the_person_had() -> None:
    focus = Focus()
    focus.moved("deny", by_device=True)
    assert focus.moved("approve", by_device=False)
    assert not focus.counts


def test_the_person_comes_back_to_it() -> None:
    focus = Focus()
    focus.moved("approve", by_device=False)
    focus.moved("deny", by_device=True)
    focus.moved("approve", by_device=True)
    assert focus.counts


def test_to_press_or_type_where_it_is_makes_it_count() -> None:
    focus = Focus()
    focus.moved("field", by_device=False)
    focus.touched()
    assert focus.counts


def test_nothing_counts_where_no_control_has_it() -> None:
    focus = Focus()
    focus.moved("approve", by_device=True)
    assert not focus.moved(None, by_device=False)
    assert not focus.counts
    focus.touched()
    assert not focus.counts


def test_it_counts_on_while_it_stays() -> None:
    """A program that moves it to where it is changes nothing."""
    focus = Focus()
    focus.moved("approve", by_device=True)
    assert not focus.moved("approve", by_device=False)
    assert focus.counts


def test_what_we_placed_counts_where_we_say_so() -> None:
    focus = Focus()
    focus.placed("options", counts=True)
    assert focus.counts


def test_what_we_placed_counts_no_more_for_being_moved_there() -> None:
    focus = Focus()
    focus.placed("field", counts=False)
    assert not focus.moved("field", by_device=True)
    assert not focus.counts


def test_a_program_that_the_person_trusts_moves_it_as_they_do() -> None:
    focus = Focus(trusting=True)
    assert not focus.moved("approve", by_device=False)
    assert focus.counts


def test_it_counts_at_no_control_but_the_one_that_was_seen_to_have_it() -> None:
    """A program may have moved it since."""
    focus = Focus()
    focus.moved("deny", by_device=True)
    assert focus.counts_at("deny")
    assert not focus.counts_at("approve")
