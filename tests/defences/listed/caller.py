"""A command that says yes where nobody did, or that loses what it was told."""

from defences.defence import Defence, Threat

_CLI = "frontends/cli/"
_ANSWER = "frontends/cli/answer.py"
_MAIN = "frontends/cli/main.py"
_OUTPUT = "frontends/cli/output.py"
_ASKING = "frontends/cli/asking.py"
_ARGUMENTS = "frontends/cli/arguments.py"
_EXITS = "frontends/cli/exits.py"
_EXIT_TESTS = "frontends/cli/test_exits.py"

THREAT = Threat(
    "caller's side",
    (
        *(
            Defence(
                name=f"exit-of-{name}",
                guards=f'"sayso confirm … && act" acts on {status}',
                file=_EXITS,
                old=f"            return {constant}\n",
                new="            return OK\n",
                test=f"{_EXIT_TESTS}::test_each_outcome_has_its_status_and_words",
            )
            for name, status, constant in (
                ("denied", "a denial", "DENIED"),
                ("pending", "a question that is still open", "PENDING"),
                ("no-interactor", "a question that nobody saw", "NO_INTERACTOR"),
                ("timed-out", "a question that nobody answered", "TIMED_OUT"),
                ("not-shown", "a question that was not shown", "NOT_SHOWN"),
                ("gone", "a question that was withdrawn", "GONE"),
                ("refused", "a question that was refused", "REFUSED"),
            )
        ),
        Defence(
            name="exit-of-errors",
            guards="a command acts though no daemon was there",
            file=_EXITS,
            old="return BAD_REQUEST if isinstance(error, RequestError) else NO_SERVICE",
            new="return OK",
            test="frontends/cli/test_exits.py::test_errors_by_who_is_to_blame",
        ),
        Defence(
            name="exit-of-a-fault-is-no-denial",
            guards="a fault of ours passes for the person's no",
            file=_MAIN,
            old="except Exception as error:  # noqa: BLE001",
            new="except ZeroDivisionError as error:  # noqa: BLE001",
            test="frontends/cli/test_surroundings.py"
            "::test_a_fault_of_ours_never_looks_like_a_denial",
        ),
        Defence(
            name="exit-of-an-interrupt",
            guards="Ctrl-C ends in a trace",
            file=_MAIN,
            old="    except KeyboardInterrupt as interrupt:\n",
            new="    except ZeroDivisionError as interrupt:\n",
            test="frontends/cli/test_surroundings.py"
            "::test_interrupted_ends_by_the_signal_and_says_that_the_question_stays",
        ),
        Defence(
            name="exit-though-nobody-reads",
            guards="where nobody reads what is said, an approval is called a fault",
            file=_OUTPUT,
            old="    except OSError:\n        _give_up(stream)\n        return False",
            new="    except ZeroDivisionError:\n        return False",
            test="frontends/cli/test_surroundings.py"
            "::test_a_broken_pipe_changes_no_status_and_makes_no_noise",
        ),
        Defence(
            name="exit-though-the-buffer-is-full",
            guards="what is left in the buffer changes the exit status at the very end",
            file=_OUTPUT,
            old="    os.dup2(null, stream.fileno())\n",
            new="",
            test="frontends/cli/test_surroundings.py"
            "::test_a_broken_pipe_changes_no_status_and_makes_no_noise",
        ),
        Defence(
            name="exit-though-output-is-closed",
            guards="a command with a closed output ends in a fault after its answer was spent",
            file=_OUTPUT,
            old="    if stream is None:  # closed when this program started\n"
            "        return False\n",
            new="",
            test="frontends/cli/test_surroundings.py::test_a_closed_stream_changes_no_status",
        ),
        Defence(
            name="letters-that-are-lacking",
            guards="one letter that the terminal lacks hides the whole list",
            file=_OUTPUT,
            old='text.encode(encoding, "backslashreplace").decode(encoding)',
            new="text",
            test="frontends/cli/test_list_and_status.py"
            "::test_letters_that_the_stream_lacks_hide_nothing",
        ),
        Defence(
            name="closed-streams-are-filled",
            guards="a daemon is started, and its word that it listens goes nowhere",
            file="__main__.py",
            old="            os.open(os.devnull, os.O_RDWR)  # the lowest that is free: this one\n",
            new="            pass\n",
            test="frontends/cli/test_surroundings.py"
            "::test_closed_standard_streams_do_no_harm_to_a_daemon_that_is_started",
        ),
        Defence(
            name="claims-for-the-living",
            guards="an answer is spent though the program that started the command has gone",
            file=_ANSWER,
            old="claiming = os.getppid() == parent",
            new="claiming = True",
            test="frontends/cli/test_surroundings.py"
            "::test_an_answer_that_nobody_hears_is_left_unclaimed",
        ),
        Defence(
            name="interrupted-late-is-told",
            guards="Ctrl-C as the answer comes hides that it may be spent",
            file=_ANSWER,
            old="_INTERRUPTED_LATE if claiming else told",
            new="told",
            test="frontends/cli/test_surroundings.py"
            "::test_interrupted_while_it_claims_it_promises_nothing",
        ),
        Defence(
            name="a-ticket-tells-its-kind",
            guards="who reads the pipe takes a status for the password",
            file=_CLI + "collect.py",
            old="        kind = told\n",
            new="",
            test="e2e/test_password.py::test_a_ticket_writes_nothing_but_the_password[options0]",
        ),
        Defence(
            name="no-declared-approval",
            guards="a script declares that nobody's answer is a yes",
            file=_CLI + "confirm.py",
            old='    if text != "deny":\n',
            new="    if False:\n",
            test="frontends/cli/test_arguments.py::test_an_approval_cannot_be_declared",
        ),
        Defence(
            name="declared-for-nobody-alone",
            guards="what was declared for nobody takes the place of the person's no",
            file=_CLI + "confirm.py",
            old="if args.if_headless and isinstance(outcome, NoInteractor):",
            new="if args.if_headless:",
            test="frontends/cli/test_verbs.py::test_declared_deny_stands_in_for_nobody_alone",
        ),
        Defence(
            name="options-in-full",
            guards="a later option changes what an abbreviation means",
            file=_ARGUMENTS,
            old="option = options.get(name)",
            new="option = next((options[each] for each in options if each.startswith(name)), None)",
            test="frontends/cli/test_arguments.py::test_a_wrong_command_line_says_what_is_wrong",
        ),
        Defence(
            name="options-known",
            guards="a misspelt *--destructive* looks harmless",
            file=_ARGUMENTS,
            old="    if option is None:\n        offered",
            new="    if option is None:\n        return\n        offered",
            test="frontends/cli/test_arguments.py::test_a_wrong_command_line_says_what_is_wrong",
        ),
        Defence(
            name="durations-within-bounds",
            guards="a question is sent that the daemon refuses",
            file=_ARGUMENTS,
            old="math.isfinite(seconds) and bounds.low <= seconds <= bounds.high",
            new="True",
            test="frontends/cli/test_arguments.py::test_bounds",
        ),
        Defence(
            name="numbers-within-bounds",
            guards="a number of a million digits keeps the command busy",
            file=_ARGUMENTS,
            old='is_whole = re.fullmatch(r"\\d{1,9}", text, re.ASCII)\n        if is_whole and ',
            new="if text.isdigit() and ",
            test="frontends/cli/test_arguments.py::test_whole_numbers_are_whole",
        ),
        Defence(
            name="details-are-not-cut",
            guards="a file too long is read into memory, or cut without a word",
            file=_ASKING,
            old="    if len(data) > DETAILS_BYTES:\n",
            new="    if False:\n",
            test="frontends/cli/test_arguments.py::test_details_over_the_limit_are_refused_not_cut",
        ),
        Defence(
            name="details-are-text",
            guards="a file that is no text is shown as something else",
            file=_ASKING,
            old='return data.decode("utf-8")',
            new='return data.decode("utf-8", "replace")',
            test="frontends/cli/test_arguments.py::test_details_that_are_not_text_name_the_byte",
        ),
        Defence(
            name="list-shows-what-is-hidden",
            guards="an asker's words write on the terminal of who lists them",
            file=_CLI + "list.py",
            old='visible_line(prompt["title"])',
            new='prompt["title"]',
            test="frontends/cli/test_list_and_status.py"
            "::test_list_is_a_table_in_which_text_of_others_is_only_text",
        ),
        Defence(
            name="list-shows-hidden-names",
            guards="an asker's name writes on the terminal of who lists it",
            file=_CLI + "list.py",
            old='visible_line(prompt["asker"])',
            new='prompt["asker"]',
            test="frontends/cli/test_list_and_status.py::test_so_is_the_askers_name",
        ),
        Defence(
            name="log-shows-what-is-hidden",
            guards="an asker's words write on the terminal of who reads the log",
            file=_CLI + "log.py",
            old="[visible_line(str(cell)) for cell in cells]",
            new="[str(cell) for cell in cells]",
            test="frontends/cli/test_log.py::TestTable::test_text_of_others_is_made_visible",
        ),
        Defence(
            name="broken-log-tells",
            guards="a log that was changed is called whole by the exit status",
            file=_CLI + "log.py",
            old="status = exits.NO_SERVICE if audit.bad else exits.OK",
            new="status = exits.OK",
            test="frontends/cli/test_log.py::TestVerify::test_names_file_line_and_record",
        ),
        Defence(
            name="odd-records-end-no-reading",
            guards="one changed record hides those after it",
            file=_CLI + "log.py",
            old="except (ValueError, RecursionError):  # its hash is wrong, then",
            new="except ZeroDivisionError:",
            test="frontends/cli/test_log.py::TestTable::test_what_is_no_record_is_counted_aside",
        ),
        Defence(
            name="odd-times-end-no-reading",
            guards="a time that no calendar has hides the records after it",
            file=_CLI + "log.py",
            old="except (ValueError, OverflowError):  # no calendar has it",
            new="except ZeroDivisionError:  # no calendar has it",
            test="frontends/cli/test_log.py::TestTable::test_what_is_no_record_is_counted_aside",
        ),
        Defence(
            name="half-a-record-is-awaited",
            guards="a record that is just being written is called broken",
            file=_CLI + "log_files.py",
            old='line if line.endswith(b"\\n") else line + _rest_of_line(file)',
            new="line",
            test="frontends/cli/test_log.py::test_a_record_that_is_being_written_is_no_bad_one",
        ),
        Defence(
            name="stop-ends-the-one-there",
            guards="a daemon that does not end is called stopped",
            file=_CLI + "daemon.py",
            old="if not select.select([exited], [], [], END_WITHIN)[0]:",
            new="if False:",
            test="frontends/cli/test_stop.py::test_one_that_does_not_end_is_not_called_stopped",
        ),
        Defence(
            name="waiting-line-survives-its-terminal",
            guards="a terminal that has gone takes the answer with it",
            file=_CLI + "waiting.py",
            old="        except OSError:\n",
            new="        except ZeroDivisionError:\n",
            test="frontends/cli/test_surroundings.py"
            "::test_a_terminal_that_goes_away_meanwhile_changes_no_status",
        ),
    ),
)
