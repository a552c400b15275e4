"""Defences without which a dialog would name a program that does not ask."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall

TEST = "daemon/test_on_behalf.py"

THREATS = (
    Threat(
        "a forged process that is asked for",
        (
            Defence(
                "behalf-connection-was-accepted",
                "a program makes itself another's by a socket that nobody has connected",
                "platforms.linux.lent:is_accepted",
                Returns("True"),
                "platforms/linux/test_lent.py::test_what_no_server_accepted[a socket pair]",
            ),
            Defence(
                "behalf-end-is-held",
                "a process that has left its end to another one is still named for it",
                "platforms.linux.lent:is_held",
                Returns("True"),
                f"{TEST}::test_who_has_left_its_end_to_a_child_is_no_fact",
            ),
            Defence(
                "behalf-is-the-one-named",
                "a program is named that another one has asked for",
                "daemon.on_behalf:_proven",
                Takes("served.pid", False),
                f"{TEST}::test_another_one_s_connection_does_not_prove_it",
            ),
            Defence(
                "behalf-is-no-ancestor",
                "a program that started the requester is named as if it asked, and it does not",
                "daemon.on_behalf:_proven",
                Takes("by.processes", False),
                f"{TEST}::test_an_ancestor_is_no_fact",
            ),
            Defence(
                "behalf-pids-of-containers-are-others",
                "a pid from within a container names a process that has nothing to do with it",
                "daemon.on_behalf:_claimed",
                Takes("by.container", False),
                "daemon/test_on_behalf_in_memory.py::test_a_pid_from_within_a_container",
            ),
            Defence(
                "behalf-answer-is-for-one",
                "what was approved for one program is given out for another",
                "core.index:_alike",
                Returns("(fingerprint, request.scope, None)"),
                "core/test_behalf.py::TestRetry::test_for_another_is_another_question",
            ),
            Defence(
                "behalf-ticket-is-for-one",
                "the same, by its ticket",
                "core.prompt:Prompt.is_for",
                Returns("True"),
                "core/test_behalf.py::TestRetry::test_for_another_is_a_mismatch_by_ticket",
            ),
        ),
    ),
    Threat(
        "what is lent",
        (
            Defence(
                "lent-comes-with-its-line",
                "a socket counts for a line that it did not come with",
                "daemon.on_behalf:check_named",
                Takes("lent", False),
                f"{TEST}::TestWhatCameAlong::test_with_a_line_that_says_nothing_of_it",
            ),
            Defence(
                "lent-one-at-a-time",
                "a line lends one socket, and then another one that counts",
                "daemon.lending:Lending.came",
                Takes("_lent", False),
                f"{TEST}::TestWhatCameAlong::test_two_with_one_line_end_the_connection",
            ),
            Defence(
                "lent-is-closed",
                "callers fill the daemon with descriptors",
                "daemon.connection:Connection._received",
                WithoutCall("self.lent.close"),
                f"{TEST}::TestWhatCameAlong::test_a_flood_of_them_is_refused_one_by_one",
            ),
        ),
    ),
    Threat(
        "a key that is locked out",
        (
            Defence(
                "key-is-not-denied-to-all",
                "a program that is denied what gpg asks keeps the person from their key",
                "core.broker:Broker._open",
                Sets("counts_everywhere", "True"),
                "core/test_behalf.py::TestForAKey::test_what_is_denied_to_all_is_not_denied_to_a_key",
            ),
        ),
    ),
)
