"""What comes from other machines and containers: limits of all, and nothing that crosses."""

from dataclasses import replace

import pytest

from sayso.core import events as e
from sayso.core.lineage import Kinship, Lineage, Member, Place, Process, kinship, place_of
from sayso.core.opening import owner_of
from sayso.core.outcome import Approved, Denied, Pending, Refused, Withdrawn
from sayso.core.prompt import State
from sayso.core.questions import Choice, Confirm
from sayso.core.settings import PLACE_MEMORY, Settings
from sayso.errors import Expired, NotOpen, UnknownPrompt
from support.core_driver import DEPLOY, RESTART, UNLOCK, Chain, Driver


def at(driver: Driver, place: str, question: Confirm = DEPLOY, by: Chain | None = None) -> None:
    """Asks from that place, without waiting."""
    driver.place = place
    driver.ask(by or driver.tab(), question, wait=0)


def numbered(number: int) -> Confirm:
    return Confirm(f"Number {number}?")


class TestWhoAsks:
    MEMBER = Member(Process(7, 5.0, "alpha/boot"), 7, on_pty=True, cgroup="", name="claude")

    def test_all_of_a_place_is_one_account(self) -> None:
        lineage = Lineage((self.MEMBER,), place="alpha")
        assert lineage.account == Place("alpha")
        assert place_of(lineage.account) == "alpha"
        assert place_of(Lineage((self.MEMBER,)).account) == ""

    def test_nobody_watches_a_claimed_owner(self) -> None:
        shell = replace(self.MEMBER, process=Process(6, 4.0, "alpha/boot"), session=6)
        inner = replace(self.MEMBER, session=6)
        assert Lineage((inner, shell), place="alpha").default_owner == shell.process
        assert Lineage((inner, shell), place="alpha", claimed=True).default_owner is None

    def test_what_is_claimed_is_by_nobodys_hand(self) -> None:
        shell = replace(self.MEMBER, name="bash")
        assert Lineage((shell,)).is_by_hand
        assert not Lineage((shell,), place="alpha", claimed=True).is_by_hand

    def test_times_of_claimed_processes_are_on_their_own_clock(self) -> None:
        shell = replace(self.MEMBER, process=Process(1, 1.0, "a"), session=1)
        first = replace(self.MEMBER, process=Process(2, 900.0, "a"), session=1)
        newer = replace(self.MEMBER, process=Process(3, 990.0, "a"), session=1)
        earlier = Lineage((first, shell), place="alpha", claimed=True, clock_ahead=900.0)
        later = Lineage((newer, shell), place="alpha", claimed=True)
        gone = frozenset({first.process})
        assert kinship(earlier, 50.0, later, gone) is Kinship.SAME
        assert kinship(earlier, 95.0, later, gone) is Kinship.OTHER

    def test_in_a_container_the_owner_is_the_one_that_the_kernel_shows(self) -> None:
        """It numbers its processes by itself."""
        inner = replace(self.MEMBER, process=Process(70, 6.0), session=7)
        outer = replace(self.MEMBER, process=Process(7, 5.0))
        request = e.Request(DEPLOY, owner=2)
        seen = Lineage((inner, outer), place="dev", nested=True)
        assert owner_of(request, seen) == outer.process
        said = Lineage((inner, outer), place="dev", claimed=True)
        assert owner_of(request, said) is None

    def test_an_owner_that_is_named_there_withdraws_nothing(self, driver: Driver) -> None:
        driver.place = "alpha"
        shell = driver.tab()
        call = driver.ask(shell, owner=1, wait=0)
        assert isinstance(call.outcome, Pending)
        assert driver.broker.owners == frozenset()


PAGE = "https://example.org/"


