"""What keys do, without a keyboard."""

from itertools import product

import pytest

from sayso.presentation.keys import Control, Key, KeyEffect, approves, effect

EVERYWHERE = sorted(Control, key=lambda each: each.name)
BY_KEY_ALONE = [
    Control.LATER,
    Control.EYE,
    Control.OPTION,
    Control.OPENS,
    Control.WORDS,
    Control.QUEUE,
]
NOT_ALWAYS_OPEN = [control for control in BY_KEY_ALONE if control is not Control.OPENS]


def pressed(
    key: Key,
    control: Control,
    *,
    is_held: bool = False,
    is_armed: bool = True,
    is_of_person: bool = True,
    submits: bool = False,
) -> KeyEffect:
    return effect(
        key,
        control,
        is_held=is_held,
        is_armed=is_armed,
        is_of_person=is_of_person,
        would_approve=approves(key, control, submits=submits),
    )


@pytest.mark.parametrize("control", EVERYWHERE)
@pytest.mark.parametrize("is_armed", [False, True])
def test_escape_dismisses_wherever_and_whenever_but_not_while_it_is_held(
    control: Control, is_armed: bool
) -> None:
    assert pressed(Key.ESCAPE, control, is_armed=is_armed) is KeyEffect.DISMISS
    assert pressed(Key.ESCAPE, control, is_armed=is_armed, is_held=True) is KeyEffect.NONE


@pytest.mark.parametrize("is_armed", [False, True])
def test_in_the_list_keys_count_at_once_but_not_the_one_that_opened_it(is_armed: bool) -> None:
    told = {"is_armed": is_armed}
    assert pressed(Key.ACTIVATES, Control.ROW, **told) is KeyEffect.ACT
    assert pressed(Key.ACTIVATES, Control.ROW, is_held=True, **told) is KeyEffect.NONE
    assert pressed(Key.ARROW, Control.ROW, **told) is KeyEffect.TOOLKIT
    assert pressed(Key.OTHER, Control.ROW, **told) is KeyEffect.TOOLKIT


def test_what_approves_is_the_control_itself_or_a_field_that_submits() -> None:
    told = {
        (key, control, submits)
        for key, control, submits in product(Key, Control, [False, True])
        if approves(key, control, submits=submits)
    }
    by_field = {(key, control, True) for key, control in product(Key, Control)}
    assert told == by_field | {(Key.ACTIVATES, Control.APPROVE, False)}


@pytest.mark.parametrize("is_armed", [False, True])
@pytest.mark.parametrize("is_of_person", [False, True])
def test_no_key_approves_as_it_goes_down(is_armed: bool, is_of_person: bool) -> None:
    """Nor does the toolkit hear of it, which would click."""
    told = {"is_armed": is_armed, "is_of_person": is_of_person}
    assert pressed(Key.ACTIVATES, Control.APPROVE, **told) is KeyEffect.NONE
    assert pressed(Key.ACTIVATES, Control.FIELD, submits=True, **told) is KeyEffect.NONE


@pytest.mark.parametrize("control", BY_KEY_ALONE)
def test_what_a_key_alone_does_is_done_at_once(control: Control) -> None:
    assert pressed(Key.ACTIVATES, control) is KeyEffect.ACT
    assert pressed(Key.ACTIVATES, control, is_armed=False) is KeyEffect.NONE
    assert pressed(Key.OTHER, control) is KeyEffect.TOOLKIT


@pytest.mark.parametrize(
    "control",
    [Control.APPROVE, *NOT_ALWAYS_OPEN, Control.ROW, Control.OTHER],
    ids=lambda each: each.name,
)
def test_where_a_program_brought_the_focus_nothing_is_worked(control: Control) -> None:
    assert pressed(Key.ACTIVATES, control, is_of_person=False) is KeyEffect.NONE


def test_arrows_choose_only_among_options_that_the_person_went_to() -> None:
    assert pressed(Key.ARROW, Control.OPTION) is KeyEffect.TOOLKIT
    assert pressed(Key.ARROW, Control.OPTION, is_of_person=False) is KeyEffect.NONE
    assert pressed(Key.ARROW, Control.OTHER, is_of_person=False) is KeyEffect.TOOLKIT


def test_to_deny_is_open_wherever_the_focus_came_from_once_keys_count() -> None:
    assert pressed(Key.ACTIVATES, Control.DENY, is_of_person=False) is KeyEffect.TOOLKIT
    assert pressed(Key.ACTIVATES, Control.DENY, is_armed=False) is KeyEffect.NONE
    assert pressed(Key.ACTIVATES, Control.OPENS, is_of_person=False) is KeyEffect.ACT
    assert pressed(Key.ACTIVATES, Control.OPENS, is_armed=False) is KeyEffect.NONE


@pytest.mark.parametrize("key", [Key.ACTIVATES, Key.ARROW, Key.OTHER])
def test_what_is_typed_into_a_field_gets_there_from_the_start(key: Key) -> None:
    told = {"is_armed": False, "is_of_person": False}
    assert pressed(key, Control.FIELD, **told) is KeyEffect.TOOLKIT
    assert pressed(key, Control.OTHER, **told) is KeyEffect.NONE


TEXTS = [Control.FIELD, Control.WORDS, Control.OTHER]


def test_a_key_that_is_held_works_nothing_and_leads_nowhere() -> None:
    others = [control for control in EVERYWHERE if control not in TEXTS]
    goes_on = {
        (key, control)
        for key, control in product(Key, others)
        if pressed(key, control, is_held=True) is not KeyEffect.NONE
    }
    assert goes_on == {(Key.ARROW, Control.ROW)}, "but from row to row"


@pytest.mark.parametrize("control", TEXTS)
def test_it_goes_on_with_a_text(control: Control) -> None:
    assert pressed(Key.OTHER, control, is_held=True) is KeyEffect.TOOLKIT
    assert pressed(Key.ARROW, control, is_held=True) is KeyEffect.TOOLKIT
    assert pressed(Key.ESCAPE, control, is_held=True) is KeyEffect.NONE


def test_it_sends_no_denial() -> None:
    assert pressed(Key.ACTIVATES, Control.WORDS) is KeyEffect.ACT
    assert pressed(Key.ACTIVATES, Control.WORDS, is_held=True) is KeyEffect.NONE
