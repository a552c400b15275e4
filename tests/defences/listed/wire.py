"""An approval that nobody gave: read out of a message that does not say so."""

from defences.defence import Defence, Threat

_OUTCOMES = "wire/outcomes.py"
_NEWER = "client/test_versions.py::TestANewerDaemon"

THREAT = Threat(
    "misread messages",
    (
        Defence(
            name="unknown-status-is-an-error",
            guards="what a newer daemon says is taken for something that this version knows",
            file=_OUTCOMES,
            old="_KINDS.get(status) if isinstance(status, str) else None",
            new='_KINDS.get(status, _KINDS["pending"]) if isinstance(status, str) else None',
            test=f"{_NEWER}::test_a_status_that_we_do_not_know_is_an_error[sync-approved_for_ever]",
        ),
        Defence(
            name="approved-by-the-person-alone",
            guards="a deadline or a policy approves",
            file=_OUTCOMES,
            old='if decider not in (get_args(get_type_hints(kind)["decider"]) or (None,)):',
            new="if False:",
            test=f"{_NEWER}::test_does_not_approve_by_anyone_but_the_person[sync-members0]",
        ),
        Defence(
            name="approved-when-committed",
            guards="an approval is acted on that may be handed to another caller as well",
            file="client/exchange.py",
            old="if isinstance(outcome, Decision):",
            new="if False:",
            test="client/test_exchange.py"
            "::test_a_decision_that_was_not_committed_is_never_believed[approved]",
        ),
        Defence(
            name="no-part-passed-over",
            guards="a newer program's question is shown without a part that this version lacks",
            file="wire/messages.py",
            old='extra="forbid"',
            new='extra="ignore"',
            test="wire/test_messages.py"
            "::TestOtherMethods::test_none_takes_a_field_that_it_does_not_know[AskConfirm]",
        ),
        Defence(
            name="older-daemon-is-told",
            guards="a program waits for what an older daemon can't do",
            file="client/exchange.py",
            old="        if lacks:\n",
            new="        if False:\n",
            test="client/test_versions.py::TestAnOlderDaemon"
            "::test_is_not_asked_for_what_it_does_not_know[sync-confirm-options1-slot]",
        ),
    ),
)
