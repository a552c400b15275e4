"""When the person is told of questions, and what: with a clock and a desktop of the test's own."""

import gc
from typing import Any

import pytest

from in_memory.attention import MemoryAttention
from in_memory.loop import MemoryLoop
from in_memory.notifications import MemoryNotifications
from in_memory.session import MemorySession
from in_memory.sound import MemorySound
from sayso.core.overview import Overview, PromptOverview, QuietSuggestion, TimedOutPrompt
from sayso.core.settings import Settings
from sayso.frontends.tray.notices import Notices
from sayso.presentation.notifications import Notification
from sayso.values import replace


class Desktop:
    """All that notices need of a system, and what they did to it."""

    def __init__(self) -> None:
        self.notifications = MemoryNotifications()
        self.sound = MemorySound()
        self.attention = MemoryAttention()
        self.did: list[Any] = []
        session = MemorySession()
        self.loop = MemoryLoop(session)
        self.notices = Notices(
            lambda number: self.did.append(number),
            lambda number: self.did.append(("quiet", number)),
            lambda: self.did.append("log"),
            lambda words: self.did.append(words),
            notifications=self.notifications,
            sound=self.sound,
            attention=self.attention,
            loop=self.loop,
            now=session.now,
        )

    def passes(self, seconds: float) -> None:
        self.loop.passes(seconds)

    # -- the person

    def click(self) -> None:
        (key,) = self.bubbles
        self.notifications.click(key)

    def dismiss(self) -> None:
        self.notifications.dismiss()

    @property
    def bubbles(self) -> dict[str, Notification]:
        return self.notifications.bubbles

    @property
    def bubble(self) -> Notification:
        (bubble,) = self.bubbles.values()
        return bubble

    @property
    def history(self) -> list[Notification]:
        return self.notifications.history

    @property
    def summaries(self) -> list[str]:
        return [bubble.summary for bubble in self.history]

    # -- the daemon

    def told(
        self,
        *prompts: PromptOverview,
        silent: bool = False,
        away: str | None = None,
        suggested: dict[int, str] | None = None,
        place: str = "",
        **set_to: bool,
    ) -> None:
        self.notices.changed(
            Overview(
                prompts=prompts,
                do_not_disturb=60.0 if silent else None,
                away=away,
                suggested=tuple(
                    QuietSuggestion(number, asker, 600.0, place)
                    for number, asker in (suggested or {}).items()
                ),
                settings=replace(Settings(notifications=True, sound=False), **set_to),
            )
        )

    def missed(self, number: int, seen: bool = False, shown_for: float = 120.0) -> None:
        self.notices.timed_out(TimedOutPrompt(question(number), seen, shown_for))


def question(number: int = 1, state: str = "shown", **other: Any) -> PromptOverview:
    told = PromptOverview(number, "confirm", f"Deploy {number}?", "claude", state, 90.0)
    return replace(told, **other)


@pytest.fixture
def desktop() -> Desktop:
    return Desktop()


@pytest.fixture
def away(desktop: Desktop) -> Desktop:
    desktop.attention.seconds_idle = 60.0
    desktop.told()
    return desktop


# -- when


def test_a_question_that_waits_to_be_opened_is_told_until_it_is(desktop: Desktop) -> None:
    """Whether the person is there or not."""
    desktop.told(question(state="unopened"))
    assert (desktop.bubble.summary, desktop.bubble.lasting) == ("claude asks", True)
    desktop.click()
    assert desktop.did == [1]
    desktop.told(question(state="showing"))
    assert not desktop.bubbles
    desktop.told(question(state="shown"))
    assert not desktop.bubbles


def test_one_that_was_read_of_is_not_told_again(desktop: Desktop) -> None:
    desktop.told(question(state="unopened"))
    desktop.dismiss()
    desktop.passes(60)
    desktop.told(question(state="unopened"))
    assert not desktop.bubbles


def test_the_next_that_waits_to_be_opened_is_told_beside_it(desktop: Desktop) -> None:
    desktop.told(question(1, "unopened"))
    desktop.passes(10)
    desktop.told(question(1, "unopened"), question(2, "unopened"))
    assert desktop.bubble.summary == "2 questions wait"
    desktop.click()
    assert desktop.did == [1]


