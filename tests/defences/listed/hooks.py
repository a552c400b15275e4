"""What would let an agent's tool run without the person's yes, though they installed its hook."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes

CLAUDE = "frontends/hook/test_claude_code.py"
WHOLE = "e2e/test_hook.py"

THREATS = (
    Threat(
        "a hook that is no say-so",
        (
            Defence(
                "gate-stays-shut",
                "a tool runs as nobody was there to be asked",
                "frontends.cli.hook:_decision",
                Takes("question.undecided", False),
                f"{WHOLE}::TestNobodyDecides::test_closed",
            ),
            Defence(
                "gate-stays-shut-by-nonsense",
                "a model nests its tool's input so deep that nobody is asked, and it runs",
                "frontends.cli.hook:_reply",
                Takes("event.is_of_gate", False),
                f"{WHOLE}::TestNobodyDecides::"
                "test_an_event_that_can_not_be_read[7-gemini-BeforeTool-deny]",
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
                "frontends.hook.rules:offer",
                Takes("suggested", False),
                f"{CLAUDE}::TestItsRules::test_what_can_not_be_said_whole_is_not_offered[suggested6]",
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
                "frontends.hook.asking:Waiting._is_over",
                Takes("is_answered", False),
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
