"""The records themselves: small, without words that are over, and refused unless exact.

`records/version-3.json` is what a daemon of that version had told its keeper, after all that could
happen to it; `records/defaults.json` has the defaults that version 4 leaves out.
"""

import contextlib
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso import values
from sayso.core import events as e
from sayso.core.action import Action, Change, Program
from sayso.core.broker import Broker
from sayso.core.lineage import Lineage
from sayso.core.outcome import Answered, Approved, Denied
from sayso.core.prompt import Prompt
from sayso.core.questions import Choice
from sayso.core.records import VERSION, OtherVersion, questions
from sayso.core.serialization import hints, to_plain
from sayso.core.settings import CHOICES, Settings
from support.core_driver import DEPLOY, RESTART, UNLOCK, WHERE, Chain, Driver

SIGN = values.replace(
    UNLOCK,
    action=Action(
        argv=("gpg", "--sign"),
        cwd="/srv",
        programs=(Program("/usr/bin/gpg", "0" * 64),),
        environment=(Change("LANG", "C"), Change("TZ", None)),
        descriptor=3,
    ),
)
WORDY = values.replace(DEPLOY, details="all of the plan\n" * 10_000)


def written() -> dict[str, Any]:
    """By a daemon to which everything has happened."""
    driver = Driver(Settings(denials=1))
    command = driver.command(driver.spawn(driver.tab(), "agent"))
    spent = driver.ask(command)
    driver.paint()
    driver.click(Choice.DENY)
    driver.take(spent)
    for question in (RESTART, SIGN):
        driver.ask(command, question, scope="s", slot=question.kind, owner=None)
        driver.paint()
        driver.later()
    driver.ask(command, WORDY)
    driver.paint()
    driver.click()
    driver.ask(command, WORDY)
    driver.ask(command, values.replace(RESTART, title="again"), scope="s", slot="confirm")
    return driver.kept


WRITTEN = written()


THIRD: dict[str, Any] = json.loads((Path(__file__).parent / "records/version-3.json").read_text())


def second() -> dict[str, Any]:
    """There was no do-not-disturb, no setting was a word, and quiet periods had no names."""
    records = deepcopy(THIRD) | {"version": {"number": 2}}
    policy = records["policy"]
    quiet = [
        [[period["origin"], period["fingerprint"]], period["until"]] for period in policy["quiet"]
    ]
    records["policy"] = {"denials": policy["denials"], "quiet": quiet}
    for name in CHOICES:
        records["settings"].pop(name, None)  # some are newer still
    return records


def first() -> dict[str, Any]:
    """There were fewer kinds, passwords had no action, and nobody could change the settings."""
    records = second() | {"version": {"number": 1}}
    del records["settings"]
    asked = [record for key, record in records.items() if key.startswith("asked/")]
    for record in asked:
        for clock in ("queue_limit", "put_off", "hold"):
            del record[clock]
    questions = [record["request"]["question"] for record in asked]
    passwords = [question for question in questions if question["is"] == "Password"]
    assert passwords
    for question in passwords:
        del question["action"]
    return records


def restored(records: dict[str, Any]) -> Broker:
    broker = Broker(Settings())
    broker.restore(records, 1000)
    return broker


def collect(broker: Broker, number: int) -> e.Collect:
    """By the ticket of that prompt."""
    prompt = next(each for each in broker.prompts if each.number == number)
    return e.Collect(99, prompt.ticket, None, Lineage(prompt.latest.members), "claim-99")