def test_after_do_not_disturb_it_is_told(desktop: Desktop) -> None:
    desktop.told(question(state="unopened"), silent=True)
    assert not desktop.bubbles
    desktop.told(question(state="unopened"))
    assert desktop.bubbles


def test_one_that_nobody_opened_is_told_as_missed(desktop: Desktop) -> None:
    desktop.told(question(state="unopened"))
    desktop.missed(1, shown_for=0)
    desktop.told()
    desktop.passes(10)
    assert desktop.bubble.summary == "claude got no answer in time"


def test_it_sounds_as_it_comes_and_not_as_it_is_opened(desktop: Desktop) -> None:
    for state in ("unopened", "showing", "shown"):
        desktop.told(question(state=state), sound=True)
    assert desktop.sound.played == 1


def test_switched_off_it_is_not_told(desktop: Desktop) -> None:
    desktop.told(question(state="unopened"), notifications=False)
    assert not desktop.bubbles


def test_a_person_who_is_there_is_not_told(desktop: Desktop) -> None:
    desktop.attention.seconds_idle = 59.9
    desktop.told(question())
    assert not desktop.bubbles


def test_a_person_who_is_away_is_told_until_the_question_is_over(away: Desktop) -> None:
    away.told(question(state="showing"))
    assert not away.bubbles  # nobody has seen it on the screen yet
    away.told(question())
    assert (away.bubble.summary, away.bubble.body) == ("claude asks", "Deploy 1?")
    assert away.bubble.lasting
    away.told(question())  # some seconds later
    assert len(away.history) == 1
    away.told()
    assert not away.bubbles


def test_the_question_that_is_there_at_the_start_is_told(desktop: Desktop) -> None:
    desktop.attention.seconds_idle = 100.0
    desktop.told(question())
    assert desktop.bubbles


def test_a_locked_screen_is_away(desktop: Desktop) -> None:
    desktop.told(question(state="queued"), away="the screen is locked")
    assert desktop.bubble.lasting


def test_a_full_screen_is_told_in_passing(desktop: Desktop) -> None:
    desktop.attention.film = True
    desktop.told(question())
    assert not desktop.bubble.lasting


def test_a_dialog_that_lies_below_a_window_is_told_in_passing(desktop: Desktop) -> None:
    desktop.told(question(state="covered"))
    assert not desktop.bubble.lasting
    desktop.told(question())
    assert len(desktop.history) == 1


def test_what_waits_behind_one_that_is_covered_is_told(desktop: Desktop) -> None:
    desktop.told(question(1, "covered"))
    desktop.passes(10)
    desktop.told(question(1, "covered"), question(2, "queued"))
    assert desktop.bubble.summary == "2 questions wait"


def test_a_click_brings_up_what_is_covered(desktop: Desktop) -> None:
    desktop.told(question(7, "covered"), question(8, "queued"))
    desktop.click()
    assert desktop.did == [7]


def test_where_idle_time_cannot_be_told_the_person_is_there(desktop: Desktop) -> None:
    desktop.attention.seconds_idle = None
    desktop.told(question())
    assert not desktop.bubbles


def test_a_question_behind_another_has_come_and_one_that_is_next_has_not(away: Desktop) -> None:
    away.told(question(1, "queued"))
    assert not away.bubbles
    away.told(question(1, "showing"), question(2, "queued"))
    assert away.bubble.body == "Deploy 2?"


def test_who_was_there_when_it_came_and_not_when_it_showed_is_told(desktop: Desktop) -> None:
    desktop.told(question(1), question(2, "queued"))
    desktop.attention.seconds_idle = 120.0
    desktop.told(question(2, "queued"))
    assert not desktop.bubbles
    desktop.told(question(2))
    assert desktop.bubbles


def test_put_off_takes_it_away_and_its_return_tells_anew(away: Desktop) -> None:
    away.told(question())
    away.told(question(state="put_off"))
    assert not away.bubbles
    away.passes(60)
    away.told(question())
    assert len(away.history) == 2


