"""Defences without which a secret would be told, or an answer given to another program than the one
it is for."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall

THREATS = (
    Threat(
        "another's answer",
        (
            Defence(
                "same-asker",
                "who asks the same words gets an answer that was given to another program",
                "core.retry:find",
                Takes("same_asker", True),
                "core/test_broker_askers.py::TestTwoAgentsSideBySide::test_get_two_dialogs_and_each_its_own_answer",
            ),
            Defence(
                "same-question",
                "a yes to one question is handed out for another",
                "core.index:_alike",
                Returns("scope"),
                "core/test_broker_retry.py::TestByRequest::test_of_other_words_opens_a_new_prompt",
            ),
            Defence(
                "earlier-caller-has-gone",
                "of two agents that live side by side one gets the other's answer",
                "core.lineage:kinship",
                Takes("exited.issuperset", True),
                "core/test_broker_askers.py::TestNotTheSameAsker::test_while_the_earlier_command_lives",
            ),
            Defence(
                "secret-for-the-process-that-asked",
                "a password goes to another process that says the same words",
                "core.retry:_may_hear",
                Returns("True"),
                "core/test_broker_secrets.py::TestReplaced::test_what_was_not_collected_is_wiped_and_asked_anew",
            ),
            Defence(
                "a-pid-is-used-again",
                "the next process with the pid of an earlier one passes for it",
                "platforms.linux.peer:_open_running",
                Takes("process.start", True),
                "platforms/linux/test_fulfils_contract.py::TestPeer::test_a_pid_used_again_is_another_process",
            ),
            Defence(
                "present-when-looked-at",
                "what was read of a pid was of the next process that got it",
                "platforms.linux.peer:lineage",
                Takes("is_readable", False),
                "platforms/linux/test_peer.py::TestRefused::test_one_that_exits_while_we_look",
            ),
            Defence(
                "list-holds-no-ticket",
                "who lists the questions fetches their answers",
                "daemon.telling:Teller._describe",
                Sets("title", "prompt.ticket"),
                "daemon/test_exchange_in_process.py::TestLooking::test_no_ticket_and_no_claim_is_shown_or_logged",
            ),
        ),
    ),
    Threat(
        "strangers",
        (
            Defence(
                "users-of-our-own",
                "another user's program passes for one of the person's",
                "platforms.linux.native:check_user",
                Takes("uid", False),
                "platforms/linux/test_peer.py::TestRefused::test_another_user",
            ),
            Defence(
                "daemon-looks-who-connects",
                "another user asks, and reads what is open",
                "daemon.connections:Connections.admit",
                WithoutCall("check_user"),
                "daemon/test_hostile_connections.py::TestPeers::test_one_that_is_refused_is_never_read",
            ),
            Defence(
                "refused-is-not-heard",
                "who was refused asks on",
                "daemon.connection:Connection.connection_made",
                WithoutCall("self.close"),
                "daemon/test_hostile_connections.py::TestPeers::test_one_that_is_refused_is_never_read",
            ),
            Defence(
                "client-looks-who-answers",
                "another user's program says yes, or hears a password's question",
                "platforms.unix.endpoint:SocketEndpoint.connect",
                WithoutCall("self._system.check_user"),
                "platforms/linux/test_endpoint.py::TestConnect::test_a_daemon_of_another_user_hears_nothing",
            ),
            Defence(
                "place-is-ours",
                "another user's directory holds the socket",
                "platforms.unix.trust:distrust",
                Takes("st_uid", False),
                "platforms/linux/test_endpoint.py::TestDirectory::test_of_another_user",
            ),
            Defence(
                "place-is-shut",
                "others put a socket of theirs into the directory",
                "platforms.unix.trust:distrust",
                Takes("mode", False),
                "platforms/linux/test_endpoint.py::TestDirectory::test_open_to_others",
            ),
            Defence(
                "socket-is-shut",
                "where the directory was opened, others connect",
                "platforms.linux.endpoint:_Linux.bind",
                WithoutCall("fchmod"),
                "platforms/linux/test_endpoint.py::TestDirectory::test_is_made_for_us_alone",
            ),
            Defence(
                "no-daemon-under-sudo",
                "root's daemon asks on the person's screen, and root's questions are theirs",
                "client.spawn:start_daemon",
                Takes("is_elevated", False),
                "client/test_spawn.py::test_under_sudo_none_is_started",
            ),
            Defence(
                "not-to-be-traced",
                "a program of the same user reads memory, environment or descriptors of ours",
                "platforms.linux.processes:harden",
                WithoutCall("set_undumpable"),
                "e2e/test_hardened.py::test_nobody_gets_in",
            ),
            Defence(
                "daemon-hardened",
                "a program of the same user reads answers and passwords in the daemon's memory",
                "daemon.start:run",
                WithoutCall("harden"),
                "e2e/test_hardened.py::test_nobody_gets_in",
            ),
            Defence(
                "keeper-hardened",
                "a program of the same user reads and changes what a successor will believe",
                "keeper.main:main",
                WithoutCall("harden"),
                "e2e/test_hardened.py::test_nobody_gets_in",
            ),
            Defence(
                "dialog-hardened",
                "a program of the same user reads what is typed in the dialog's memory",
                "dialog.main:serve",
                WithoutCall("harden"),
                "e2e/test_hardened.py::test_nobody_gets_in",
            ),
            Defence(
                "no-core-file",
                "a crash writes all memory down",
                "platforms.linux.processes:harden",
                WithoutCall("setrlimit"),
                "e2e/test_hardened.py::test_nobody_gets_in",
            ),
        ),
    ),
)
