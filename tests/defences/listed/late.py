"""An answer that counts after its time, or a question that never ends."""

from defences.defence import Defence, Threat

_BROKER = "core/broker.py"
_LEDGER = "core/ledger.py"
_PROMPT = "core/prompt.py"
_STAGE = "core/stage.py"

THREAT = Threat(
    "out of time",
    (
        Defence(
            name="clocks-before-clicks",
            guards="a click after the deadline counts because its timer is late",
            file=_BROKER,
            old="        self._elapse(now)\n        self._dispatch(event, now)",
            new="        self._dispatch(event, now)",
            test="core/test_broker_clocks.py"
            "::TestDeadline::test_a_click_at_it_does_not_count_though_no_timer_ran",
        ),
        Defence(
            name="clocks-after-events",
            guards="what is kept for no time at all is kept until something else happens",
            file=_BROKER,
            old="self._end_all(self._absent, now)\n        self._elapse(now)",
            new="self._end_all(self._absent, now)",
            test="core/test_broker_clocks.py"
            "::TestWait::test_of_zero_is_pending_at_once_and_shows_the_dialog",
        ),
        Defence(
            name="clocks-of-the-dead",
            guards="time stands still while no daemon lives",
            file=_BROKER,
            old="        self._elapse(now)\n        for prompt in self.prompts:",
            new="        for prompt in self.prompts:",
            test="core/test_broker_successor.py"
            "::TestOpenQuestions::test_time_passes_while_no_daemon_lives",
        ),
        Defence(
            name="deadline-closes-the-dialog",
            guards="a dialog stays whose question has timed out",
            file=_BROKER,
            old="                self._ledger.close_dialog(prompt)\n                late =",
            new="                late =",
            test="core/test_broker_flows.py::TestTheThreeFlows::test_never",
        ),
        Defence(
            name="end-closes-the-dialog",
            guards="a dialog stays whose question was withdrawn",
            file=_LEDGER,
            old="            self.queue.remove(prompt)\n            self.close_dialog(prompt)",
            new="            self.queue.remove(prompt)",
            test="core/test_broker_limits.py::TestWithdraw::test_by_ticket",
        ),
        Defence(
            name="deadline-ends",
            guards="a question is answered that nobody remembers",
            file=_PROMPT,
            old="return min(self.deadline, self.put_off_until)",
            new="return self.put_off_until",
            test="core/test_broker_clocks.py"
            "::TestDeadline::test_starts_with_the_first_painted_frame",
        ),
        Defence(
            name="destructive-is-short",
            guards="what destroys something waits as long for a slip of the hand as the rest",
            file="core/opening.py",
            old="return settings.timeout_destructive",
            new="return settings.timeout",
            test="core/test_broker_flows.py"
            "::TestWhatTheDialogShows::test_a_destructive_question_has_sixty_seconds",
        ),
        Defence(
            name="retention-ends",
            guards="a yes of long ago is handed out",
            file=_LEDGER,
            old="prompt.keep_until = now + prompt.retention\n        self.queue",
            new="prompt.keep_until = now + 86400\n        self.queue",
            test="core/test_broker_clocks.py"
            "::TestRetention::test_is_checked_when_an_answer_is_collected",
        ),
        Defence(
            name="retention-ends-for-new-calls",
            guards="an offer that runs on past retention gives the answer to ever more calls",
            file=_PROMPT,
            old="gone = self.state is State.DECIDED and now >= self.keep_until",
            new="gone = False",
            test="core/test_broker_claims.py"
            "::TestOfferAndRetention::test_none_begins_after_retention_by_request",
        ),
        Defence(
            name="time-from-what-was-painted",
            guards="the time passes while nothing is on the screen yet",
            file=_STAGE,
            old="prompt.deadline = now + prompt.seconds\n",
            new="prompt.deadline = prompt.opened_at + prompt.seconds\n",
            test="core/test_broker_clocks.py"
            "::TestDeadline::test_starts_with_the_first_painted_frame",
        ),
        Defence(
            name="painted-but-once",
            guards="a dialog that says again that it is painted gets its whole time again",
            file=_STAGE,
            old="if prompt is None or prompt.state is not State.SHOWING:\n            return\n"
            "        prompt.advance(Trigger.PAINTED)",
            new="if prompt is None:\n            return\n        prompt.state = State.SHOWN",
            test="core/test_broker_clocks.py"
            "::TestDeadline::test_is_not_moved_by_a_second_report_of_painting",
        ),
        Defence(
            name="holding-has-a-ceiling",
            guards="who scrolls, or a mouse that lies on its wheel, keeps a dialog for ever",
            file=_STAGE,
            old="min(now + prompt.hold, prompt.ceiling)",
            new="now + prompt.hold",
            test="core/test_broker_clocks.py::TestHold::test_goes_up_to_the_ceiling",
        ),
        Defence(
            name="the-ceiling-stays",
            guards="each dialog process that dies lifts the ceiling",
            file=_STAGE,
            old="if not prompt.ceiling:",
            new="if True:",
            test="core/test_broker_successor.py"
            "::TestOpenQuestions::test_one_that_was_held_is_held_no_longer_than_before",
        ),
        Defence(
            name="holding-takes-nothing",
            guards="reading shortens the time that is left",
            file=_STAGE,
            old="prompt.deadline = max(held, prompt.deadline)",
            new="prompt.deadline = held",
            test="core/test_broker_clocks.py::TestHold::test_never_takes_time_away",
        ),
        Defence(
            name="dead-dialogs-add-no-time",
            guards="each dialog process that dies begins the time anew",
            file=_STAGE,
            old="prompt.seconds = prompt.deadline - now\n        prompt.render_until",
            new="prompt.render_until",
            test="core/test_broker_relaunch.py"
            "::TestRelaunch::test_brings_the_question_back_with_its_remaining_time",
        ),
        Defence(
            name="later-adds-no-time",
            guards="*Later* begins the time anew",
            file=_STAGE,
            old="        prompt.seconds = prompt.deadline - now\n        prompt.back_at",
            new="        prompt.back_at",
            test="core/test_broker_later.py::TestReturn::test_the_remaining_time_stood_still",
        ),
        Defence(
            name="later-has-an-end",
            guards="a question is put off again and again, and answered when all is forgotten",
            file=_STAGE,
            old="min(prompt.put_off_until, now + prompt.queue_limit)",
            new="now + prompt.queue_limit",
            test="core/test_broker_later.py::TestLimit::test_while_it_is_hidden",
        ),
        Defence(
            name="later-for-what-is-shown",
            guards="a dialog that is not on the screen yet puts its question off",
            file=_STAGE,
            old="if prompt is None or prompt.state is not State.SHOWN:\n            return\n"
            "        prompt.touched, prompt.wanted = True, False\n        prompt.seconds",
            new="if prompt is None:\n            return\n        prompt.seconds",
            test="core/test_broker_later.py::TestHiding::test_is_for_painted_questions_alone",
        ),
        Defence(
            name="later-hides-it",
            guards="a question that was put off can still be answered by its old dialog",
            file=_LEDGER,
            old="        self.close_dialog(prompt)\n        self.queue.remove(prompt)\n"
            "        self.queue.append",
            new="        self.queue.remove(prompt)\n        self.queue.append",
            test="core/test_broker_later.py"
            "::TestHiding::test_closes_the_dialog_and_keeps_the_question",
        ),
        Defence(
            name="queue-has-an-end",
            guards="a question of an hour ago comes up when those before it are gone",
            file=_PROMPT,
            old="return min(self.queued_at + self.queue_limit, self.put_off_until)",
            new="return self.put_off_until",
            test="core/test_broker_clocks.py"
            "::TestQueueLimit::test_ends_a_prompt_that_never_had_its_turn",
        ),
        Defence(
            name="queue-ends-what-was-put-off",
            guards="what was put off waits for its turn past its end",
            file=_PROMPT,
            old="return min(self.queued_at + self.queue_limit, self.put_off_until)",
            new="return self.queued_at + self.queue_limit",
            test="core/test_broker_later.py::TestLimit::test_queued_behind_another",
        ),
        Defence(
            name="render-budget-ends",
            guards="dialogs that die before they paint are started for ever",
            file=_PROMPT,
            old="return min(self.render_until, self.put_off_until)",
            new="return self.put_off_until",
            test="core/test_broker_relaunch.py"
            "::TestRelaunch::test_can_be_overtaken_by_the_render_budget",
        ),
        Defence(
            name="render-budget-is-one",
            guards="each dialog process that dies begins the budget anew",
            file=_STAGE,
            old="if prompt.state is State.QUEUED:\n            prompt.render_until",
            new="if True:\n            prompt.render_until",
            test="core/test_broker_relaunch.py::TestRenderBudget::test_ends_as_not_shown",
        ),
        Defence(
            name="waits-end",
            guards="a caller waits on after the time that it has",
            file=_BROKER,
            old="now + given(wait, self._settings.wait), now)",
            new="now + 86400, now)",
            test="core/test_broker_clocks.py"
            "::TestWait::test_of_zero_is_pending_at_once_and_shows_the_dialog",
        ),
        Defence(
            name="heart-beats",
            guards="a caller that waits long takes the daemon for dead",
            file=_BROKER,
            old="waiting.heartbeat = now + self._settings.heartbeat",
            new="waiting.heartbeat = now + 86400",
            test="core/test_broker_clocks.py::TestHeartbeat::test_comes_every_fifteen_seconds",
        ),
        Defence(
            name="owner-exit-withdraws",
            guards="a question stays whose program has gone, and its answer has no use",
            file=_BROKER,
            old='self._ledger.end(prompt, Withdrawn("owner_exited"), now)',
            new="pass",
            test="core/test_broker_limits.py::TestOwner::test_is_the_origin",
        ),
        Defence(
            name="no-screen-ends-all",
            guards="callers wait for a screen that is not there",
            file=_BROKER,
            old="                self._screenless = absent\n",
            new="                pass\n",
            test="core/test_broker_screen.py::TestNoInteractor::test_ends_what_is_open",
        ),
        Defence(
            name="failed-screen-ends-all",
            guards="callers wait for a screen that has gone",
            file=_BROKER,
            old="case e.ScreenFailed(reason):\n                self._end_all(reason, now)",
            new="case e.ScreenFailed(reason):\n                pass",
            test="core/test_broker_screen.py"
            "::TestNoInteractor::test_a_dialog_that_can_not_be_made_ends_what_is_open",
        ),
        Defence(
            name="one-dialog-at-a-time",
            guards="a dialog comes up over another, under a click that was meant for that",
            file=_STAGE,
            old="if self._run or self.is_closed",
            new="if self.is_closed",
            test="core/test_broker_screen.py"
            "::TestOneDialogVisible::test_the_next_waits_until_the_one_before_has_gone",
        ),
        Defence(
            name="screen-free-when-it-is",
            guards="the end of an older dialog process frees the screen for a second one",
            file=_STAGE,
            old="        if run == self._run:\n            self._run = 0",
            new="        if True:\n            self._run = 0",
            test="core/test_broker_screen.py"
            "::TestClicksThatDoNotCount::test_the_end_of_a_dialog_before_leaves_the_present_one",
        ),
        Defence(
            name="states-by-the-table",
            guards="a question that is over comes back to the screen",
            file=_PROMPT,
            old="self.state = TRANSITIONS[self.state][trigger]",
            new="self.state = "
            "{t: s for moves in TRANSITIONS.values() for t, s in moves.items()}[trigger]",
            test="core/test_tables.py::test_what_the_table_does_not_name_is_a_fault",
        ),
    ),
)