def test_what_the_person_has_closed_stays_closed(away: Desktop) -> None:
    away.told(question())
    away.dismiss()
    away.passes(20)
    away.told(question(), question(2, "queued"))
    assert away.bubble.summary == "2 questions wait"
    away.dismiss()
    away.told(question(2))
    assert not away.bubbles


# -- a click


def test_a_click_brings_the_question_to_the_front(away: Desktop) -> None:
    away.told(question(7))
    away.click()
    assert away.did == [7]


def test_a_click_on_many_brings_the_one_that_is_shown(away: Desktop) -> None:
    away.told(question(1), question(2, "queued"))
    away.told(question(1, "put_off"), question(2, "queued"), question(3))
    away.passes(10)
    away.click()
    assert away.did == [3]


def test_a_click_that_comes_too_late_does_nothing(away: Desktop) -> None:
    away.told(question())
    away.told()
    away.notifications.click("waiting")
    assert away.did == []


# -- how often


def test_many_within_ten_seconds_are_told_once_together(away: Desktop) -> None:
    away.told(question(1))
    away.told(question(1), question(2, "queued"))
    away.told(question(1), question(2, "queued"), question(3, "queued", asker="make"))
    away.passes(9.9)
    assert away.summaries == ["claude asks"]
    away.passes(0.1)
    assert away.summaries == ["claude asks", "3 questions wait"]
    assert away.bubble.body == (
        "claude asks: Deploy 1?\nclaude asks: Deploy 2?\nmake asks: Deploy 3?"
    )
    assert away.bubble.news


def test_many_are_told_in_four_lines(away: Desktop) -> None:
    away.told(question(1), *(question(number, "queued") for number in range(2, 65)))
    assert away.bubble.summary == "64 questions wait"
    assert away.bubble.body.splitlines()[3:] == ["and 61 more"]


def test_fewer_are_told_without_asking_for_attention(away: Desktop) -> None:
    away.told(question(1), question(2, "queued"))
    away.told(question(2))
    assert away.summaries == ["2 questions wait"]
    away.passes(10)
    assert away.summaries == ["2 questions wait", "claude asks"]
    assert not away.bubble.news


def test_what_is_over_before_its_turn_is_not_told(away: Desktop) -> None:
    away.told(question(1))
    away.told(question(1), question(2, "queued"))
    away.told(question(1))
    away.passes(10)
    assert away.summaries == ["claude asks"]


def test_questions_and_missed_ones_share_the_ten_seconds(away: Desktop) -> None:
    away.told(question(1))
    away.missed(2, shown_for=0)
    assert len(away.history) == 1
    away.passes(10)
    assert away.summaries == ["claude asks", "claude got no answer in time"]


# -- timed out


def test_one_that_timed_out_unseen_opens_the_log(away: Desktop) -> None:
    away.attention.seconds_idle = 500.0
    away.missed(1)
    assert (away.bubble.summary, away.bubble.body) == ("claude got no answer in time", "Deploy 1?")
    assert away.bubble.lasting
    away.told()
    away.click()
    assert away.did == ["log"]


@pytest.mark.parametrize(
    ("seen", "shown_for", "idle", "told"),
    [
        (True, 120.0, 500.0, False),
        (False, 120.0, 119.0, False),
        (False, 120.0, 120.0, True),
        (False, 120.0, None, True),
        (False, 0.0, 0.0, True),
    ],
    ids=["seen", "there meanwhile", "not there", "no telling", "never had its turn"],
)
def test_unseen_means_that_nobody_was_there(
    desktop: Desktop, seen: bool, shown_for: float, idle: float | None, told: bool
) -> None:
    desktop.told()
    desktop.attention.seconds_idle = idle
    desktop.missed(1, seen, shown_for)
    assert bool(desktop.bubbles) is told


def test_missed_ones_add_up_until_the_person_takes_note(away: Desktop) -> None:
    away.missed(1, shown_for=0)
    away.passes(10)
    away.missed(2, shown_for=0)
    assert away.bubble.summary == "2 questions got no answer in time"
    away.missed(3, shown_for=0)
    away.dismiss()
    away.passes(10)
    assert away.bubble.body == "Deploy 3?"


