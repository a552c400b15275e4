"""A screen that hangs, dies, never paints or goes away, and an answer that nobody recorded."""

from defences.defence import Defence, Threat

_SCREEN = "daemon/screen.py"
_STAGE = "core/stage.py"
_DIALOG = "dialog/main.py"
_WINDOW = "platforms/linux/gtk/window.py"
_FOOTER = "platforms/linux/gtk/footer.py"
_CLICK = "dialog/test_answers.py::test_a_click_is_answered_recorded_and_closed"
_SPARE = "daemon/test_dialog_screen.py::TestSpare"
_STUCK = "daemon/test_stuck_dialogs.py::TestStuck"

THREAT = Threat(
    "screen's life",
    (
        Defence(
            name="painted-is-on-the-screen",
            guards="the time runs for a question that nobody can see",
            file="platforms/linux/gtk/painted.py",
            old='handler = clock.connect("after-paint", after_paint)\n    clock.begin_updating()',
            new="painted()",
            test="dialog/test_answers.py::test_painted_means_on_the_screen",
        ),
        Defence(
            name="recorded-before-closed",
            guards="a dialog goes before its answer is recorded",
            file=_WINDOW,
            old="self._dismiss()\n        return True",
            new="self._dismiss()\n        return False",
            test="dialog/test_answers.py::test_escape_and_closing_dismiss_even_before_armed[alt+F4]",
        ),
        Defence(
            name="says-that-it-is-recorded",
            guards="the dialog goes without a word, and what was recorded is not known",
            file=_FOOTER,
            old="say(self._recorded, words)",
            new="",
            test=f"{_CLICK}[Approve-approve-Recorded: approved-]",
        ),
        Defence(
            name="says-what-was-recorded",
            guards="a slip of the hand is not noticed",
            file=_WINDOW,
            old="self._choice = choice\n",
            new="pass\n",
            test=f"{_CLICK}[Approve-approve-Recorded: approved-]",
        ),
        Defence(
            name="shows-what-was-recorded",
            guards="who looks at the mark alone takes a denial for an approval",
            file=_FOOTER,
            old="_TICK if choice is Choice.APPROVE else _CROSS",
            new="_TICK",
            test=f"{_CLICK}[Deny-deny-Recorded: denied-Close]",
        ),
        Defence(
            name="announces-what-was-recorded",
            guards="who hears the dialog does not hear what was recorded",
            file=_FOOTER,
            old="announce(self._recorded, words)",
            new="",
            test="dialog/test_announcements.py"
            "::test_what_was_recorded_is_announced[None-Recorded: denied]",
        ),
        Defence(
            name="not-recorded-yet-is-told",
            guards="a click that is not recorded looks as if it were",
            file=_WINDOW,
            old="_after(_ACKNOWLEDGED_WITHIN, self._not_acknowledged)",
            new="pass",
            test="dialog/test_answers.py::test_an_answer_that_nobody_acknowledges_says_so_and_stays",
        ),
        Defence(
            name="not-recorded-is-told",
            guards="a click that could not be recorded leaves no trace",
            file=_WINDOW,
            old="self._say_trouble(catalogue.not_recorded(reason))",
            new="pass",
            test="dialog/test_answers.py::test_not_recorded_gives_the_controls_back_armed_anew",
        ),
        Defence(
            name="ends-with-the-daemon",
            guards="a window stays that nobody listens to",
            file=_DIALOG,
            old="if not data:\n            self._dialogs.stop()",
            new="",
            test="dialog/test_answers.py::test_the_daemons_end_ends_the_dialog",
        ),
        Defence(
            name="dies-of-an-error",
            guards="a window goes on half alive after an error",
            file=_DIALOG,
            old="sys.excepthook = _die",
            new="",
            test="dialog/test_answers.py::test_an_order_that_makes_no_sense_ends_the_process",
        ),
        Defence(
            name="deaf-to-the-terminal",
            guards="Ctrl-C for the asker takes the dialog with it",
            file=_DIALOG,
            old="signal.signal(signal.SIGINT, signal.SIG_IGN)",
            new="pass",
            test="dialog/test_answers.py::test_the_terminals_interrupt_is_not_for_the_dialog",
        ),
        Defence(
            name="modules-of-ours-alone",
            guards="a module from the asker's PYTHONPATH runs in daemon and dialog",
            file="daemon/children.py",
            old='"-E", ',
            new="",
            test="e2e/test_daemon.py::test_started_with_other_modules_on_the_way",
        ),
        Defence(
            name="notices-one-that-hangs",
            guards="a dialog that hangs stands there until its deadline, and takes no click",
            file=_SCREEN,
            old="process.send(wire.Ping())",
            new="pass",
            test="e2e/test_screen.py::test_a_dialog_hangs_while_it_is_shown[Approve]",
        ),
        Defence(
            name="replaces-one-that-hangs",
            guards="an order that is not carried out is waited for without end",
            file=_SCREEN,
            old="self.run, self.unacknowledged)\n        self.kill()",
            new="self.run, self.unacknowledged)",
            test="e2e/test_screen.py::test_a_dialog_hangs_while_it_is_shown[Approve]",
        ),
        Defence(
            name="replaces-a-spare-that-hangs",
            guards="a question waits for a dialog that will never show it",
            file=_SCREEN,
            old="(self._painted or isinstance(order, wire.Show))",
            new="self._painted",
            test=f"{_STUCK}::test_before_painting[steps1-done-1.5]",
        ),
        Defence(
            name="replaces-one-that-never-loads",
            guards="a toolkit that hangs while it loads keeps the question from the screen",
            file=_SCREEN,
            old='self._expect("ready", READY_SECONDS)',
            new="",
            test=f"{_STUCK}::test_before_painting[steps0-ready-8]",
        ),
        Defence(
            name="warms-another-where-none-is-left",
            guards="a dialog that died unseen leaves the next question with nothing warm",
            file=_SCREEN,
            old="if process.ready or self._hopeful:",
            new="if process.run == 0 and process.ready:",
            test=f"{_SPARE}::test_one_that_died_with_its_question_unseen_is_followed_by_a_spare",
        ),
        Defence(
            name="gives-up-on-what-never-loads",
            guards="a toolkit that can't start is tried every second for ever",
            file=_SCREEN,
            old="self._hopeful = process.ready",
            new="",
            test=f"{_SPARE}::test_one_that_died_before_is_replaced_once",
        ),
        Defence(
            name="ends-one-that-does-not-close",
            guards="a dialog that stays after its answer keeps the next from the screen",
            file=_SCREEN,
            old='self._expect("closed", seconds)',
            new="pass",
            test="daemon/test_stuck_dialogs.py::TestNotClosing"
            "::test_a_dialog_that_stays_is_killed[recorded-2.1]",
        ),
        Defence(
            name="leaving-is-leaving",
            guards="one that obeys other orders is not held to its going",
            file=_SCREEN,
            old="if self._leaving:\n            return",
            new="",
            test="daemon/test_stuck_dialogs.py::TestNotClosing"
            "::test_one_that_obeys_but_stays_is_killed_as_well",
        ),
        Defence(
            name="does-not-wait-for-what-is-not-there",
            guards="a withdrawal waits for a dialog that was never on the screen",
            file=_SCREEN,
            old="if self.ready:\n            self.send(wire.Close())",
            new="if True:\n            self.send(wire.Close())",
            test="daemon/test_daemon_with_dialogs.py::TestWithdrawing"
            "::test_while_its_dialog_process_still_loads_is_done_at_once",
        ),
        Defence(
            name="hears-that-it-closed",
            guards="of a window that closed in time it is said that it was ended by force",
            file=_SCREEN,
            old="if self._closed:",
            new="if False:",
            test="daemon/test_stuck_dialogs.py::TestNotClosing"
            "::test_one_that_has_closed_its_window_but_stays_is_killed_and_did_say_so",
        ),
        Defence(
            name="withdrawn-is-off-the-screen",
            guards="a question is said to be withdrawn while it can still be answered",
            file=_STAGE,
            old="if self._run and self._number == prompt.number:",
            new="if False:",
            test="daemon/test_daemon_with_dialogs.py::TestWithdrawing"
            "::test_is_done_when_the_dialog_process_has_ended",
        ),
        Defence(
            name="withdrawn-by-force-is-told",
            guards="a dialog that did not go by itself is said to have gone",
            file=_STAGE,
            old="if withdrawal and unacknowledged:",
            new="if False:",
            test="daemon/test_daemon_with_dialogs.py::TestWithdrawing"
            "::test_of_a_dialog_that_does_not_close_names_the_signal_and_the_time",
        ),
        Defence(
            name="replaces-one-that-dies",
            guards="a dialog that was killed takes its question with it",
            file=_SCREEN,
            old="if process.run:\n"
            "            self._post(e.DialogEnded(process.run, process.unacknowledged))",
            new="",
            test="e2e/test_password.py"
            "::test_a_dialog_killed_while_the_person_types_comes_back_empty",
        ),
        Defence(
            name="waits-before-the-next",
            guards="dialogs that die as they start keep the machine busy",
            file=_STAGE,
            old="now + delays[min(deaths, len(delays) - 1)]",
            new="now",
            test="core/test_broker_relaunch.py"
            "::TestRelaunch::test_comes_after_a_fifth_of_a_second_then_one_then_three",
        ),
        Defence(
            name="leaves-time-for-the-next",
            guards="one dialog that hangs uses up the time of those that could replace it",
            file=_STAGE,
            old="to_share / (len(delays) + 1) if to_share > 0 else left",
            new="left",
            test="core/test_broker_relaunch.py"
            "::TestHang::test_is_replaced_after_a_fifth_of_a_second_then_one_then_three[10-1.45]",
        ),
        Defence(
            name="gives-up-at-last",
            guards="dialogs that end by themselves come back for ever",
            file=_STAGE,
            old="if prompt.crashes > prompt.max_retries:",
            new="if False:",
            test="e2e/test_screen.py::test_one_that_hangs_again_and_again_is_given_up",
        ),
        Defence(
            name="ends-one-that-babbles",
            guards="a dialog that breaks the protocol goes on to answer",
            file=_SCREEN,
            old='log.exception("a dialog process broke the protocol and is ended")\n'
            "            self.kill()",
            new='log.exception("a dialog process broke the protocol and is ended")',
            test="daemon/test_dialog_screen.py::TestGarbage"
            "::test_ends_its_dialog_which_answers_nothing_any_more",
        ),
        Defence(
            name="display-gone",
            guards="a caller waits for a screen that is not there",
            file=_SCREEN,
            old="self._post(e.ScreenFailed(reason))",
            new="pass",
            test="e2e/test_display.py::test_while_a_question_is_shown_and_another_queued",
        ),
        Defence(
            name="looks-whether-the-display-is-back",
            guards="status names a screen that has gone",
            file=_SCREEN,
            old="if process.ready or self._hopeful:",
            new="if False:",
            test="e2e/test_display.py::test_while_nothing_is_open",
        ),
        Defence(
            name="answers-of-the-painted-alone",
            guards="an answer from before the question was on the screen is recorded",
            file=_STAGE,
            old="elif prompt.state is not State.SHOWN:",
            new="elif False:",
            test="core/test_broker_screen.py::TestClicksThatDoNotCount::test_before_painting",
        ),
        Defence(
            name="answers-of-the-present-alone",
            guards="an answer on a dialog that was replaced is recorded for its question",
            file=_STAGE,
            old="if run and prompt.run == run",
            new="if run",
            test="core/test_broker_screen.py::TestClicksThatDoNotCount"
            "::test_on_a_dialog_that_was_replaced",
        ),
        Defence(
            name="screen-of-the-session",
            guards="who starts the daemon has questions shown on a screen of its own",
            file="platforms/linux/manager.py",
            old="    for name in _SCREEN:\n        environ.pop(name, None)\n"
            "    environ.update({name: told[name] for name in _SCREEN if name in told})",
            new="    for name in _SCREEN:\n        if name in told:\n"
            "            environ.setdefault(name, told[name])",
            test="e2e/test_session_manager.py::test_an_asker_on_another_screen",
        ),
        Defence(
            name="bus-of-the-session",
            guards="who starts the daemon has its notifications on a bus of its own",
            file="platforms/linux/manager.py",
            old="        environ[_BUS] = told[_BUS]\n",
            new="        environ.setdefault(_BUS, told[_BUS])\n",
            test="e2e/test_session_manager.py::test_an_asker_on_another_bus",
        ),
        Defence(
            name="manager-in-time",
            guards="a session manager that hangs keeps the daemon from starting",
            file="platforms/linux/manager.py",
            old="        timeout=within,\n",
            new="",
            test="e2e/test_session_manager.py::test_one_that_does_not_answer",
        ),
    ),
)
