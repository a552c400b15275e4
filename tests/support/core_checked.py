"""The driver around a broker, with a model of the contract that must say the same."""

import json
from copy import deepcopy

from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.lineage import Lineage
from sayso.core.outcome import Decision, Outcome
from sayso.core.prompt import Prompt, State
from sayso.core.questions import Choice
from sayso.core.settings import Settings
from support.core_crowd import fill
from support.core_driver import Death, Driver
from support.core_heard import heard
from support.core_model import Model


class Checked(Driver):
    """After each event the model must expect exactly what the broker says. Some things the broker
    must never say."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.model = Model(settings)
        self._before: Model | None = None
        self._painted: set[int] = set()
        self._shown: dict[int, int] = {}
        self._approved: set[int] = set()
        self._claimed: dict[str, int] = {}
        self._spent_by: dict[int, str] = {}
        self._promised: set[int] = set()
        self._others = 0

    def among(self, others: int) -> None:
        """To be called first: `others` answers for somebody else are kept. The model does not know
        them, but their numbers are taken."""
        agent = self.command(self.spawn(self.tab(), "agent"))
        fill(self.broker, others, Lineage(agent), self.now)
        self.kept = json.loads(json.dumps(self.broker.everything().put))
        self._others = self.model.opened = self.model.runs = others

    @property
    def prompts(self) -> list[Prompt]:
        """The prompts, without those of somebody else."""
        return [prompt for prompt in super().prompts if prompt.number > self._others]

    def handle(self, event: e.Event) -> list[e.Effect]:
        lost = self.dying is Death.UNKEPT
        self._before = deepcopy(self.model) if lost else None
        expected = self.model.step(event, self.now)
        effects = super().handle(event)
        assert heard(effects) == expected
        places = {asked.number: place for place, asked in enumerate(self.model.line, 1)}
        assert {p.number: self.broker.place(p) for p in self.prompts if p.is_open} == places
        quiet = {quiet.number: quiet.until for quiet in self.broker.policy.quiet}
        assert quiet == {number: until for until, number in self.model.quiet.values()}
        self._look_everywhere()
        if not lost:
            self._see_screen(event, effects)
            self._see_commits(event, effects)
        return effects

    def _look_everywhere(self) -> None:
        """Checks that the broker's shortcuts (counts, sets and due times) agree with a walk over
        all prompts."""
        prompts, policy = list(self.broker.prompts), self.broker.policy
        times = [prompt.due for prompt in prompts] + [quiet.until for quiet in policy.quiet]
        due = self.broker.next_due()
        assert due is None or due >= self.now
        assert due is None or due <= min(times, default=due)
        assert due is not None or not times
        assert [p.number for p in prompts if p.is_open] == sorted(
            prompt.number for prompt in self.broker.queue
        )
        assert self.broker.kept == sum(p.state in (State.DECIDED, State.UNSEEN) for p in prompts)
        assert self.broker.owners == {each for prompt in prompts for each in prompt.depends_on}
        assert self.broker.kept <= self.broker.settings.kept

    def successor(self) -> Broker:
        """A successor to the broker. No answer that was said to be recorded may be lost; if nobody
        has heard of an event, it has not happened for the model either."""
        promised = self._answers(self.broker)
        self.model, self._before = self._before or self.model, None
        self.model.daemon_dies(self.now)
        self._painted.clear()
        broker = super().successor()
        assert promised.items() <= self._answers(broker).items()
        return broker

    def _answers(self, broker: Broker) -> dict[int, Outcome]:
        return {
            prompt.number: prompt.outcome
            for prompt in broker.prompts
            if prompt.number in self._promised and self.now < prompt.keep_until
        }

    def _note(self, effect: e.Effect) -> int:
        if isinstance(effect, e.Recorded):
            number = self._shown[effect.run]
            is_bound = any(each.bound for each in self.prompts if each.number == number)
            self._promised |= set() if is_bound else {number}
        return super()._note(effect)

    def _see_screen(self, event: e.Event, effects: list[e.Effect]) -> None:
        """Checks that only a click on a painted dialog approves."""
        self._shown |= {show.run: show.number for show in effects if isinstance(show, e.Show)}
        if isinstance(event, e.Painted):
            self._painted.add(event.run)
        recorded = [effect.run for effect in effects if isinstance(effect, e.Recorded)]
        if recorded:
            assert isinstance(event, e.Answered)
            assert recorded == [event.run]
            assert event.run in self._painted
            if event.choice is Choice.APPROVE:
                self._approved.add(self._shown[event.run])

    def _see_commits(self, event: e.Event, effects: list[e.Effect]) -> None:
        """Checks that an answer is handed out under one claim only, whichever daemon does it."""
        for effect in effects:
            if isinstance(effect, e.Offer):
                offered = [each.number for each in self.prompts if each.ticket == effect.ticket]
                for number in offered:  # empty if the question was bound and its call went at once
                    self._claimed[effect.claim] = number
            if isinstance(effect, e.Reply) and isinstance(effect.outcome, Decision):
                assert isinstance(event, e.Claim)
                number = self._claimed[event.claim]
                assert self._spent_by.setdefault(number, event.claim) == event.claim
                assert not effect.outcome.allowed or number in self._approved