class TestNothingCrosses:
    def test_the_same_words_of_the_same_process(self, driver: Driver) -> None:
        tab = driver.tab()
        for place in ("alpha", "beta", ""):
            at(driver, place, by=tab)
        assert [prompt.place for prompt in driver.prompts] == ["alpha", "beta", ""]
        at(driver, "beta", by=tab)
        assert len(driver.prompts) == 3

    def test_a_slot(self, driver: Driver) -> None:
        tab = driver.tab()
        for place, question in (("alpha", DEPLOY), ("beta", RESTART)):
            driver.place = place
            driver.ask(tab, question, slot="one", wait=0)
        assert [prompt.is_open for prompt in driver.prompts] == [True, True]

    def test_a_scope(self, driver: Driver) -> None:
        tab = driver.tab()
        driver.place = "alpha"
        driver.ask(tab, scope="session", wait=0)
        driver.place = "beta"
        assert isinstance(driver.withdraw_scope(tab, "session").error, NotOpen)

    def test_a_ticket(self, driver: Driver) -> None:
        tab = driver.tab()
        driver.place = "alpha"
        ticket = driver.ask(tab, wait=0).outcome
        assert isinstance(ticket, Pending)
        for place in ("beta", ""):
            driver.place = place
            assert isinstance(driver.collect(tab, ticket.ticket).error, Expired)
            assert isinstance(driver.ask(tab, ticket=ticket.ticket).error, Expired)
            assert isinstance(driver.withdraw(ticket.ticket).error, Expired)
        driver.place = "alpha"
        assert isinstance(driver.collect(tab, ticket.ticket, wait=0).outcome, Pending)

    def test_a_number_but_here(self, driver: Driver) -> None:
        at(driver, "alpha")
        driver.place = "beta"
        assert isinstance(driver.withdraw(number=1).error, UnknownPrompt)
        driver.place = ""
        driver.withdraw(number=1)
        assert driver.prompts[0].outcome == Withdrawn("requester")

    def test_a_sign_in_and_whether_there_is_any(self, driver: Driver) -> None:
        """What is asked elsewhere, what is forgotten and what never was look the same."""
        at(driver, "alpha")
        at(driver, "")
        at(driver, "gamma")
        driver.withdraw(number=3)
        driver.advance(601)
        tab = driver.tab()
        for number in (1, 2, 3, 4):
            call = driver.finish(tab, number=number, place="beta")
            assert isinstance(call.error, UnknownPrompt)

    def test_denials(self, driver: Driver) -> None:
        """Neither there nor here, however often."""
        for place, other in (("alpha", "beta"), ("gamma", ""), ("", "delta")):
            for _ in range(3):
                at(driver, place)
                driver.paint()
                driver.click(Choice.DENY)
            driver.place = other
            asked = driver.ask(driver.tab(), wait=0)
            assert isinstance(asked.outcome, Pending), (place, other)
            assert driver.shows[-1].denied_to is None
            driver.withdraw(number=driver.prompts[-1].number)


class TestLimits:
    def test_all_places_have_half_of_the_open_questions(self) -> None:
        driver = Driver(Settings(prompts=4))
        at(driver, "alpha", numbered(1))
        at(driver, "beta", numbered(2))
        refused = driver.ask(driver.tab(), numbered(3))
        assert refused.outcome == Refused("prompt_limit")
        for number in (4, 5):
            at(driver, "", numbered(number))
        refused = driver.ask(driver.tab(), numbered(6))
        assert refused.outcome == Refused("prompt_limit")

    def test_where_one_may_be_open_a_place_may_have_it(self) -> None:
        driver = Driver(Settings(prompts=1))
        at(driver, "alpha")
        assert len(driver.prompts) == 1

    def test_all_places_have_half_of_what_is_remembered(self) -> None:
        """A flood there forgets what is over there, and nothing of ours."""
        driver = Driver(Settings(remembered=4))
        at(driver, "")
        driver.withdraw(number=1)
        for number in range(6):
            at(driver, "alpha", numbered(number))
            driver.withdraw(number=driver.prompts[-1].number)
        assert [prompt.number for prompt in driver.prompts] == [1, 6, 7]

    def test_one_place_pushes_out_no_other_s_claims(self) -> None:
        driver = Driver(Settings(remembered=8))
        driver.place = "beta"
        offered = driver.ask(driver.tab())
        driver.paint()
        driver.click()
        assert driver.take(offered) == Approved()
        for number in range(20):
            at(driver, "alpha", numbered(number))
            driver.withdraw(number=driver.prompts[-1].number)
        assert driver.take(offered) == Approved()

    def test_nor_does_one_tab_those_of_another(self) -> None:
        driver = Driver(Settings(remembered=8))
        offered = driver.ask(driver.tab())
        driver.paint()
        driver.click()
        assert driver.take(offered) == Approved()
        flooding = driver.tab()
        for number in range(20):
            driver.ask(flooding, numbered(number))
            driver.withdraw(number=driver.prompts[-1].number)
        assert driver.take(offered) == Approved()

    def test_all_places_have_half_of_what_is_kept(self) -> None:
        driver = Driver(Settings(kept=4))
        for number, place in enumerate(("", "alpha", "alpha", "beta"), 1):
            at(driver, place, numbered(number))
            driver.paint()
            driver.click()
        assert [prompt.number for prompt in driver.prompts] == [1, 3, 4]
        for number in (5, 6):
            at(driver, "", numbered(number))
            driver.paint()
            driver.click()
        assert driver.broker.forgotten == 2

    def test_what_is_collected_leaves_room(self) -> None:
        driver = Driver(Settings(kept=2))
        for number in range(4):
            driver.place = "alpha"
            call = driver.ask(driver.tab(), numbered(number))
            driver.paint()
            driver.click()
            assert driver.take(call) == Approved()
        assert driver.broker.forgotten == 0


