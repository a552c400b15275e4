"""An answer that is acted on twice, or that is lost on its way."""

from defences.defence import Defence, Threat

_BROKER = "core/broker.py"
_LEDGER = "core/ledger.py"
_RETRY = "core/retry.py"
_RECORDS = "core/records.py"

THREAT = Threat(
    "an answer twice",
    (
        Defence(
            name="spent-once",
            guards="an answer that was claimed is offered to the next call as well",
            file=_LEDGER,
            old="prompt.advance(Trigger.CLAIM)",
            new="pass",
            test="core/test_broker_claims.py"
            "::TestRepeat::test_of_a_claim_hears_the_same_for_sixty_seconds",
        ),
        Defence(
            name="spent-ticket-is-expired",
            guards="a ticket hands out its answer again, to whoever has it",
            file=_RETRY,
            old="State.SPENT: Action.EXPIRED",
            new="State.SPENT: Action.STATUS",
            test="core/test_broker_retry.py::TestByTicket::test_collected_is_expired",
        ),
        Defence(
            name="lapsed-offer-is-void",
            guards="a claim that comes late spends an answer that the next call was promised",
            file=_LEDGER,
            old="Offered(waiting.claim, now + self.settings.offer)",
            new="Offered(waiting.claim, now + 86400)",
            test="core/test_broker_claims.py"
            "::TestOffer::test_lapses_after_ten_seconds_and_the_outcome_stays",
        ),
        Defence(
            name="newer-call-voids-the-offer",
            guards="two calls are offered one answer, and both may claim it",
            file=_LEDGER,
            old="self.release(prompt, newer)\n        self.void_offer(prompt, newer)",
            new="self.release(prompt, newer)",
            test="core/test_broker_claims.py::TestOffer::test_is_void_once_a_newer_call_comes",
        ),
        Defence(
            name="void-claim-hears-why",
            guards="a claim that was taken over spends the answer all the same",
            file=_LEDGER,
            old="if record.void is not None:",
            new="if False:",
            test="core/test_broker_claims.py::TestOffer::test_is_void_once_a_newer_call_comes",
        ),
        Defence(
            name="lapsed-claim-is-an-error",
            guards="a claim that came too late passes for an outcome",
            file=_LEDGER,
            old="if isinstance(record.void, OfferLapsed):",
            new="if False:",
            test="core/test_broker_claims.py"
            "::TestOffer::test_lapses_after_ten_seconds_and_the_outcome_stays",
        ),
        Defence(
            name="one-call-at-a-time",
            guards="an older call waits on for an answer that a newer one gets",
            file=_LEDGER,
            old="        self.release(prompt, newer)\n",
            new="",
            test="core/test_broker_retry.py"
            "::TestByRequest::test_open_and_an_older_call_waits_takes_over",
        ),
        Defence(
            name="claims-end",
            guards="a claim is repeated long after its time",
            file=_LEDGER,
            old="        for claim, _ in self.claims_on(prompt):\n"
            "            del self._claims[claim]\n",
            new="",
            test="core/test_broker_claims.py"
            "::TestRepeat::test_of_a_claim_hears_the_same_for_sixty_seconds",
        ),
        Defence(
            name="a-claim-is-remembered",
            guards="who did not hear the answer to its claim can't ask for it again",
            file=_LEDGER,
            old="prompt.keep_until = now + self.settings.claim_memory",
            new="prompt.keep_until = now",
            test="core/test_broker_claims.py"
            "::TestRepeat::test_of_a_claim_hears_the_same_for_sixty_seconds",
        ),
        Defence(
            name="a-secret-is-not-repeated",
            guards="a repeated claim hears of a password that it does not get",
            file=_LEDGER,
            old="if prompt.request.question.secret and prompt.outcome.allowed:",
            new="if False:",
            test="core/test_broker_secrets.py"
            "::TestOnce::test_a_repeated_claim_never_hears_it_again",
        ),
        Defence(
            name="a-secret-is-not-kept",
            guards="a password that was handed out stays in the daemon",
            file=_LEDGER,
            old="_without_secret(prompt.outcome)\n",
            new="prompt.outcome\n",
            test="core/test_broker_secrets.py"
            "::TestOnce::test_the_broker_keeps_nothing_of_what_it_handed_over",
        ),
        Defence(
            name="replaced-secret-is-wiped",
            guards="a password for a question that was replaced stays in the daemon",
            file=_LEDGER,
            old="        _wipe_secret(prompt)\n        prompt.advance(Trigger.END)",
            new="        prompt.advance(Trigger.END)",
            test="core/test_broker_secrets.py"
            "::TestReplaced::test_what_was_not_collected_is_wiped_and_asked_anew",
        ),
        Defence(
            name="forgotten-secret-is-wiped",
            guards="a password that nobody fetched stays in the daemon",
            file=_LEDGER,
            old="        _wipe_secret(prompt)\n        prompt.advance(Trigger.FORGET)",
            new="        prompt.advance(Trigger.FORGET)",
            test="core/test_broker_secrets.py"
            "::TestForgotten::test_at_the_end_of_retention_it_is_wiped",
        ),
        Defence(
            name="unrecorded-secret-is-wiped",
            guards="what was typed for a question that has ended stays in the daemon",
            file="core/stage.py",
            old="            secret.wipe()\n",
            new="            pass\n",
            test="core/test_broker_secrets.py"
            "::TestSubmitted::test_after_the_question_has_ended_is_wiped",
        ),
        Defence(
            name="replaced-is-over",
            guards="a stale dialog stays beside the one that replaced it",
            file=_LEDGER,
            old="            self.end(replaces, why, now)\n",
            new="            pass\n",
            test="core/test_broker_secrets.py"
            "::TestReplaced::test_an_open_dialog_makes_way_in_its_place",
        ),
        Defence(
            name="answered-is-not-withdrawn",
            guards="an answer that waits for its caller is thrown away by its number",
            file=_BROKER,
            old='if not prompt.is_open:\n            raise NotOpen(f"prompt {prompt.number}',
            new='if False:\n            raise NotOpen(f"prompt {prompt.number}',
            test="core/test_broker_limits.py::TestWithdraw::test_of_an_answer_is_refused",
        ),
        Defence(
            name="answers-alike-are-denied",
            guards="of two answers to the same question the yes is handed out, the no forgotten",
            file=_RETRY,
            old="return (not denied, not answered, prompt.number)",
            new="return (False, not answered, prompt.number)",
            test="core/test_broker_retry.py::TestSeveralMatches::test_a_denied_one_comes_first",
        ),
        Defence(
            name="answers-before-questions",
            guards="a late click waits behind a question that is still open",
            file=_RETRY,
            old="return (not denied, not answered, prompt.number)",
            new="return (not denied, False, prompt.number)",
            test="core/test_broker_retry.py::TestSeveralMatches::test_then_the_other_answered",
        ),
        Defence(
            name="gone-caller-is-let-go",
            guards="an answer is offered to a caller that has gone, and waits for its time to pass",
            file=_BROKER,
            old="                prompt.waiting = None\n\n    def _configure",
            new="                pass\n\n    def _configure",
            test="core/test_broker_retry.py::test_a_hang_up_is_no_withdrawal",
        ),
        Defence(
            name="successor-makes-no-offer",
            guards="an offer from before a daemon's death spends what was offered anew",
            file=_LEDGER,
            old="                    record.void = lapsed()\n",
            new="                    pass\n",
            test="core/test_broker_successor_answers.py"
            "::TestDecided::test_an_offer_lapses_and_is_made_again",
        ),
        Defence(
            name="every-change-is-kept",
            guards="a successor goes on with what was before the change",
            file="core/prompt.py",
            old="if name not in _FLEETING:",
            new="if False:",
            test="core/test_broker_successor_answers.py"
            "::TestDecided::test_a_click_that_the_keeper_knows_counts",
        ),
        Defence(
            name="numbers-go-on",
            guards="a successor gives two questions one number",
            file=_BROKER,
            old="        self._opened = kept.opened\n",
            new="",
            test="core/test_broker_successor.py::TestOpenQuestions::test_numbers_go_on",
        ),
        Defence(
            name="no-secret-is-kept",
            guards="a password gets into the keeper",
            file=_RECORDS,
            old="if not _holds_secret(prompt):",
            new="if True:",
            test="core/test_broker_secrets.py"
            "::TestSubmitted::test_is_recorded_offered_and_committed",
        ),
    ),
)
