"""The words of a window, from what the daemon says."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.action import Action, Change, Program
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import (
    Confirm,
    DetailKind,
    Form,
    FormConfirm,
    FormSelect,
    FormText,
    Option,
    Password,
    Question,
    Select,
    Severity,
    Text,
)
from sayso.core.queue_row import QueueRow
from sayso.dialog.command import describe
from sayso.dialog.model import entries, model
from sayso.presentation import awaited
from sayso.presentation.dialog import Button, Page, SecretField, Section
from sayso.presentation.queue_list import QueueEntry
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import ask, ask_device_code, ask_notice, ask_password

HOME = Path("/home/me")
TWO = (Option("One"), Option("Two"))


@pytest.mark.parametrize(
    ("cwd", "shown"),
    [
        (str(HOME / "src" / "shop"), f"in {Path('~/src/shop')}"),
        (str(HOME), "in ~"),
        (str(HOME.with_name("mean")), f"in {HOME.with_name('mean')}"),
        ("", "in an unknown directory"),
    ],
)
def test_a_directory_of_the_persons_own_is_shown_from_home(cwd: str, shown: str) -> None:
    made = model(ask(asker={"cwd": cwd}), home=str(HOME))
    assert made.where == shown


def test_home_is_known_in_capitals_where_that_is_the_same_directory() -> None:
    capitals = Path("/HOME/me")
    made = model(ask(asker={"cwd": str(capitals)}), home=str(HOME))
    assert made.where == ("in ~" if capitals == HOME else f"in {capitals}")


def test_its_process_is_told_on_demand() -> None:
    made = model(ask(asker={"command": "a\nb"}), home="")
    assert made.process == (r"a\u{a}b", "Process 4312")


def test_who_was_passed_over_for_the_name_stands_last_outermost_first() -> None:
    """Where the middle of the line makes way, they stay; each once, however deep it nests."""
    made = model(ask(asker={"between": ("sayso", "sh", "bash", "sh")}), home="")
    assert made.where == "in /srv/shop · through sh, bash, sayso"
    made = model(ask(asker={"between": ("a\nb",)}), home="")
    assert made.where == r"in /srv/shop · through a\u{a}b"


def test_what_the_asker_calls_itself_stands_beside_its_name_as_a_claim() -> None:
    made = model(ask(asker={"name": "node", "says_it_is": "gemini-cli 1"}), home="")
    assert made.heading == "node asks"
    assert made.where == 'node, which says it is "gemini-cli 1" · in /srv/shop'


def test_where_the_system_proves_nothing_that_is_said_first() -> None:
    made = model(ask(asker={"name": "node", "unproven": True, "says_it_is": "gemini"}), home="")
    assert made.heading == "node asks"
    assert made.where == (
        'Probably node; macOS can\'t prove it · node, which says it is "gemini" · in /srv/shop'
    )
    assert made.process[0] == "Probably node; macOS can't prove it"  # no line cuts it there
    made = model(ask(asker={"name": "n" * 99, "unproven": True}), home="")
    assert made.where.startswith(f"Probably {'n' * 29}")
    assert len(made.where) < 130


def test_through_whom_a_fact_asks_and_who_speaks() -> None:
    """The lines of both are told apart by one of ours, which begins with no number."""
    asker = {
        "name": "ssh",
        "between": ("sayso-askpass", "ssh-agent"),
        "lineage": ("11 ssh a", "10 git push"),
        "through": ("21 sayso-askpass", "20 ssh-agent\n10 bash"),
        "speaker": "ssh-agent",
        "says_it_is": "an agent",
    }
    made = model(ask(asker=asker), home="")
    assert made.heading == "ssh asks"
    assert made.where == (
        'ssh-agent, which says it is "an agent" · in /srv/shop · through ssh-agent, sayso-askpass'
    )
    assert made.lineage == (
        "11 ssh a",
        "10 git push",
        "Asks through, nearest to sayso first",
        "21 sayso-askpass",
        r"20 ssh-agent\u{a}10 bash",
    )


@pytest.mark.parametrize(
    ("asks_for", "shown"),
    [
        (screen.AsksFor(7), "There is no such process of yours."),
        (screen.AsksFor(7, ("gpg",)), "That is gpg."),
        (
            screen.AsksFor(7, ("gpg", "git", ""), "/a\nb"),
            r"That is gpg, for git, for an unknown program, in /a\u{a}b.",
        ),
        (screen.AsksFor(7, ("g" * 99,)), f"That is {'g' * 30}…{'g' * 29}."),
        (screen.AsksFor(7, ("gpg",), str(HOME / "repo")), f"That is gpg, in {Path('~') / 'repo'}."),
    ],
)
def test_whom_the_asker_says_it_asks_for_stands_in_its_frame(
    asks_for: screen.AsksFor, shown: str
) -> None:
    made = model(ask(asker={"name": "gpg-agent", "asks_for": asks_for}), home=str(HOME))
    assert made.heading == "gpg-agent asks"
    paragraphs = made.message.split("\n\n")
    assert paragraphs[-1] == f"gpg-agent says that it asks for process 7. {shown}"
    assert len(paragraphs) > 1


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        ('claude" · in ~', r"claude\u{22} · in ~"),
        ("claude\u202e", r"claude\u{202e}"),
        ("a\nb", r"a\u{a}b"),
        ("\u05d0", r"\u{5d0}"),
    ],
)
def test_no_claim_looks_like_words_of_ours(claim: str, shown: str) -> None:
    """It ends where its quotes do."""
    made = model(ask(asker={"name": "node", "says_it_is": claim}), home="")
    assert made.where == f'node, which says it is "{shown}" · in /srv/shop'


def test_what_is_not_known_is_called_so() -> None:
    made = model(ask(asker={"name": "", "command": "", "cwd": "", "container": True}), home="")
    assert made.heading == "An unknown program asks"
    assert made.where == "in an unknown directory · from a container"
    assert made.process == ("Unknown command",)


def test_a_label_of_the_askers_keeps_our_word_beside_it() -> None:
    made = model(ask(approve="Ship it", severity=Severity.DESTRUCTIVE), home="")
    assert made.approve == Button("Ship it", "Approve")
    assert made.deny == Button("Deny", "Deny")
    assert made.destructive


@pytest.mark.parametrize("kind", DetailKind)
def test_what_the_details_are_changes_none_of_them(kind: DetailKind) -> None:
    """Of a command two never look the same, not in another order either."""
    made = model(ask(details="+a\tb\n\u200b \u05d0\u00a0", detail_kind=kind), home="")
    last = r"\u{5d0}\u{a0}" if kind is DetailKind.COMMAND else "\u05d0\u00a0"
    assert (made.details, made.detail_kind) == ("+a\tb\n\\u{200b} " + last, kind)


def test_what_stands_beside_yes_and_no_is_made_safe() -> None:
    made = model(ask(cancel="Not\u200bnow", check="And\u200bthe tags", deny_words=True), home="")
    assert made.cancel == Button(r"Not\u{200b}now", "Close without an answer")
    assert (made.check, made.deny_words) == (r"And\u{200b}the tags", True)
    made = model(ask(), home="")
    assert (made.cancel, made.check, made.deny_words) == (None, "", False)
    made = model(ask_password(check="Keep\u200bit"), home="")
    assert (made.cancel, made.check, made.deny_words) == (None, r"Keep\u{200b}it", False)


def test_an_address_is_a_page_that_approving_opens() -> None:
    made = model(ask(address="https://example.com/%E2%80%AE"), home="")
    assert made.page == Page("https://example.com/%E2%80%AE")
    assert made.approve == Button("Open the page", "Open the page")
    assert made.deny == Button("Deny", "Deny")
    assert made.heading == "builder asks"
    assert made.labels.recorded == "Recorded: opened"
    assert model(ask(), home="").page is None


def test_a_notice_has_one_button() -> None:
    made = model(ask_notice(approve="Good"), home="")
    assert (made.heading, made.deny, made.field) == ("builder says", None, None)
    assert made.approve == Button("Good", "OK")


def test_assistive_technology_approves_only_where_the_daemon_says_so() -> None:
    assert not model(ask(), home="").accessibility_approval
    assert model(replace(ask(), accessibility_approval=True), home="").accessibility_approval


def test_each_text_of_others_is_made_safe_for_its_place() -> None:
    order = ask(
        title="a\nb", message="a\n\u202e", details="\t\x00", approve="a\nb",
        asker={"name": "a\nb", "lineage": ("sh\n", "tmux")},
    )  # fmt: skip
    made = model(order, home="/home/me")
    assert made.heading == r"a\u{a}b asks"
    assert (made.title, made.message, made.details) == (r"a\u{a}b", "a\n\\u{202e}", "\t\\u{0}")
    assert made.approve.label == r"a\u{a}b"
    assert made.lineage == (r"sh\u{a}", "tmux")


CLAIMED = {
    "host": "build-7",
    "claimed": True,
    "carrier_pid": 2087,
    "carrier_command": "ssh -N build-7",
    "between": ("sayso",),
}
"""From another machine, whose word it is who asks."""
NAMELESS = CLAIMED | {"name": "", "command": "", "cwd": "", "pid": 0, "lineage": (), "between": ()}


class TestFromElsewhere:
    def test_the_place_is_a_fact_and_all_else_what_it_says(self) -> None:
        made = model(ask(asker=CLAIMED), home="/srv")
        assert made.heading == "builder on build-7 asks"
        assert made.where == "as build-7 says · in /srv/shop · through sayso"
        assert made.from_place == "From build-7, another machine. sayso can't check who asks there."
        assert made.process == (
            "Brought here by process 2087:",
            "ssh -N build-7",
            "The rest is what build-7 says:",
            "node builder --fast",
            "Process 4312",
        )

    def test_one_that_says_nothing_of_itself(self) -> None:
        made = model(ask(asker=NAMELESS), home="")
        assert made.heading == "An unknown program on build-7 asks"
        assert made.where == "build-7 does not say which program asks"
        assert made.process == (
            "Brought here by process 2087:",
            "ssh -N build-7",
            "build-7 does not say which program asks",
        )
        assert made.lineage == ()

    def test_where_not_even_that_can_be_seen_nothing_is_said_of_it(self) -> None:
        unseen = {"carrier_pid": 0, "carrier_command": "", "container": True}
        made = model(ask(asker=CLAIMED | unseen), home="")
        assert made.from_place == "From build-7, a container. sayso can't check who asks there."
        assert made.process[0] == "The rest is what build-7 says:"
        unknown = model(ask(asker=CLAIMED | {"carrier_command": ""}), home="")
        assert unknown.process[:2] == ("Brought here by process 2087:", "Unknown command")

    def test_of_a_container_that_our_kernel_sees_all_is_a_fact(self) -> None:
        made = model(ask(asker={"host": "dev", "container": True}), home="/srv")
        assert made.heading == "builder on dev asks"
        assert made.from_place == "From dev, a container."
        assert made.where == "in /srv/shop"  # its own: nobody's home here
        assert made.process == ("node builder --fast", "Process 4312")
        assert model(ask(asker={"host": "dev", "container": True, "pid": 0}), home="").process == ()

    def test_no_word_of_it_is_more_than_text(self) -> None:
        evil = {"host": "a\nb", "name": "x\u202e", "carrier_command": "ssh\n"}
        made = model(ask(asker=CLAIMED | evil), home="")
        assert made.heading == r"x\u{202e} on a\u{a}b asks"
        assert made.place == r"a\u{a}b"
        assert made.process[1] == r"ssh\u{a}"

    def test_what_it_says_of_another_process_is_all_that_is_known_of_it(self) -> None:
        made = model(ask(asker=CLAIMED | {"asks_for": screen.AsksFor(7)}), home="")
        last = made.message.split("\n\n")[-1]
        assert last == "builder on build-7 says that it asks for process 7 there."

    def test_in_the_list_of_what_else_is_open(self) -> None:
        rows = (QueueRow(4, "claude", "Pay?", 60, "lab"), QueueRow(5, "", "", 60, "lab"))
        told = [each.words for each in entries(screen.Queue(rows))]
        assert told == ["claude on lab: Pay?, 1:00 left", "An unknown program on lab, 1:00 left"]

    @pytest.mark.parametrize(
        ("question", "is_warned"),
        [
            (Confirm("Go?", deny_words=True), True),
            (Confirm("Go?"), False),
            (Text("Why?"), True),
            (Select("Which?", TWO, custom=True), True),
            (Select("Which?", TWO), False),
            (Form("All?", (FormConfirm("One"), FormText("Two"))), True),
            (Form("All?", (FormSelect("One", TWO, custom=True),)), True),
            (Form("All?", (FormConfirm("One"), FormSelect("Two", TWO))), False),
            (Password("Key?"), False),
        ],
    )
    def test_no_password_goes_there_by_a_slip(self, question: Question, is_warned: bool) -> None:
        words = "No password belongs here: what you type goes to build-7."
        made = model(replace(ask(asker=CLAIMED), question=question), home="")
        assert made.no_password == (words if is_warned else "")
        assert model(replace(ask(), question=question), home="").no_password == ""

    def test_nothing_of_it_is_said_of_what_is_asked_here(self) -> None:
        made = model(ask(), home="")
        assert (made.place, made.from_place) == ("", "")


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (PromptStatus(60), ""),
        (
            PromptStatus(60, kept_for=600, is_out_of_reach=True),
            "build-7 is out of reach just now. It gets your answer if it is back within 600 s.",
        ),
        (
            PromptStatus(60, kept_for=0, is_out_of_reach=True),
            "build-7 is out of reach just now. If you answer now, nothing comes of it.",
        ),
        (
            PromptStatus(60, kept_for=0),
            "builder on build-7 has stopped waiting. If you answer now, nothing comes of it.",
        ),
    ],
)
def test_whether_somebody_waits_for_the_answer(standing: PromptStatus, words: str) -> None:
    assert awaited.words(model(ask(asker=CLAIMED), home=""), standing) == words


def test_how_it_stands_is_told_as_the_daemon_says_it() -> None:
    told = PromptStatus(30, place=2, of=3, kept_for=60)
    made = model(ask(standing=told), home="")
    assert made.standing == PromptStatus(30, place=2, of=3, kept_for=60)


def test_a_password_is_submitted_and_its_error_made_safe() -> None:
    made = model(ask_password(error="no\u202e", repeat=True), home="")
    assert made.field == SecretField(error="no\\u{202e}", repeat=True)
    assert made.approve == Button("Send", "Send")
    assert model(ask(), home="").field is None


SIGN = Action(
    argv=("gpg", "--sign", "", " a\nb ", 'say "\\u{22}"'),
    cwd="/srv/\u202eshop/\u05d0/1\u00a0",
    programs=(Program("/srv/sign", "0" * 64), Program("/usr/bin/gpg", "1" * 64)),
    environment=(Change("LANG", "C"), Change("TZ", None)),
)
SHOWN = f"""\
The command, one argument per line:
"gpg"
"--sign"
""
" a\\u{{a}}b "
"say \\u{{22}}\\u{{5c}}u{{22}}\\u{{22}}"
In the directory "/srv/\\u{{202e}}shop/\\u{{5d0}}/1\\u{{a0}}"
With "LANG" = "C"
Without "TZ"
Program "/srv/sign", SHA-256
{"0" * 64}
Program "/usr/bin/gpg", SHA-256
{"1" * 64}"""


def test_a_command_is_shown_whole_and_one_part_a_line() -> None:
    made = model(ask_password(action=SIGN), home="/srv")
    heading = "builder says that what you type goes to the input of this command:"
    assert made.command == Section(heading, SHOWN)
    assert made.approve == Button("Send and run", "Send and run")
    assert model(ask_password(), home="").command is None


def test_so_is_one_that_runs_after_a_yes() -> None:
    made = model(ask(action=SIGN), home="/srv")
    assert made.command == Section(
        "builder says that it runs this command once you approve:", SHOWN
    )
    assert made.approve == Button("Run", "Run")
    assert model(ask(action=SIGN, approve="Go"), home="").approve == Button("Go", "Run")
    assert model(ask(), home="").command is None


@pytest.mark.parametrize(
    ("changes", "say"),
    [
        ({"descriptor": 3}, "what you type goes to descriptor 3 of"),
        ({"newline": False}, "what you type, without a newline, goes to the input of"),
    ],
)
def test_where_it_gets_what_is_typed_is_said(changes: dict[str, Any], say: str) -> None:
    made = model(ask_password(action=replace(SIGN, **changes)), home="")
    assert made.command
    assert say in made.command.heading


def test_a_long_name_of_the_asker_leaves_room_for_what_it_says() -> None:
    order = replace(ask_password(action=SIGN), asker=replace(ask().asker, name="x" * 4000))
    made = model(order, home="").command
    assert made
    assert len(made.heading) < 200


TEXT = st.text(st.sampled_from(list('a\\u{2}5c \n"=\u202e')), max_size=8)
WORDS = st.lists(TEXT, min_size=1, max_size=3).map(tuple)
CHANGES = st.lists(st.builds(Change, TEXT, st.none() | TEXT), max_size=2).map(tuple)
PROGRAMS = st.lists(st.builds(Program, TEXT, st.just("0" * 64)), max_size=2).map(tuple)
ACTIONS = st.builds(Action, WORDS, TEXT, PROGRAMS, CHANGES)


@given(ACTIONS, ACTIONS)
def test_two_commands_never_look_the_same(one: Action, other: Action) -> None:
    assert (describe(one) == describe(other)) is (one == other)


@given(ACTIONS)
def test_a_line_that_is_broken_never_looks_like_two(action: Action) -> None:
    """A quote stands at the ends of parts alone."""
    for line in describe(action).split("\n"):
        assert line.count('"') in (0, 2, 4)
        assert line.count('"') < 4 or line.startswith("With ")


def test_who_was_denied_the_same_is_named_in_text_alone() -> None:
    assert model(ask(), home="").denied_to is None
    words = model(replace(ask(), denied_to="evil\u202e<b>"), home="").denied_to
    assert words is not None
    assert words.startswith("You denied this to evil\\u{202e}<b>. ")


def test_of_a_program_without_a_name_that_was_denied_it_is_said() -> None:
    words = model(replace(ask(), denied_to=""), home="").denied_to
    assert words is not None
    assert words.startswith("You denied this to an unknown program. ")


def test_what_else_is_open_is_made_safe_and_its_time_told_in_words() -> None:
    rows = (QueueRow(4, "a\ngent", "Pay\u202e?", 101.2), QueueRow(7, "", "", 0.0))
    assert entries(screen.Queue(rows)) == (
        QueueEntry(
            number=4,
            name=r"a\u{a}gent",
            title=r"Pay\u{202e}?",
            time="1:42 left",
            words=r"a\u{a}gent: Pay\u{202e}?, 1:42 left",
        ),
        QueueEntry(7, "An unknown program", "", "0:00 left", "An unknown program, 0:00 left"),
    )


def test_it_can_be_asked_for_only_where_the_daemon_says_so() -> None:
    assert not model(ask(), home="").lists_queue
    assert model(replace(ask(), lists_queue=True), home="").lists_queue


def test_a_sign_in_has_an_address_a_code_and_one_way_out() -> None:
    made = model(ask_device_code(), home="")
    assert made.heading == "builder asks you to sign in"
    assert made.page == Page("https://example.com/device", "WDJB-MJHT")
    assert (made.approve.label, made.deny) == ("Open the page", None)
    assert made.cancel == Button("Cancel", "Close without an answer")
    assert made.labels.arming == "Not ready yet: wait a moment, then open the page"
