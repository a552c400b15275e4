"""Defences without which a passphrase for gpg would be left behind, or asked for on behalf of
nobody."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Takes, WithoutCall

COMMANDS = "frontends/pinentry/test_commands.py::TestPassphrase"
QUESTION = "frontends/pinentry/test_question.py"
PROCESS = "frontends/pinentry/test_process.py"

THREATS = (
    Threat(
        "a passphrase for gpg",
        (
            Defence(
                "passphrase-wiped",
                "it stays in the pinentry, which gpg-agent keeps for the next question",
                "frontends.pinentry.commands:Pinentry._passphrase",
                WithoutCall("outcome.secret.wipe"),
                f"{COMMANDS}::test_goes_into_a_line_and_is_wiped",
            ),
            Defence(
                "passphrase-line-wiped",
                "it stays in the line that carried it",
                "frontends.pinentry.commands:Pinentry._hand_over",
                WithoutCall("wipe"),
                f"{COMMANDS}::test_its_room_is_wiped",
            ),
            Defence(
                "passphrase-of-a-terminal-wiped",
                "what another pinentry has replied stays in ours",
                "frontends.pinentry.terminal:_Talk.hold",
                WithoutCall("wipe"),
                "frontends/pinentry/test_terminal.py::test_its_reply_is_wiped",
            ),
            Defence(
                "passphrase-escaped",
                "a newline in it ends the line, and the rest is a reply of its own",
                "frontends.pinentry.assuan:write_data",
                Takes("_ESCAPED", False),
                "frontends/pinentry/test_assuan.py::TestSecret"
                "::test_what_would_end_the_line_is_escaped",
            ),
        ),
    ),
    Threat(
        "a pinentry's question",
        (
            Defence(
                "misleading-buttons",
                "an *OK* that cancels",
                "frontends.pinentry.question:_Shown.controls",
                WithoutCall("labels.check"),
                f"{QUESTION}::TestConfirm"
                "::test_labels_that_mislead_stand_below_and_not_on_the_buttons[lines0]",
            ),
            Defence(
                "cut-and-told-below",
                "what was cut from a line is nowhere on the screen",
                "frontends.pinentry.question:_Shown.line",
                Takes("text", False),
                f"{QUESTION}::TestPassphrase"
                "::test_what_is_too_long_is_cut_and_stands_below_as_a_whole",
            ),
            Defence(
                "pids-of-this-machine",
                "gpg on another machine is taken for a process here that has the same pid",
                "frontends.pinentry.behalf:Behalf.__init__",
                Takes("_host", True),
                f"{PROCESS}::TestForWhom::test_one_elsewhere",
            ),
            Defence(
                "processes-of-our-user",
                "another user's process is told of as if it were the person's own",
                "platforms.linux.peer:running",
                Takes("geteuid", False),
                "platforms/linux/test_peer.py::TestRunning::test_one_of_another_user_is_none",
            ),
            Defence(
                "no-is-no",
                "the terminal asks again what the person has denied",
                "frontends.pinentry.commands:Pinentry._asked",
                Takes("outcome", True),
                f"{COMMANDS}::test_where_the_person_said_no_no_other_pinentry_asks",
            ),
            Defence(
                "no-waiting-for-a-daemon-that-hangs",
                "gpg hangs, and so does what has started it",
                "frontends.pinentry.asking:Asking._is_late",
                Returns("False"),
                f"{PROCESS}::TestNobodyCanBeAsked::test_a_daemon_that_hangs_keeps_nobody_waiting",
            ),
            Defence(
                "goes-with-whom-it-is-for",
                "a passphrase is typed for a gpg that has gone, and is kept for another one",
                "frontends.pinentry.waiting:Audience.waits",
                Takes("behalf", True),
                f"{PROCESS}::TestTheDialogGoes::test_when_the_process_ends_for_which_it_is",
            ),
            Defence(
                "goes-with-its-reader",
                "a dialog asks for nobody",
                "frontends.pinentry.waiting:Audience.waits",
                Takes("output", True),
                f"{PROCESS}::TestTheDialogGoes::test_when_nobody_reads_any_more",
            ),
            Defence(
                "goes-with-gpg-agent",
                "a dialog outlives gpg-agent, and what it would say goes to another program",
                "frontends.pinentry.waiting:Audience.waits",
                Takes("_starter", True),
                f"{PROCESS}::TestTheDialogGoes::test_when_who_started_it_ends",
            ),
        ),
    ),
)