def test_a_flood_of_missed_ones_fills_no_memory(away: Desktop) -> None:
    for number in range(1_000):
        away.missed(number, shown_for=0)
    away.passes(10)
    assert away.bubble.summary == "99+ questions got no answer in time"
    assert away.bubble.body.endswith("\nand many more")
    gc.collect()
    assert sum(isinstance(each, PromptOverview) for each in gc.get_objects()) < 500


# -- not shown


def test_one_that_could_not_be_shown_is_told_though_the_person_is_there(desktop: Desktop) -> None:
    desktop.attention.seconds_idle = 0.0
    desktop.told()
    desktop.notices.not_shown(question(1, "showing"))
    assert desktop.bubble.summary == "A question from claude could not be shown"
    assert desktop.bubble.body == "Deploy 1?"
    assert desktop.bubble.lasting
    desktop.click()
    assert desktop.did == ["log"]


def test_those_that_could_not_be_shown_have_a_notification_of_their_own(away: Desktop) -> None:
    away.missed(1, shown_for=0)
    for number in (2, 3):
        away.notices.not_shown(question(number))
    away.passes(10)
    bodies = {bubble.summary: bubble.body for bubble in away.bubbles.values()}
    assert bodies == {
        "claude got no answer in time": "Deploy 1?",
        "2 questions could not be shown": "claude asks: Deploy 2?\nclaude asks: Deploy 3?",
    }


def test_those_that_could_not_be_shown_add_up_until_the_person_takes_note(away: Desktop) -> None:
    away.notices.not_shown(question(1))
    away.dismiss()
    away.notices.not_shown(question(4))
    away.passes(10)
    assert away.bubble.body == "Deploy 4?"


def test_one_that_could_not_be_shown_waits_for_do_not_disturb_to_end(away: Desktop) -> None:
    away.told(silent=True)
    away.notices.not_shown(question(1))
    assert not away.bubbles
    away.told()
    assert away.bubble.body == "Deploy 1?"


def test_one_that_could_not_be_shown_is_not_told_unless_it_is_set(away: Desktop) -> None:
    away.told(notifications=False)
    away.notices.not_shown(question(1))
    away.told()
    assert not away.bubbles


# -- when not


def test_not_during_do_not_disturb(away: Desktop) -> None:
    away.told(question(), question(2, "queued"), silent=True, sound=True)
    away.missed(3, shown_for=0)
    assert not away.bubbles
    heard = [away.sound.played]
    away.told(question(2), sound=True)
    assert away.bubble.body == "Deploy 2?"
    assert [*heard, away.sound.played] == [0, 1]
    away.passes(10)
    assert away.summaries == ["claude asks", "claude got no answer in time"]


def test_do_not_disturb_takes_what_waits_away_and_does_not_tell_it_again(away: Desktop) -> None:
    away.told(question())
    away.told(question(), silent=True)
    assert not away.bubbles
    away.passes(20)
    away.told(question())
    assert not away.bubbles


def test_what_was_missed_stays_during_do_not_disturb(away: Desktop) -> None:
    away.missed(1, shown_for=0)
    away.told(silent=True)
    assert away.bubbles


def test_the_setting_acts_at_once(away: Desktop) -> None:
    away.missed(1, shown_for=0)
    away.passes(10)
    away.told(question(2))
    assert len(away.bubbles) == 2
    away.told(question(2), notifications=False)
    assert not away.bubbles
    away.missed(3, shown_for=0)
    away.told(question(2), question(4, "queued"), notifications=False)
    away.passes(10)
    assert not away.bubbles
    away.told(question(2), question(4, "queued"))
    away.passes(10)
    assert not away.bubbles  # they came before it was switched on again


# -- sound


def test_a_sound_for_each_dialog_that_appears(desktop: Desktop) -> None:
    heard = []
    for prompts in (
        [question(1, "showing")],
        [question(1), question(2, "queued")],
        [question(1), question(2, "queued")],
        [question(2)],
    ):
        desktop.told(*prompts, sound=True)
        heard.append(desktop.sound.played)
    assert heard == [0, 1, 1, 2]


