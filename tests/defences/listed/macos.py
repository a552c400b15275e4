"""Defences that macOS needs, as the system does less there by itself."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall

_PLACE = "platforms/macos"

THREATS = (
    Threat(
        "strangers on macOS",
        (
            Defence(
                "macos-client-looks-who-answers",
                "another user's program says yes, or hears a password's question",
                "platforms.macos.endpoint:_MacOS.check_user",
                WithoutCall("sockets.check_user"),
                f"{_PLACE}/test_endpoint.py::TestSocket::test_another_users_daemon_hears_nothing",
            ),
            Defence(
                "macos-socket-is-shut",
                "where the directory was opened, others connect",
                "platforms.macos.endpoint:_MacOS.bind",
                WithoutCall("os.chmod"),
                f"{_PLACE}/test_endpoint.py::TestSocket::test_it_is_ours_alone",
            ),
            Defence(
                "macos-not-to-be-traced",
                "a debugger of the same user reads memory of ours",
                "platforms.macos.processes:harden",
                WithoutCall("hardening.deny_attach"),
                f"{_PLACE}/test_processes.py::test_who_is_hardened_denies_debuggers_and_leaves_no_core",
            ),
            Defence(
                "macos-no-core-file",
                "a crash writes all memory down",
                "platforms.macos.processes:harden",
                WithoutCall("hardening.leave_no_core"),
                f"{_PLACE}/test_processes.py::test_who_is_hardened_denies_debuggers_and_leaves_no_core",
            ),
            Defence(
                "macos-launchd-is-no-daemon",
                "launchd is asked to end, where it holds the socket for a daemon",
                "platforms.macos.peer:daemon",
                Takes("_LAUNCHD", False),
                f"{_PLACE}/test_processes.py::TestDaemon::test_launchd_is_none",
            ),
            Defence(
                "macos-no-signal-to-a-stranger",
                "a signal goes to the next process that has the pid",
                "platforms.macos.held:Held.send",
                Takes("has_ended", False),
                f"{_PLACE}/test_processes.py::TestHeld::test_signals_go_to_it_until_it_has_ended",
            ),
            Defence(
                "macos-no-signal-to-the-pids-next-owner",
                "a signal goes to a process that began after the one that was looked at",
                "platforms.macos.held:Held._is_there",
                Returns("True"),
                f"{_PLACE}/test_processes.py::TestHeld::"
                "test_nor_to_one_that_is_not_the_same_though_no_exit_was_told",
            ),
            Defence(
                "macos-says-what-it-cannot-prove",
                "a program that was handed another's connection asks in its name, for certain",
                "daemon.screen:describe",
                Sets("unproven", "False"),
                "daemon/test_dialog_screen.py::TestReports::"
                "test_whether_the_system_proves_the_asker_goes_along[True]",
            ),
            Defence(
                "macos-secrets-go-by-ticket",
                "a program that seems to be the one that asked gets the password typed for that",
                "core.retry:_may_hear",
                Takes("unproven", False),
                "core/test_broker_secrets.py::TestUnproven::"
                "test_the_same_process_that_asks_again_is_asked_anew",
            ),
            Defence(
                "macos-proves-nobody",
                "a program that seems to be the one that asked counts as proven",
                "platforms.macos.peer:lineage",
                Sets("unproven", "False"),
                f"{_PLACE}/test_peer.py::test_it_does_not_claim_to_prove_who_asks",
            ),
            Defence(
                "macos-who-claims-is-looked-at",
                "a program that was passed the connection meanwhile gets the answer",
                "daemon.service:Service._claim",
                WithoutCall("connection.check_requester"),
                "daemon/test_exchange_in_process.py::TestClaims::"
                "test_nor_one_to_whom_the_connection_was_passed_on",
            ),
            Defence(
                "macos-who-asks-is-looked-at",
                "a program that was passed the connection meanwhile asks in another's name",
                "daemon.service:Service._ask",
                WithoutCall("connection.check_requester"),
                "daemon/test_exchange_in_process.py::"
                "test_who_was_passed_a_connection_asks_nothing_in_anothers_name",
            ),
            Defence(
                "macos-claims-are-of-who-is-there",
                "another process uses the connection of the one that asked, and gets the answer",
                "platforms.macos.peer:check_requester",
                WithoutCall("_same"),
                f"{_PLACE}/test_peer.py::TestCheckRequester::"
                "test_an_end_that_was_passed_on_is_unknown[pids0]",
            ),
            Defence(
                "macos-claims-are-of-no-later-process",
                "the next process that has the pid gets the answer",
                "platforms.macos.peer:check_requester",
                Takes("runs", True),
                f"{_PLACE}/test_peer.py::TestCheckRequester::"
                "test_a_zombie_is_unknown_and_one_whose_pid_is_anothers[501-change1]",
            ),
            Defence(
                "macos-daemon-is-looked-at-again",
                "another process that took the other end meanwhile is ended as the daemon",
                "platforms.macos.peer:_same",
                Takes("pid", False),
                f"{_PLACE}/test_processes.py::TestDaemon::test_whose_place_another_one_takes_is_none",
            ),
        ),
    ),
    Threat(
        "a daemon on macOS that nobody reaches",
        (
            Defence(
                "macos-lock-is-only-looked-at",
                "a busy daemon passes for none, and another is started",
                "platforms.macos.endpoint:_is_held",
                Returns("False"),
                f"{_PLACE}/test_endpoint.py::TestRefused::"
                "test_who_has_too_many_callers_is_tried_for_as_long_as_was_said",
            ),
            Defence(
                "macos-launchd-alone-is-nobody",
                "where launchd alone listens, root seems to answer, and no daemon is started",
                "platforms.macos.endpoint:_MacOS.check_user",
                Takes("sockets.is_launchds", False),
                f"{_PLACE}/test_endpoint.py::TestGiven::"
                "test_where_launchd_alone_listens_a_daemon_is_started",
            ),
            Defence(
                "macos-anothers-console",
                "while another user is in front, questions are put up where nobody is",
                "platforms.macos.presence:_follow_console",
                Sets("state", "None"),
                f"{_PLACE}/test_session.py::TestPresence::"
                "test_while_another_user_keeps_the_console_to_themselves_nobody_is_there",
            ),
            Defence(
                "macos-launchds-socket-stays",
                "a daemon that ends takes launchd's socket away, and nobody starts the next",
                "platforms.macos.endpoint:_MacOS.is_heard",
                Returns("False"),
                f"{_PLACE}/test_endpoint.py::TestGiven::test_it_is_served_and_stays",
            ),
            Defence(
                "macos-what-runs-is-not-booted-out",
                "to leave nothing for the next login ends the daemon that runs",
                "platforms.macos.autostart:_stop_listening",
                Takes("launchd.runs", False),
                f"{_PLACE}/test_supervisor.py::TestDisable::test_a_daemon_that_it_started_goes_on",
            ),
            Defence(
                "macos-limit-that-the-system-takes",
                "where no limit is set, none that is asked for is taken, and no daemon starts",
                "platforms.macos.processes:settle",
                Returns("processes.settle()"),
                f"{_PLACE}/test_processes.py::TestLimits::"
                "test_no_more_open_files_are_asked_for_than_macos_takes",
            ),
        ),
    ),
    Threat(
        "password memory on macOS",
        (
            Defence(
                "macos-locked",
                "it is swapped out to the disk",
                "platforms.macos.native.memory:lock",
                WithoutCall("library.called"),
                f"{_PLACE}/test_native.py::TestSecrets::test_pages_are_hidden_and_then_locked",
            ),
            Defence(
                "macos-absent-from-children",
                "a child that the program forks has it for ever",
                "platforms.macos.memory:_hide",
                WithoutCall("native.keep_from_children"),
                f"{_PLACE}/test_native.py::TestSecrets::test_pages_are_hidden_and_then_locked",
            ),
        ),
    ),
    Threat(
        "another program's hand, on macOS",
        (
            Defence(
                "macos-posted-events",
                "keys that a program posts approve",
                "platforms.macos.cocoa.device:made_up",
                Returns('""'),
                "under_gnustep/test_made_up.py::"
                "test_keys_approve_dismiss_and_put_off_nothing[another]",
            ),
            Defence(
                "macos-posted-clicks",
                "clicks that a program posts choose, deny, and count as assistive technology's",
                "platforms.macos.cocoa.window:Window._on_pointer",
                Takes("BUTTONS", False),
                "under_gnustep/test_made_up.py::test_clicks_work_no_button[another-Deny]",
            ),
        ),
    ),
    Threat(
        "what nobody saw, on macOS",
        (
            Defence(
                "macos-stops-of-tabs",
                "what stands behind many tabs is on lines that nobody sees, and counts as read",
                "platforms.macos.cocoa.look:with_tabs",
                WithoutCall("style.setDefaultTabInterval_"),
                f"{_PLACE}/test_text_pane.py::test_what_stands_behind_many_tabs_is_unread",
            ),
            Defence(
                "macos-lines-are-counted-as-broken",
                "what AppKit breaks off a line counts as read",
                "platforms.macos.cocoa.text_box:TextBox._line_count",
                Returns("self._fewest"),
                f"{_PLACE}/test_text_pane.py::test_what_breaks_all_the_same_is_unread",
            ),
        ),
    ),
    Threat(
        "keys that are an input method's, on macOS",
        (
            Defence(
                "macos-input-methods-have-keys-first",
                "the key that takes back a word dismisses the question",
                "platforms.macos.cocoa.keyboard:Keyboard._on_press",
                Takes("composing", False),
                f"{_PLACE}/test_keyboard.py::TestInputMethod::"
                "test_while_it_is_at_work_keys_are_its_own[Escape-text]",
            ),
            Defence(
                "macos-keys-for-input-methods-are-noted",
                "who writes on as the question comes sends the word that was begun",
                "platforms.macos.cocoa.keyboard:Keyboard._on_press",
                WithoutCall("press_to_compose"),
                f"{_PLACE}/test_keyboard.py::TestInputMethod::"
                "test_early_they_put_off_when_keys_count",
            ),
            Defence(
                "macos-half-a-name-is-not-sent",
                "a name that is being written goes along with a password",
                "platforms.macos.cocoa.secret_field:SecretField.submits",
                Sets("composing", "False"),
                f"{_PLACE}/test_keyboard.py::TestInputMethod::"
                "test_a_name_that_is_being_written_is_not_sent",
            ),
        ),
    ),
    Threat(
        "keys that are held, on macOS",
        (
            Defence(
                "macos-held-keys-are-told",
                "a key that was held before the question came approves it, or one that a program "
                "says is held",
                "platforms.macos.cocoa.stroke:stroke",
                Takes("isARepeat", False),
                "under_gnustep/test_held_keys.py::test_it_does_not_approve",
            ),
            Defence(
                "macos-held-keys-lead-nowhere",
                "a key that is held goes on to a control that nobody meant",
                "platforms.macos.cocoa.keyboard:Keyboard._do_as_usual",
                Takes("is_repeated", False),
                "under_gnustep/test_held_keys.py::test_it_leads_to_no_other_line[Return]",
            ),
            Defence(
                "macos-keys-with-command-approve-nothing",
                "Command and Return, of which Command comes up first, sends what was typed",
                "platforms.macos.cocoa.keyboard:Keyboard._on_press",
                WithoutCall("let_go"),
                f"{_PLACE}/test_keyboard.py::TestCommand::test_return_with_it_sends_nothing",
            ),
            Defence(
                "held-keys-approve-nothing",
                "a key that the system says is held approves as it comes up",
                "presentation.key_handler:KeyHandler.press",
                Takes("is_repeated", False),
                "presentation/test_key_handler.py::TestApprove::"
                "test_not_by_a_key_that_is_held_nor_by_another",
            ),
            Defence(
                "held-keys-work-nothing",
                "a key that is held chooses, puts off or denies",
                "presentation.keys:effect",
                Takes("is_held", False),
                "presentation/test_keys.py::"
                "test_a_key_that_is_held_works_nothing_and_leads_nowhere",
            ),
        ),
    ),
)
