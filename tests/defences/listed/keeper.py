"""A daemon or a keeper that dies or hangs: an answer that is lost, handed out twice, or made up."""

from defences.defence import Defence, Threat

_KEEPER = "keeper/main.py"
_LINK = "daemon/keeper.py"
_WORDS = "wire/keeper.py"
_PROCESS = "keeper/test_keeper_process.py"
_LINK_TESTS = "daemon/test_keeper_link.py"
_FAILS = f"{_LINK_TESTS}::test_one_that_fails_is_replaced_and_what_waited_goes_on_waiting"

THREAT = Threat(
    "a dead half",
    (
        Defence(
            name="held-until-kept",
            guards="the dialog says *recorded*, and the daemon dies before anybody else knows it",
            file="daemon/runner.py",
            old="elif self._held:",
            new="elif False:",
            test="daemon/test_kept_before_told.py"
            "::test_a_click_is_recorded_and_its_answer_offered_when_it_is_kept",
        ),
        Defence(
            name="kept-in-its-turn",
            guards="one acknowledgement lets out what waits for a later one",
            file=_LINK,
            old="while self._waiting and self._waiting[0] <= number:",
            new="while self._waiting:",
            test=f"{_LINK_TESTS}::test_a_change_is_kept_when_the_keeper_says_so_and_not_before",
        ),
        Defence(
            name="daemon-dead-before-the-next",
            guards="two daemons take callers at once, and one answer is handed out twice",
            file=_KEEPER,
            old="                daemon.kill()\n                daemon.wait()\n",
            new="",
            test=f"{_PROCESS}::test_a_daemon_that_only_seems_to_be_dead_is_killed_before_the_next_starts",
        ),
        Defence(
            name="keeper-dead-before-the-next",
            guards="two keepers start a successor each",
            file=_LINK,
            old="        self._other.kill()\n        self._other.wait()\n",
            new="",
            test=f"{_FAILS}[plays_dead]",
        ),
        Defence(
            name="parent-by-pid-and-kinship",
            guards="the next owner of a dead half's pid is killed",
            file="platforms/linux/session.py",
            old="if os.getppid() != pid:",
            new="if False:",
            test="platforms/linux/test_pair.py::test_a_process_that_did_not_start_us_is_left_alone",
        ),
        Defence(
            name="unseeded-keeper-ends",
            guards="a successor goes on with half a memory",
            file=_KEEPER,
            old="if self._memory.commit is None:",
            new="if False:",
            test=f"{_PROCESS}::test_one_that_was_never_seeded_whole_ends_with_its_daemon",
        ),
        Defence(
            name="only-a-whole-commit-seeds",
            guards="what a new keeper hears in the middle passes for everything",
            file=_WORDS,
            old="if said.whole or self.commit:",
            new="if True:",
            test="wire/test_keeper.py::TestMemory::test_holds_nothing_before_the_first_whole_commit",
        ),
        Defence(
            name="a-new-daemon-says-all",
            guards="a keeper holds what an earlier daemon has forgotten or spent",
            file=_LINK,
            old="self._commit(self._everything(), whole=True)",
            new="self._commit(self._everything(), whole=False)",
            test=f"{_LINK_TESTS}::test_the_first_commit_of_a_daemon_is_whole",
        ),
        Defence(
            name="half-a-batch-abandoned",
            guards="what a dying daemon did not finish saying becomes an answer",
            file=_KEEPER,
            old="            self._memory.abandon()\n",
            new="",
            test=f"{_PROCESS}::test_half_a_batch_is_not_taken_for_the_next_daemons",
        ),
        Defence(
            name="half-a-tale-is-none",
            guards="a successor goes on with what a dying keeper had told by then",
            file=_LINK,
            old='raise ProtocolError("the keeper ended before it had told everything")',
            new='return memory.records, ""',
            test=f"{_LINK_TESTS}::test_a_successor_that_is_not_told_all_has_nothing",
        ),
        Defence(
            name="claims-are-the-processs-own",
            guards="a successor repeats an answer to a program that never claimed it",
            file="core/ledger.py",
            old=" or record.process != event.process",
            new="",
            test="e2e/test_keeper.py::test_what_is_spent_stays_spent",
        ),
        Defence(
            name="hung-keeper-replaced",
            guards="a keeper that hangs keeps every question and every answer from going on",
            file=_LINK,
            old="            if not self._patience:\n                self._expect()\n",
            new="",
            test=f"{_FAILS}[hangs]",
        ),
        Defence(
            name="hung-tale-given-up",
            guards="a successor that its keeper tells nothing never serves",
            file=_LINK,
            old="    sock.settimeout(INHERIT_SECONDS)\n",
            new="",
            test="daemon/test_successor.py::test_a_keeper_that_hangs_while_it_tells_is_replaced",
        ),
        Defence(
            name="no-keeper-no-daemon",
            guards="a daemon without a second memory goes on, and says nothing to anybody",
            file=_LINK,
            old="            self._gave_up()\n",
            new="",
            test=f"{_LINK_TESTS}::test_where_none_can_be_started_the_daemon_hears_of_it",
        ),
        Defence(
            name="a-restart-needs-a-whole-keeper",
            guards="a restart loses everything while the keeper is being replaced",
            file="daemon/app.py",
            old="End.RESTART if await keeper.whole() else End.NO_KEEPER",
            new="End.RESTART",
            test="e2e/test_keeper.py::test_a_restart_waits_for_a_keeper_that_holds_everything",
        ),
        Defence(
            name="keeper-of-this-version",
            guards="a keeper from before an upgrade starts daemons for ever",
            file="daemon/app.py",
            old="if version != __version__:",
            new="if False:",
            test="daemon/test_successor.py::test_a_keeper_from_before_an_upgrade_is_replaced",
        ),
        Defence(
            name="words-of-the-pair-are-typed",
            guards="a daemon's nonsense ends the keeper, and with it all that was kept",
            file=_WORDS,
            old="if not typed:",
            new="if False:",
            test="wire/test_keeper.py::test_anything_else_is_none",
        ),
        Defence(
            name="stop-is-for-the-living",
            guards="a daemon that was killed is called stopped, and its successor runs on",
            file="platforms/linux/peer.py",
            old="if not native.is_readable(pidfd):  # a zombie would take the signal, too",
            new="if True:",
            test="platforms/linux/test_peer.py::TestRefused::test_one_that_is_gone",
        ),
        Defence(
            name="kept-of-what-was-said",
            guards="a keeper that counts wrong lets out what it does not hold yet",
            file=_LINK,
            old="if number > self._number:",
            new="if False:",
            test=f"{_FAILS}[promises_the_future]",
        ),
        Defence(
            name="records-of-this-version",
            guards="a daemon takes what another version kept for something else",
            file="core/records.py",
            old="if records.get(_VERSION) != _OURS:",
            new="if False:",
            test="core/test_records.py::TestVersion::test_another_one_says_that_it_is_that",
        ),
        Defence(
            name="what-ends-its-daemons-is-given-up",
            guards="a question that ends each daemon which shows it keeps all others waiting",
            file="core/stage.py",
            old="if prompt.daemons_lost >= DAEMONS:",
            new="if False:",
            test="core/test_broker_successor.py::TestOneThatMayEndItsDaemons"
            "::test_is_given_up_at_last",
        ),
        Defence(
            name="what-was-given-up-stays-so",
            guards="and its caller, who repeats it at once, brings it back",
            file="core/stage.py",
            old="prompt.attempts = prompt.max_retries  # the same request shall not bring it back",
            new="pass",
            test="core/test_broker_successor.py::TestOneThatMayEndItsDaemons"
            "::test_is_not_brought_back_by_who_waited",
        ),
        Defence(
            name="the-rest-of-a-wait",
            guards="a caller waits anew at each daemon's death",
            file="client/exchange.py",
            old='wait = params.get("wait", link.default_wait)',
            new='wait = params.get("wait")',
            test="client/test_exchange_faults.py::test_so_is_that_of_a_wait_which_the_daemon_chose",
        ),
        Defence(
            name="a-daemon-for-who-was-never-served",
            guards="a daemon that dies in its first moments fails its callers",
            file="client/exchange.py",
            old="start = start and not link.served",
            new="start = False",
            test="e2e/test_keeper.py"
            "::test_who_asked_a_daemon_that_died_at_once_is_served_by_another",
        ),
        Defence(
            name="what-was-shown-is-not-asked-elsewhere",
            guards="what died with both halves is asked anew behind its caller's back",
            file="client/exchange.py",
            old="start = start and not link.served",
            new="pass",
            test="client/test_exchange_faults.py"
            "::test_another_daemon_is_started_only_for_a_question_that_was_never_shown",
        ),
    ),
)