def record_classes(hint: Any, found: set[Any]) -> set[Any]:
    """All that a value of this type may hold, itself included, whose fields are told."""
    for each in get_args(hint):
        record_classes(each, found)
    if hasattr(hint, "__match_args__") and hint not in found:
        found.add(hint)
        for name in hint.__match_args__:
            record_classes(hints(hint)[name], found)
    return found


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths to all that stands anywhere in plain data."""
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from places(each, (*path, index))


PLACES = [path for path in places(WRITTEN) if path]


def at(records: dict[str, Any], path: tuple[Any, ...]) -> Any:
    value: Any = records
    for step in path:
        value = value[step]
    return value


def still_works(broker: Broker) -> bool:
    """As if nothing had been handed to it."""
    untouched = Broker(Settings())
    return broker.everything() == untouched.everything() and list(broker.prompts) == []


class TestNonsense:
    def test_what_a_daemon_wrote_is_read(self) -> None:
        broker = Broker(Settings())
        broker.restore(WRITTEN, 1000)
        assert [prompt.number for prompt in broker.prompts] == [1, 2, 3, 4, 5]

    @settings(max_examples=500)
    @given(
        st.sampled_from(PLACES),
        st.sampled_from([None, True, -1, 10**400, float("nan"), "", "approved", [], {}, [[]]]),
    )
    def test_another_thing_in_any_place_is_refused_or_harmless(
        self, path: tuple[Any, ...], nonsense: object
    ) -> None:
        records = deepcopy(WRITTEN)
        at(records, path[:-1])[path[-1]] = nonsense
        self._refused_or_harmless(records)

    @given(st.sampled_from(PLACES))
    def test_so_is_a_lack(self, path: tuple[Any, ...]) -> None:
        records = deepcopy(WRITTEN)
        del at(records, path[:-1])[path[-1]]
        self._refused_or_harmless(records)

    @given(st.sampled_from([path for path in PLACES if isinstance(at(WRITTEN, path), dict)]))
    def test_more_than_a_daemon_writes_is_refused(self, path: tuple[Any, ...]) -> None:
        records = deepcopy(WRITTEN)
        at(records, path)["more"] = 1
        with pytest.raises((KeyError, TypeError, ValueError)):
            Broker(Settings()).restore(records, 1000)

    def _refused_or_harmless(self, records: dict[str, Any]) -> None:
        broker = Broker(Settings())
        try:
            broker.restore(records, 1000)
        except (KeyError, TypeError, ValueError):
            assert still_works(broker)
        else:
            while (due := broker.next_due()) is not None:
                for effect in broker.handle(e.Tick(), due):
                    assert not isinstance(effect, e.Recorded | e.Reply)

    def _refused(self, records: dict[str, Any]) -> None:
        broker = Broker(Settings())
        with pytest.raises((KeyError, TypeError, ValueError)):
            broker.restore(records, 1000)
        assert still_works(broker)

    @pytest.mark.parametrize("state", ["showing", "not_shown", "ended", "queued", "forgotten"])
    def test_an_approval_is_nowhere_but_with_an_answered_question(self, state: str) -> None:
        records = deepcopy(WRITTEN)
        assert records["prompt/4"]["outcome"]["is"] == "Approved"
        records["prompt/4"]["state"] = state
        if state in ("showing", "queued"):
            records["queue"]["order"].append(4)
        self._refused(records)

    def test_a_typed_answer_is_in_no_record(self) -> None:
        records = deepcopy(WRITTEN)
        answer = {"is": "Answered", "decider": "user", "secret": None}
        records["prompt/4"]["outcome"] = answer
        self._refused(records)

    @pytest.mark.parametrize("order", [[], [3], [3, 3, 5], [3, 4, 5], [3, 5, 9]])
    def test_the_queue_is_that_of_the_open_questions(self, order: list[int]) -> None:
        assert sorted(WRITTEN["queue"]["order"]) == [3, 5]
        self._refused(WRITTEN | {"queue": WRITTEN["queue"] | {"order": order}})

    def test_no_number_is_given_twice(self) -> None:
        self._refused(WRITTEN | {"queue": WRITTEN["queue"] | {"opened": 4}})

    @pytest.mark.parametrize("path", [("asked/3", "opened_by"), ("prompt/3", "latest")])
    def test_somebody_has_asked(self, path: tuple[str, str]) -> None:
        records = deepcopy(WRITTEN)
        at(records, path[:1])[path[1]] = {"is": "Lineage", "members": [], "container": False}
        self._refused(records)

    def test_a_claim_is_on_one_question(self) -> None:
        records = deepcopy(WRITTEN)
        records["prompt/1"]["claims"] = records["prompt/4"]["claims"]
        self._refused(records)


class TestVersion:
    @pytest.mark.parametrize(
        "version", [None, {}, {"number": 0}, {"number": VERSION + 1}, {"number": None}]
    )
    def test_another_one_says_that_it_is_that(self, version: Any) -> None:
        records = WRITTEN | {"version": version}
        broker = Broker(Settings())
        with pytest.raises(OtherVersion, match=f"not {VERSION}"):
            broker.restore(records, 1000)
        assert still_works(broker)

    def test_an_upgrade_from_the_third_loses_nothing(self) -> None:
        broker = restored(THIRD)
        kept = broker.everything().put
        assert [(prompt.number, prompt.state.value) for prompt in broker.prompts] == [
            (1, "spent"),
            (2, "ended"),
            (3, "put_off"),
            (4, "answered"),
            (5, "answered"),
            (6, "answered"),
            (7, "queued"),
        ]
        outcomes = [prompt.outcome for prompt in broker.prompts]
        assert outcomes[0] == Denied()
        assert outcomes[3:6] == [
            Approved(),
            Answered(answer="shop"),
            Answered(answer=("production",)),
        ]
        assert broker.settings == Settings(
            denials=1, do_not_disturb="wait", locked="wait", accessibility_approval=True
        )
        assert broker.away == "the screen is locked"
        assert broker.policy.undisturbed_until == 4600
        assert [quiet.title for quiet in broker.policy.quiet] == ["Deploy to production?"]
        assert kept["version"] == {"number": VERSION}
        assert kept["queue"] == THIRD["queue"]
        assert kept.keys() == THIRD.keys()

    def test_one_that_was_brought_up_to_date_is_read_by_the_next(self) -> None:
        kept = restored(THIRD).everything().put
        again = restored(json.loads(json.dumps(kept)))
        assert again.everything().put == kept
        offered = again.handle(collect(again, 4), 1001)
        (offer,) = [effect for effect in offered if isinstance(effect, e.Offer)]
        assert offer.kind == "confirm"

    @given(
        st.sampled_from([path for path in places(THIRD) if path]),
        st.sampled_from([None, True, "nonsense", [], {}]),
    )
    def test_nonsense_of_the_third_is_refused_or_harmless(
        self, path: tuple[Any, ...], nonsense: object
    ) -> None:
        records = deepcopy(THIRD)
        at(records, path[:-1])[path[-1]] = nonsense
        with contextlib.suppress(KeyError, TypeError, ValueError):
            restored(records)

    def test_the_first_is_brought_up_to_date(self) -> None:
        broker = restored(first())
        assert [prompt.number for prompt in broker.prompts] == [1, 2, 3, 4, 5, 6, 7]
        assert {prompt.queue_limit for prompt in broker.prompts} == {600}
        assert broker.everything().put["version"] == {"number": VERSION}
        assert broker.settings == Settings()

    def test_the_second_is_brought_up_to_date(self) -> None:
        broker = restored(second())
        assert [prompt.number for prompt in broker.prompts] == [1, 2, 3, 4, 5, 6, 7]
        assert broker.settings == Settings(denials=1)
        before, after = THIRD["policy"]["quiet"], list(broker.policy.quiet)
        assert [(quiet.number, quiet.fingerprint, quiet.until) for quiet in after] == [
            (period["number"], period["fingerprint"], period["until"]) for period in before
        ]
        assert {(quiet.asker, quiet.title) for quiet in after} == {("", "")}

    def test_an_option_of_the_fourth_was_its_label(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, WHERE, wait=0)
        driver.paint()
        driver.kept["asked/1"]["request"]["question"]["options"] = ["staging", "production"]
        driver.kept["version"] = {"number": 4}
        broker = restored(driver.kept)
        (prompt,) = broker.prompts
        assert prompt.request.question == WHERE
        assert prompt.fingerprint == WHERE.fingerprint
        assert broker.everything().put["version"] == {"number": VERSION}

    def test_what_lacks_a_field_is_read_with_its_default(self) -> None:
        """As was written before there was that field: no new version is needed for one."""
        assert WRITTEN["prompt/4"]["outcome"] == {"is": "Approved"}
        approved = restored(WRITTEN).everything().put["prompt/4"]
        assert approved["outcome"] == {"is": "Approved"}
        assert [prompt.outcome for prompt in restored(WRITTEN).prompts][3] == Approved()
        assert all(prompt.was_awaited for prompt in restored(WRITTEN).prompts)

    @pytest.mark.parametrize(
        "path",
        [("prompt/4",), ("prompt/4", "outcome"), ("asked/4",), ("policy",), ("settings",)],
    )
    def test_a_field_of_tomorrow_is_refused(self, path: tuple[str, ...]) -> None:
        """A daemon from before would not heed it."""
        records = deepcopy(WRITTEN)
        at(records, path)["tomorrow"] = 1
        with pytest.raises(ValueError, match="more than the fields of"):
            restored(records)

    def test_the_defaults_that_are_left_out_are_still_the_same(self) -> None:
        """Another one would be read into records that were written before. It counts the version
        up, and what brings them up to date writes the one from before."""
        defaults = {
            kind.__name__: {
                name: to_plain(getattr(kind, name))
                for name in kind.__match_args__
                if hasattr(kind, name)
            }
            for kind in record_classes(Prompt, record_classes(Settings, set()))
        }
        known = json.loads((Path(__file__).parent / "records/defaults.json").read_text())
        changed = {
            (kind, name): default
            for kind, fields in known.items()
            for name, default in fields.items()
            if defaults[kind].get(name, "gone") != default
        }
        assert not changed

    def test_nonsense_of_the_first_is_refused(self) -> None:
        nonsense = {"version": {"number": 1}, "asked/9": {"request": {}}}
        with pytest.raises((KeyError, TypeError, ValueError)):
            Broker(Settings()).restore(WRITTEN | nonsense, 1000)

    def test_records_from_before_there_were_versions_have_another(self) -> None:
        del (records := dict(WRITTEN))["version"]
        with pytest.raises(OtherVersion):
            Broker(Settings()).restore(records, 1000)

    def test_questions_are_counted_whatever_their_version(self) -> None:
        assert questions(WRITTEN | {"version": {}, "more/1": {}}) == 5
        assert questions({}) == 0


class TestWhatIsTold:
    def test_a_question_is_told_once(self, driver: Driver, agent: Chain) -> None:
        """The words of a big question are not told again with each retry."""
        for _ in range(5):
            command = driver.command(agent)
            driver.ask(command, WORDY)
            driver.end_command(command)
            driver.advance(1)
        told = [len(json.dumps(keep.put)) for keep in driver.keeps]
        assert sum("asked/1" in keep.put for keep in driver.keeps) == 1
        assert max(told[1:]) < 3000 < len(WORDY.details) < told[0]

    def test_command_lines_are_told_once(self, driver: Driver, agent: Chain) -> None:
        """They may be as long as any question."""
        for _ in range(3):
            command = driver.command(agent)
            long = replace(command[0], argv=("sayso", "x" * 100_000))
            driver.ask((long, *command[1:]))
            driver.end_command(command)
            driver.advance(1)
        assert max(len(json.dumps(keep.put)) for keep in driver.keeps[1:]) < 3000

    def test_a_moment_in_which_nothing_changes_is_not_told(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=600)
        driver.paint()
        told = len(driver.keeps)
        driver.advance(60)
        assert len(driver.keeps) == told

    def test_that_nobody_waits_any_more_is_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=600)
        driver.paint()
        driver.hang_up(driver.calls[1])
        assert driver.kept["prompt/1"]["recent_until"] == driver.now + 60
        driver.advance(60)
        assert driver.kept["prompt/1"]["recent_until"] == 0

    def test_what_is_over_leaves_no_words(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, values.replace(WORDY, title="a title", message="a message"))
        driver.paint()
        driver.click()
        assert "all of the plan" in str(driver.kept["asked/1"])
        driver.take(call)
        assert driver.kept["prompt/1"]["state"] == "spent"
        for words in ("all of the plan", "a title", "a message"):
            assert words not in str(driver.kept)

    def test_what_is_forgotten_leaves_nothing(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(3600)
        assert driver.kept.keys() == {"queue", "policy", "settings", "version"}
        assert set(driver.keeps[-1].drop) == {"asked/1", "prompt/1"}

    def test_a_new_keeper_is_told_everything(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, WORDY)
        driver.paint()
        assert driver.broker.everything().put == driver.kept
        driver.click()
        assert driver.kept["prompt/1"]["state"] == "answered"
        assert driver.broker.everything().put == driver.kept

    def test_a_successor_tells_what_has_changed_alone(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, WORDY)
        driver.hang_up(driver.ask(command, RESTART))
        driver.restart()
        assert driver.keeps[-1].put.keys() == {"prompt/1"}
