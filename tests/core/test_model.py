"""The broker beside a model of the contract, whatever happens and in whatever order."""

from math import inf
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sayso.core import events as e
from sayso.core.questions import Choice, Confirm
from sayso.core.settings import LET_WAIT, WHEN_ASKED, Settings
from sayso.values import replace
from support.core_checked import Checked
from support.core_crowd import KEPT_FOR
from support.core_driver import DEPLOY, RESTART, Chain, Death
from support.lengths import AtLength

SMALL = Settings(prompts_per_origin=3, prompts=5, denials=2)
"""Limits that are reached; the clocks are the contract's."""

SMALLER = replace(
    SMALL,
    wait=7,
    timeout=11,
    retention=20,
    render_timeout=12,
    max_retries=1,
    hold=40,
    put_off=300,
    queue_limit=300,
    prompts_per_origin=1,
    prompts=2,
    denials=1,
    quiet_period=900,
    locked=LET_WAIT,
)
PATIENT = replace(SMALL, do_not_disturb=LET_WAIT, locked=LET_WAIT)
"""Where questions wait for a person who is away, or not to be disturbed."""

INBOX = replace(PATIENT, appear=WHEN_ASKED)
BUT_BY_HAND = replace(INBOX, by_hand_at_once=True)
"""Where questions wait until they are opened."""

AGENTS = ("one", "two", "far", "hand")
"""Two side by side in one tab, one in a tab of its own, the person in the first tab's shell."""

AT_THE_DESK = (
    "goes", "comes", "bring_forward", "chooses", "next", "next", "asked again", "another",
    "is covered", "paints", "a click", "later",
    "dies", "its daemon dies", "ten seconds", "half a minute", "a sleep",
)  # fmt: skip
"""What may happen around a question, and a person who comes and goes."""


IN_LINE = (
    "another comes", "one comes back", "one leaves", "a minute", "a minute", "a click",
    "chooses", "chooses", "later", "bring_forward", "its daemon dies", "a sleep",
)  # fmt: skip
"""What may happen around several questions of one place, whose askers come back, or do not."""

CLOSED = "did not say closed within 1.5 s"


