"""Notifications over a real session bus, with a server that tells what it was asked for."""

from pathlib import Path
from typing import Any

import pytest

from support.lines import Lines, Start
from support.notices import film, missed, overview, question
from support.world import World

ALL = ("actions", "body", "body-markup")


@pytest.fixture
def server(start: Start) -> Lines:
    return start("notification_server_program.py", *ALL)


@pytest.fixture
def notices(start: Start) -> Lines:
    return start("notices_program.py")


def shown(server: Lines) -> dict[str, Any]:
    """What the server is asked to show next."""
    heard = server.hear()
    if heard == ["GetCapabilities"]:
        heard = server.hear()
    assert heard[0] == "Notify"
    bubble: dict[str, Any] = heard[1]
    return bubble


def click(server: Lines, notices: Lines, bubble: dict[str, Any], number: int = 7) -> None:
    server.tell("click", bubble["number"])
    assert notices.hear() == ["bring_forward", number]


def test_a_click_brings_the_question_to_the_front_and_its_end_takes_it_away(
    server: Lines, notices: Lines
) -> None:
    notices.tell("changed", overview(question()))
    bubble = shown(server)
    assert bubble["program"] == "sayso"
    assert Path(bubble["icon"].removeprefix("file://")).read_bytes().startswith(b"\x89PNG")
    assert bubble["summary"] == "claude asks"
    assert bubble["body"] == "Deploy?"
    assert bubble["actions"] == ["default", "Show the question"]
    assert bubble["time"] == 0
    assert bubble["hints"] == {"urgency": 1, "suppress-sound": True}
    click(server, notices, bubble)
    notices.tell("changed", overview())
    assert server.hear() == ["CloseNotification", bubble["number"]]


def test_what_was_missed_opens_the_log(server: Lines, notices: Lines) -> None:
    notices.tell("changed", overview())
    notices.tell("timed_out", missed())
    bubble = shown(server)
    assert bubble["actions"] == ["default", "Open the history"]
    server.tell("click", bubble["number"])
    assert notices.hear() == ["log"]


def test_the_end_of_the_tray_takes_away_what_waits(server: Lines, start: Start) -> None:
    notices = start("notices_program.py")
    notices.tell("changed", overview(question()))
    bubble = shown(server)
    click(server, notices, bubble)
    assert notices.close() == 0
    assert server.hear() == ["CloseNotification", bubble["number"]]


def test_each_click_is_for_what_was_clicked(server: Lines, notices: Lines) -> None:
    notices.tell("changed", overview(question()))
    waiting = shown(server)
    notices.tell("timed_out", missed(8))
    late = shown(server)
    assert late["number"] != waiting["number"]
    server.tell("click", late["number"] + 1)  # another program's
    server.tell("click", late["number"])
    assert notices.hear() == ["log"]
    click(server, notices, waiting)


def test_markup_and_links_of_the_asker_are_text(server: Lines, notices: Lines) -> None:
    title = '<a href="http://a.example">Free</a> & <b>bold</b> https://b.example/x'
    notices.tell("changed", overview(question(title=title)))
    body = shown(server)["body"]
    assert "<" not in body
    assert "&lt;b&gt;bold&lt;/b&gt;" in body
    assert " &amp; " in body
    assert "://" not in body
    assert "b.example" not in body
    assert "b\u2060.example/x" in body


def test_a_server_without_clicks_gets_none(start: Start, notices: Lines) -> None:
    server = start("notification_server_program.py", "body")
    notices.tell("changed", overview(question()))
    assert shown(server)["actions"] == []


def test_a_server_that_offers_no_markup_gets_none_either(start: Start, notices: Lines) -> None:
    server = start("notification_server_program.py", "body", "actions")
    notices.tell("changed", overview(question(title="<b>A & B</b>")))
    assert shown(server)["body"] == "&lt;b&gt;A &amp; B&lt;/b&gt;"


def test_long_and_odd_texts_arrive_whole_or_shortened(server: Lines, notices: Lines) -> None:
    notices.tell("changed", overview(question(title="x" * 200, asker=r"a\u{202e}\u{0}" * 40)))
    bubble = shown(server)
    assert len(bubble["body"]) == 120
    assert len(bubble["summary"]) < 60


def test_a_server_that_never_answers_holds_nothing(server: Lines, notices: Lines) -> None:
    server.tell("silent", True)
    notices.tell("changed", overview(question()))
    assert server.hear() == ["GetCapabilities"]
    for number in range(5):
        notices.tell("ping", number)
        assert notices.hear(2) == ["ping", number]
    assert notices.hear(20)[0] == "told"
    server.tell("silent", False)
    notices.tell("changed", overview(question(), question(8, state="queued")))
    assert shown(server)["summary"] == "2 questions wait"


def test_a_server_that_dies_is_followed_by_another(start: Start, notices: Lines) -> None:
    first = start("notification_server_program.py", *ALL)
    notices.tell("changed", overview(question()))
    click(first, notices, shown(first))
    first.kill()
    second = start("notification_server_program.py", *ALL)
    notices.tell("changed", overview(question(), question(8, state="queued")))
    bubble = shown(second)
    assert bubble["replaces"] == 0
    click(second, notices, bubble)


def test_what_the_person_closes_is_not_closed_again(server: Lines, notices: Lines) -> None:
    notices.tell("changed", overview(question()))
    bubble = shown(server)
    click(server, notices, bubble)
    server.tell("close", bubble["number"])
    notices.tell("changed", overview(question(), question(8, state="queued")))
    assert shown(server)["replaces"] == 0


def test_without_a_server_the_log_is_told_once(notices: Lines) -> None:
    notices.tell("changed", overview(question()))
    told = notices.hear()
    assert told[0] == "told"
    assert "notification server" in told[1]
    notices.tell("changed", overview())
    notices.tell("timed_out", missed())
    notices.tell("ping", 1)
    assert notices.hear() == ["ping", 1]


@pytest.mark.parametrize("address", ["", "unix:path=/proc/nowhere/bus", "nonsense"])
def test_without_a_bus_nothing_breaks(start: Start, address: str) -> None:
    notices = start("notices_program.py", DBUS_SESSION_BUS_ADDRESS=address)
    notices.tell("changed", overview(question()))
    told = notices.hear()
    assert told[0] == "told"
    assert "session bus" in told[1]
    notices.tell("changed", overview())
    notices.tell("ping", 1)
    assert notices.hear() == ["ping", 1]


def test_a_full_screen_window_is_seen(world: World, server: Lines, notices: Lines) -> None:
    world.dialogs.key("a")  # somebody is there
    notices.tell("changed", overview(question(7), away=False))
    with film(world):
        world.dialogs.key("a")
        notices.tell("changed", overview(question(8), away=False))
        bubble = shown(server)
        assert bubble["time"] == -1
        click(server, notices, bubble, 8)


def test_a_dialog_of_ours_is_no_film(world: World, server: Lines, notices: Lines) -> None:
    with film(world, "sayso"):
        world.dialogs.key("a")
        notices.tell("changed", overview(question(7), away=False))
        notices.tell("changed", overview(question(7), question(8, state="queued")))
        click(server, notices, shown(server), 8)
