"""Our own words around the asker's."""

import pytest

from sayso.core.questions import Choice
from sayso.presentation import catalogue, notification_words


def test_the_header_says_who_asks_and_where() -> None:
    assert catalogue.asks("claude") == "claude asks"
    assert catalogue.in_directory("/home/ada") == "in /home/ada"


def test_the_most_that_an_answer_holds() -> None:
    assert catalogue.text_too_long(16 << 10) == "Too long: at most 16 KiB"


def test_who_was_denied_the_same_is_named() -> None:
    words = (
        "You denied this to claude. If you deny it here too, nobody can ask it again for a while."
    )
    assert catalogue.denied_to("claude") == words


def test_the_queue() -> None:
    assert catalogue.place(1, 3) == "1 of 3"
    assert catalogue.queue_entry("claude", "Push?", "1:42 left") == "claude: Push?, 1:42 left"
    assert catalogue.queue_entry("claude", "", "1:42 left") == "claude, 1:42 left"


@pytest.mark.parametrize(
    ("was_awaited", "kept_for", "words"),
    [
        (
            True,
            60.0,
            (
                "claude has stopped waiting. "
                "It gets your answer only if it asks again. The answer is kept for 60 s."
            ),
        ),
        (True, 0.0, "claude has stopped waiting. If you answer now, nothing comes of it."),
        (
            False,
            60.0,
            (
                "claude is not waiting. "
                "It gets your answer only if it asks again. The answer is kept for 60 s."
            ),
        ),
    ],
)
def test_nobody_waits(was_awaited: bool, kept_for: float, words: str) -> None:
    assert catalogue.nobody_waits("claude", kept_for, was_awaited) == words


@pytest.mark.parametrize(
    ("choice", "kept_for", "words"),
    [
        (Choice.APPROVE, None, "Recorded: approved"),
        (Choice.DENY, None, "Recorded: denied"),
        (Choice.DISMISS, None, "Recorded: closed without an answer"),
        (
            Choice.APPROVE,
            60.0,
            "Recorded: approved. claude gets your answer if it asks again within 60 s.",
        ),
        (Choice.DENY, 0.0, "Recorded: denied. claude is not waiting, so nothing comes of it."),
    ],
)
def test_what_was_recorded(choice: Choice, kept_for: float | None, words: str) -> None:
    assert catalogue.recorded(choice, catalogue.to_approve(), "claude", kept_for) == words


def test_a_password_is_submitted_not_approved() -> None:
    said = catalogue.recorded(Choice.APPROVE, catalogue.to_send(), "claude", None)
    assert said == "Recorded: sent"


def test_what_is_filled_in_is_submitted_or_cancelled() -> None:
    for choice, words in ((Choice.APPROVE, "sent"), (Choice.DENY, "cancelled")):
        said = catalogue.recorded(choice, catalogue.to_answer(), "claude", None)
        assert said == f"Recorded: {words}"


def test_what_can_not_be_seen_is_told_in_one_line() -> None:
    assert catalogue.cannot_be_seen(("A", "B")) == "It contains characters that can't be seen: A B"
    assert (
        catalogue.cannot_be_seen(tuple("ABCDEF"))
        == "It contains characters that can't be seen: A B C D …"
    )


def test_what_was_not_recorded() -> None:
    assert catalogue.not_recorded("too late") == "Not recorded: too late. Answer again."


def test_what_was_not_opened() -> None:
    said = "The page could not be opened: no browser is set up. Copy its address."
    assert catalogue.not_opened(catalogue.NO_BROWSER()) == said


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(102, "1:42"), (60, "1:00"), (59.2, "1:00"), (0.1, "0:01"), (0, "0:00"), (-3, "0:00")],
)
def test_the_time_left(seconds: float, words: str) -> None:
    assert catalogue.closes_in(seconds) == f"Closes in {words}"
    assert catalogue.time_left(seconds) == f"{words} left"


def test_the_time_left_as_it_is_announced() -> None:
    assert catalogue.announced_time_left(30) == "30 seconds left to answer"


@pytest.mark.parametrize(
    ("descriptor", "newline", "words"),
    [
        (0, True, "claude says that what you type goes to the input of this command:"),
        (3, True, "claude says that what you type goes to descriptor 3 of this command:"),
        (
            3,
            False,
            (
                "claude says that what you type, without a newline, goes to descriptor 3 of this "
                "command:"
            ),
        ),
    ],
)
def test_where_the_asker_says_that_a_secret_goes(
    descriptor: int, newline: bool, words: str
) -> None:
    assert catalogue.handed_to("claude", descriptor, newline) == words


def test_a_command() -> None:
    assert catalogue.run_in('"/srv"') == 'In the directory "/srv"'
    assert catalogue.set_to('"LANG"', '"C"') == 'With "LANG" = "C"'
    assert catalogue.taken_out('"LANG"') == 'Without "LANG"'
    assert catalogue.holds('"/bin/sh"', "00ff") == 'Program "/bin/sh", SHA-256\n00ff'
    said = catalogue.recorded(Choice.APPROVE, catalogue.to_hand_over(), "claude", None)
    assert said == "Recorded: sent"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (notification_words.asks_for_password("make"), "make asks for a password"),
        (notification_words.questions_wait(3), "3 questions wait"),
        (notification_words.no_answer_in_time("make"), "make got no answer in time"),
        (notification_words.no_answers_in_time(2), "2 questions got no answer in time"),
        (notification_words.no_answers_in_time(99), "99 questions got no answer in time"),
        (notification_words.no_answers_in_time(100), "99+ questions got no answer in time"),
        (notification_words.could_not_be_shown("make"), "A question from make could not be shown"),
        (notification_words.several_not_shown(99), "99 questions could not be shown"),
        (notification_words.several_not_shown(100), "99+ questions could not be shown"),
        (notification_words.and_more(2), "and 2 more"),
        (notification_words.and_more(97), "and many more"),
        (notification_words.of_asker("make asks", "Deploy?"), "make asks: Deploy?"),
    ],
)
def test_what_notifications_say(said: str, words: str) -> None:
    assert said == words


def test_those_through_whom_it_asks_are_named_in_their_order() -> None:
    assert catalogue.through(("bash",)) == "through bash"
    assert catalogue.through(("bash", "make", "sayso")) == "through bash, make, sayso"


def test_what_belongs_to_a_field() -> None:
    assert catalogue.optional("Note") == "Note (optional)"
    assert catalogue.of_field("Name", "Type an answer first") == "Name: Type an answer first"


def test_a_control_that_opens_something_says_so() -> None:
    assert catalogue.opens_words("Deny") == "Deny…"
