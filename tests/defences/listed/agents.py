"""An agent that acts on a yes nobody gave, or loses one, because its client gave up meanwhile."""

from defences.defence import Defence, Threat

_SERVER = "frontends/mcp/server.py"
_ARGUMENTS = "frontends/mcp/arguments.py"
_TURN = "frontends/mcp/turn.py"
_RESULTS = "frontends/mcp/results.py"
_TESTS = "frontends/mcp/test_tools.py::"
_WRONG = _TESTS + "TestErrors::test_a_wrong_argument_is_named_with_its_bounds_and_asks_nothing"

THREAT = Threat(
    "agents",
    (
        Defence(
            name="mcp-claims-for-the-uncancelled",
            guards="an answer is spent for a call that its client has cancelled",
            file=_SERVER,
            old="return anyio.current_effective_deadline() == -math.inf",
            new="return False",
            test=_TESTS + "TestUnheard::test_a_call_that_is_cancelled_claims_nothing_from_then_on",
        ),
        Defence(
            name="mcp-claims-for-the-living",
            guards="an answer is spent though the agent's program has gone",
            file=_SERVER,
            old=" and self._parent in (None, os.getppid())",
            new="",
            test=_TESTS + "TestUnheard::test_nothing_is_claimed_for_a_client_program_that_has_gone",
        ),
        Defence(
            name="mcp-collects-no-passwords",
            guards="a password gets into what an agent reads",
            file=_SERVER,
            old='    if kind not in ("confirm", *questions.KINDS):\n',
            new="    if False:\n",
            test=_TESTS + "TestUnheard::test_a_password_is_never_collected_for_an_agent",
        ),
        Defence(
            name="mcp-names-its-owner",
            guards="questions of an agent that has exited stay on the screen",
            file=_SERVER,
            old="owner=self._owner)",
            new="owner=None)",
            test=_TESTS + "TestAsking"
            "::test_all_arguments_reach_the_daemon_and_the_client_program_is_the_owner",
        ),
        Defence(
            name="mcp-reports-to-nobody",
            guards="each call is reported wherever the environment says",
            file=_SERVER,
            old="server.middleware.clear()",
            new="pass",
            test=_TESTS + "test_no_call_is_reported_to_anyone",
        ),
        Defence(
            name="mcp-arguments-known",
            guards="a misspelt destructive looks harmless",
            file=_ARGUMENTS,
            old="        if name not in known:\n",
            new="        if False:\n",
            test=_WRONG,
        ),
        Defence(
            name="mcp-arguments-within-bounds",
            guards="an agent hears of a field that its tool does not have",
            file=_ARGUMENTS,
            old="            messages.parse(messages.PARAMS[self.method], params | self._kind())\n",
            new="            pass\n",
            test=_WRONG,
        ),
        Defence(
            name="mcp-destructive-is-yes-or-no",
            guards="a destructive question looks harmless, as its flag is a word",
            file=_ARGUMENTS,
            old="    if not isinstance(destructive, bool):\n",
            new="    if False:\n",
            test=_WRONG,
        ),
        Defence(
            name="mcp-waits-as-clients-do",
            guards="a client gives up on every call before it says that a question is pending",
            file=_TURN,
            old="WAIT.high if hears_progress else patience",
            new="WAIT.high",
            test=_TESTS + "TestAsking::test_longer_waits_are_for_clients_that_hear_of_progress",
        ),
        Defence(
            name="mcp-repeats-end",
            guards="a client that repeats calls by itself fails after 10, and the ticket is lost",
            file=_TURN,
            old="calls = REPEATS if repeats else 1",
            new="calls = 99 if repeats else 1",
            test=_TESTS + "TestStateless::test_but_not_for_ever",
        ),
        Defence(
            name="mcp-states-are-read",
            guards="a client's own words are taken for a ticket",
            file=_TURN,
            old="    if parts is None:\n",
            new="    if False:\n",
            test=_TESTS + "TestStateless::test_a_state_that_is_not_ours_asks_nothing",
        ),
        Defence(
            name="mcp-errors-are-errors",
            guards="an agent takes the daemon's error for a result",
            file=_RESULTS,
            old=", is_error=True)",
            new=")",
            test=_TESTS + "TestErrors::test_a_daemon_that_is_not_there_is_an_error_with_its_remedy",
        ),
    ),
)
