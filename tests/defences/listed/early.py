"""Input that was not meant for this question: too early, held, or half of a press.

Two lines of window.py are not listed, because GTK does the same: that a key on *approve* goes no
further (`on_approve or`), for a click that GTK makes of it later comes with no event; and that the
end of a stroke looks once more whether it is armed, for whatever disarms forgets the stroke. GTK
hands no press to a dead control, either: so that rule is tried out in the core.
"""

from defences.defence import Defence, Threat

_ARMING = "core/arming.py"
_WINDOW = "platforms/linux/gtk/window.py"
_TOPLEVEL = "platforms/linux/gtk/toplevel.py"
_TWICE = "dialog/test_twice.py"

THREAT = Threat(
    "early or foreign input",
    (
        Defence(
            name="arming-delay",
            guards="a click that was on its way when the dialog appeared approves",
            file=_ARMING,
            old="self.alive_at = now + self._delay\n        self._latest",
            new="self.alive_at = now\n        self._latest",
            test="e2e/test_early_input.py::test_single_click_as_it_appears",
        ),
        Defence(
            name="dead-until-armed",
            guards="the control works though it is not armed",
            file=_ARMING,
            old="return now >= self.alive_at",
            new="return True",
            test="dialog/test_hands_off.py::test_a_single_early_click_is_lost",
        ),
        Defence(
            name="early-clicks-put-off",
            guards="who clicks on and on approves what comes up in between",
            file=_WINDOW,
            old="self._guard.early_input(_now())",
            new="pass",
            test="dialog/test_hands_off.py::test_hammered_clicks_of_an_unsteady_hand_put_it_off",
        ),
        Defence(
            name="early-keys-put-off",
            guards="who types on and on approves what comes up in between",
            file=_ARMING,
            old="if not armed:\n            self.early_input(now)",
            new="",
            test="dialog/test_hands_off.py::test_hammered_keys_put_it_off[Return]",
        ),
        Defence(
            name="putting-off-ends",
            guards="a key that lies on the keyboard keeps a question from ever being answered",
            file=_ARMING,
            old="min(now + self._delay, self._latest)",
            new="now + self._delay",
            test="e2e/test_early_input.py::test_key_held_across_the_arming",
        ),
        Defence(
            name="keyboard-has-its-own-delay",
            guards="a word that is being typed goes on in the dialog that just got the keyboard",
            file=_ARMING,
            old=" and self._typing.is_alive(now)",
            new="",
            test="dialog/test_hands_off.py::test_keys_count_a_while_after_the_keyboard_came",
        ),
        Defence(
            name="early-keys-swallowed",
            guards="a key meant for another window works the control that has the focus",
            file=_WINDOW,
            old="return on_approve or not (takes_keys or typing)",
            new="return on_approve",
            test="dialog/test_hands_off.py::test_an_early_key_works_no_control",
        ),
        Defence(
            name="whole-press",
            guards="a press from before counts when it is released",
            file=_ARMING,
            old="self._clicking = self.is_armed(now)\n        if self._clicking and",
            new="self._clicking = True\n        if",
            test="core/test_arming.py::test_nothing_is_ever_approved_early",
        ),
        Defence(
            name="rested-pointer",
            guards="a click where the pointer lay by chance approves",
            file=_ARMING,
            old="if self._clicking and not self._moved:\n            self.start(now)",
            new="",
            test="dialog/test_hands_off.py::test_a_pointer_that_rested_there_counts_once_it_has_moved",
        ),
        Defence(
            name="fresh-stroke",
            guards="a key that is held down repeats until it approves",
            file=_ARMING,
            old="fresh and approving",
            new="approving",
            test="dialog/test_hands_off.py::test_a_held_key_does_not_count[Return]",
        ),
        Defence(
            name="repeat-told-as-releases",
            guards="an X server that tells a held key as releases and presses passes for strokes",
            file=_ARMING,
            old=" or self._released.get(key) == time",
            new="",
            test="core/test_arming.py::test_a_repeat_told_as_release_and_press_is_no_fresh_press",
        ),
        Defence(
            name="stroke-begins-there",
            guards="a key that went down elsewhere approves where it comes up",
            file=_ARMING,
            old="if fresh and approving and armed",
            new="if fresh and armed",
            test="dialog/test_hands_off.py::test_a_key_that_went_down_elsewhere_does_not_count",
        ),
        Defence(
            name="stroke-ends-there",
            guards="a person who moves away before letting go approves all the same",
            file=_WINDOW,
            old="if counts and self._would_approve(event) and",
            new="if counts and",
            test="dialog/test_hands_off.py::test_a_key_that_comes_up_elsewhere_does_not_count",
        ),
        Defence(
            name="armed-anew-where-it-moves",
            guards="what moves or is resized comes under a click meant for something else",
            file=_WINDOW,
            old="and geometry != self._geometry",
            new="and False",
            test="dialog/test_hands_off.py::test_what_moves_under_the_hand_is_armed_anew[move]",
        ),
        Defence(
            name="armed-anew-with-the-focus",
            guards="a dialog that comes back to the front takes a click meant for another window",
            file=_WINDOW,
            old="if self._had_focus:\n            self._guard.start(_now())",
            new="",
            test="dialog/test_hands_off.py::test_what_moves_under_the_hand_is_armed_anew[regain]",
        ),
        Defence(
            name="armed-anew-when-not-recorded",
            guards="the second click of two answers the question that has come back",
            file=_WINDOW,
            old="self._stage = _Stage.ASKING\n        self._guard.start(_now())",
            new="self._stage = _Stage.ASKING",
            test="dialog/test_answers.py"
            "::test_not_recorded_arms_anew_though_the_window_stays_where_it_is",
        ),
        Defence(
            name="one-click-denies-one",
            guards="the second click of two denies the question that comes up in between",
            file=_ARMING,
            old="return not self._rests_on_deny or self.is_settled(now)",
            new="return True",
            test=f"{_TWICE}::test_a_double_click_on_deny_denies_one_question",
        ),
        Defence(
            name="looks-where-the-pointer-lies",
            guards="a pointer that lay on *deny* passes for one that was brought there",
            file=_WINDOW,
            old="pointer_is_over(self._face.footer.deny)",
            new="False",
            test=f"{_TWICE}::test_a_double_click_on_deny_denies_one_question",
        ),
        Defence(
            name="deny-works-at-once",
            guards="a person who brought the pointer to *deny* is not heard",
            file=_ARMING,
            old="not self._rests_on_deny or ",
            new="",
            test="core/test_arming.py::test_a_pointer_that_comes_to_deny_counts_at_once",
        ),
        Defence(
            name="one-escape-dismisses-one",
            guards="the second Escape of two dismisses the question that comes up in between",
            file=_WINDOW,
            old="if self._guard.is_settled(_now()):",
            new="if True:",
            test=f"{_TWICE}::test_escape_twice_dismisses_one_question",
        ),
        Defence(
            name="fresh-escape",
            guards="an Escape that is held down dismisses one question after the other",
            file=_WINDOW,
            old="if fresh:\n                self._dismiss()",
            new="self._dismiss()",
            test=f"{_TWICE}::test_a_held_escape_dismisses_one_question",
        ),
        Defence(
            name="one-answer",
            guards="what is done after the answer is told as another answer",
            file=_WINDOW,
            old="if self._stage is not _Stage.ASKING:\n            return False",
            new="",
            test="dialog/test_answers.py::test_after_the_answer_nothing_more_is_told",
        ),
        Defence(
            name="deadline",
            guards="a click counts though the time is over",
            file=_WINDOW,
            old="if _through_suspend() >= self._deadline:",
            new="if False:",
            test="dialog/test_answers.py::test_the_time_runs_out_without_an_answer",
        ),
        Defence(
            name="no-focus-when-mapped",
            guards="a dialog takes the keyboard from a person who types",
            file=_TOPLEVEL,
            old="window.set_focus_on_map(False)",
            new="",
            test="dialog/test_hands_off.py::test_the_keyboard_is_not_taken_from_who_types",
        ),
        Defence(
            name="waits-for-a-pause",
            guards="a dialog takes the keyboard from a person who types, a moment later",
            file=_TOPLEVEL,
            old="_PAUSE - idle_seconds()",
            new="0",
            test="dialog/test_hands_off.py::test_the_keyboard_is_not_taken_from_who_types",
        ),
        Defence(
            name="deny-has-the-focus",
            guards="where much is at stake the first key that counts is not on the safe side",
            file=_WINDOW,
            old="self._face.footer.deny if card.destructive else self._face.question.view",
            new="self._face.question.view",
            test="dialog/test_answers.py::test_deny_has_the_focus_where_much_is_at_stake",
        ),
    ),
)
