"""What the person misses, pushed by a program of theirs: what it gets, how often, and when not."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from in_memory.attention import MemoryAttention
from in_memory.loop import MemoryLoop
from in_memory.notifications import MemoryNotifications
from in_memory.session import MemorySession
from in_memory.sound import MemorySound
from sayso.core.overview import Overview, PromptOverview, TimedOutPrompt
from sayso.core.settings import Settings
from sayso.frontends.tray.notices import Notices
from sayso.frontends.tray.push import Push
from sayso.platforms.contract.children import Ended
from sayso.values import replace

COMMAND = ("/home/ada/bin/to-phone", "--quiet")


class Programs:
    """What was started, each with what it was given; it ends when the test says so."""

    def __init__(self) -> None:
        self.started: list[tuple[tuple[str, ...], dict[str, Any], float]] = []
        self._over: list[Callable[[Ended], None]] = []

    def run(
        self,
        command: Sequence[str],
        over: Callable[[Ended], None],
        within: float,
        given: bytes = b"",
    ) -> None:
        self.started.append((tuple(command), json.loads(given), within))
        self._over.append(over)

    def ends(self, complaint: str = "") -> None:
        self._over.pop(0)(Ended(not complaint, b"", complaint))

    @property
    def told(self) -> list[list[str]]:
        """The titles that each was given."""
        return [[each["title"] for each in given["questions"]] for _, given, _ in self.started]


class Desk:
    def __init__(self) -> None:
        self.programs = Programs()
        self.log: list[str] = []
        session = MemorySession()
        self.loop = MemoryLoop(session)
        self.attention = MemoryAttention()
        self.attention.seconds_idle = 300.0
        self.notices = Notices(
            lambda _number: None,
            lambda _number: None,
            lambda: None,
            self.log.append,
            push=Push(self.log.append, children=self.programs, loop=self.loop),
            notifications=MemoryNotifications(),
            sound=MemorySound(),
            attention=self.attention,
            loop=self.loop,
            now=session.now,
        )
        self.settings = Settings(notify_command=COMMAND)
        self.told()

    def told(self, *prompts: PromptOverview, silent: bool = False, **set_to: Any) -> None:
        self.settings = replace(self.settings, **set_to)
        paused = 60.0 if silent else None
        self.notices.changed(
            Overview(prompts=prompts, settings=self.settings, do_not_disturb=paused)
        )

    def misses(self, *titles: str, touched: bool = False) -> None:
        for title in titles:
            self.notices.timed_out(TimedOutPrompt(question(title), touched, 120.0))


def question(title: str, number: int = 1, **other: Any) -> PromptOverview:
    told = PromptOverview(number, "confirm", title, "claude", "shown", 90.0)
    return replace(told, **other)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_nobody_saw_is_told_with_who_asked_and_the_title(desk: Desk) -> None:
    desk.misses("Deploy?")
    ((command, given, within),) = desk.programs.started
    assert (command, within) == (COMMAND, 10.0)
    assert given == {
        "event": "missed",
        "text": "claude got no answer in time\nDeploy?",
        "questions": [{"asker": "claude", "place": "", "title": "Deploy?"}],
    }


@pytest.mark.parametrize("seen", ["touched", "there"])
def test_what_the_person_saw_is_not(desk: Desk, seen: str) -> None:
    if seen == "there":
        desk.attention.seconds_idle = 3.0
    desk.misses("Deploy?", touched=seen == "touched")
    assert desk.programs.started == []


def test_without_a_program_nothing_is_started(desk: Desk) -> None:
    desk.told(notify_command=())
    desk.misses("Deploy?")
    assert desk.programs.started == []


def test_it_needs_no_notifications(desk: Desk) -> None:
    desk.told(notifications=False)
    desk.misses("Deploy?")
    assert desk.programs.told == [["Deploy?"]]


def test_one_runs_at_a_time_and_the_next_is_told_of_all_that_came_meanwhile(desk: Desk) -> None:
    desk.misses("one", "two", "three")
    assert desk.programs.told == [["one"]]
    desk.programs.ends()
    desk.loop.passes(9)
    assert desk.programs.told == [["one"]]
    desk.loop.passes(2)
    assert desk.programs.told == [["one"], ["two", "three"]]
    assert desk.programs.started[1][1]["text"].startswith("2 questions got no answer in time")


def test_a_flood_fills_no_memory(desk: Desk) -> None:
    desk.misses("first", *(f"flood {number}" for number in range(1000)))
    desk.programs.ends()
    desk.loop.passes(11)
    assert len(desk.programs.told[1]) == 100
    assert desk.programs.told[1][-1] == "flood 999"


def test_what_waits_is_told_where_that_is_wanted(desk: Desk) -> None:
    desk.told(question("Deploy?", state="shown"))
    assert desk.programs.started == []
    desk.told(notify_waiting=True)
    desk.told(question("Restart?", 2, state="shown"))
    ((_, given, _),) = desk.programs.started
    assert (given["event"], given["text"]) == ("waiting", "claude asks\nRestart?")


def test_it_is_not_told_to_who_is_there_or_is_not_to_be_disturbed(desk: Desk) -> None:
    desk.told(notify_waiting=True)
    desk.told(question("Deploy?", 2), silent=True)
    desk.told()
    desk.attention.seconds_idle = 1.0
    desk.told(question("Restart?", 3))
    assert desk.programs.started == []


def test_what_waits_no_more_is_not_told(desk: Desk) -> None:
    desk.told(notify_waiting=True)
    desk.told(question("one", 1))
    desk.told(question("one", 1), question("two", 2, state="queued"))
    desk.told()
    desk.programs.ends()
    desk.loop.passes(11)
    assert desk.programs.told == [["one"]]


def test_why_it_failed_is_in_the_log_once(desk: Desk) -> None:
    for _ in range(2):
        desk.misses("Deploy?")
        desk.programs.ends("no such\u202e host")
        desk.loop.passes(11)
    assert desk.log == ["notify_command: no such\\u{202e} host"]


def test_another_program_is_used_from_then_on(desk: Desk) -> None:
    desk.misses("one", "two")
    desk.told(notify_command=())
    desk.programs.ends()
    desk.loop.passes(11)
    desk.told(notify_command=("other",))
    desk.misses("three")
    assert [command for command, _, _ in desk.programs.started] == [COMMAND, ("other",)]
    assert desk.programs.told == [["one"], ["three"]]
