"""An approval that nobody gave."""

from defences.defence import Defence, Threat

_RECORDS = "core/records.py"
_PLAIN = "core/plain.py"
_OUTCOME = "core/outcome.py"
_OUTCOMES = "wire/outcomes.py"

THREAT = Threat(
    "forged approval",
    (
        Defence(
            name="no-truth-value",
            guards='"if outcome:" is true for a denial',
            file=_OUTCOME,
            old="    def __bool__(self) -> bool:\n"
            '        raise TypeError("an outcome has no truth value: ask outcome.allowed")\n',
            new="    pass\n",
            test="core/test_broker_flows.py::TestEveryOutcome::test_none_has_a_truth_value",
        ),
        Defence(
            name="not-allowed-by-default",
            guards="an outcome that says nothing of it is an approval",
            file=_OUTCOME,
            old="allowed: ClassVar[bool] = False",
            new="allowed: ClassVar[bool] = True",
            test="frontends/cli/test_exits.py::test_the_table_is_whole_and_zero_means_allowed",
        ),
        Defence(
            name="answers-fit-the-question",
            guards="a password's question is approved, or a confirmation answered by a text",
            file="core/stage.py",
            old="elif outcome is None or not answers.fits(prompt.request.question, outcome):",
            new="elif outcome is None:",
            test="core/test_broker_secrets.py::TestSubmitted::test_a_password_is_not_approved",
        ),
        Defence(
            name="records-hold-no-stray-approval",
            guards="a record that says of an open question that it is approved is believed",
            file=_RECORDS,
            old="    if not _fits(prompt):\n",
            new="    if False:\n",
            test="core/test_records.py"
            "::TestNonsense::test_an_approval_is_nowhere_but_with_an_answered_question",
        ),
        Defence(
            name="records-of-one-queue",
            guards="a successor shows what is over, or forgets what is open",
            file=_RECORDS,
            old="sorted(order) != still_open or ",
            new="",
            test="core/test_records.py::TestNonsense::test_the_queue_is_that_of_the_open_questions",
        ),
        Defence(
            name="records-with-their-numbers",
            guards="a successor gives a number twice",
            file=_RECORDS,
            old=" or max(prompts, default=0) > opened",
            new="",
            test="core/test_records.py::TestNonsense::test_no_number_is_given_twice",
        ),
        Defence(
            name="records-and-nothing-else",
            guards="what no daemon wrote is read",
            file=_RECORDS,
            old="if told is None or told.put != records:",
            new="if False:",
            test="core/test_records.py::TestNonsense::test_a_claim_is_on_one_question",
        ),
        Defence(
            name="records-name-who-asked",
            guards="a question of nobody's ends the daemon that is to show it",
            file=_RECORDS,
            old="if not (prompt.opened_by.members and prompt.latest.members):",
            new="if False:",
            test="core/test_records.py::TestNonsense::test_somebody_has_asked",
        ),
        Defence(
            name="records-of-these-types",
            guards="a text in the place of a number is a fault of ours later on",
            file=_PLAIN,
            old="if type(value) is not kind:",
            new="if False:",
            test="core/test_plain.py::test_what_is_not_exact_is_refused",
        ),
        Defence(
            name="records-of-these-fields",
            guards="what a later version left in a record is passed over",
            file=_PLAIN,
            old="value.keys() != {_CLASS, *kind.__match_args__} or value[_CLASS] != kind.__name__",
            new="False",
            test="core/test_plain.py::test_what_is_not_exact_is_refused",
        ),
        Defence(
            name="records-of-finite-times",
            guards="a deadline that never comes",
            file=_PLAIN,
            old="if type(value) not in (int, float) or not abs(value) <= float_info.max:",
            new="if False:",
            test="core/test_plain.py::test_what_is_not_exact_is_refused",
        ),
        Defence(
            name="plain-is-what-is-named",
            guards="whatever is in a question gets into a record, a secret as well",
            file=_PLAIN,
            old='    raise TypeError(f"{type(value).__name__} has no plain form")',
            new="    return repr(value)",
            test="core/test_plain.py::test_what_has_no_plain_form_is_refused",
        ),
        Defence(
            name="nothing-readable-nothing-kept",
            guards="a successor that can't read what was kept serves nobody",
            file="daemon/app.py",
            old="except (KeyError, TypeError, ValueError) as error:",
            new="except ZeroDivisionError as error:",
            test="daemon/test_successor.py::test_what_it_can_not_read_is_given_up",
        ),
        Defence(
            name="deciders-are-who-can",
            guards="an approval by the deadline is believed",
            file=_OUTCOMES,
            old="if decider not in kind.deciders:",
            new="if False:",
            test="wire/test_outcomes_wire.py::test_nobody_but_the_user_approves",
        ),
        Defence(
            name="statuses-known",
            guards="a status that is not known passes for an approval",
            file=_OUTCOMES,
            old="_KINDS.get(status) if isinstance(status, str) else None",
            new='_KINDS.get(status, _KINDS["approved"]) if isinstance(status, str) else None',
            test="wire/test_outcomes_wire.py::test_what_is_no_outcome_broke_the_protocol",
        ),
        Defence(
            name="outcome-without-a-secret-in-the-line",
            guards="a password as text in a line passes for one",
            file=_OUTCOMES,
            old='        _check_secret(values.get("secret"))\n',
            new="",
            test="wire/test_secrets_wire.py"
            "::TestOutcome::test_a_secret_in_the_line_broke_the_protocol",
        ),
        Defence(
            name="outcomes-whole",
            guards="half an outcome is a fault of ours",
            file=_OUTCOMES,
            old="except (KeyError, TypeError, ValueError) as error:",
            new="except ZeroDivisionError as error:",
            test="wire/test_outcomes_wire.py::test_what_is_no_outcome_broke_the_protocol",
        ),
    ),
)
