"""A password that a command shows, cuts short, makes up, or mixes with its own words."""

from defences.defence import Defence, Threat

_ANSWER = "frontends/cli/answer.py"
_MAIN = "frontends/cli/main.py"
_PASSWORD = "frontends/cli/password.py"  # noqa: S105 (a file)
_PIPE = "frontends/cli/pipe.py"

THREAT = Threat(
    "password handed over",
    (
        Defence(
            name="secret-apart-from-words",
            guards="words about a password get into the password",
            file=_ANSWER,
            old="outcome, aside = Answered(outcome.decider), True",
            new="outcome = Answered(outcome.decider)",
            test="frontends/cli/test_password.py"
            "::TestCollect::test_a_password_goes_to_the_pipe_and_the_words_aside",
        ),
        Defence(
            name="secret-wiped-once-written",
            guards="a password that was written stays in the command's memory",
            file=_ANSWER,
            old="        secret.wipe()\n",
            new="        pass\n",
            test="frontends/cli/test_answer.py::test_what_was_written_is_wiped",
        ),
        Defence(
            name="words-of-a-password-aside",
            guards='"pending" is taken for a password',
            file=_PASSWORD,
            old="return wait_for(ask, json=args.json, aside=True)",
            new="return wait_for(ask, json=args.json)",
            test="frontends/cli/test_password.py::test_without_an_answer_nothing_goes_to_the_pipe",
        ),
        Defence(
            name="errors-of-a-password-aside",
            guards="an error is taken for a password",
            file=_MAIN,
            old='_ASIDE = frozenset({"password"})',
            new="_ASIDE = frozenset[str]()",
            test="frontends/cli/test_password.py::TestJson::test_of_an_error",
        ),
        Defence(
            name="errors-repeat-no-password",
            guards="a password given as --if-headless by mistake goes to a log",
            file="frontends/cli/arguments.py",
            old='"what it got" if option.is_private else _shown(text)',
            new="_shown(text)",
            test="frontends/cli/test_password.py::TestHeadless::test_nothing_else_can",
        ),
        Defence(
            name="no-password-for-a-terminal",
            guards="a password is shown on a screen, or stored in a file",
            file=_PIPE,
            old="if not reveal and not stat.S_ISFIFO(mode) and not stat.S_ISSOCK(mode):",
            new="if False:",
            test="frontends/cli/test_password.py::TestWhereItMayGo::test_no_terminal",
        ),
        Defence(
            name="no-password-for-a-closed-stream",
            guards="a password goes to what took a closed stream's number",
            file=_PIPE,
            old="    if sys.stdout is None:\n",
            new="    if False:\n",
            test="frontends/cli/test_password.py::TestWhereItMayGo::test_not_where_it_is_closed",
        ),
        Defence(
            name="someone-reads-the-pipe",
            guards="the person types a password that nobody will get",
            file=_PIPE,
            old="if not is_read():",
            new="if False:",
            test="frontends/cli/test_password.py::TestWhereItMayGo::test_no_pipe_that_nobody_reads",
        ),
        Defence(
            name="someone-still-reads-the-pipe",
            guards="a password is spent on a pipe whose reader has ended",
            file=_PASSWORD,
            old="pipe.is_read() and heard()",
            new="heard()",
            test="frontends/cli/test_password.py::TestWhereItMayGo"
            "::test_a_reader_that_went_before_the_answer_came_leaves_it_for_the_ticket",
        ),
        Defence(
            name="place-looked-at-before-asking",
            guards="a password is typed that can't be handed over",
            file=_PASSWORD,
            old="    pipe.check(reveal=args.reveal)\n",
            new="",
            test="frontends/cli/test_password.py::TestWhereItMayGo::test_no_terminal",
        ),
        Defence(
            name="place-looked-at-before-collecting",
            guards="a ticket's password is shown on a screen",
            file="frontends/cli/collect.py",
            old="            pipe.check(reveal=args.reveal)\n",
            new="            pass\n",
            test="frontends/cli/test_password.py::TestCollect::test_elsewhere_it_is_left_unclaimed",
        ),
        Defence(
            name="all-of-a-password",
            guards="Ctrl-Z while it is written cuts a password short",
            file=_PIPE,
            old="            while data:\n                data = data[os.write(_STDOUT, data) :]",
            new="            os.write(_STDOUT, data)",
            test="frontends/cli/test_password.py"
            "::test_it_comes_whole_though_the_command_is_stopped_while_it_writes",
        ),
        Defence(
            name="password-not-taken-is-told",
            guards="a password that nobody took is called answered",
            file=_PIPE,
            old="    except OSError as error:\n        raise ServiceError(",
            new="    except ZeroDivisionError as error:\n        raise ServiceError(",
            test="frontends/cli/test_password.py"
            "::TestWhereItMayGo::test_a_reader_that_goes_while_it_is_claimed_is_no_success",
        ),
        Defence(
            name="environment-for-nobody-alone",
            guards="the environment's password takes the place of the person's no",
            file=_PASSWORD,
            old="if headless is not None and isinstance(outcome, NoInteractor):",
            new="if headless is not None:",
            test="frontends/cli/test_password.py"
            "::TestHeadless::test_a_declared_variable_stands_in_for_nobody_alone",
        ),
        Defence(
            name="environment-holds-it",
            guards="a variable that is not set is an empty password",
            file=_PASSWORD,
            old="    if name not in os.environ:\n",
            new='    os.environ.setdefault(name, "")\n    if False:\n',
            test="frontends/cli/test_password.py"
            "::TestHeadless::test_one_that_is_not_set_is_refused_before_anyone_is_asked",
        ),
        Defence(
            name="environment-is-named",
            guards="a declaration that names no variable is taken",
            file=_PASSWORD,
            old='if text != "deny" and (name == text or not name or "=" in name):',
            new="if False:",
            test="frontends/cli/test_password.py::TestHeadless::test_nothing_else_can",
        ),
    ),
)
