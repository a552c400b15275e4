"""Questions, or words, without end: the person is worn down, or the machine."""

from defences.defence import Defence, Threat

_BROKER = "core/broker.py"
_LEDGER = "core/ledger.py"
_POLICY = "core/policy.py"

THREAT = Threat(
    "flood",
    (
        Defence(
            name="limit-of-an-origin",
            guards="one program has as many questions open as it likes",
            file=_POLICY,
            old="if origins.count(origin) >= self.settings.prompts_per_origin:",
            new="if False:",
            test="core/test_broker_limits.py::TestLimits::test_eight_open_prompts_of_an_origin",
        ),
        Defence(
            name="limit-of-all",
            guards="many programs have as many questions open as they like",
            file=_POLICY,
            old="if len(origins) >= self.settings.prompts:",
            new="if False:",
            test="core/test_broker_limits.py::TestLimits::test_sixty_four_in_all",
        ),
        Defence(
            name="limit-by-origin",
            guards="a flood of one program keeps all others from asking",
            file=_POLICY,
            old="origins.count(origin)",
            new="len(origins)",
            test="core/test_broker_limits.py::TestLimits::test_another_origin_is_not_affected",
        ),
        Defence(
            name="quiet-period",
            guards="who was refused three times asks on until a yes slips out",
            file=_POLICY,
            old="if quiet.subject == (origin, fingerprint):",
            new="if False:",
            test="core/test_broker_limits.py"
            "::TestQuietPeriod::test_begins_with_the_third_denial_in_a_minute",
        ),
        Defence(
            name="denials-are-counted",
            guards="no number of refusals brings quiet",
            file=_LEDGER,
            old="            self._policy.denied(prompt, now)\n",
            new="            pass\n",
            test="core/test_broker_limits.py"
            "::TestQuietPeriod::test_begins_with_the_third_denial_in_a_minute",
        ),
        Defence(
            name="denials-of-one-question",
            guards="who refuses three questions does not hear the fourth",
            file=_POLICY,
            old="if quiet.subject == (origin, fingerprint):",
            new="if quiet.origin == origin:",
            test="core/test_broker_limits.py::TestQuietPeriod::test_holds_for_this_question_alone",
        ),
        Defence(
            name="denials-of-one-origin",
            guards="one program's refusals keep another from asking",
            file=_POLICY,
            old="if quiet.subject == (origin, fingerprint):",
            new="if quiet.fingerprint == fingerprint:",
            test="core/test_broker_limits.py::TestQuietPeriod::test_holds_for_this_origin_alone",
        ),
        Defence(
            name="denials-within-a-minute",
            guards="three refusals in a week bring quiet",
            file=_POLICY,
            old="if len(times) == self.settings.denials and "
            "now - times[0] <= self.settings.denial_window:",
            new="if len(times) == self.settings.denials:",
            test="core/test_broker_limits.py"
            "::TestQuietPeriod::test_does_not_begin_for_denials_further_apart",
        ),
        Defence(
            name="denials-are-forgotten",
            guards="each question that was ever refused costs memory",
            file=_POLICY,
            old="        self._forget(now)\n",
            new="",
            test="core/test_broker_limits.py"
            "::TestQuietPeriod::test_denials_of_long_ago_leave_none_either",
        ),
        Defence(
            name="attempts-are-limited",
            guards="a question that can't be shown is tried again for ever",
            file=_BROKER,
            old="spent = action is Action.ATTEMPT and prompt.attempts >= prompt.max_retries",
            new="spent = False",
            test="core/test_broker_relaunch.py"
            "::TestRenderBudget::test_further_attempts_are_limited",
        ),
        Defence(
            name="attempts-at-a-secret-are-limited",
            guards="a password's question that can't be shown is tried again for ever",
            file=_BROKER,
            old="if attempts > repeated.max_retries:",
            new="if False:",
            test="core/test_broker_secrets.py::TestReplaced::test_attempts_to_show_it_stay_limited",
        ),
        Defence(
            name="origins-take-turns",
            guards="a flood of one program keeps another's question from the screen",
            file=_LEDGER,
            old="(want[place].wanted or turns[want[place].origin] <= turn)",
            new="True",
            test="core/test_broker_turns.py::test_a_flood_delays_anothers_question_by_one",
        ),
        Defence(
            name="later-gives-way",
            guards="a question that was put off keeps the others from the screen",
            file="core/stage.py",
            old="not queue or queue[0].state is State.PUT_OFF:",
            new="not queue:",
            test="core/test_broker_later.py"
            "::TestReturn::test_comes_after_sixty_seconds_with_a_new_dialog",
        ),
        Defence(
            name="over-is-few",
            guards="each question that was ever asked costs memory for a minute",
            file=_LEDGER,
            old="        for each in over[: -self.settings.remembered]:\n"
            "            self.forget(each)\n",
            new="",
            test="core/test_broker_memory.py::test_of_what_is_over_the_newest_are_remembered",
        ),
        Defence(
            name="over-has-no-words",
            guards="the details of questions that are over fill the memory",
            file=_LEDGER,
            old="        prompt.forget_words()\n",
            new="",
            test="core/test_broker_memory.py::test_what_is_over_keeps_none_of_its_words",
        ),
        Defence(
            name="lapsed-claims-are-few",
            guards="a caller that never claims fills the memory with offers",
            file=_LEDGER,
            old="        for claim, _ in self.claims_on(prompt)[:-1]:"
            "  # the last one may still come\n"
            "            del self._claims[claim]\n",
            new="",
            test="core/test_broker_memory.py::test_of_void_claims_the_newest_is_remembered",
        ),
        Defence(
            name="forgotten-is-gone",
            guards="what is over stays in memory",
            file=_LEDGER,
            old="        self.over.pop(prompt.number, None)\n",
            new="",
            test="core/test_broker_memory.py::test_of_what_is_over_the_newest_are_remembered",
        ),
        Defence(
            name="command-lines-kept-once",
            guards="each call has its ancestors' command lines written to the keeper",
            file="core/records.py",
            old='        member["argv"] = None\n',
            new="        pass\n",
            test="core/test_records.py::TestWhatIsTold::test_command_lines_are_told_once",
        ),
        Defence(
            name="log-words-are-short",
            guards="a long question fills the disk",
            file="core/topic.py",
            old="words=shorten(question.title or first_line, WORDS)",
            new="words=question.title or first_line",
            test="core/test_broker_log.py::TestTopic::test_its_words_are_one_short_line",
        ),
        Defence(
            name="log-names-are-short",
            guards="a long name fills the disk",
            file="core/topic.py",
            old="asker=shorten(asker.name, NAME)",
            new="asker=asker.name",
            test="core/test_broker_log.py::TestTopic::test_is_short_whatever_others_are_called",
        ),
        Defence(
            name="log-paths-are-short",
            guards="a long path fills the disk",
            file="core/topic.py",
            old="shorten(cwd, PATH)",
            new="cwd",
            test="core/test_broker_log.py::TestTopic::test_is_short_whatever_others_are_called",
        ),
        Defence(
            name="log-reasons-are-short",
            guards="a screen's long complaint fills the disk",
            file="core/topic.py",
            old="shorten(_reason(outcome), WORDS)",
            new="_reason(outcome)",
            test="core/test_broker_log.py"
            "::TestTopic::test_so_is_the_verdict_whatever_the_screen_complains_of",
        ),
        Defence(
            name="starts-in-vain-have-an-end",
            guards="a keeper that never works is started for ever",
            file="core/restarts.py",
            old="LIMIT = 5",
            new="LIMIT = 50",
            test="keeper/test_keeper_process.py"
            "::test_it_gives_up_after_some_successors_that_do_nothing",
        ),
        Defence(
            name="starts-have-pauses",
            guards="a daemon and a keeper that end again and again keep the machine busy",
            file="core/restarts.py",
            old="        self._ends.append(now)\n",
            new="",
            test="keeper/test_keeper_process.py"
            "::test_it_gives_up_after_some_successors_that_do_nothing",
        ),
        Defence(
            name="requests-take-turns",
            guards="who asks once waits for all requests of a flood from elsewhere",
            file="daemon/connection.py",
            old="turns.take(self.lineage.origin,",
            new="turns.take(self,",
            test="daemon/test_turns.py::test_who_asks_once_waits_for_few_requests_of_a_flood",
        ),
        Defence(
            name="daemon-gives-memory-back",
            guards="after a flood the daemon keeps its memory for good",
            file="daemon/connection.py",
            old="self._idle_timer = loop.call_later(IDLE_SECONDS, self._idle)",
            new="pass",
            test="daemon/test_idle.py::test_is_idle_a_moment_after_the_last_has_gone_and_only_once",
        ),
        Defence(
            name="keeper-gives-memory-back",
            guards="after a flood the keeper keeps its memory for good",
            file="keeper/main.py",
            old="        select.memory().give_back()\n",
            new="        pass\n",
            test="keeper/test_keeper_process.py::test_what_a_flood_took_it_gives_back",
        ),
    ),
)
