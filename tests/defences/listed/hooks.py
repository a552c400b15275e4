"""Defences without which an agent's tool would run without the person's yes, though they installed
its hook."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes

CLAUDE = "frontends/hook/test_claude_code.py"
WHOLE = "e2e/test_hook.py"

THREATS = (
    Threat(
        "a hook that is no say-so",
        (
            Defence(
                "a-gate-keeps-its-time",
                "a daemon hangs, the agent loses patience with its hook, and runs the tool",
                "frontends.hook.asking:Waiting._is_over",
                Takes("is_late", False),
                "frontends/hook/test_gate_stays_shut.py::"
                "test_the_time_is_kept_though_the_daemon_hangs[says_nothing]",
            ),
            Defence(
                "a-gate-that-can-not-be-loaded-is-shut",
                "files are being replaced, the hook fails, and the agent runs the tool",
                "frontends.cli.main:_may_be_a_gate",
                Returns("False"),
                "frontends/hook/test_gate_stays_shut.py::"
                "test_one_that_can_not_be_loaded_is_told_by_the_exit_status"
                "[frontends/cli/hook.py]",
            ),
            Defence(
                "gate-stays-shut",
                "a tool runs as nobody was there to be asked",
                "frontends.hook.decision:decide",
                Takes("event.is_of_gate", False),
                f"{WHOLE}::TestNobodyDecides::test_closed",
            ),
            Defence(
                "gate-stays-shut-by-its-status",
                "a tool runs as its refusal could not be written",
                "frontends.cli.hook:run",
                Takes("event.is_of_gate", False),
                "frontends/hook/test_gate_stays_shut.py::"
                "test_a_refusal_that_can_not_be_written_is_told_by_the_exit_status[>/dev/full]",
            ),
            Defence(
                "gate-stays-shut-by-nonsense",
                "a model nests its tool's input so deep that nobody is asked, and it runs",
                "frontends.hook.event:read",
                Takes("_is_deeper", False),
                "frontends/hook/test_event.py::test_one_that_is_nested_deep_is_not_read",
            ),
            Defence(
                "unchecked-widens-nothing",
                "one yes becomes a rule for all that follows",
                "frontends.hook.claude_code:_permission.allow",
                Takes("outcome.checked", True),
                f"{CLAUDE}::TestItsRules::test_unchecked_nothing_is_widened",
            ),
            Defence(
                "rules-said-whole",
                "the box passes back a rule that the dialog did not say",
                "frontends.hook.rules:_say",
                Takes("update.keys", False),
                f"{CLAUDE}::TestItsRules::test_what_can_not_be_said_whole_is_not_offered[suggested9]",
            ),
            Defence(
                "rules-in-their-line",
                "a rule that a model wrote looks like another one of ours",
                "frontends.hook.rules:_plain",
                Takes("text.isprintable", True),
                f"{CLAUDE}::TestItsRules::test_what_can_not_be_said_whole_is_not_offered[suggested15]",
            ),
            Defence(
                "no-second-spelling",
                "an edit has words that the tool heeds and the dialog does not show",
                "frontends.hook.tools:_edits",
                Takes("one.keys", True),
                "frontends/hook/test_tools.py::TestChanges::"
                "test_one_of_another_shape_is_shown_as_fields[MultiEdit-told3]",
            ),
            Defence(
                "no-other-machine",
                "a path that a model chose has another machine asked, before any consent",
                "frontends.hook.reading:look",
                Takes("whole.startswith", False),
                "frontends/hook/test_tools.py::TestChanges::"
                "test_no_other_machine_is_asked_about_a_path[//host/share/x]",
            ),
            Defence(
                "said-by-the-agent",
                "what an agent says of its tool looks like words of ours",
                "frontends.fields:indented",
                Returns("text"),
                f"{CLAUDE}::test_what_the_agent_says_is_never_taken_for_words_of_ours",
            ),
            Defence(
                "all-of-the-input",
                "a field of a tool's input that makes it worse is not on the screen",
                "frontends.hook.tools:message",
                Sets("left", "{}"),
                "frontends/hook/test_tools.py::TestCommands::"
                "test_a_command_stands_alone_and_its_other_fields_above",
            ),
        ),
    ),
    Threat(
        "a stale permission",
        (
            Defence(
                "nobody-reads-it",
                "a dialog outlives its agent, and asks for nobody",
                "frontends.hook.asking:Waiting._is_heard",
                Returns("True"),
                f"{WHOLE}::TestTheDialogGoes::test_when_nobody_reads_what_the_hook_says",
            ),
            Defence(
                "answered-elsewhere",
                "a dialog asks what the terminal has been told already",
                "frontends.hook.asking:Waiting._is_answered",
                Takes("is_over", False),
                f"{WHOLE}::TestTheDialogGoes::test_when_its_terminal_was_answered",
            ),
            Defence(
                "an-earlier-call",
                "the result of an earlier call takes away the question of this one",
                "frontends.hook.transcript:Transcript.has_result",
                Takes("was_waiting", True),
                f"{CLAUDE}::TestAnsweredInItsTerminal::"
                "test_an_earlier_call_of_the_same_words_is_not_taken_for_it",
            ),
        ),
    ),
)
