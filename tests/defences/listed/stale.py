"""Defences without which an answer to one call would pass for the answer to a later one, where it
must not."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Takes

BROKER = "core/test_broker_bound.py"
DAEMON = "daemon/test_bound.py"
CLIENT = "client/test_exchange_bound.py"

THREATS = (
    Threat(
        "stale answers",
        (
            Defence(
                "bound-goes-with-its-call",
                "a click on a dialog that outlived its call is kept for somebody",
                "core.broker:Broker._hang_up",
                Takes("prompt.bound", False),
                f"{BROKER}::TestWhenItsCallGoes::test_the_next_identical_call_is_asked_anew",
            ),
            Defence(
                "bound-answer-goes-with-its-connection",
                "an answer that was offered stays when the caller has hung up",
                "daemon.runner:Runner.hang_up",
                Takes("_offered", False),
                f"{DAEMON}::test_an_answer_goes_with_the_connection_that_it_was_offered_on",
            ),
            Defence(
                "bound-goes-with-its-requester",
                "a dialog stays because another process holds the connection",
                "core.prompt:Prompt.depends_on",
                Takes("container", True),
                f"{BROKER}::TestWhenAProcessExits::test_its_requester",
            ),
            Defence(
                "bound-is-joined-by-none",
                "another call takes a bound question over, and outlives its caller",
                "core.index:Index.alike",
                Takes("each.bound", False),
                f"{BROKER}::TestNoOtherCall::test_joins_it",
            ),
            Defence(
                "bound-joins-none",
                "a yes that was given to an earlier call answers this one, without a dialog",
                "core.index:Index.alike",
                Takes("request.bound", False),
                f"{BROKER}::TestNoOtherCall::test_is_joined_by_it",
            ),
            Defence(
                "bound-has-no-ticket",
                "who has the ticket fetches the answer later",
                "core.ledger:Ledger.by_ticket",
                Takes("prompt.bound", False),
                f"{BROKER}::TestNoOtherCall::test_reaches_it_by_ticket[collected]",
            ),
            Defence(
                "bound-is-not-recorded",
                "a daemon's successor shows a question that nobody waits for",
                "core.records:Recorder.changes",
                Takes("prompt.bound", False),
                f"{BROKER}::TestTheDaemonsEnd::test_ends_it_and_its_answer",
            ),
            Defence(
                "limit-ends-it",
                "a question is answered when its call's time is over",
                "core.opening:_limit",
                Returns("inf"),
                f"{BROKER}::TestItsLimit::test_counts_through_suspend",
            ),
            Defence(
                "bound-is-asked-once",
                "a daemon that restarts is asked again, without a word to the caller",
                "client.exchange:_first_reply",
                Takes("params.get", False),
                f"{CLIENT}::test_what_was_asked_is_not_asked_again",
            ),
            Defence(
                "older-daemon-is-not-asked",
                "a daemon from before takes the question for one that is kept",
                "client.link:Link.check_bound",
                Returns("None"),
                f"{CLIENT}::TestAnOlderDaemon::test_is_not_asked[sync-tells of others-the same]",
            ),
        ),
    ),
)
