"""What would lose an answer that the person gave, or hand it out twice."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall, WithoutItem

THREATS = (
    Threat(
        "a dead half",
        (
            Defence(
                "nobodys-child",
                "who ends an agent with all that it started ends daemon and question as well",
                "daemon.start:run",
                WithoutCall("session.detach"),
                "client/test_spawn.py::test_it_descends_from_nobody_and_leaves_its_starter_nothing_to_reap",
            ),
            Defence(
                "recorded-before-closed",
                "a dialog goes before its answer is recorded",
                "platforms.linux.gtk.window:Window._on_delete",
                Returns("self._dismiss()"),
                "dialog/test_answers.py::test_escape_and_closing_dismiss_even_before_armed[alt+F4]",
            ),
            Defence(
                "not-recorded-is-told",
                "a click that could not be recorded leaves no trace",
                "platforms.linux.gtk.window:Window.not_recorded",
                WithoutCall("_say_trouble"),
                "dialog/test_answers.py::test_not_recorded_gives_the_controls_back_armed_anew",
            ),
            Defence(
                "held-until-kept",
                "the dialog says *recorded*, and the daemon dies before anybody else knows it",
                "daemon.runner:Runner._sort",
                Takes("_held", False),
                "daemon/test_kept_before_told.py::test_a_click_is_recorded_and_its_answer_offered_when_it_is_kept",
            ),
            Defence(
                "daemon-dead-before-the-next",
                "two daemons take callers at once, and one answer is handed out twice",
                "keeper.main:Keeper.run",
                WithoutCall("daemon.kill"),
                "keeper/test_keeper_process.py::test_a_daemon_that_only_seems_to_be_dead_is_killed_before_the_next_starts",
            ),
            Defence(
                "a-new-daemon-says-all",
                "a keeper holds what an earlier daemon has forgotten or spent",
                "daemon.keeper:KeeperLink._begin",
                Sets("whole", "False"),
                "daemon/test_keeper_link.py::test_the_first_commit_of_a_daemon_is_whole",
            ),
            Defence(
                "half-a-batch-abandoned",
                "what a dying daemon did not finish saying becomes an answer",
                "keeper.main:Keeper.run",
                WithoutCall("abandon"),
                "keeper/test_keeper_process.py::test_half_a_batch_is_not_taken_for_the_next_daemons",
            ),
            Defence(
                "claims-are-the-processs-own",
                "a successor repeats an answer to a program that never claimed it",
                "core.ledger:Ledger.claim",
                Takes("record.process", False),
                "e2e/test_keeper.py::test_what_is_spent_stays_spent",
            ),
            Defence(
                "a-restart-needs-a-whole-keeper",
                "a restart loses everything while the keeper is being replaced",
                "daemon.app:_hand_over",
                Takes("keeper.whole", True),
                "e2e/test_keeper.py::test_a_restart_waits_for_a_keeper_that_holds_everything",
            ),
            Defence(
                "nonsense-ends-the-daemon-alone",
                "a daemon's nonsense ends the keeper, and with it all that was kept",
                "keeper.main:Keeper._serve",
                WithoutItem("ParseError"),
                "keeper/test_keeper_process.py::test_a_daemon_that_talks_nonsense_is_replaced",
            ),
            Defence(
                "the-end-is-the-end",
                "a daemon that ends records a click that nobody will hear of",
                "daemon.runner:Runner._go_on",
                Takes("_stopped", False),
                "daemon/test_hostile_connections.py::TestTheEnd::test_a_click_that_comes_then_is_not_recorded",
            ),
            Defence(
                "one-daemon",
                "two daemons, and two dialogs for one question",
                "platforms.linux.endpoint:_take_lock",
                WithoutCall("fcntl.flock"),
                "platforms/linux/test_endpoint.py::TestListen::test_a_second_daemon_is_refused_and_the_first_goes_on",
            ),
        ),
    ),
    Threat(
        "an answer twice",
        (
            Defence(
                "spent-once",
                "an answer that was claimed is offered to the next call as well",
                "core.ledger:Ledger.claim",
                WithoutCall("prompt.advance"),
                "core/test_broker_claims.py::TestRepeat::test_of_a_claim_hears_the_same_for_sixty_seconds",
            ),
            Defence(
                "command-runs-once",
                "the same call starts a command a second time, while it runs",
                "frontends.mcp.errands:Errands._going_on",
                Takes("each.told", True),
                "frontends/mcp/test_request_secret.py::TestACommandThatRunsOn::test_is_told_of_by_its_ticket_as_often_as_one_likes",
            ),
        ),
    ),
    Threat(
        "spent for nobody",
        (
            Defence(
                "heard-before-claimed",
                "an answer is spent for a caller that nobody listens to",
                "client.exchange:question",
                Takes("heard", False),
                "client/test_exchange.py::test_what_nobody_hears_is_left_unclaimed",
            ),
            Defence(
                "claims-again",
                "an answer is lost with the connection that it came on",
                "client.exchange:_claim",
                WithoutItem("Unreachable"),
                "client/test_exchange_faults.py::test_a_claim_whose_reply_got_lost_is_repeated_on_a_new_connection",
            ),
            Defence(
                "cancelled-before-claimed",
                "a call that was cancelled spends its answer",
                "client.aio:_Line.take",
                WithoutCall("asyncio.sleep"),
                "client/test_clients.py::test_a_cancelled_call_claims_nothing",
            ),
            Defence(
                "claims-for-the-living",
                "an answer is spent though the program that started the command has gone",
                "frontends.cli.answer:hold.heard",
                Sets("claiming", "True"),
                "frontends/cli/test_surroundings.py::test_an_answer_that_nobody_hears_is_left_unclaimed",
            ),
            Defence(
                "someone-still-reads-the-pipe",
                "a password is spent on a pipe whose reader has ended",
                "frontends.cli.password:run.ask",
                Takes("is_read", True),
                "frontends/cli/test_password.py::TestWhereItMayGo::test_a_reader_that_went_before_the_answer_came_leaves_it_for_the_ticket",
            ),
            Defence(
                "mcp-claims-for-the-uncancelled",
                "an answer is spent for a call that its client has cancelled",
                "frontends.mcp.server:_is_cancelled",
                Returns("False"),
                "frontends/mcp/test_tools.py::TestUnheard::test_a_call_that_is_cancelled_claims_nothing_from_then_on",
            ),
            Defence(
                "mcp-claims-for-the-living",
                "an answer is spent though the agent's program has gone",
                "frontends.mcp.server:Desk._is_heard",
                Takes("_parent", True),
                "frontends/mcp/test_tools.py::TestUnheard::test_nothing_is_claimed_for_a_client_program_that_has_gone",
            ),
            Defence(
                "command-claim-is-carried-out",
                "a secret that was claimed is lost, as its call was cancelled in that moment",
                "frontends.mcp.errands:Errand._obtain.heard",
                Returns("is_heard()"),
                "frontends/mcp/test_request_secret.py::TestCancelled::test_after_it_the_secret_arrives_and_the_next_call_hears_of_it",
            ),
        ),
    ),
)
