"""Defences against one asker that wears the person down, or keeps the others from asking."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Takes

LIMITS = "core/test_broker_limits.py::TestQuietPeriod"
PEERS = "daemon/test_hostile_connections.py::TestPeers"
REWORDED = "core/test_broker_reworded.py::TestQueuesBehind"
SILENCE = "daemon/test_hostile_connections.py::TestSilence"
QUEUE = "core/test_broker_queue.py"
LIST = "dialog/test_queue.py"

THREATS = (
    Threat(
        "one who asks for many",
        (
            Defence(
                "orphans-are-one",
                "a program that cuts itself off before each question never meets a limit",
                "core.lineage:Lineage.account",
                Returns("self.origin"),
                "core/test_lineage.py::TestAccount::test_of_an_orphan_is_its_control_group_s_orphans",
            ),
            Defence(
                "denied-everywhere",
                "a question that was denied again and again is asked from the next place",
                "core.policy:Policy.denied",
                Takes("denied_elsewhere", False),
                f"{LIMITS}::test_denied_elsewhere_too_it_is_refused_to_all",
            ),
            Defence(
                "no-place-is-handed-on-for-ever",
                "a program replaces its own question again and again, and keeps the screen",
                "core.ledger:Ledger._hands_on_its_place",
                Takes("is_over", False),
                "core/test_broker_turns.py::test_a_place_is_not_handed_on_for_ever",
            ),
            Defence(
                "raised-once",
                "a program says `next` again and again, and nothing can ever be approved",
                "core.dialog_scheduler:DialogScheduler.open_next",
                Takes("now", False),
                "core/test_broker_inbox.py::TestNext::"
                "test_again_and_again_it_comes_to_the_front_once",
            ),
            Defence(
                "stays-on-the-screen",
                "two programs take each other's question off the screen, and none can be answered",
                "core.dialog_scheduler:_stays",
                Returns("False"),
                "core/test_broker_inbox.py::TestNext::"
                "test_two_programs_do_not_take_each_others_off_the_screen",
            ),
            Defence(
                "who-has-most-loses-their-own-claims",
                "a flood pushes out what another program has claimed, and may repeat",
                "core.index:Index.too_old",
                Takes("prompt.account", True),
                "core/test_places.py::TestLimits::test_nor_does_one_tab_those_of_another",
            ),
            Defence(
                "the-log-outlasts-a-flood",
                "who was allowed something asks without end, until the log has that no more",
                "core.log_allowance:LogAllowance.take",
                Takes("begins", False),
                "core/test_broker_log.py::TestWithoutEnd::test_refusals_are_left_out_and_counted",
            ),
            Defence(
                "quiet-for-who-was-denied",
                "who has a question denied to themselves keeps others from asking it",
                "core.policy:Policy.refusal",
                Takes("quiet.everywhere", True),
                f"{LIMITS}::test_elsewhere_the_same_is_shown_and_says_who_was_denied",
            ),
        ),
    ),
    Threat(
        "one who takes another's question away",
        (
            Defence(
                "rewords-its-own",
                "a question of another program goes, unanswered, as somebody rewords it",
                "core.retry:find_reworded",
                Takes("same_asker", True),
                f"{REWORDED}::test_of_another_process",
            ),
            Defence(
                "withdraws-its-own",
                "questions of another program go, as somebody's session of the same name ends",
                "core.retry:find_scope",
                Takes("same_asker", True),
                "core/test_broker_scope.py::TestOthersStay::test_of_another_asker",
            ),
            Defence(
                "rewords-what-was-cancelled",
                "a question goes that its asker comes back for",
                "core.retry:find_reworded",
                Takes("prompt.cancelled", True),
                f"{REWORDED}::test_one_that_is_pending",
            ),
        ),
    ),
    Threat(
        "one who chooses what is seen first",
        (
            Defence(
                "list-opens-by-device",
                "a program has the dialog change its size whenever it likes",
                "presentation.queue_handler:QueueHandler.clicked",
                Takes("by_device", True),
                f"{LIST}::test_no_program_opens_it_or_chooses",
            ),
            Defence(
                "another-is-chosen-by-device",
                "a program keeps a question from the screen by another one of its choice",
                "platforms.linux.gtk.queue_panel:QueuePanel._on_clicked",
                Takes("by_device", True),
                f"{LIST}::test_no_program_opens_it_or_chooses",
            ),
            Defence(
                "list-for-the-screen-alone",
                "a dialog that nobody has seen puts others before itself, or out of sight",
                "core.dialog_scheduler:DialogScheduler.bring_up",
                Takes("SHOWN", False),
                f"{QUEUE}::TestTheList::test_is_for_a_painted_dialog_alone",
            ),
            Defence(
                "put-back-ends",
                "a deadline that has begun stands still for as long as another one is wanted",
                "core.dialog_scheduler:DialogScheduler._make_room",
                Takes("ceiling", False),
                f"{QUEUE}::TestOnePutBack::test_ends_ten_minutes_after_the_first_time",
            ),
            Defence(
                "abandoned-ones-make-way",
                "questions that nobody comes back for keep those that are waited for in line",
                "core.ledger:Ledger.arrange",
                Returns("None"),
                f"{QUEUE}::TestWhoComesBack::test_goes_before_who_does_not",
            ),
        ),
    ),
    Threat(
        "one who takes all connections",
        (
            Defence(
                "a-quarter-for-one",
                "the connections of one asker are all that there are",
                "daemon.connections:Connections.admit",
                Takes("share", False),
                f"{PEERS}::test_one_account_has_a_quarter_of_them",
            ),
            Defence(
                "silent-ones-make-room",
                "connections that say nothing keep the rest of their origin out",
                "daemon.connection:Connection.is_silent",
                Returns("False"),
                f"{PEERS}::test_who_only_sits_there_makes_room_for_who_asks[pids0-1]",
            ),
            Defence(
                "who-has-asked-is-not-silent",
                "a connection whose request is on its way is ended for the next",
                "daemon.connection:Connection._has_unread",
                Returns("False"),
                f"{PEERS}::test_who_has_asked_already_is_not_silent",
            ),
            Defence(
                "ten-seconds-for-the-first-line",
                "a connection that never says a word stays",
                "daemon.connection:Connection._look_whether_silent",
                Takes("_said_nothing", False),
                f"{SILENCE}::test_a_connection_that_sends_nothing_at_all_is_closed",
            ),
            Defence(
                "ten-minutes-of-silence",
                "a connection that neither asks nor waits stays for good",
                "daemon.connection:Connection._look_whether_silent",
                Takes("left", False),
                f"{SILENCE}::test_one_that_neither_asks_nor_waits_is_closed_after_ten_minutes",
            ),
        ),
    ),
)
