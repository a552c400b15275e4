"""A reply that is believed and is none, or an answer that a client loses or wastes."""

from defences.defence import Defence, Threat

_EXCHANGE = "client/exchange.py"
_REPLY = "wire/rpc.py"

THREAT = Threat(
    "false reply",
    (
        Defence(
            name="committed-alone-counts",
            guards="an approval that was never claimed is acted on, and given again to the next",
            file=_EXCHANGE,
            old="if isinstance(outcome, Decision):",
            new="if False:",
            test="client/test_exchange.py"
            "::test_a_decision_that_was_not_committed_is_never_believed",
        ),
        Defence(
            name="reply-to-this-request",
            guards="the reply to another request is taken for the answer",
            file=_EXCHANGE,
            old="case rpc.Response() if reply.id == id:",
            new="case rpc.Response():",
            test="client/test_exchange_faults.py::test_nonsense_is_the_daemons_fault",
        ),
        Defence(
            name="failure-of-this-request",
            guards="the failure of another request ends this one",
            file=_EXCHANGE,
            old="case rpc.Failure() if reply.id in (id, None):",
            new="case rpc.Failure():",
            test="client/test_exchange_faults.py::test_nonsense_is_the_daemons_fault",
        ),
        Defence(
            name="progress-of-this-request",
            guards="where another question stands is told as this one's",
            file=_EXCHANGE,
            old='if reply.params.get("id") == id:',
            new="if True:",
            test="client/test_exchange.py::test_progress_of_this_call_is_told_and_the_wait_goes_on",
        ),
        Defence(
            name="nothing-unasked-for",
            guards="a reply that nobody asked for is waited past",
            file=_EXCHANGE,
            old='raise ProtocolError("the daemon replied to a request that was never sent")',
            new="pass",
            test="client/test_exchange_faults.py::test_nonsense_is_the_daemons_fault",
        ),
        Defence(
            name="replies-of-this-protocol",
            guards="a message of another protocol passes for a reply",
            file=_REPLY,
            old='    if message.get("jsonrpc") != "2.0":\n        raise ProtocolError',
            new="    if False:\n        raise ProtocolError",
            test="wire/test_rpc.py::TestReplies::test_anything_else_broke_the_protocol",
        ),
        Defence(
            name="replies-are-results-or-errors",
            guards="a reply that is both, or neither, passes for a result",
            file=_REPLY,
            old="if isinstance(result, dict) and is_request_id(id):",
            new="if True:",
            test="wire/test_rpc.py::TestReplies::test_anything_else_broke_the_protocol",
        ),
        Defence(
            name="protocol-not-older",
            guards="an older daemon misreads what it is asked",
            file=_EXCHANGE,
            old="if protocol < rpc.PROTOCOL:",
            new="if False:",
            test="client/test_exchange_faults.py"
            "::test_nothing_is_asked_of_a_daemon_of_another_protocol",
        ),
        Defence(
            name="protocol-not-newer",
            guards="what a newer daemon says is misread",
            file=_EXCHANGE,
            old="if protocol > rpc.PROTOCOL:",
            new="if False:",
            test="client/test_exchange_faults.py"
            "::test_nothing_is_asked_of_a_daemon_of_another_protocol",
        ),
        Defence(
            name="protocol-is-named",
            guards="a daemon that does not say what it speaks is believed",
            file=_EXCHANGE,
            old="if not isinstance(protocol, int):",
            new="if False:",
            test="client/test_exchange_faults.py"
            "::test_nothing_is_asked_of_a_daemon_of_another_protocol",
        ),
        Defence(
            name="older-daemon-is-told",
            guards="a program waits for what an older daemon can't do",
            file=_EXCHANGE,
            old="        if lacks:\n",
            new="        if False:\n",
            test="client/test_versions.py::TestAnOlderDaemon"
            "::test_is_not_asked_for_what_it_does_not_know[sync-confirm-options3-slot]",
        ),
        Defence(
            name="offers-whole",
            guards="half an offer is a fault of ours, and its answer is lost",
            file=_EXCHANGE,
            old="if not isinstance(claim, str) or not isinstance(ticket, str) "
            "or not isinstance(kind, str):",
            new="if False:",
            test="client/test_exchange.py::test_half_an_offer_is_an_error",
        ),
        Defence(
            name="heard-before-claimed",
            guards="an answer is spent for a caller that nobody listens to",
            file=_EXCHANGE,
            old="if heard is not None and not heard():",
            new="if False:",
            test="client/test_exchange.py::test_what_nobody_hears_is_left_unclaimed",
        ),
        Defence(
            name="ready-before-claimed",
            guards="a password is spent for a place where it can't go",
            file=_EXCHANGE,
            old="            on_kind(kind)\n",
            new="            pass\n",
            test="client/test_exchange_secrets.py"
            "::TestSecret::test_what_is_raised_then_leaves_it_unclaimed",
        ),
        Defence(
            name="claims-again",
            guards="an answer is lost with the connection that it came on",
            file=_EXCHANGE,
            old="            return (yield from _commit(link, claim))\n        # Expired",
            new='            raise UnknownClaim("")\n        # Expired',
            test="client/test_exchange_faults.py"
            "::test_a_claim_whose_reply_got_lost_is_repeated_on_a_new_connection",
        ),
        Defence(
            name="lapsed-offers-are-asked-for-again",
            guards="an answer that was kept is called pending",
            file=_EXCHANGE,
            old='yield from _ask(link, "collect", {"ticket": ticket, "wait": 0}, False, None)',
            new='{"status": "pending", "decider": None, "ticket": ticket}',
            test="client/test_exchange.py"
            "::test_a_lapsed_offer_is_asked_for_once_more_by_its_ticket",
        ),
        Defence(
            name="silence-is-no-answer",
            guards="a daemon that hangs holds its callers for ever",
            file=_EXCHANGE,
            old="SILENCE = 40.0",
            new="SILENCE = 4000.0",
            test="client/test_exchange_faults.py::test_silence_ends_a_waiting_call",
        ),
        Defence(
            name="rejoining-has-an-end",
            guards="a daemon that dies again and again holds its callers for ever",
            file=_EXCHANGE,
            old="            if rejoins > REJOINS:\n",
            new="            if False:\n",
            test="client/test_exchange_faults.py"
            "::test_daemons_that_die_without_a_word_are_not_asked_for_ever",
        ),
        Defence(
            name="waits-are-not-renewed",
            guards="a daemon that dies begins its callers' wait anew",
            file=_EXCHANGE,
            old='params = params | {"wait": max(0.0, wait - (time.monotonic() - began))}',
            new="pass",
            test="client/test_exchange_faults.py::test_only_the_rest_of_the_wait_is_waited",
        ),
        Defence(
            name="cancelled-before-claimed",
            guards="a call that was cancelled spends its answer",
            file="client/aio.py",
            old="                await asyncio.sleep(0)\n",
            new="",
            test="client/test_clients.py::test_a_cancelled_call_claims_nothing",
        ),
        Defence(
            name="cancelled-connections-are-closed",
            guards="each call that is cancelled while it connects costs a descriptor",
            file="client/aio.py",
            old="        connecting.add_done_callback(_discard)\n",
            new="",
            test="client/test_clients.py"
            "::test_a_call_cancelled_while_it_connects_leaves_no_connection",
        ),
        Defence(
            name="closed-is-closed",
            guards="a client that was closed asks on",
            file="client/session.py",
            old="        if self._closed:\n",
            new="        if False:\n",
            test="client/test_clients.py::test_a_closed_client_asks_nothing",
        ),
        Defence(
            name="requests-fit",
            guards="the daemon closes the connection, and nobody knows why",
            file=_EXCHANGE,
            old="if len(line) > MAX_FRAME:",
            new="if False:",
            test="client/test_exchange_faults.py::test_a_request_over_the_limit_is_never_sent",
        ),
        Defence(
            name="finite-clocks-are-sent",
            guards="a wait without end becomes an error that names nothing",
            file="client/calls.py",
            old="if isinstance(value, float) and not math.isfinite(value):",
            new="if False:",
            test="client/test_calls.py::test_a_number_that_json_cannot_carry_names_its_field",
        ),
    ),
)
