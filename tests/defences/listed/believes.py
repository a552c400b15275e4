"""Defences against an answer that no person gave, or that was given to something else."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall, WithoutItem

THREATS = (
    Threat(
        "out of time",
        (
            Defence(
                "deadline",
                "a click counts though the time is over",
                "presentation.dialog_state:DialogState.look",
                Takes("left", False),
                "dialog/test_answers.py::test_the_time_runs_out_without_an_answer",
            ),
            Defence(
                "armed-in-waking-time",
                "the press that wakes the machine approves what came up as it fell asleep",
                "platforms.linux.gtk.window:Window.now",
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
                "core.dialog_scheduler:DialogScheduler._record",
                Takes("prompt.state", False),
                "core/test_broker_screen.py::TestClicksThatDoNotCount::test_before_painting",
            ),
            Defence(
                "form-answers-are-checked",
                "a form is answered by what its questions do not allow",
                "core.questions.form:Form.takes",
                Returns("True"),
                "core/test_broker_form.py::TestAnswers::test_that_do_not_fit_are_none[entries3]",
            ),
            Defence(
                "own-words-where-allowed",
                "words that the asker did not allow are taken for an option",
                "core.questions.select:may_be_chosen",
                Takes("custom", True),
                "core/test_broker_form.py::TestAnswers::test_that_do_not_fit_are_none[entries7]",
            ),
            Defence(
                "denials-in-the-persons-words",
                "words that a program wrote go along with a denial as the person's",
                "presentation.deny_words:DenyWords.answer",
                Takes("is_by_hand", True),
                "dialog/test_confirm.py::TestWords::test_that_a_program_wrote_do_not_go_along",
            ),
            Defence(
                "denials-of-no-dropped-words",
                "words that a program dropped go along with a denial as the person's",
                "platforms.linux.gtk.deny_words:DenyWords.__init__",
                WithoutCall("drag_dest_unset"),
                "dialog/test_confirm.py::TestWords::test_that_a_program_drops_are_not_taken",
            ),
            Defence(
                "drops-are-read",
                "a program drops a text out of sight, and it is submitted as the person's",
                "platforms.linux.gtk.text_input:TextInput._on_user_action",
                Takes("_is_dropping", False),
                "dialog/test_text.py::test_what_was_dropped_has_all_read_anew",
            ),
            Defence(
                "assistive-is-told",
                "an approval by an accessibility action passes for one by the person's own hand",
                "core.answers:choose",
                Sets("by", "None"),
                "core/test_broker_log.py::TestStory::test_of_an_answer_by_assistive_technology",
            ),
            Defence(
                "assistive-is-announced",
                "a dialog that a program may approve looks like one that it may not",
                "platforms.linux.gtk.prompt_view:PromptView.fill",
                WithoutCall("self._say_assistive"),
                "dialog/test_assistive.py::test_the_dialog_says_that_it_may",
            ),
            Defence(
                "no-sayso-by-name",
                "a script that calls itself sayso asks in the name of what started it",
                "platforms.linux.ours:is_our_command",
                Returns("bool(argv and os.path.basename(argv[-1]) in _NAMES)"),
                "platforms/linux/test_ours.py::test_a_script_of_that_name_is_not",
            ),
            Defence(
                "passed-over-is-named",
                "who was passed over for the dialog's heading is seen behind a click alone",
                "dialog.model:_where",
                Takes("between", False),
                "presentation/test_dialog_model.py::test_who_was_passed_over_for_the_name_stands_last_outermost_first",
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
                "client.link:Link.call",
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
                "frontends.cli.question:if_headless",
                Takes("text", False),
                "frontends/cli/test_arguments.py::test_an_approval_cannot_be_declared",
            ),
            Defence(
                "status-apart-from-answers",
                "a script takes a status of ours for what the person typed",
                "frontends.cli.question:put",
                Sets("aside", "False"),
                "frontends/cli/test_filled_in.py::TestEach"
                "::test_without_an_answer_standard_output_is_empty[text]",
            ),
            Defence(
                "form-files-are-whole",
                "a form is asked without what its file says wrongly",
                "frontends.cli.form_file:read",
                WithoutCall("parse"),
                "frontends/cli/test_filled_in.py::TestForm"
                "::test_a_wrong_field_is_named_with_its_file",
            ),
            Defence(
                "no-approval-declared-to-the-library",
                "a program declares that nobody's answer is a yes",
                "client.calls:declared",
                Takes("if_headless", False),
                "client/test_clients.py::test_an_approval_can_not_be_declared",
            ),
            Defence(
                "declared-for-nobody-alone",
                "what was declared for nobody takes the place of the person's no",
                "client.session:Session._ask",
                Takes("NoInteractor", True),
                "frontends/cli/test_verbs.py::test_declared_deny_stands_in_for_nobody_alone",
            ),
            Defence(
                "mcp-notices-approve-nothing",
                "an agent takes the button of a notice, or its own word that a login is done, for "
                "an approval",
                "frontends.mcp.results:_told_of",
                Sets("allowed", "outcome.allowed"),
                "frontends/mcp/test_ask_user_notice.py"
                "::test_its_button_acknowledges_it_and_approves_nothing",
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
                "platforms.linux.looking:InspectedCommand.recheck",
                Takes("chain.programs", False),
                "platforms/linux/test_execution.py::TestChangedSinceItWasShown::test_a_program",
            ),
            Defence(
                "command-directory-compared",
                "the command runs in another directory than the one that was shown",
                "platforms.linux.looking:InspectedCommand._leads_to",
                Takes("samestat", True),
                "platforms/linux/test_fulfils_contract.py::TestExecution::test_in_another_directory_nothing_is_executed",
            ),
            Defence(
                "command-executed-from-a-copy",
                "a file that is written to after the last look is executed as it is then",
                "platforms.linux.execution:Prepared._run",
                Sets("sealing", "programs.Sealing.NONE"),
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
                "run-acts-on-a-yes-alone",
                "a command runs that nobody approved",
                "frontends.cli.run:run",
                Takes("allowed", True),
                "frontends/cli/test_run_refused.py::TestWithoutAYes"
                "::test_pending_says_that_the_same_command_goes_on",
            ),
            Defence(
                "run-looks-again",
                "a command runs that is another since it was shown",
                "platforms.linux.looking:InspectedCommand.recheck",
                Takes("chain.programs", False),
                "frontends/cli/test_run_refused.py::TestChangedSinceItWasShown"
                "::test_a_program_does_not_run",
            ),
            Defence(
                "run-from-a-copy",
                "a file that is written to after the last look runs as it is then",
                "platforms.linux.becoming:Replacement._become",
                Sets("sealing", "programs.Sealing.NONE"),
                "frontends/cli/test_run_refused.py::TestChangedSinceItWasShown"
                "::test_a_file_that_is_written_to_after_the_last_look_runs_as_it_was",
            ),
            Defence(
                "run-in-place-where-root-alone-writes",
                "a file that a program of the person's can write to runs where it is",
                "platforms.linux.programs:_open",
                Takes("_is_roots_alone", True),
                "frontends/cli/test_run_refused.py::TestChangedSinceItWasShown"
                "::test_a_file_that_is_written_to_after_the_last_look_runs_as_it_was",
            ),
            Defence(
                "run-for-a-starter-that-lives",
                "a command runs for a shell that has gone, and the next one runs it again",
                "frontends.cli.answer:hold.heard",
                Returns("True"),
                "frontends/cli/test_run_refused.py::TestWithoutAYes"
                "::test_an_answer_is_left_where_nobody_waits_for_the_command",
            ),
            Defence(
                "run-behind-dashes",
                "an option that was meant for the command changes what is asked",
                "frontends.cli.arguments:_check_before_dashes",
                Takes("is_after_dashes", False),
                "frontends/cli/test_run_refused.py::TestBeforeAnythingIsAsked"
                "::test_what_stands_before_the_dashes_is_no_command[words0]",
            ),
            Defence(
                "approved-command-in-the-fingerprint",
                "a late yes runs another command than the one that was shown",
                "core.questions.fingerprint:fingerprint",
                Sets("told", "{key: fields[key] for key in fields if key != 'action'}"),
                "core/test_broker_secrets.py::TestQuestion"
                "::test_is_another_for_anything_that_the_person_would_see",
            ),
            Defence(
                "approved-command-shown",
                "a person approves a command that they do not see",
                "dialog.model:_command",
                Returns("None"),
                "presentation/test_dialog_model.py::test_so_is_one_that_runs_after_a_yes",
            ),
            Defence(
                "command-loads-nothing-else",
                "the program that was shown loads code that nobody saw",
                "platforms.linux.looking:_check_environment",
                Takes("_LOADERS", False),
                "platforms/linux/test_execution.py::TestRefused::test_code_that_nobody_would_see",
            ),
            Defence(
                "modules-of-ours-alone",
                "a module from the asker's PYTHONPATH runs in daemon and dialog",
                "launcher:module",
                WithoutItem("-E"),
                "test_launcher.py::test_neither_is_where_a_variable_points_to",
            ),
            Defence(
                "session-of-the-asker-alone",
                "libraries and settings of the first asker's choice are the daemon's",
                "platforms.linux.account:_is_of_session",
                Takes("_SESSION", True),
                "client/test_spawn.py::test_it_takes_what_names_the_session_and_nothing_else",
            ),
            Defence(
                "files-are-ours-to-read",
                "a first asker that lets nobody read its files leaves a log that nobody can write",
                "platforms.unix.processes:settle",
                WithoutCall("os.umask"),
                "client/test_spawn.py::test_one_whose_starter_can_make_no_readable_file_has_its_log",
            ),
            Defence(
                "packages-of-ours-alone",
                "a module among the person's own packages runs in daemon and dialog",
                "launcher:module",
                WithoutItem("-s"),
                "test_launcher.py::test_packages_of_the_persons_own_are_not_looked_at",
            ),
        ),
    ),
)