class Questions(RuleBasedStateMachine):
    """Three agents, a person, a screen that may fail, and time."""

    def __init__(self) -> None:
        super().__init__()
        self.driver = Checked(SMALL)
        tab = self.driver.tab()
        self.agents = {
            "one": self.driver.spawn(tab, "agent"),
            "two": self.driver.spawn(tab, "agent"),
            "far": self.driver.spawn(self.driver.tab(), "agent"),
            "hand": self.driver.spawn(tab, "bash"),
        }
        self.desktop = self.driver.spawn(self.driver.orphan(), "wm")
        self.servers = [self.driver.spawn(tab, "server") for _ in range(2)]
        """They ask for agents, and live on from one question to the next."""
        self.running: dict[str, Chain] = {}
        self.asked: list[tuple[str, Confirm, dict[str, Any]]] = []
        self.left: set[int] = set()

    def run_command(self, name: str) -> Chain:
        """The agent's next command; the one before it has ended."""
        if name in self.running:
            self.driver.end_command(self.running[name])
        self.driver.now += 0.01
        by_hand = name == "hand"
        agent = self.agents[name]
        self.running[name] = (
            self.driver.typed(self.driver.spawn(agent)) if by_hand else self.driver.command(agent)
        )
        return self.running[name]

    @rule(goes=st.booleans())
    def closing_dialogs(self, goes: bool) -> None:
        """A dialog that is told to close goes at once, or has to be ended."""
        self.driver.lingers = not goes

    @rule(
        name=st.sampled_from(AGENTS),
        question=st.sampled_from([DEPLOY, RESTART]),
        wait=st.sampled_from([None, 0, 600]),
        timeout=st.sampled_from([None, 5, 600]),
        retention=st.sampled_from([None, 0, 7]),
        max_retries=st.sampled_from([None, 0, 1]),
        scope=st.sampled_from(["", "session"]),
        slot=st.sampled_from(["", "place"]),
        owned=st.booleans(),
    )
    def ask(self, name: str, question: Confirm, owned: bool, **clocks_and_names: Any) -> None:
        owner = self.agents[name][0].process.pid if owned else None
        self.asked.append((name, question, {"owner": owner, **clocks_and_names}))
        self.ask_again(0)

    @rule(
        name=st.sampled_from(AGENTS),
        question=st.sampled_from([DEPLOY, RESTART]),
        timeout=st.sampled_from([None, 5, 600]),
        limit=st.sampled_from([None, 5, 20, 90, 700]),
        max_retries=st.sampled_from([None, 0]),
        owned=st.booleans(),
    )
    def ask_bound(self, name: str, question: Confirm, owned: bool, **clocks: Any) -> None:
        owner = self.agents[name][0].process.pid if owned else None
        self.asked.append((name, question, {"owner": owner, "bound": True, **clocks}))
        self.ask_again(0)

    @precondition(lambda self: self.asked)
    @rule(pick=st.integers(0, 2))
    def ask_again(self, pick: int) -> None:
        """One of the latest requests."""
        name, question, rest = self.asked[-1 - pick % len(self.asked)]
        self.driver.ask(self.run_command(name), question, render_timeout=10, **rest)

    @rule(
        server=st.integers(0, 1),
        question=st.sampled_from([DEPLOY, RESTART]),
        cancels=st.booleans(),
        wait=st.sampled_from([None, 0]),
        scope=st.sampled_from(["", "session"]),
        slot=st.sampled_from(["", "", "place"]),
        rewords=st.sampled_from([True, True, False]),
    )
    def ask_in_a_session(
        self, server: int, question: Confirm, cancels: bool, **others: Any
    ) -> None:
        """The call may be cancelled at once, and the same asked in other words."""
        call = self.driver.ask(self.servers[server], question, render_timeout=10, **others)
        if cancels and call.may_go:
            self.left.add(call.number)
            self.driver.hang_up(call)

    @rule(names=st.lists(st.sampled_from(AGENTS), min_size=2, max_size=5))
    def rush(self, names: list[str]) -> None:
        """Many questions at once, for a screen that is there."""
        self.back_at_the_screen()
        for number, name in enumerate(names):
            self.driver.ask(self.run_command(name), scope=f"rush {number}", render_timeout=10)

    @rule(names=st.permutations(["one", "one", "far"]), then=st.sampled_from(AGENTS))
    def deny_in_several_places(self, names: list[str], then: str) -> None:
        """The same question from each; and somebody asks it again."""
        self.rush(names)
        for _ in names:
            if self.driver.on_screen:
                self.click(Choice.DENY, paint=True)
        self.driver.ask(self.run_command(then), render_timeout=10)

    @precondition(lambda self: self.asked)
    @rule()
    def ask_in_its_place(self) -> None:
        """Other words in the latest request's slot."""
        name, question, rest = self.asked[-1]
        other = RESTART if question == DEPLOY else DEPLOY
        self.driver.ask(self.run_command(name), other, render_timeout=10, **rest)

    @precondition(lambda self: self.asked)
    @rule(
        choice=st.sampled_from(Choice),
        before=st.sampled_from(["nothing", "ten seconds", "a newer call"]),
        pick=st.integers(0, 1),
        after=st.booleans(),
    )
    def ask_answer_and_claim(self, choice: Choice, before: str, pick: int, after: bool) -> None:
        self.ask_again(0)
        if self.driver.on_screen:
            self.click(choice, paint=True)
        if before == "ten seconds":
            self.driver.advance(10)
        elif before == "a newer call":
            self.ask_again(0)
        self.claim(pick, None)
        if after:
            self.by_ticket("one", 0, None, None)

    @rule(
        name=st.sampled_from(AGENTS),
        pick=st.integers(0, 5),
        question=st.sampled_from([None, DEPLOY, RESTART]),
        wait=st.sampled_from([None, 0]),
    )
    def by_ticket(self, name: str, pick: int, question: Confirm | None, wait: float | None) -> None:
        """By `collect`, or by asking with the ticket."""
        ticket = self.ticket(pick)
        if question:
            self.driver.ask(self.run_command(name), question, ticket=ticket, wait=wait)
        else:
            self.driver.collect(self.run_command(name), ticket, wait)

    @precondition(lambda self: self.driver.calls)
    @rule(pick=st.integers(0, 5), thief=st.sampled_from([None, None, *AGENTS]))
    def claim(self, pick: int, thief: str | None) -> None:
        """What was offered, or was not, to this call; maybe again, maybe by another process."""
        offered = [call for call in self.driver.calls.values() if isinstance(call.final, e.Offer)]
        calls = offered or list(self.driver.calls.values())
        call = calls[-1 - pick % len(calls)]
        self.driver.claim(call, self.agents[thief] if thief else None)

    @rule(pick=st.integers(0, 3))
    def withdraw(self, pick: int) -> None:
        self.driver.withdraw(self.ticket(pick))

    @rule(name=st.sampled_from(AGENTS), scope=st.sampled_from(["session", "rush 1"]))
    def withdraw_scope(self, name: str, scope: str) -> None:
        self.driver.withdraw_scope(self.run_command(name), scope)

    @rule(server=st.integers(0, 1))
    def withdraw_session(self, server: int) -> None:
        self.driver.withdraw_scope(self.servers[server], "session")

    @rule(pick=st.integers(0, 2))
    def hang_up(self, pick: int) -> None:
        waiting = [call for call in self.driver.calls.values() if call.may_go]
        if pick < len(waiting):
            self.left.add(waiting[pick].number)
            self.driver.hang_up(waiting[pick])

    @rule(name=st.sampled_from(AGENTS))
    def owner_exits(self, name: str) -> None:
        self.driver.send(e.OwnerExited(self.agents[name][0].process))

    @precondition(lambda self: self.driver.calls)
    @rule(pick=st.integers(0, 2))
    def requester_exits(self, pick: int) -> None:
        """One of the latest; what it asked stays, unless it is bound."""
        calls = list(self.driver.calls.values())
        self.driver.send(e.OwnerExited(calls[-1 - pick % len(calls)].process))

    @precondition(lambda self: self.driver.shows)
    @rule(choice=st.sampled_from(Choice), paint=st.sampled_from([True, True, False]))
    def click(self, choice: Choice, paint: bool) -> None:
        if paint:
            self.driver.paint()
        self.driver.click(choice)

    @precondition(lambda self: self.driver.shows)
    @rule(choice=st.sampled_from(Choice), run=st.integers(1, 3))
    def click_elsewhere(self, choice: Choice, run: int) -> None:
        """On one of the first dialogs, most likely gone."""
        self.driver.send(e.Painted(run))
        self.driver.click(choice, run)

    @precondition(lambda self: self.driver.shows)
    @rule()
    def paint(self) -> None:
        self.driver.paint()

    @precondition(lambda self: self.driver.shows)
    @rule()
    def cover(self) -> None:
        self.driver.cover()

    @precondition(lambda self: self.driver.shows)
    @rule()
    def scroll(self) -> None:
        self.driver.scroll()

    @precondition(lambda self: self.driver.shows)
    @rule(paint=st.sampled_from([True, True, False]))
    def later(self, paint: bool) -> None:
        if paint:
            self.driver.paint()
        self.driver.later()

    @precondition(lambda self: self.driver.shows)
    @rule(pick=st.integers(-1, 4), paint=st.sampled_from([True, True, False]))
    def choose_another(self, pick: int, paint: bool) -> None:
        """From the list, of which one may have ended, or gone by another dialog."""
        if paint:
            self.driver.paint()
        self.driver.open_queue()
        numbers = [prompt.number for prompt in self.driver.broker.queue] or [0]
        self.driver.bring_up(0 if pick < 0 else numbers[pick % len(numbers)])

    @precondition(lambda self: self.asked)
    @rule(
        meanwhile=st.lists(
            st.sampled_from(
                ["asked again", "another", "later", "dies", "half a minute", "a sleep", "its limit"]
            ),
            min_size=1,
            max_size=6,
        )
    )
    def put_off(self, meanwhile: list[str]) -> None:
        """A question is put off, and much happens until it is back, and after."""
        self.back_at_the_screen()
        self.ask_again(0)
        self.later(paint=True)
        for what in meanwhile:
            match what:
                case "asked again":
                    self.ask_again(0)
                case "another":
                    self.ask_in_its_place()
                case "later":
                    self.later(paint=True)
                case "dies" if self.driver.on_screen:
                    self.driver.die()
                case "half a minute":
                    self.driver.advance(30)
                case "a sleep":
                    self.driver.now += 250
                case "its limit":
                    self.until_its_limit()

    def until_its_limit(self) -> None:
        """The earliest one of those that were put off; its dialog starts a moment before."""
        limits = [prompt.put_off_until for prompt in self.driver.prompts if prompt.is_open]
        limit = min(limits, default=inf)
        if self.driver.now + 1 < limit < inf:
            self.driver.now = limit - 1
            self.driver.advance(1)

    @precondition(lambda self: self.driver.on_screen)
    @rule(paint=st.booleans(), again=st.booleans(), unacknowledged=st.sampled_from(["", CLOSED]))
    def dialog_ends(self, paint: bool, again: bool, unacknowledged: str) -> None:
        """It dies, or is ended by force; maybe the one that replaces it is, too."""
        if paint:
            self.driver.paint()
        if self.driver.on_screen:
            self.driver.die(unacknowledged=unacknowledged)
        self.driver.advance(1)
        if again and self.driver.on_screen:
            self.dialog_ends(paint=paint, again=False, unacknowledged=unacknowledged)

    @rule(
        trouble=st.sampled_from(
            [
                e.ScreenChanged("no display"),
                e.ScreenChanged(None),
                e.ScreenFailed("no dialog process could be started"),
            ]
        )
    )
    def screen_has_trouble(self, trouble: e.ScreenChanged | e.ScreenFailed) -> None:
        self.driver.send(trouble)

    def back_at_the_screen(self) -> None:
        """Whatever comes, is shown."""
        self.driver.send(e.InboxChanged("no tray"))
        self.driver.send(e.ScreenChanged(None))
        self.driver.comes()
        self.driver.do_not_disturb(0)

    @rule(seconds=st.sampled_from([0, 0, 30, 60, 1800]))
    def do_not_disturb(self, seconds: float) -> None:
        self.driver.do_not_disturb(seconds)

    @rule(there=st.booleans())
    def person_comes_or_goes(self, there: bool) -> None:
        if there:
            self.driver.comes()
        else:
            self.driver.goes()

    @rule(pick=st.integers(0, 5))
    def bring_forward(self, pick: int) -> None:
        """One of the latest questions, or one that is not known."""
        numbers = [prompt.number for prompt in reversed(self.driver.prompts)]
        self.driver.bring_forward(numbers[pick] if pick < len(numbers) else 0)

    @rule(who=st.sampled_from(["desktop", *AGENTS]))
    def open_next(self, who: str) -> None:
        """By a key of the desktop's, or by a program, maybe the latest that asked."""
        self.driver.open_next(self.running.get(who, self.desktop))

    @rule(absent=st.sampled_from([None, None, "no tray"]))
    def inbox_changes(self, absent: str | None) -> None:
        self.driver.send(e.InboxChanged(absent))

    @rule(pick=st.integers(0, 2))
    def begin_quiet(self, pick: int) -> None:
        """One of the latest, which may not be suggested."""
        self.driver.begin_quiet(self.driver.model.quiets - pick)

    @rule(pick=st.integers(0, 2))
    def end_quiet(self, pick: int) -> None:
        """One of the latest, which may be over."""
        self.driver.end_quiet(self.driver.model.quiets - pick)

    @rule(
        waits=st.lists(st.sampled_from([0, 600]), min_size=3, max_size=3),
        meanwhile=st.lists(st.sampled_from(IN_LINE), min_size=2, max_size=12),
    )
    def wait_in_line(self, waits: list[float], meanwhile: list[str]) -> None:
        self.back_at_the_screen()
        self.driver.lingers = False
        if self.driver.on_screen:
            self.click(Choice.DISMISS, paint=True)
        self.ask_in_line(*waits)
        for number, what in enumerate(meanwhile):
            if self.driver.on_screen:
                self.driver.paint()
            match what:
                case "another comes":
                    self.ask_in_line(0)
                case "one comes back":
                    self.ask_again(number % 3)
                case "one leaves":
                    self.hang_up(number % 3)
                case "a minute":
                    self.driver.advance(60)
                case "chooses" if self.driver.on_screen:
                    self.choose_another(number, paint=True)
                case _:
                    self.happens(what)

    def ask_in_line(self, *waits: float) -> None:
        for wait in waits:
            words: dict[str, Any] = {"scope": f"place {len(self.asked)}", "wait": wait}
            self.asked.append(("one", DEPLOY, {"timeout": 600} | words))
            self.ask_again(0)

    @precondition(lambda self: self.asked)
    @rule(
        chosen=st.sampled_from([SMALL, PATIENT, PATIENT, INBOX, BUT_BY_HAND]),
        undisturbed=st.sampled_from([0, 0, 45, 400]),
        meanwhile=st.lists(
            st.sampled_from(AT_THE_DESK),
            min_size=1,
            max_size=8,
        ),
    )
    def live_at_the_desk(self, chosen: Settings, undisturbed: float, meanwhile: list[str]) -> None:
        """There is a question, and a person who comes and goes, and wants to see it, or not."""
        self.back_at_the_screen()
        self.driver.send(e.Configured(chosen))
        self.driver.send(e.InboxChanged(None))
        self.ask_again(0)
        self.driver.do_not_disturb(undisturbed)
        for what in meanwhile:
            self.happens(what)

    def wants_another(self, how: str) -> None:
        if how == "next":
            self.open_next("desktop")
        elif how == "chooses" and self.driver.shows:
            self.choose_another(1, paint=True)
        else:
            self.bring_forward(len(self.driver.prompts) % 3)

    def happens(self, what: str) -> None:
        match what:
            case "goes" | "comes":
                self.person_comes_or_goes(there=what == "comes")
            case "bring_forward" | "chooses" | "next":
                self.wants_another(what)
            case "asked again":
                self.ask_again(0)
            case "another":
                self.ask_in_its_place()
            case "is covered" | "paints" if self.driver.shows:
                self.cover() if what == "is covered" else self.paint()
            case "dies" if self.driver.on_screen:
                self.driver.die()
            case "later" if self.driver.shows:
                self.later(paint=True)
            case "ten seconds" | "half a minute":
                self.driver.advance(10 if what == "ten seconds" else 30)
            case "a sleep":
                self.driver.now += 250
            case "its daemon dies":
                self.driver.restart()
            case "a click" if self.driver.shows:
                self.click(Choice.APPROVE, paint=True)

    @rule(chosen=st.sampled_from([SMALL, SMALLER, PATIENT, INBOX, BUT_BY_HAND]))
    def person_configures(self, chosen: Settings) -> None:
        self.driver.send(e.Configured(chosen))

    @rule(seconds=st.sampled_from([0.2, 1, 5, 10, 45, 60]))
    def time_passes(self, seconds: float) -> None:
        self.driver.advance(seconds)

    @rule(seconds=st.sampled_from([1, 10, 60, 700]))
    def machine_sleeps(self, seconds: float) -> None:
        """No timer runs."""
        self.driver.now += seconds

    @rule(death=st.sampled_from([None, *Death]))
    def daemon_dies(self, death: Death | None) -> None:
        """At once, or in the midst of whatever comes next."""
        self.driver.dying = death
        if death is None:
            self.driver.restart()

    @rule()
    def keeper_dies(self) -> None:
        self.driver.replace_keeper()

    def ticket(self, pick: int) -> str:
        """Of one of the latest prompts that are remembered, else one that never was."""
        tickets = [prompt.ticket for prompt in reversed(self.driver.prompts)]
        return tickets[pick] if pick < len(tickets) else "no such ticket"

    def teardown(self) -> None:
        """Every prompt ends, and everybody who asked and is still there has heard."""
        self.back_at_the_screen()
        self.driver.lingers = False
        if self.driver.on_screen:
            self.driver.die()
        self.driver.advance(2 * 3600)
        assert self.driver.prompts == []
        assert self.driver.broker.next_due() is None
        unheard = {call.number for call in self.driver.calls.values() if call.waits}
        assert unheard <= self.left


@pytest.mark.hypothesis
def test_the_broker_beside_the_model(at_length: AtLength) -> None:
    steps = settings(max_examples=at_length(30, 600), stateful_step_count=60)
    run_state_machine_as_test(Questions, settings=steps)


class Among(Questions):
    """The same beside many answers of somebody else, which nobody collects."""

    others = 0

    def __init__(self) -> None:
        super().__init__()
        self.driver.among(self.others)

    def daemon_dies(self, death: Death | None) -> None:
        """No rule: it takes minutes to take over so many."""

    def keeper_dies(self) -> None:
        """Nor this one."""

    def happens(self, what: str) -> None:
        if what != "its daemon dies":
            super().happens(what)

    def teardown(self) -> None:
        assert self.driver.broker.kept >= self.others
        self.driver.now += KEPT_FOR
        super().teardown()


@pytest.mark.hypothesis
def test_the_broker_beside_the_model_among_many_answers(at_length: AtLength) -> None:
    class AmongMany(Among):
        others = at_length(1_000, 100_000 - 1_000)  # those of the model have room

    steps = settings(max_examples=at_length(2, 1), stateful_step_count=at_length(30, 100))
    run_state_machine_as_test(AmongMany, settings=steps)
