"""What would have an answer believed that no person gave, or that was given to something else."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall, WithoutItem

THREATS = (
    Threat(
        "out of time",
        (
            Defence(
                "deadline",
                "a click counts though the time is over",
                "platforms.linux.gtk.window:Window._obstacle",
                Takes("_deadline", False),
                "dialog/test_answers.py::test_the_time_runs_out_without_an_answer",
            ),
            Defence(
                "armed-in-waking-time",
                "the press that wakes the machine approves what came up as it fell asleep",
                "platforms.linux.gtk.window:_now",
                Returns("time.clock_gettime(time.CLOCK_BOOTTIME)"),
                "dialog/test_suspend.py::test_no_dialog_is_armed_by_sleep",
            ),
        ),
    ),
    Threat(
        "forged approval",
        (
            Defence(
                "not-allowed-by-default",
                "an outcome that says nothing of it is an approval",
                "core.outcome:_Outcome",
                Sets("allowed", "True"),
                "frontends/cli/test_exits.py::test_the_table_is_whole_and_zero_means_allowed",
            ),
            Defence(
                "answers-of-the-painted-alone",
                "an answer from before the question was on the screen is recorded",
                "core.stage:Stage._record",
                Takes("prompt.state", False),
                "core/test_broker_screen.py::TestClicksThatDoNotCount::test_before_painting",
            ),
            Defence(
                "assistive-is-told",
                "an approval by an accessibility action passes for one by the person's own hand",
                "core.stage:Stage.answered",
                Takes("outcome.allowed", False),
                "core/test_broker_log.py::TestStory::test_of_an_answer_by_assistive_technology",
            ),
            Defence(
                "assistive-is-announced",
                "a dialog that a program may approve looks like one that it may not",
                "platforms.linux.gtk.face:Face.fill",
                WithoutCall("self._say_assistive"),
                "dialog/test_assistive.py::test_the_dialog_says_that_it_may",
            ),
            Defence(
                "no-sayso-by-name",
                "a script that calls itself sayso asks in the name of what started it",
                "platforms.linux.ours:is_our_command",
                Returns("bool(argv and os.path.basename(argv[-1]) == _NAME)"),
                "platforms/linux/test_ours.py::test_a_script_of_that_name_is_not",
            ),
            Defence(
                "passed-over-is-named",
                "who was passed over for the dialog's heading is seen behind a click alone",
                "dialog.card:_where",
                Takes("between", False),
                "dialog/test_card.py::test_who_was_passed_over_for_the_name_stands_first_outermost_first",
            ),
            Defence(
                "ends-one-that-babbles",
                "a dialog that breaks the protocol goes on to answer",
                "daemon.screen:DialogProcess.buffer_updated",
                WithoutCall("self.kill"),
                "daemon/test_dialog_screen.py::TestGarbage::test_ends_its_dialog_which_answers_nothing_any_more",
            ),
            Defence(
                "committed-alone-counts",
                "an approval that was never claimed is acted on, and given again to the next",
                "client.exchange:_uncommitted",
                Takes("Decision", False),
                "client/test_exchange.py::test_a_decision_that_was_not_committed_is_never_believed",
            ),
            Defence(
                "reply-to-this-request",
                "the reply to another request is taken for the answer",
                "client.exchange:Link.call",
                Takes("reply.id", True),
                "client/test_exchange_faults.py::test_nonsense_is_the_daemons_fault",
            ),
            Defence(
                "exit-of-outcomes",
                '"sayso confirm … && act" acts on a denial, or on a question that is still open',
                "frontends.cli.exits:of_outcome",
                Returns("OK"),
                "frontends/cli/test_exits.py::test_each_outcome_has_its_status_and_words",
            ),
            Defence(
                "exit-of-errors",
                "a command acts though no daemon was there",
                "frontends.cli.exits:of_error",
                Returns("OK"),
                "frontends/cli/test_exits.py::test_errors_by_who_is_to_blame",
            ),
            Defence(
                "no-declared-approval",
                "a script declares that nobody's answer is a yes",
                "frontends.cli.confirm:_if_headless",
                Takes("text", False),
                "frontends/cli/test_arguments.py::test_an_approval_cannot_be_declared",
            ),
            Defence(
                "declared-for-nobody-alone",
                "what was declared for nobody takes the place of the person's no",
                "frontends.cli.confirm:run.ask",
                Takes("NoInteractor", True),
                "frontends/cli/test_verbs.py::test_declared_deny_stands_in_for_nobody_alone",
            ),
            Defence(
                "mcp-errors-are-errors",
                "an agent takes the daemon's error for a result",
                "frontends.mcp.results:of_error",
                Sets("is_error", "False"),
                "frontends/mcp/test_tools.py::TestErrors::test_a_daemon_that_is_not_there_is_an_error_with_its_remedy",
            ),
        ),
    ),
    Threat(
        "another command",
        (
            Defence(
                "command-programs-compared",
                "a program that was replaced while the person typed gets the secret",
                "platforms.linux.execution:Prepared._look_again",
                Takes("chain.programs", False),
                "platforms/linux/test_execution.py::TestChangedSinceItWasShown::test_a_program",
            ),
            Defence(
                "command-directory-compared",
                "the command runs in another directory than the one that was shown",
                "platforms.linux.execution:Prepared._leads_to",
                Takes("samestat", True),
                "platforms/linux/test_execution.py::TestChangedSinceItWasShown::test_a_directory_even_with_all_that_was_in_it",
            ),
            Defence(
                "command-executed-from-a-copy",
                "a file that is written to after the last look is executed as it is then",
                "platforms.linux.execution:Prepared._look_again",
                Sets("seal", "False"),
                "platforms/linux/test_execution.py::test_what_was_looked_at_is_executed_whatever_is_written_meanwhile",
            ),
            Defence(
                "command-copy-sealed",
                "a program of the same user changes the copy before it is executed",
                "platforms.linux.programs:_sealed",
                WithoutCall("fcntl.fcntl"),
                "platforms/linux/test_execution.py::test_a_copy_can_be_changed_by_nobody",
            ),
            Defence(
                "command-loads-nothing-else",
                "the program that was shown loads code that nobody saw",
                "platforms.linux.execution:_check_environment",
                Takes("_LOADERS", False),
                "platforms/linux/test_execution.py::TestRefused::test_code_that_nobody_would_see",
            ),
            Defence(
                "modules-of-ours-alone",
                "a module from the asker's PYTHONPATH runs in daemon and dialog",
                "launcher:command",
                WithoutItem("-E"),
                "test_launcher.py::test_neither_is_where_a_variable_points_to",
            ),
            Defence(
                "packages-of-ours-alone",
                "a module among the person's own packages runs in daemon and dialog",
                "launcher:command",
                WithoutItem("-s"),
                "test_launcher.py::test_packages_of_the_persons_own_are_not_looked_at",
            ),
        ),
    ),
)
