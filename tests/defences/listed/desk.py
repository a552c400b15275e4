"""A person who is away or not to be disturbed, and one who wants to see a question now.

That a click on a dialog that was taken off the screen does not count is held twice: its question
has no dialog then, and is not shown. So what is tried out here is that the dialog goes.
"""

from defences.defence import Defence, Threat

_BROKER = "core/broker.py"
_POLICY = "core/policy.py"
_STAGE = "core/stage.py"
_AWAY = "core/test_broker_away.py::"
_FRONT = "core/test_broker_front.py::"
_UNDISTURBED = "core/test_broker_undisturbed.py::"

THREAT = Threat(
    "an empty desk",
    (
        Defence(
            name="away-outlives-the-daemon",
            guards="a successor shows what waits on a locked screen",
            file="core/policy.py",
            old='self.away = typed(str | None, record["away"])',
            new="self.away = None",
            test=_AWAY + "TestTakesOffTheScreen::test_a_successor_goes_on_with_it",
        ),
        Defence(
            name="away-refuses",
            guards="questions are asked of somebody who is not there",
            file=_BROKER,
            old="self._policy.away if self._settings.locked == REFUSE else None",
            new="None",
            test=_AWAY + "TestRefuses::test_a_new_question",
        ),
        Defence(
            name="away-shows-nothing",
            guards="a question comes up on a screen that is locked, before whoever stands there",
            file=_STAGE,
            old="if self._run or self.is_closed or not queue",
            new="if self._run or not queue",
            test=_AWAY + "TestLetsWait::test_a_new_question",
        ),
        Defence(
            name="front-is-not-past-away",
            guards="a question that was asked for comes up on a screen that is locked",
            file=_STAGE,
            old="self._run or self.is_closed or not queue or",
            new="self._run or not queue or (self.is_closed and not queue[0].wanted) or",
            test=_AWAY + "TestBringingToTheFront::test_shows_nothing",
        ),
        Defence(
            name="away-clears-the-screen",
            guards="a question stays on the screen of whoever is in front now",
            file=_BROKER,
            old="        if self._stage.is_closed:\n            self._stage.clear(now)\n",
            new="",
            test=_AWAY + "TestTakesOffTheScreen::test_at_once",
        ),
        Defence(
            name="recalled-dialogs-close",
            guards="what made room for another is left on the screen, and is clicked in vain",
            file=_STAGE,
            old="prompt.queued_at = now\n        self._ledger.close_dialog(prompt)",
            new="prompt.queued_at = now",
            test=_FRONT + "TestQueued::test_it_is_shown_at_once",
        ),
        Defence(
            name="recalled-time-stands-still",
            guards="a question that was locked away is shown for longer than its asker said",
            file=_STAGE,
            old="        if prompt.state is State.SHOWN:\n"
            "            prompt.seconds = prompt.deadline - now\n        prompt.advance",
            new="        prompt.advance",
            test=_AWAY + "TestTakesOffTheScreen::test_the_remaining_time_stands_still",
        ),
        Defence(
            name="undisturbed-refuses",
            guards="do-not-disturb keeps nobody from asking",
            file=_POLICY,
            old="self.undisturbed_until is not None and self.settings.do_not_disturb == REFUSE",
            new="False",
            test=_UNDISTURBED + "TestRefuses::test_a_new_question_and_says_when_to_come_again",
        ),
        Defence(
            name="undisturbed-shows-nothing-new",
            guards="what waits comes up though the person is not to be disturbed",
            file=_STAGE,
            old="return None if held_back else queue[0]",
            new="return queue[0]",
            test=_UNDISTURBED
            + "TestWhatWasOpenBefore::test_is_not_shown_after_what_is_on_the_screen",
        ),
        Defence(
            name="later-is-not-asked-for",
            guards="a question that was brought up once and put off disturbs again and again",
            file=_STAGE,
            old="prompt.touched, prompt.wanted = True, False",
            new="prompt.touched = True",
            test=_UNDISTURBED + "TestWhatWasOpenBefore"
            "::test_does_not_return_though_the_person_had_asked_for_it_before",
        ),
        Defence(
            name="wanted-stays-before-others",
            guards="another's question blocks the one that the person wants to see",
            file="core/ledger.py",
            old="(want[place].wanted or turns[want[place].origin] <= turn)",
            new="turns[want[place].origin] <= turn",
            test=_FRONT + "TestInDoNotDisturb"
            "::test_beside_other_askers_it_comes_first_and_theirs_stay_down",
        ),
        Defence(
            name="undisturbed-ends",
            guards="do-not-disturb that was forgotten refuses for ever",
            file=_POLICY,
            old="            self.undisturbed_until = None\n        self._quiet",
            new="            pass\n        self._quiet",
            test=_UNDISTURBED + "TestEnds::test_though_no_timer_ran",
        ),
        Defence(
            name="undisturbed-is-inherited",
            guards="the death of a daemon ends do-not-disturb",
            file=_POLICY,
            old='self.undisturbed_until = typed(float | None, record["undisturbed_until"])',
            new='typed(float | None, record["undisturbed_until"])',
            test=_UNDISTURBED + "TestSuccessor::test_does_not_disturb_either",
        ),
        Defence(
            name="retries-are-not-refused",
            guards="a password that is being typed is of no use to the command that asks again",
            file=_BROKER,
            old="if refusal is None and repeated is None:",
            new="if refusal is None:",
            test=_UNDISTURBED + "TestRetries::test_for_a_secret_keep_their_place_on_the_screen",
        ),
        Defence(
            name="one-quiet-period-of-each",
            guards="who ends a quiet period finds another one behind it",
            file=_POLICY,
            old="        self._quiet = {n: quiet for n, quiet in self._quiet.items() "
            "if quiet.subject != subject}\n",
            new="",
            test=_FRONT + "TestQuietPeriod::test_one_that_begins_anew_is_one",
        ),
        Defence(
            name="quiet-title-of-a-secret",
            guards="the tray tells what a password is asked for in words that only its dialog has",
            file=_POLICY,
            old="question.title if question.secret else topic.words",
            new="topic.words",
            test=_FRONT + "TestQuietPeriod::test_never_has_the_message_of_a_secret[question3-]",
        ),
        Defence(
            name="front-is-armed-anew",
            guards="a dialog comes up under a click that was meant for what lay over it",
            file="platforms/linux/gtk/window.py",
            old="        self._guard.start(_now())\n        take_keyboard",
            new="        take_keyboard",
            test="dialog/test_front.py::test_where_it_has_the_keyboard_it_is_armed_anew_as_well",
        ),
    ),
)
