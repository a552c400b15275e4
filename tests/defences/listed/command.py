"""The command line: a password that nobody gets is lost, or shown; an approval from nowhere."""

from defences.defence import Defence, Threat

_TESTS = "frontends/cli/test_password.py"

THREAT = Threat(
    "command line",
    (
        Defence(
            name="someone-reads-the-pipe",
            guards="the person types a password that nobody will get",
            file="frontends/cli/pipe.py",
            old="if not is_read():",
            new="if False:",
            test=f"{_TESTS}::TestWhereItMayGo::test_no_pipe_that_nobody_reads",
        ),
        Defence(
            name="someone-still-reads-the-pipe",
            guards="a password is spent on a pipe whose reader has ended",
            file="frontends/cli/password.py",
            old="pipe.is_read() and heard()",
            new="heard()",
            test=f"{_TESTS}::TestWhereItMayGo::"
            "test_a_reader_that_went_before_the_answer_came_leaves_it_for_the_ticket",
        ),
        Defence(
            name="errors-repeat-no-password",
            guards="a password given as --if-headless by mistake goes to a log",
            file="frontends/cli/arguments.py",
            old='"what it got" if option.is_private else _shown(text)',
            new="_shown(text)",
            test=f"{_TESTS}::TestHeadless::test_nothing_else_can",
        ),
        Defence(
            name="nobody-else-decides",
            guards="an approval that no person gave is taken for one",
            file="wire/outcomes.py",
            old="if decider not in kind.deciders:",
            new="if False:",
            test="wire/test_outcomes_wire.py::test_nobody_but_the_user_approves",
        ),
    ),
)