class TestWithheld:
    def test_a_new_question_is_refused(self, driver: Driver) -> None:
        driver.place, driver.withheld = "alpha", True
        refused = driver.ask(driver.tab(), UNLOCK)
        assert refused.outcome == Refused("not_from_place")
        assert (len(driver.shows), driver.logged(e.LogEvent.REFUSED)) == (0, [0])

    def test_it_is_not_told_whether_the_person_is_away(self, driver: Driver) -> None:
        driver.goes()
        driver.place, driver.withheld = "alpha", True
        assert driver.ask(driver.tab(), UNLOCK).outcome == Refused("not_from_place")

    def test_one_that_was_allowed_is_collected_all_the_same(self, driver: Driver) -> None:
        driver.place = "alpha"
        tab = driver.tab()
        driver.ask(tab, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        driver.withheld = True
        assert driver.take(driver.ask(tab)) == Denied()


def is_lost(driver: Driver) -> bool:
    """As the dialog was told last."""
    return driver.updates[-1].standing.is_out_of_reach


class TestReach:
    def test_the_dialog_hears_of_it_while_a_call_waits(self, driver: Driver) -> None:
        driver.place = "alpha"
        call = driver.ask(driver.tab())
        driver.paint()
        driver.send(e.Reach(call.number, is_lost=True))
        assert is_lost(driver)
        driver.send(e.Reach(call.number, is_lost=False))
        assert not is_lost(driver)
        driver.send(e.Reach(call.number, is_lost=True))
        driver.send(e.HangUp(call.number))
        assert not is_lost(driver)
        driver.send(e.Reach(call.number, is_lost=True))
        assert not is_lost(driver)

    def test_a_new_call_is_in_reach(self, driver: Driver) -> None:
        driver.place = "alpha"
        tab = driver.tab()
        call = driver.ask(tab)
        driver.paint()
        driver.send(e.Reach(call.number, is_lost=True))
        driver.ask(tab)
        assert not is_lost(driver)

    def test_meanwhile_nobody_is_known_to_wait(self, driver: Driver) -> None:
        """What becomes of an answer is told as of an asker that has gone, until it is back."""
        driver.place = "alpha"
        call = driver.ask(driver.tab())
        driver.paint()
        driver.send(e.Reach(call.number, is_lost=True))
        driver.send(e.Reach(call.number, is_lost=False))
        driver.send(e.Reach(call.number, is_lost=True))
        told = [update.standing.kept_for for update in driver.updates]
        assert told == [PLACE_MEMORY, None, PLACE_MEMORY]
        driver.click()
        assert driver.records[-1].kept_for == PLACE_MEMORY


class TestTold:
    def test_the_log_names_the_place_and_no_other_record_has_one(self, driver: Driver) -> None:
        at(driver, "alpha")
        at(driver, "", numbered(2))
        told = {entry.number: entry.topic.members() for entry in driver.log}
        assert told[1]["place"] == "alpha"
        assert "place" not in told[2]

    def test_so_does_the_list_of_what_else_is_open(self, driver: Driver) -> None:
        at(driver, "", numbered(1))
        driver.paint()
        at(driver, "alpha", numbered(2))
        driver.send(e.QueueOpened(driver.show.run))
        assert [row.from_place for row in driver.lists[-1].rows] == ["alpha"]


class TestReceipt:
    def test_of_what_was_collected_the_log_says_that_nobody_knows(self, driver: Driver) -> None:
        driver.place = "alpha"
        call = driver.ask(driver.tab())
        driver.paint()
        driver.click()
        driver.take(call)
        driver.send(e.ReceiptUnknown(1))
        assert driver.logged(e.LogEvent.RECEIPT_UNKNOWN) == [1]

    def test_of_what_nobody_has_collected_it_says_nothing(self, driver: Driver) -> None:
        at(driver, "alpha")
        driver.send(e.ReceiptUnknown(1))
        driver.send(e.ReceiptUnknown(2))
        assert driver.logged(e.LogEvent.RECEIPT_UNKNOWN) == []


class TestClosing:
    def test_what_is_open_is_withdrawn_and_what_is_kept_forgotten(self, driver: Driver) -> None:
        at(driver, "alpha", numbered(1))
        driver.paint()
        driver.click()
        call = driver.ask(driver.tab(), numbered(2))
        at(driver, "beta", numbered(3))
        driver.send(e.PlaceClosed("alpha"))
        assert call.outcome == Withdrawn("place_closed")
        still = [prompt.number for prompt in driver.prompts if prompt.state is not State.ENDED]
        assert still == [3]

    def test_all_of_it_though_one_makes_another_forgotten(self) -> None:
        driver = Driver(Settings(remembered=4))
        at(driver, "alpha", numbered(1))
        for number in (2, 3):
            at(driver, "alpha", numbered(number))
            driver.withdraw(number=number)
        call = driver.ask(driver.tab(), numbered(4))
        driver.send(e.PlaceClosed("alpha"))
        assert call.outcome == Withdrawn("place_closed")
        assert not any(prompt.is_open for prompt in driver.prompts)

    def test_what_needs_permission_goes_with_it_and_nothing_else(self, driver: Driver) -> None:
        driver.place = "alpha"
        asked = [
            driver.ask(driver.tab(), each)
            for each in (DEPLOY, UNLOCK, Confirm("See?", address=PAGE))
        ]
        driver.place = "beta"
        other = driver.ask(driver.tab(), UNLOCK)
        driver.send(e.PlaceClosed("alpha", only_with_permission=True))
        withdrawn = Withdrawn("not_from_place")
        assert [call.outcome for call in asked[1:]] == [withdrawn, withdrawn]
        assert (asked[0].final, other.final) == (None, None)

    def test_what_is_over_already_stays_so(self, driver: Driver) -> None:
        at(driver, "alpha")
        driver.withdraw(number=1)
        driver.send(e.PlaceClosed("alpha"))
        assert driver.prompts[0].outcome == Withdrawn("requester")


class TestKept:
    @pytest.mark.parametrize(("place", "seconds"), [("alpha", 600), ("", 60)])
    def test_answers_of_a_place_are_kept_for_longer(
        self, driver: Driver, place: str, seconds: float
    ) -> None:
        driver.place = place
        tab = driver.tab()
        driver.ask(tab, wait=0)
        driver.paint()
        driver.click()
        assert driver.records[-1].kept_for == seconds
        driver.advance(seconds - 1)
        offered = driver.ask(tab)
        assert driver.take(offered) == Approved()
        driver.advance(seconds - 1)
        assert driver.take(offered) == Approved()

    def test_a_place_survives_the_daemon(self, driver: Driver) -> None:
        at(driver, "alpha")
        driver.restart()
        assert [prompt.place for prompt in driver.prompts] == ["alpha"]
        driver.place = "beta"
        assert isinstance(driver.withdraw(number=1).error, UnknownPrompt)
