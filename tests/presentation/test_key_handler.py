"""What keys do in a window, whatever the toolkit."""

import pytest

from sayso.core.questions import Choice
from sayso.presentation.key_handler import Stroke
from sayso.presentation.keys import Key, KeyEffect
from sayso.presentation.presenter import Presenter
from support.bare_window import ROW, BareField, BareWindow, stroke

APPROVED = (Choice.APPROVE, None, None, "")
DENIED = (Choice.DENY, None, None, "")


@pytest.fixture
def window() -> BareWindow:
    return BareWindow()


def go_to(
    window: BareWindow, presenter: Presenter, control: str, *, by_device: bool = True
) -> None:
    window.focus = control
    presenter.keys.focus_moved(control, by_device=by_device)


def strike(presenter: Presenter, key: Key = Key.ACTIVATES, **more: bool) -> KeyEffect:
    """Down, and up again."""
    done = presenter.keys.press(stroke(key, **more))
    presenter.keys.release(stroke(key, time=1, **more))
    return done


class TestApprove:
    def test_a_key_pressed_and_released_there_approves(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        strike(presenter)
        assert window.told == [APPROVED]

    def test_not_where_a_program_moved_the_focus(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve", by_device=False)
        window.passes(2)
        strike(presenter)
        assert window.told == []

    def test_unless_the_person_allows_that(self, window: BareWindow) -> None:
        presenter = window.asks(accessibility_approval=True)
        go_to(window, presenter, "approve", by_device=False)
        strike(presenter)
        assert window.told == [APPROVED]

    def test_not_where_it_was_moved_with_no_word_of_it(self, window: BareWindow) -> None:
        presenter = window.asks()
        window.focus = "approve"
        strike(presenter)
        assert window.told == []

    def test_where_the_person_pressed_the_control_that_has_it(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve", by_device=False)
        window.passes(2)
        presenter.keys.touched()
        strike(presenter)
        assert window.told == [APPROVED]

    @pytest.mark.parametrize("more", [{"is_repeated": True}, {"key": Key.OTHER}])
    def test_not_by_a_key_that_is_held_nor_by_another(
        self, window: BareWindow, more: dict[str, object]
    ) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        strike(presenter, **more)  # type: ignore[arg-type]  # of the stroke
        assert window.told == []

    def test_nothing_else_is_worked_by_a_key_that_is_held(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "later")
        assert strike(presenter, is_repeated=True) is KeyEffect.NONE
        assert strike(presenter) is KeyEffect.ACT

    def test_nor_where_no_system_says_that_it_is_held(self, window: BareWindow) -> None:
        """A key that went down and has not come up is held."""
        presenter = window.asks()
        presenter.keys.press(stroke(Key.ACTIVATES))
        go_to(window, presenter, "later")
        assert presenter.keys.press(stroke(Key.ACTIVATES)) is KeyEffect.NONE
        assert window.told == []
        presenter.keys.release(stroke(Key.ACTIVATES, time=1))
        assert presenter.keys.press(stroke(Key.ACTIVATES, time=2)) is KeyEffect.ACT

    def test_not_by_a_program(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        window.is_by_device = False
        strike(presenter)
        assert window.told == []

    def test_not_by_a_key_that_goes_down_for_a_device_and_up_for_a_program(
        self, window: BareWindow
    ) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        presenter.keys.press(stroke(Key.ACTIVATES))
        window.is_by_device = False
        assert presenter.keys.release(stroke(Key.ACTIVATES, time=1))
        assert window.told == []

    def test_not_by_a_key_that_went_down_elsewhere(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.keys.press(stroke(Key.ACTIVATES))
        go_to(window, presenter, "approve")
        assert not presenter.keys.release(stroke(Key.ACTIVATES, time=1))
        assert window.told == []

    def test_not_before_the_question_is_painted(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.keys.touched()
        presenter.keys.lead("approve")
        go_to(window, presenter, "approve")
        strike(presenter)
        assert APPROVED not in window.told


class TestBeforeThePersonCame:
    def test_a_focus_that_a_program_moved_before_is_known_once_it_is_told(
        self, window: BareWindow
    ) -> None:
        """Else its way back to the first control would look like none."""
        window.view.filled = BareField(window, "option", begins_with_options=True)
        presenter = window.presents()
        window.view.filled.name = "not typed into"
        presenter.painted(over_button=False)
        presenter.keyboard_came()
        go_to(window, presenter, "text", by_device=False)
        presenter.keys.touched()
        go_to(window, presenter, "option", by_device=False)
        window.passes(2)
        window.told.clear()
        assert strike(presenter) is KeyEffect.NONE
        assert window.told == []


class TestFields:
    def test_a_key_that_is_held_types_on(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        for _ in range(3):
            done = presenter.keys.press(stroke(Key.OTHER, types=True))
            assert done is KeyEffect.TOOLKIT

    def test_the_check_box_is_worked_once_by_a_key_that_is_held(self, window: BareWindow) -> None:
        window.view.check = BareField(window, "check")
        presenter = window.asks()
        go_to(window, presenter, "check")
        for _ in range(3):
            presenter.keys.press(stroke(Key.ACTIVATES))
        assert window.told == ["toggled"]

    @pytest.mark.parametrize("kind", ["secret", "filled"])
    def test_what_was_typed_is_submitted_from_there(self, window: BareWindow, kind: str) -> None:
        setattr(window.view, kind, BareField(window, "line"))
        presenter = window.asks()
        assert strike(presenter, Key.OTHER, types=True) is KeyEffect.TOOLKIT
        assert strike(presenter, submits=True) is KeyEffect.NONE
        assert len([each for each in window.told if isinstance(each, tuple)]) == 1

    def test_what_stood_there_at_first_is_not(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        strike(presenter, submits=True)
        assert window.told == []

    def test_escape_is_for_an_input_method_that_is_at_work_in_it(self, window: BareWindow) -> None:
        """Nor does it dismiss if it is held a little longer than that takes."""
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        assert presenter.keys.press(stroke(Key.ESCAPE, is_composing=True)) is KeyEffect.TOOLKIT
        assert presenter.keys.press(stroke(Key.ESCAPE)) is KeyEffect.NONE
        presenter.keys.release(stroke(Key.ESCAPE, time=1))
        assert window.told == []
        assert strike(presenter, Key.ESCAPE) is KeyEffect.DISMISS

    def test_an_option_that_has_the_first_focus_is_chosen(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "option", begins_with_options=True)
        window.view.filled.text = "x"
        presenter = window.asks()
        window.view.filled.name = "not typed into"
        assert strike(presenter) is KeyEffect.ACT
        assert window.told == ["toggled"]

    def test_the_eye_is_worked(self, window: BareWindow) -> None:
        window.view.secret = BareField(window, "entry")
        presenter = window.asks()
        go_to(window, presenter, "eye")
        strike(presenter)
        assert window.told == ["toggled"]

    def test_so_is_the_check_box(self, window: BareWindow) -> None:
        window.view.check = BareField(window, "check")
        presenter = window.asks()
        go_to(window, presenter, "check")
        strike(presenter)
        assert window.told == ["toggled"]


class TestOtherControls:
    def test_escape_dismisses(self, window: BareWindow) -> None:
        presenter = window.asks()
        assert strike(presenter, Key.ESCAPE) is KeyEffect.DISMISS
        assert window.told == [(Choice.DISMISS, None, None, "")]

    @pytest.mark.parametrize(("control", "told"), [("later", "put off"), ("queue", "open queue")])
    def test_keys_work_these_at_once(self, window: BareWindow, control: str, told: str) -> None:
        presenter = window.asks()
        go_to(window, presenter, control)
        assert strike(presenter) is KeyEffect.ACT
        assert window.told == [told]

    def test_deny_is_left_to_the_toolkit(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "deny")
        assert strike(presenter) is KeyEffect.TOOLKIT

    def test_a_row_is_pressed(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.turn_queue()
        presenter.queue.show((ROW,))
        strike(presenter)
        assert window.told[-1] == "row pressed"


class TestWordsOfADenial:
    def denying(self, window: BareWindow) -> Presenter:
        window.view.deny_words = BareField(window, "words", text="no")
        presenter = window.asks()
        go_to(window, presenter, "deny")
        return presenter

    def test_a_key_on_deny_opens_their_line_and_one_in_it_sends_them(
        self, window: BareWindow
    ) -> None:
        presenter = self.denying(window)
        strike(presenter)
        assert window.focus == "words"
        strike(presenter, submits=True)
        assert window.told == [(Choice.DENY, None, None, "no")]

    def test_the_key_that_opened_it_sends_nothing_while_it_is_held(
        self, window: BareWindow
    ) -> None:
        presenter = self.denying(window)
        presenter.keys.press(stroke(Key.ACTIVATES))
        assert window.focus == "words"
        presenter.keys.press(stroke(Key.ACTIVATES, submits=True))
        assert window.told == []

    def test_a_space_in_it_is_text(self, window: BareWindow) -> None:
        presenter = self.denying(window)
        strike(presenter)
        assert strike(presenter, types=True) is KeyEffect.TOOLKIT
        assert window.told == []

    def test_where_a_program_opened_it_the_next_key_is_not_for_it(self, window: BareWindow) -> None:
        window.view.deny_words = BareField(window, "words", text="no")
        presenter = window.asks()
        window.is_by_device = False
        presenter.deny_clicked()
        assert window.focus == "words"
        presenter.keys.focus_moved("words", by_device=False)
        window.is_by_device = True
        window.passes(2)
        strike(presenter, submits=True)
        assert window.told == []

    def test_what_its_line_would_submit_is_no_approval_elsewhere(self, window: BareWindow) -> None:
        """A program may move the focus while a key is looked at."""
        window.view.deny_words = BareField(window, "words", is_open=True)
        presenter = window.asks()
        go_to(window, presenter, "question")
        strike(presenter, Key.OTHER, submits=True)
        assert window.told == []

    def test_escape_in_it_closes_it(self, window: BareWindow) -> None:
        presenter = self.denying(window)
        strike(presenter)
        strike(presenter, Key.ESCAPE)
        assert window.focus == "deny"

    def test_but_not_while_an_input_method_is_at_work_in_it(self, window: BareWindow) -> None:
        presenter = self.denying(window)
        strike(presenter)
        assert strike(presenter, Key.ESCAPE, is_composing=True) is KeyEffect.TOOLKIT
        assert (window.focus, window.told) == ("words", [])

    def test_typing_goes_on_while_it_is_armed_anew(self, window: BareWindow) -> None:
        presenter = self.denying(window)
        strike(presenter)
        presenter.arm_anew()
        assert strike(presenter, Key.OTHER, types=True) is KeyEffect.TOOLKIT


class TestLetGo:
    """A key of which the system does not tell that it came up."""

    def test_it_approves_nothing(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        presenter.keys.press(stroke(Key.ACTIVATES))
        presenter.keys.let_go(stroke(Key.ACTIVATES))
        assert not presenter.keys.release(stroke(Key.ACTIVATES, time=1))
        assert window.told == []

    def test_the_next_time_it_counts(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        presenter.keys.press(stroke(Key.ACTIVATES))
        presenter.keys.let_go(stroke(Key.ACTIVATES))
        presenter.keys.press(stroke(Key.ACTIVATES, time=2))
        assert presenter.keys.release(stroke(Key.ACTIVATES, time=3))
        assert window.told == [APPROVED]


class TestInputMethod:
    """A key that is for an input method at work."""

    def test_it_approves_nothing_where_it_comes_up(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        strike(presenter, Key.OTHER, types=True)
        presenter.keys.press_to_compose(stroke(Key.ACTIVATES, submits=True))
        assert not presenter.keys.release(stroke(Key.ACTIVATES, time=1, submits=True))
        assert window.told == []

    def test_nor_does_one_that_went_down_before(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        strike(presenter, Key.OTHER, types=True)
        presenter.keys.press(stroke(Key.ACTIVATES, submits=True))
        presenter.keys.press_to_compose(stroke(Key.OTHER, code=40))
        presenter.keys.release(stroke(Key.ACTIVATES, time=1, submits=True))
        assert window.told == []

    def test_early_it_puts_keys_off(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        presenter.keyboard_came()
        go_to(window, presenter, "approve")
        window.passes(0.9)
        presenter.keys.press_to_compose(stroke(Key.OTHER, code=40))
        window.passes(0.9)
        strike(presenter)
        assert APPROVED not in window.told
        window.passes(2)
        strike(presenter)
        assert APPROVED in window.told

    def test_a_window_that_moved_is_seen_to_have(self, window: BareWindow) -> None:
        presenter = window.asks()
        go_to(window, presenter, "approve")
        window.at = (9, 9)
        presenter.keys.press_to_compose(stroke(Key.OTHER, code=40))
        window.passes(2)
        strike(presenter)
        assert window.told == [APPROVED]


class TestLeading:
    def letter(self, code: int = 40) -> Stroke:
        return stroke(Key.OTHER, code=code)

    def test_a_letter_leads_once_keys_count(self, window: BareWindow) -> None:
        presenter = window.asks()
        assert presenter.keys.press_that_leads(self.letter())

    def test_early_it_puts_them_off(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        window.passes(0.9)
        assert not presenter.keys.press_that_leads(self.letter())
        window.passes(0.9)
        assert not presenter.keys.press_that_leads(self.letter(code=41))

    def test_where_it_led_a_key_counts(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.keys.lead("approve")
        strike(presenter)
        assert window.told == [APPROVED]
