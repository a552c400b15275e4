"""Defences without which a password would be shown, or left in memory or with another program than
its own."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall

_LOCKED_NO_MORE = "daemon/test_unlockable_memory.py::test_what_can_be_locked_no_more_is_not_taken"

THREATS = (
    Threat(
        "password window",
        (
            Defence(
                "hidden-from-the-start",
                "who looks over the shoulder reads along",
                "platforms.linux.gtk.secret_field:SecretField.__init__",
                WithoutCall("self._show"),
                "dialog/test_password.py::test_what_is_typed_is_submitted_by_a_click",
            ),
            Defence(
                "no-copy",
                "every program reads the clipboards",
                "platforms.linux.gtk.secret_field:_select_nothing_shown",
                Takes("get_visibility", False),
                "dialog/test_password.py::test_nothing_is_copied_out_of_it_though_it_is_shown",
            ),
            Defence(
                "eye-by-a-device",
                "a program opens the eye and reads what is shown",
                "presentation.presenter:Presenter.eye_clicked",
                Takes("by_device", True),
                "dialog/test_password.py::test_assistive_technology_neither_reads_it_nor_opens_the_eye",
            ),
            Defence(
                "no-foreign-input-method",
                "an input method of the environment sees each key, and changes it",
                "platforms.linux.gtk.secret_field:SecretField._entry",
                Sets("im_module", "None"),
                "dialog/test_password.py::test_the_keys_go_to_no_input_method_of_the_environment",
            ),
            Defence(
                "wiped-from-the-field",
                "what was typed stays in memory when the person does something else",
                "platforms.linux.gtk.secret_field:SecretField.clear",
                WithoutCall("delete_text"),
                "dialog/test_password.py::test_whatever_the_person_does_it_is_wiped[Deny]",
            ),
            Defence(
                "no-drops-into-passwords",
                "a program drops a password or a name of its own into the field",
                "platforms.linux.gtk.secret_field:SecretField._entry",
                WithoutCall("drag_dest_unset"),
                "dialog/test_password.py::test_no_program_drops_into_it[Password]",
            ),
            Defence(
                "composed-is-not-typed-yet",
                "a password is sent without the character that is being composed",
                "presentation.typed_text:secret_obstacle",
                Takes("is_composing", False),
                "dialog/test_password.py::test_what_is_being_composed_is_no_password_yet[Return]",
            ),
            Defence(
                "name-of-one-line",
                "of a name and a password the wrong parts are taken for each",
                "presentation.typed_text:secret_obstacle",
                Takes("breaks", False),
                "dialog/test_password.py::TestUser::test_a_name_of_several_lines_is_refused",
            ),
        ),
    ),
    Threat(
        "password memory",
        (
            Defence(
                "no-drafts-of-secrets",
                "a password is kept with its question, and stands in the next dialog",
                "core.dialog_scheduler:DialogScheduler.drafted",
                Takes("fields_of", True),
                "core/test_broker_form.py::TestDraft::test_of_a_question_without_words_is_none[question1]",
            ),
            Defence(
                "locked",
                "it is swapped out to the disk",
                "platforms.linux.memory:lock",
                Sets("flag", "0"),
                "platforms/linux/test_memory.py::test_it_is_locked_for_as_long_as_somebody_has_it",
            ),
            Defence(
                "locked-on-other-machines",
                "it is swapped out to the disk where mmap does not lock it",
                "platforms.unix.memory:lock",
                WithoutCall("pin"),
                "platforms/linux/test_memory.py::test_it_is_locked_on_a_machine_that_has_other_numbers",
            ),
            Defence(
                "or-refused",
                "it is taken though it can't be locked",
                "platforms.unix.memory:pin",
                WithoutCall("mlock"),
                "platforms/linux/test_memory.py::test_where_nothing_may_be_locked_it_says_so_and_what_to_do[0-ppc64le]",
            ),
            Defence(
                "client-in-locked-memory",
                "the client reads it into a buffer that is swapped out",
                "client.link:Room.guard",
                Sets("view", "memoryview(bytearray(4096))"),
                "client/test_room.py::test_what_is_received_once_guarded_is_in_locked_memory",
            ),
            Defence(
                "client-copies-nothing",
                "the client has a copy of it that is not locked",
                "client.link:Room.taken",
                Sets("received", "bytearray(self.view[:size])"),
                "client/test_room.py::test_what_is_received_once_guarded_is_in_locked_memory",
            ),
            Defence(
                "in-no-core-file",
                "a crash writes it down, or a child that the program forks has it for ever",
                "platforms.linux.memory:_hide",
                WithoutCall("madvise"),
                "platforms/linux/test_memory.py::test_it_is_in_no_core_file_and_empty_in_forked_children",
            ),
            Defence(
                "heard-in-locked-memory",
                "the daemon reads it into a buffer that is swapped out",
                "daemon.screen:DialogProcess.guard",
                Returns("None"),
                _LOCKED_NO_MORE + "[before it is shown]",
            ),
            Defence(
                "wiped-where-it-was-heard",
                "it stays where the daemon read it",
                "daemon.screen:DialogProcess.buffer_updated",
                WithoutCall("wipe"),
                "faults/test_memory.py::test_a_daemon_that_has_handed_it_over",
            ),
            Defence(
                "wiped-once-handed-over",
                "it stays in the daemon when the caller has it",
                "daemon.outbox:Outbox.flush",
                WithoutCall("wipe"),
                "daemon/test_secrets.py::test_it_is_shown_submitted_and_committed",
            ),
            Defence(
                "wiped-though-not-taken",
                "it stays in the daemon when the caller has gone",
                "daemon.outbox:Outbox._forget",
                WithoutCall("wipe"),
                "daemon/test_secrets.py::test_one_who_never_reads_leaves_nothing_behind",
            ),
            Defence(
                "wiped-where-the-client-heard-it",
                "it stays where the client read it",
                "client.link:Link._receive",
                WithoutCall("wipe"),
                "client/test_exchange_secrets.py::TestSecret::test_what_was_received_is_wiped",
            ),
            Defence(
                "field-locked",
                "what is typed is swapped out while it stands in the field",
                "platforms.linux.gtk.typed:new_buffer",
                WithoutCall("lock"),
                "e2e/test_hardened.py::test_a_dialog_locks_memory_for_a_password_alone",
            ),
            Defence(
                "shows-nothing",
                "a log or a traceback writes it down",
                "core.secret:Secret.__repr__",
                Returns("str(bytes(self._data))"),
                "wire/test_secrets_wire.py::TestRoom::test_no_traceback_shows_what_came_even_with_all_that_its_frames_hold",
            ),
            Defence(
                "no-secret-is-kept",
                "a password gets into the keeper",
                "core.records:Recorder.changes",
                Takes("_holds_secret", False),
                "core/test_broker_secrets.py::TestSubmitted::test_is_recorded_offered_and_committed",
            ),
        ),
    ),
    Threat(
        "password handed over",
        (
            Defence(
                "no-password-for-a-terminal",
                "a password is shown on a screen, or stored in a file",
                "frontends.cli.pipe:check",
                Takes("reveal", True),
                "frontends/cli/test_password.py::TestWhereItMayGo::test_no_terminal",
            ),
            Defence(
                "place-looked-at-before-collecting",
                "a ticket's password is shown on a screen",
                "frontends.cli.collect:run.on_kind",
                WithoutCall("pipe.check"),
                "frontends/cli/test_password.py::TestCollect::test_elsewhere_it_is_left_unclaimed",
            ),
            Defence(
                "errors-repeat-no-password",
                "a password given as --if-headless by mistake goes to a log",
                "frontends.cli.arguments:_take",
                Takes("is_private", False),
                "frontends/cli/test_password.py::TestHeadless::test_nothing_else_can",
            ),
            Defence(
                "declared-with-its-user",
                "a declared password is taken for the name that should come before it",
                "frontends.cli.password:_declared",
                Takes("with_user", False),
                "frontends/cli/test_password.py::TestHeadless"
                "::test_with_a_user_it_holds_the_name_as_well",
            ),
            Defence(
                "mcp-collects-no-passwords",
                "a password gets into what an agent reads",
                "frontends.mcp.server:_refuse_secrets",
                Takes("questions.DIALOGS", False),
                "frontends/mcp/test_tools.py::TestUnheard::test_a_password_is_never_collected_for_an_agent",
            ),
            Defence(
                "command-ticket-is-ours",
                "an agent that has a shell collects the secret with the ticket that it got",
                "frontends.mcp.secret_commands:SecretCommand._take",
                Takes("Pending", False),
                "frontends/mcp/test_request_secret_later.py::TestLater::test_its_ticket_is_ours_and_check_runs_the_command",
            ),
            Defence(
                "command-faults-told-by-kind",
                "an error of another kind hands an agent words that may hold anything",
                "frontends.mcp.server:_fault",
                Sets("words", "f'sayso mcp failed: {error}'"),
                "frontends/mcp/test_request_secret.py::test_a_fault_of_ours_is_no_yes_and_keeps_its_words",
            ),
            Defence(
                "command-streams-discarded",
                "what the command writes, the secret perhaps, gets to the agent",
                "platforms.linux.execution:_launch",
                Sets("stdout", "None"),
                "platforms/linux/test_execution.py::TestWhatItGets::test_no_descriptor_of_ours_and_streams_that_lead_nowhere",
            ),
            Defence(
                "run-secret-wiped",
                "a secret stays in memory though its command did not run",
                "platforms.linux.becoming:Replacement.become",
                WithoutCall("secret.wipe"),
                "platforms/linux/test_becoming.py::TestWhereItIsNot"
                "::test_a_command_that_changed_leaves_no_secret",
            ),
            Defence(
                "command-secret-by-a-socket",
                "any program of the same user opens the command's pipe and reads the secret",
                "platforms.linux.execution:_one_way",
                Returns("map(programs.above_streams, os.pipe())"),
                "platforms/linux/test_execution.py::TestWhatItGets::test_what_nobody_else_can_open",
            ),
        ),
    ),
)