def test_one_sound_for_a_dialog_that_is_covered_at_first(desktop: Desktop) -> None:
    desktop.told(question(state="covered"), sound=True)
    desktop.told(question(), sound=True)
    assert desktop.sound.played == 1


def test_no_sound_unless_it_is_set(desktop: Desktop) -> None:
    desktop.told(question())
    assert desktop.sound.played == 0


# -- what


def test_a_password_tells_its_title_alone(away: Desktop) -> None:
    away.told(question(kind="password", title=""))
    assert (away.bubble.summary, away.bubble.body) == ("claude asks for a password", "")
    away.told()
    away.passes(10)
    away.told(question(2, kind="password", title="Nightly backup"), question(3, "queued"))
    assert away.bubble.body.startswith("claude asks for a password: Nightly backup\n")


def test_long_words_are_shortened_in_the_middle(away: Desktop) -> None:
    away.told(question(asker="a" * 300, title="t" * 199 + "?"))
    assert len(away.bubble.summary) < 60
    assert len(away.bubble.body) == 120
    assert away.bubble.body.endswith("t?")


# -- failures, and the end


def test_the_log_is_told_once_of_each_failure(away: Desktop) -> None:
    away.sound.silent_because = "no sound can be played"
    away.notifications.fails("there is no session bus")
    away.notifications.fails("there is no session bus")
    away.told(question(1), sound=True)
    away.told(question(2), sound=True)
    assert away.did == ["there is no session bus", "no sound can be played"]


def test_the_end_takes_away_what_nobody_would_listen_to(away: Desktop) -> None:
    away.missed(1, shown_for=0)
    away.passes(10)
    away.told(question(2))
    away.missed(3, shown_for=0)
    away.notices.close()
    assert away.notifications.reader is None
    assert away.bubble.body == "Deploy 1?"
    assert not away.loop.is_awaited


class TestASuggestedQuietPeriod:
    """The person denied several questions of one place: all of them can be refused for a while."""

    def test_is_told_of_and_begun_by_a_click(self, desktop: Desktop) -> None:
        desktop.told(suggested={3: "claude"})
        assert desktop.bubble.summary == "You denied several questions from claude"
        assert "for 10 minutes" in desktop.bubble.body
        assert desktop.bubble.label == "Refuse everything"
        desktop.click()
        assert desktop.did == [("quiet", 3)]
        desktop.told()
        assert not desktop.bubbles

    def test_of_another_machine_is_one_of_all_that_it_asks(self, desktop: Desktop) -> None:
        desktop.told(suggested={3: "claude"}, place="build-7")
        assert desktop.bubble.summary == "You denied several questions from build-7"
        assert desktop.bubble.body == (
            "Refuse everything from build-7 for 10 minutes? You can end this from the tray."
        )

    def test_once_read_it_is_not_told_of_again(self, desktop: Desktop) -> None:
        desktop.told(suggested={3: "claude"})
        desktop.dismiss()
        desktop.told(suggested={3: "claude"})
        desktop.passes(600)
        assert (desktop.bubbles, desktop.did) == ({}, [])
        desktop.told(suggested={3: "claude", 4: "codex"})
        assert desktop.bubble.summary == "You denied several questions from codex"

    def test_the_latest_is_the_one_that_is_told_and_meant(self, desktop: Desktop) -> None:
        desktop.told(suggested={3: "claude"})
        desktop.told(suggested={3: "claude", 4: "codex"})
        desktop.click()  # nothing has told of the other one yet
        desktop.passes(10)
        assert desktop.bubble.summary == "You denied several questions from codex"
        desktop.click()
        assert desktop.did == [("quiet", 3), ("quiet", 4)]

    def test_a_person_who_is_not_to_be_disturbed_is_told_later(self, desktop: Desktop) -> None:
        desktop.told(suggested={3: "claude"}, silent=True)
        assert not desktop.bubbles
        desktop.told(suggested={3: "claude"})
        assert desktop.bubbles

    def test_a_person_who_wants_no_notifications_is_not_told(self, desktop: Desktop) -> None:
        desktop.told(suggested={3: "claude"}, notifications=False)
        assert not desktop.bubbles
