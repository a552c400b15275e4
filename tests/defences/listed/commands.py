"""A secret that gets to another command than the person saw, or back to the agent that asked."""

from defences.defence import Defence, Threat

_EXECUTION = "platforms/linux/execution.py"
_PROGRAMS = "platforms/linux/programs.py"
_LAUNCH = "platforms/linux/launch.py"
_ERRANDS = "frontends/mcp/errands.py"
_COMMAND = "dialog/command.py"
_ACTIONS = "wire/actions.py"
_TESTS = "platforms/linux/test_execution.py::"
_CHANGED = _TESTS + "TestChangedSinceItWasShown::"
_GETS = _TESTS + "TestWhatItGets::"
_AGENT = "frontends/mcp/test_request_secret.py::"
_CARD = "dialog/test_card.py::"
_WIRE = "wire/test_actions.py::test_what_is_wrong_is_refused_and_named"

THREAT = Threat(
    "commands",
    (
        Defence(
            name="command-programs-compared",
            guards="a program that was replaced while the person typed gets the secret",
            file=_EXECUTION,
            old="        if chain.programs != shown.programs:\n",
            new="        if False:\n",
            test=_CHANGED + "test_a_program",
        ),
        Defence(
            name="command-directory-compared",
            guards="the command runs in another directory than the one that was shown",
            file=_EXECUTION,
            old="same_path and os.path.samestat(found, os.fstat(directory))",
            new="same_path",
            test=_CHANGED + "test_a_directory_even_with_all_that_was_in_it",
        ),
        Defence(
            name="command-directory-by-its-path",
            guards="the directory that was shown stands elsewhere by now",
            file=_EXECUTION,
            old="return same_path and ",
            new="return ",
            test=_CHANGED + "test_a_directory_that_stands_elsewhere_now",
        ),
        Defence(
            name="command-links-followed",
            guards="a link that leads elsewhere by now is taken for what was shown",
            file=_PROGRAMS,
            old="        path = os.path.realpath(path)\n",
            new="        path = os.path.abspath(path)\n",
            test=_CHANGED + "test_a_link_even_to_what_holds_the_same",
        ),
        Defence(
            name="command-executed-from-a-copy",
            guards="a file that is written to after the last look is executed as it is then",
            file=_EXECUTION,
            old="stack, seal=True)",
            new="stack, seal=False)",
            test=_TESTS + "test_what_was_looked_at_is_executed_whatever_is_written_meanwhile",
        ),
        Defence(
            name="command-copy-sealed",
            guards="a program of the same user changes the copy before it is executed",
            file=_PROGRAMS,
            old="        fcntl.fcntl(copy, fcntl.F_ADD_SEALS, _SEALS)\n",
            new="",
            test=_TESTS + "test_a_copy_can_be_changed_by_nobody",
        ),
        Defence(
            name="command-copy-or-root",
            guards="where no copy can be executed, a file that others can change is",
            file=_PROGRAMS,
            old="        if _is_roots_alone(path):\n            return found\n",
            new="        return found\n",
            test=_TESTS + "TestASystemThatExecutesNoMemory::test_and_nothing_else",
        ),
        Defence(
            name="command-own-rights-roots-alone",
            guards="a set-user-ID program that others can change is executed where it is",
            file=_PROGRAMS,
            old="    if own_rights and not _is_roots_alone(path):\n",
            new="    if False:\n",
            test=_TESTS + "TestRefused::test_rights_of_its_own_that_others_than_root_could_abuse",
        ),
        Defence(
            name="command-loads-nothing-else",
            guards="the program that was shown loads code that nobody saw",
            file=_EXECUTION,
            old="change.name.startswith(_LOADERS)",
            new="False",
            test=_TESTS + "TestRefused::test_code_that_nobody_would_see",
        ),
        Defence(
            name="command-streams-discarded",
            guards="what the command writes, the secret perhaps, gets to the agent",
            file=_EXECUTION,
            old="                stdout=subprocess.DEVNULL,\n",
            new="",
            test=_GETS + "test_no_descriptor_of_ours_and_streams_that_lead_nowhere",
        ),
        Defence(
            name="command-inherits-nothing",
            guards="the command gets descriptors of ours, the executed copies among them",
            file=_LAUNCH,
            old="        os.set_inheritable(plan[name], False)\n",
            new="        pass\n",
            test=_GETS + "test_no_descriptor_of_ours_and_streams_that_lead_nowhere",
        ),
        Defence(
            name="command-signals-heard",
            guards="a command ignores signals because this process does",
            file=_LAUNCH,
            old="            signal.signal(number, signal.SIG_DFL)\n",
            new="            pass\n",
            test=_GETS + "test_a_session_of_its_own_our_umask_and_no_signal_ignored_or_blocked",
        ),
        Defence(
            name="command-refused-wipes",
            guards="the secret stays in memory when nothing is executed",
            file=_EXECUTION,
            old="            secret.wipe()\n",
            new="            pass\n",
            test=_CHANGED + "test_a_program",
        ),
        Defence(
            name="command-ticket-is-ours",
            guards="an agent that has a shell collects the secret with the ticket that it got",
            file=_ERRANDS,
            old="return Pending(self.ticket)",
            new="return outcome",
            test=_AGENT + "TestLater::test_its_ticket_is_ours_and_check_runs_the_command",
        ),
        Defence(
            name="command-claim-is-carried-out",
            guards="a secret that was claimed is lost, as its call was cancelled in that moment",
            file=_ERRANDS,
            old="scope.shield = is_heard()  # the answer is spent from here on\n",
            new="self._claim = claim\n                return is_heard()\n",
            test=_AGENT
            + "TestCancelled::test_after_it_the_secret_arrives_and_the_next_call_hears_of_it",
        ),
        Defence(
            name="command-runs-once",
            guards="the same call starts a command a second time, while it runs",
            file=_ERRANDS,
            old="each.key == key and not each.told",
            new="each.key == key and not each.child",
            test=_AGENT
            + "TestACommandThatRunsOn::test_is_told_of_by_its_ticket_as_often_as_one_likes",
        ),
        Defence(
            name="command-started-once",
            guards="a call during the hand-over ends it, or asks for the secret again",
            file=_ERRANDS,
            old="bool(self.child or self.failure or self._claim)",
            new="bool(self.child or self.failure)",
            test=_AGENT
            + "TestWhileTheSecretIsHandedOver::test_other_calls_wait_for_the_one_command",
        ),
        Defence(
            name="command-places-freed",
            guards="calls that fail end what a person is being asked",
            file=_ERRANDS,
            old="is_over = errand.question is None",
            new="is_over = False",
            test=_AGENT + "test_calls_that_fail_take_no_place_of_others",
        ),
        Defence(
            name="command-faults-told-by-kind",
            guards="an error of another kind hands an agent words that may hold anything",
            file="frontends/mcp/server.py",
            old="{type(error).__name__}",
            new="{error}",
            test=_AGENT + "test_a_fault_of_ours_is_no_yes_and_keeps_its_words",
        ),
        Defence(
            name="command-secret-by-a-socket",
            guards="any program of the same user opens the command's pipe and reads the secret",
            file=_EXECUTION,
            old="            reading, writing = _one_way()\n",
            new="            reading, writing = map(programs.above_streams, os.pipe())\n",
            test=_GETS + "test_what_nobody_else_can_open",
        ),
        Defence(
            name="command-started-or-not",
            guards="a command is told of as started, that never was",
            file=_EXECUTION,
            old="if said != launch.ABOUT_TO:",
            new="if said.strip():",
            test=_TESTS + "test_what_ends_before_the_execution_was_not_started",
        ),
        Defence(
            name="command-file-bounded",
            guards="a file that grows for ever is read for ever",
            file=_PROGRAMS,
            old="        if at > LARGEST:\n",
            new="        if at > 1 << 40:\n",
            test=_TESTS + "test_a_file_that_grows_is_read_to_a_bound",
        ),
        Defence(
            name="command-in-the-fingerprint",
            guards="a secret that was typed for one command goes to another",
            file="core/questions/password.py",
            old="fingerprint(self.kind, fields(self))",
            new='fingerprint(self.kind, fields(self) | {"action": None})',
            test="core/test_broker_secrets.py::TestQuestion"
            "::test_is_another_for_anything_that_the_person_would_see",
        ),
        Defence(
            name="command-is-read",
            guards="a secret is submitted before the command was seen to its end",
            file="platforms/linux/gtk/face.py",
            old="        self.sheets.append(sheet)\n",
            new="",
            test="e2e/test_mcp_request_secret.py::test_submitting_waits_until_the_command_was_read",
        ),
        Defence(
            name="command-quotes-end-parts",
            guards="an argument looks like two, or like a word of ours",
            file=_COMMAND,
            old=".replace(_QUOTE, _NO_QUOTE)",
            new="",
            test=_CARD + "test_a_line_that_is_broken_never_looks_like_two",
        ),
        Defence(
            name="command-shown-visibly",
            guards="an argument hides what it is",
            file=_COMMAND,
            old="visible_in_order(text)",
            new="text",
            test=_CARD + "test_a_command_is_shown_whole_and_one_part_a_line",
        ),
        Defence(
            name="command-in-its-order",
            guards="two paths are drawn the same, as a letter turns round what stands by it",
            file="core/text.py",
            old="turns(c) or _is_odd_space(c)",
            new="_is_odd_space(c)",
            test="core/test_text.py::test_examples_in_order",
        ),
        Defence(
            name="command-spaces-told-apart",
            guards="an argument has another space than the person reads",
            file="core/text.py",
            old="turns(c) or _is_odd_space(c)",
            new="turns(c)",
            test="core/test_text.py::test_examples_in_order",
        ),
        Defence(
            name="command-paths-are-absolute",
            guards="a path is shown that leads elsewhere for whoever reads it",
            file=_ACTIONS,
            old='    if not path.startswith("/"):\n',
            new="    if False:\n",
            test=_WIRE,
        ),
        Defence(
            name="command-words-end-where-they-end",
            guards="an argument is shown longer than the command gets it",
            file=_ACTIONS,
            old='    if "\\0" in text:\n',
            new="    if False:\n",
            test=_WIRE,
        ),
        Defence(
            name="command-is-bounded",
            guards="a command of a megabyte fills the dialog",
            file=_ACTIONS,
            old="> s.COMMAND_BYTES:",
            new="> 1 << 30:",
            test="wire/test_actions.py::test_what_json_schema_can_not_say_is_refused_all_the_same",
        ),
    ),
)
