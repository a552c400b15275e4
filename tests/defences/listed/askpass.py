"""Defences without which a person whom ssh, sudo or git has asked would be betrayed."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall, WithoutItem

SSH = "programs/test_ssh.py"
GIT = "programs/test_git.py"
KEYRING = "programs/test_git_keyring.py"
VERBS = "frontends/askpass/test_verbs.py"

THREATS = (
    Threat(
        "a prompt that is not what it seems",
        (
            Defence(
                "askpass-words-are-no-options",
                "a prompt that begins like an option gets help in place of a question",
                "__main__:askpass",
                WithoutItem("--"),
                f"{VERBS}::TestAskpass::test_every_word_is_the_prompt_s[--help]",
            ),
            Defence(
                "askpass-unknown-is-secret",
                "a password is shown as it is typed",
                "frontends.askpass.prompt:read",
                Takes("what", True),
                f"{GIT}::TestAskpass::test_the_name_in_clear_then_the_password",
            ),
            Defence(
                "askpass-names-who-wants-the-key",
                "any program's use of a key looks like the one that the person began",
                "platforms.unix.starter:is_servers",
                Returns("False"),
                f"{SSH}::TestEachUseOfAKey::test_is_allowed_for_the_program_that_the_dialog_names",
            ),
            Defence(
                "askpass-names-nobody-else",
                "a use of a key is put down to a program that has nothing to do with it",
                "platforms.unix.starter:_has_client",
                Returns("True"),
                "platforms/linux/test_starter.py::test_what_is_no_client_s",
            ),
            Defence(
                "askpass-names-nobody-for-one-that-can-not-be-seen",
                "a use of a key is put down to another program that is connected",
                "platforms.unix.starter:_has_client",
                Returns("is_servers(sock)"),
                "platforms/linux/test_starter.py::test_a_client_with_a_name_of_its_own_can_not_be_seen",
            ),
            Defence(
                "askpass-notes-are-of-one-process",
                "a first password is called wrong, as an earlier process had the same pid",
                "frontends.askpass.repeats:_process",
                Returns("str(program.pid)"),
                "frontends/askpass/test_repeats.py::test_those_of_processes_that_have_ended_go",
            ),
        ),
    ),
    Threat(
        "a prompt of a program that has gone",
        (
            Defence(
                "askpass-goes-with-its-program",
                "a password is typed for nobody, or for another program that reads there",
                "frontends.askpass.asking:Asking._is_heard",
                Takes("_held.lives", False),
                f"{SSH}::TestAServer::test_the_dialog_goes_when_ssh_is_killed",
            ),
            Defence(
                "askpass-goes-with-the-agent-s-client",
                "the next use of a key waits behind that of a program which has gone",
                "frontends.askpass.asking:Asking._is_heard",
                Takes("each.lives", True),
                f"{SSH}::TestEachUseOfAKey::test_the_dialog_goes_with_the_last_that_may_have_wanted_it",
            ),
            Defence(
                "askpass-waits-for-no-hung-daemon",
                "ssh, sudo and git hang with it",
                "client.session:Session._question",
                Sets("greeted_within", "60.0"),
                f"{GIT}::test_a_daemon_that_hangs_is_given_up",
            ),
        ),
    ),
    Threat(
        "a password that goes astray",
        (
            Defence(
                "askpass-to-a-pipe-alone",
                "a password goes to a file or a terminal",
                "frontends.cli.askpass:_answer",
                WithoutCall("pipe.check"),
                f"{VERBS}::TestAskpass::test_a_password_goes_to_no_file",
            ),
            Defence(
                "kept-by-the-box-alone",
                "a password is kept that the person did not want to be",
                "frontends.cli.git_credential:_get",
                Takes("outcome.checked", True),
                f"{KEYRING}::test_what_they_do_not_keep_is",
            ),
            Defence(
                "kept-for-one-port",
                "a password that was kept for one service goes to another",
                "frontends.askpass.keeping:_is_for",
                Returns("True"),
                "frontends/askpass/test_keeping.py::"
                "test_what_is_kept_for_another_port_or_path_is_not_for_this_one[other0]",
            ),
            Defence(
                "refused-is-forgotten",
                "a wrong password is given again and again, and nobody is asked",
                "frontends.askpass.keeping:Keeping.forget",
                WithoutCall("self._keyring.forget"),
                f"{KEYRING}::test_what_the_server_refuses_is_taken_out_and_asked_for_again",
            ),
            Defence(
                "another-than-the-refused-stays",
                "a password that somebody has made up takes the right one out of the keyring",
                "frontends.askpass.keeping:Keeping._is_kept",
                Returns("True"),
                "frontends/askpass/test_keeping.py::"
                "test_another_password_than_the_refused_one_stays[right-wrong]",
            ),
            Defence(
                "what-does-not-count-is-wiped",
                "a password of the keyring stays in memory where secret-tool fails",
                "platforms.linux.keyring:read",
                WithoutCall("wipe"),
                "platforms/linux/test_keyring.py::TestRead::test_what_does_not_count_is_wiped[failed]",
            ),
            Defence(
                "git-is-told-to-quit",
                "after a no git asks by another way",
                "frontends.cli.git_credential:_get",
                WithoutCall("pipe.put"),
                f"{GIT}::TestTheHelper::test_a_no_has_git_quit[Deny]",
            ),
            Defence(
                "handed-over-is-wiped",
                "a password stays in memory after it was handed over",
                "frontends.cli.pipe:hand_over",
                WithoutCall("wipe"),
                "frontends/cli/test_pipe.py::test_what_was_handed_over_is_wiped",
            ),
        ),
    ),
)
