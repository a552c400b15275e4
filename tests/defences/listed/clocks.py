"""The machine sleeps, or its clock is set: a question or an answer that outlives its time."""

from defences.defence import Defence, Threat

_BROKER = "core/broker.py"
_WINDOW = "platforms/linux/gtk/window.py"
_DAEMON = "daemon/test_suspend.py"
_DIALOG = "dialog/test_suspend.py"

THREAT = Threat(
    "a clock that leaps",
    (
        Defence(
            name="clock-through-suspend",
            guards="an answer of before the machine slept is collected after it",
            file="platforms/linux/session.py",
            old="return time.clock_gettime(time.CLOCK_BOOTTIME)",
            new="return time.monotonic()",
            test="e2e/test_suspend.py::test_an_answer_that_was_kept_is_gone",
        ),
        Defence(
            name="timers-look-again",
            guards="after a day's sleep a question stays on the screen for all of its waking time",
            file="daemon/runner.py",
            old="min(max(due - self._clock(), 0), LONGEST_SLEEP)",
            new="max(due - self._clock(), 0)",
            test=f"{_DAEMON}::TestWhereNobodySpeaks"
            "::test_who_waits_hears_that_its_question_is_over",
        ),
        Defence(
            name="asleep-is-not-put-off",
            guards="a question that was put off yesterday comes up again",
            file=_BROKER,
            old="State.PUT_OFF if now >= prompt.put_off_until:",
            new="State.PUT_OFF if False:",
            test=f"{_DAEMON}::TestWhereNobodySpeaks::test_what_was_put_off_is_not_brought_back",
        ),
        Defence(
            name="claims-are-forgotten",
            guards="what was committed yesterday is repeated",
            file="core/ledger.py",
            old="prompt.keep_until = now + self.settings.claim_memory",
            new="prompt.keep_until = now * 1e9",
            test=f"{_DAEMON}::TestBeforeAnyTimer::test_what_was_committed_is_not_repeated",
        ),
        Defence(
            name="countdown-through-suspend",
            guards="a dialog that woke offers *approve* for a question that is over",
            file=_WINDOW,
            old="return time.clock_gettime(time.CLOCK_BOOTTIME)",
            new="return time.monotonic()",
            test=f"{_DIALOG}::test_a_click_after_the_deadline_is_none_though_no_timer_ran",
        ),
        Defence(
            name="armed-in-waking-time",
            guards="the press that wakes the machine approves what came up as it fell asleep",
            file=_WINDOW,
            old="return time.monotonic()",
            new="return time.clock_gettime(time.CLOCK_BOOTTIME)",
            test=f"{_DIALOG}::test_no_dialog_is_armed_by_sleep",
        ),
        Defence(
            name="log-in-its-order",
            guards="a wall clock that was set back hides from --since what came after",
            file="frontends/cli/log.py",
            old="list(dropwhile(lambda line: line[chain.TIME_AT] < since, batch))",
            new="[line for line in batch if line[chain.TIME_AT] >= since]",
            test="frontends/cli/test_log.py::TestSince"
            "::test_a_clock_that_was_set_hides_nothing_that_came_after",
        ),
        Defence(
            name="log-followed-in-its-order",
            guards="and whoever follows the log sees nothing more",
            file="frontends/cli/log.py",
            old='        since = b"" if recent else since\n',
            new="",
            test="frontends/cli/test_log.py::TestFollow::test_starts_at_a_time",
        ),
    ),
)
