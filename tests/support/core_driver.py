"""One broker with all that is around it made up: a person, a screen, programs that ask, and a
clock."""

import json
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from typing import Any

from sayso.core import events as e
from sayso.core.behalf import Behalf
from sayso.core.broker import Broker
from sayso.core.entry import Entry
from sayso.core.events import BoundRequest, Request
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.outcome import By, Decision, Outcome
from sayso.core.prompt import Prompt, State
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Confirm, Password, Question, Select, Severity, Text
from sayso.core.secret import Secret
from sayso.core.settings import Settings
from sayso.errors import SaysoError, ServiceError
from support.entries import as_entry, options

DEPLOY = Confirm("Deploy to production?")
RESTART = Confirm("Restart the server?")
UNLOCK = Password("Unlock the disk")
NAME = Text("What is its name?")
WHERE = Select("Where to?", options("staging", "production"))
WIPE = Confirm("Wipe the disk?", severity=Severity.DESTRUCTIVE)

Chain = tuple[Member, ...]
"""A process and its ancestors, from the inside out: the members of a lineage."""

Final = e.Reply | e.Offer | e.Withdrew | e.WithdrewScope | e.Opened | e.Done | e.Fail


@dataclass
class Call:
    """One request to the broker, and what it heard."""

    number: int
    claim_id: str
    process: Process
    progress: list[e.Progress] = field(default_factory=list)
    final: Final | None = None
    cut_off: bool = False
    """Whether the daemon died during the call, which therefore hears nothing more."""
    over: bool = False
    """Whether this is a bound call whose offered answer has been claimed or is lost."""

    @property
    def waits(self) -> bool:
        return self.final is None and not self.cut_off

    @property
    def may_go(self) -> bool:
        """Whether the daemon still has to be told if the call's connection ends."""
        bound = isinstance(self.final, e.Offer) and self.final.bound
        return self.waits or (bound and not self.over and not self.cut_off)

    @property
    def is_done(self) -> bool:
        """Whether what the call wanted has been done."""
        return isinstance(self.final, e.Done)

    @property
    def opened(self) -> int | None:
        """Number of the question that the call brought up; None: there was none."""
        assert isinstance(self.final, e.Opened), self.final
        return self.final.number

    @property
    def outcome(self) -> Outcome:
        assert isinstance(self.final, e.Reply), self.final
        return self.final.outcome

    @property
    def error(self) -> SaysoError:
        assert isinstance(self.final, e.Fail), self.final
        return self.final.error

    @property
    def offer(self) -> e.Offer:
        assert isinstance(self.final, e.Offer), self.final
        return self.final


class Death(Enum):
    """How much of an event's handling gets out before the daemon dies."""

    KEPT = "the keeper has heard, and nobody else"
    UNKEPT = "nobody has heard"


class Driver:
    """Steps the broker's clock from one due time to the next, and keeps all that the broker says.

    A dialog that is told to close, or that its answer is recorded, goes at once, unless `lingers`
    is set. Asserted in every test: a call ends once, a dialog is shown only when the one before it
    has gone and the person is there, and nothing comes out that the keeper does not know.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.broker = Broker(self.settings)
        self.kept: dict[str, Any] = self.broker.everything().put
        """The keeper's records, in the form that JSON gives them."""
        self.keeps: list[e.Keep] = []
        self.dying: Death | None = None
        """How the daemon dies in the next event; None: it lives on."""
        self.now = 1000.0
        self.lingers = False
        self.calls: dict[int, Call] = {}
        self.shows: list[e.Show] = []
        self.updates: list[e.Update] = []
        self.lists: list[e.ListQueue] = []
        self.records: list[e.Recorded] = []
        self.refused_clicks: list[e.NotRecorded] = []
        self.finished: list[e.Finished] = []
        self.closed: list[int] = []
        self.raised: list[int] = []
        self.raised_alone: list[int] = []
        """Dialogs that were raised without keyboard focus."""
        self.log: list[e.Log] = []
        self.on_screen = 0
        """The run of the dialog process that is alive; 0: none."""
        self.reason: str | None = None
        """Why the person is away (None: they are there), as the system tells each daemon."""
        self.gone: set[Process] = set()
        self.unproven = False
        """Whether the system can't prove which process asks."""
        self.place = ""
        """Where the calls from now on come from: a place's name; empty: this machine."""
        self.withheld = False
        """Whether the person does not let that place ask anything of this kind."""
        self.obstacle: ServiceError | None = None
        """The error that keeps questions asked from now on from being shown; None: nothing does."""
        self._bound: set[int] = set()
        """Numbers of bound prompts: the keeper must know nothing about them."""
        self._numbers = count(1)
        self._pids = count(100)

    # Processes

    def tab(self) -> Chain:
        """A shell that leads a session on a terminal. It counts as the origin of what runs in
        it."""
        pid = next(self._pids)
        return (Member(Process(pid, self.now), pid, True, "", "bash", cwd="/work"),)

    def orphan(self, cgroup: str = "/tab") -> Chain:
        """A sayso command whose starter has ended: it has no ancestors and no terminal."""
        process = Process(next(self._pids), self.now)
        return (Member(process, process.pid, False, cgroup, "sayso", cwd="/work"),)

    def spawn(self, parent: Chain, name: str = "sh", cwd: str | None = "/work") -> Chain:
        """A child process that starts now."""
        process = Process(next(self._pids), self.now)
        return (Member(process, parent[-1].session, True, "", name, cwd=cwd), *parent)

    def command(self, agent: Chain, cwd: str | None = "/work") -> Chain:
        """A sayso command in a new shell that the agent started."""
        return self.spawn(self.spawn(agent), "sayso", cwd)

    def typed(self, shell: Chain) -> Chain:
        """A sayso command that the person types into that shell."""
        command, *rest = self.spawn(shell, "python3")
        return (replace(command, is_sayso=True), *rest)

    def end(self, *chains: Chain) -> None:
        """The first process of each chain exits."""
        self.gone.update(chain[0].process for chain in chains)

    def end_command(self, command: Chain) -> None:
        """The command and its shell exit."""
        self.end(command, command[1:])

    # Requests

    def ask(
        self,
        by: Chain,
        question: Question = DEPLOY,
        *,
        wait: float | None = None,
        timeout: float | None = None,
        retention: float | None = None,
        render_timeout: float | None = None,
        max_retries: int | None = None,
        scope: str = "",
        slot: str = "",
        owner: int | None = None,
        ticket: str = "",
        rewords: bool = False,
        tool_call: bool = False,
        container: bool = False,
        bound: bool = False,
        limit: float | None = None,
        late: float = 0.0,
        says_it_is: str = "",
        activation: str | None = None,
        behalf: Behalf | None = None,
        for_key: bool = False,
    ) -> Call:
        request = Request(
            question,
            wait,
            timeout,
            retention,
            render_timeout,
            max_retries,
            scope,
            slot,
            owner,
            ticket,
            rewords,
            tool_call,
            says_it_is,
            activation,
            behalf,
            for_key=for_key,
        )
        if bound:
            request = BoundRequest(**vars(request), limit=limit)
        call = self._call(by)
        lineage = self._lineage(by, container)
        exited = self.broker.kin(request, lineage) & self.gone
        new_ticket = f"ticket-{call.number}"
        ids = new_ticket, call.claim_id
        self.send(
            e.Ask(call.number, request, lineage, exited, *ids, self.obstacle, late, self.withheld)
        )
        return call

    def _lineage(self, by: Chain, container: bool = False) -> Lineage:
        return Lineage(by, container, self.unproven, self.place)

    def collect(self, by: Chain, ticket: str, wait: float | None = None) -> Call:
        call = self._call(by)
        lineage = self._lineage(by)
        self.send(e.Collect(call.number, ticket, wait, lineage, call.claim_id))
        return call

    def claim(self, offered: Call, by: Chain | None = None) -> Call:
        """Claims what was offered to that call. `by`: the process that claims; None: the one that
        asked."""
        process = by[0].process if by else offered.process
        call = Call(next(self._numbers), "", process)
        self.calls[call.number] = call
        self.send(e.Claim(call.number, offered.claim_id, process))
        return call

    def take(self, offered: Call) -> Outcome:
        """Claims what the call was offered. Returns the outcome."""
        assert offered.offer.claim == offered.claim_id
        return self.claim(offered).outcome

    def withdraw(self, ticket: str = "", number: int = 0) -> Call:
        call = self._plain_call()
        self.send(e.Withdraw(call.number, ticket, number, self.place))
        return call

    def withdraw_scope(self, by: Chain, scope: str) -> Call:
        call, lineage = self._call(by), self._lineage(by)
        exited = self.broker.kin_in_scope(scope, lineage) & self.gone
        self.send(e.WithdrawScope(call.number, scope, lineage, exited))
        return call

    def finish(
        self,
        by: Chain,
        done: bool = True,
        *,
        ticket: str = "",
        number: int = 0,
        place: str = "",
    ) -> Call:
        call = self._call(by)
        self.send(e.Finish(call.number, call.process, done, ticket, number, place))
        return call

    def hang_up(self, call: Call) -> None:
        self.send(e.HangUp(call.number))

    # The screen and the person

    @property
    def show(self) -> e.Show:
        """The latest order to show a dialog."""
        return self.shows[-1]

    def cover(self) -> None:
        """The dialog is drawn, but wholly covered by another window."""
        self.send(e.Covered(self.show.run))

    def paint(self) -> None:
        self.send(e.Painted(self.show.run))

    def click(
        self,
        choice: Choice = Choice.APPROVE,
        run: int | None = None,
        by: By | None = None,
        checked: bool | None = None,
        words: str = "",
    ) -> None:
        self.send(e.Answered(self.show.run if run is None else run, choice, by, checked, words))

    def submit(
        self, text: str = "hunter2", by: By | None = None, checked: bool | None = None
    ) -> Secret:
        """The person types this and submits it. Returns the secret that the dialog process handed
        over."""
        secret = Secret(bytearray(text, "utf-8"))
        self.send(e.Submitted(self.show.run, secret, by, checked))
        return secret

    def fill(
        self,
        answer: str | tuple[int, ...] | Entry,
        *more: Entry,
        run: int | None = None,
        by: By | None = None,
    ) -> None:
        """The person submits an answer: a text, the indexes of options, or entries."""
        entries = (as_entry(answer), *more)
        self.send(e.Filled(self.show.run if run is None else run, entries, by))

    def draft(self, *entries: Entry) -> None:
        self.send(e.Drafted(self.show.run, entries))

    def scroll(self) -> None:
        self.send(e.Activity(self.show.run))

    def later(self, run: int | None = None) -> None:
        """The person puts the question off."""
        self.send(e.PutOff(self.show.run if run is None else run))

    def open_queue(self, run: int | None = None) -> None:
        """The person opens the list of the other questions."""
        self.send(e.QueueOpened(self.show.run if run is None else run))

    def bring_up(self, number: int, run: int | None = None) -> None:
        """The person picks this question from the list, to see it first."""
        self.send(e.BroughtUp(self.show.run if run is None else run, number))

    def die(self, run: int | None = None, unacknowledged: str = "") -> None:
        """The dialog process ends. `unacknowledged`: why it had to be killed, after it did not
        confirm an order; empty: it ended by itself."""
        run = self.on_screen if run is None else run
        assert run, "no dialog lives"
        if run == self.on_screen:
            self.on_screen = 0
        self.send(e.DialogEnded(run, unacknowledged))

    # The person, outside of dialogs

    def do_not_disturb(self, seconds: float) -> Call:
        call = self._plain_call()
        self.send(e.DoNotDisturb(call.number, seconds))
        return call

    def bring_forward(self, number: int) -> Call:
        """The person wants to see this question now."""
        call = self._plain_call()
        self.send(e.BringForward(call.number, number))
        return call

    def open_next(self, by: Chain) -> Call:
        """A command asks to show the next question. The person or a program may have run it."""
        call = self._call(by)
        self.send(e.OpenNext(call.number, Lineage(by)))
        return call

    def begin_quiet(self, number: int) -> Call:
        call = self._plain_call()
        self.send(e.BeginQuiet(call.number, number))
        return call

    def end_quiet(self, number: int) -> Call:
        call = self._plain_call()
        self.send(e.EndQuiet(call.number, number))
        return call

    def goes(self, reason: str = "the screen is locked") -> None:
        self.reason = reason
        self.send(e.PersonAway(reason))

    def comes(self) -> None:
        self.reason = None
        self.send(e.PersonAway(None))

    # Time

    def advance(self, seconds: float) -> None:
        """Moves the clock by so many seconds, with a tick whenever the broker has something due."""
        end = self.now + seconds
        while (due := self.broker.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.send(e.Tick())
        self.now = end
        self.send(e.Tick())

    def send(self, event: e.Event) -> list[e.Effect]:
        """Hands an event to the broker. Returns the effects; none if the daemon dies meanwhile."""
        effects = self.handle(event)
        dying, self.dying = self.dying, None
        if dying is not Death.UNKEPT:
            self._keep(effects)
        if dying:
            self.restart()
            return []
        self._check_kept(event, effects)
        leaving = [run for effect in effects if (run := self._note(effect))]
        if not self.lingers:
            for run in leaving:
                if run == self.on_screen:
                    self.die(run)
        return effects

    def handle(self, event: e.Event) -> list[e.Effect]:
        return self.broker.handle(event, self.now)

    # The daemon's death, and its successor

    def restart(self) -> None:
        """The daemon dies, its calls and dialogs end, and a successor goes on from the keeper's
        records."""
        self.on_screen = 0
        for call in self.calls.values():
            call.cut_off = call.cut_off or call.may_go
        self.broker = self.successor()
        self.send(e.PersonAway(self.reason))
        self.replace_keeper()

    def successor(self) -> Broker:
        broker = Broker(self.settings)
        broker.restore(self.kept, self.now)
        return broker

    def replace_keeper(self) -> None:
        """Tells a new keeper everything, and asserts that its predecessor was told the same bit by
        bit."""
        everything = self.broker.everything()
        assert json.loads(json.dumps(everything.put)) == self.kept
        assert not everything.drop

    def _keep(self, effects: list[e.Effect]) -> None:
        keeps = [effect for effect in effects if isinstance(effect, e.Keep)]
        assert keeps == effects[:1] or not keeps, "the keeper is told first, and once"
        for keep in keeps:
            self.keeps.append(keep)
            for key in keep.drop:
                del self.kept[key]
            self.kept |= json.loads(json.dumps(keep.put, allow_nan=False))

    def _check_kept(self, event: e.Event, effects: list[e.Effect]) -> None:
        self._bound |= {prompt.number for prompt in self.prompts if prompt.bound}
        for number in self._bound:
            assert not {f"asked/{number}", f"prompt/{number}"} & self.kept.keys()
            assert number not in self.kept["queue"]["order"]
        for effect in effects:
            match effect:
                case e.Show(_, number) if number not in self._bound:
                    assert self.kept[f"prompt/{number}"]["state"] == "showing"
                case e.Recorded(run):
                    number = next(show.number for show in self.shows[::-1] if show.run == run)
                    assert self._kept_state(number) in ("answered", None)
                case e.Offer(_, claim):
                    assert self._claimable(claim) in (["answered"], [])
                case e.Reply(_, outcome) if isinstance(outcome, Decision):
                    assert isinstance(event, e.Claim)
                    assert self._claimable(event.claim) in (["spent"], [])

    def _kept_state(self, number: int) -> str | None:
        """The state of a prompt in the keeper's records. None: it is not kept, as it is bound, asks
        for a secret or was forgotten."""
        if f"prompt/{number}" in self.kept:
            return str(self.kept[f"prompt/{number}"]["state"])
        prompts = {prompt.number: prompt for prompt in self.prompts if not prompt.bound}
        assert number not in prompts or prompts[number].request.question.secret
        return None

    def _claimable(self, claim: str) -> list[str]:
        """The states, in the keeper's records, of the prompts that were offered under this
        claim."""
        return [
            record["state"]
            for key, record in self.kept.items()
            if key.startswith("prompt/") and claim in [offered for offered, *_ in record["claims"]]
        ]

    # What can be seen

    @property
    def prompts(self) -> list[Prompt]:
        return list(self.broker.prompts)

    @property
    def places(self) -> dict[str, int]:
        """The queue: each question's place, by its message."""
        return {
            prompt.request.question.message: place
            for prompt in self.prompts
            if (place := self.broker.place(prompt)) is not None
        }

    @property
    def recorded(self) -> list[int]:
        """The dialogs whose answer was recorded."""
        return [record.run for record in self.records]

    @property
    def standing(self) -> PromptStatus:
        """The latest status that was sent to the latest dialog."""
        told = [update for update in self.updates if update.run == self.show.run]
        return told[-1].standing if told else self.show.standing

    def states(self) -> list[State]:
        return [prompt.state for prompt in self.prompts]

    def logged(self, event: e.LogEvent) -> list[int]:
        return [entry.number for entry in self.log if entry.event is event]

    def _call(self, by: Chain) -> Call:
        number = next(self._numbers)
        call = self.calls[number] = Call(number, f"claim-{number}", by[0].process)
        return call

    def _plain_call(self) -> Call:
        """A call from a program that does not ask a question."""
        call = Call(next(self._numbers), "", Process(1, 0))
        self.calls[call.number] = call
        return call

    def _note(self, effect: e.Effect) -> int:
        """Stores an effect. Returns the run of the dialog that leaves the screen because of it, or
        0."""
        match effect:
            case (
                e.Reply(call)
                | e.Offer(call)
                | e.Withdrew(call)
                | e.WithdrewScope(call)
                | e.Opened(call)
                | e.Done(call)
                | e.Fail(call)
            ):
                assert self.calls[call].final is None, "a call ends once"
                self.calls[call].final = effect
            case e.Over(call):
                assert self.calls[call].may_go, "what a bound call was offered is over once"
                self.calls[call].over = True
            case e.Progress(call):
                assert self.calls[call].final is None, "no progress after the end"
                self.calls[call].progress.append(effect)
            case e.Show(run):
                assert not self.on_screen, "one dialog visible"
                assert self.reason is None, "nobody is there to see it"
                self.on_screen = run
                self.shows.append(effect)
            case e.Update(run):
                assert run == self.on_screen, "only a dialog can be told"
                self.updates.append(effect)
            case e.ListQueue(run):
                assert run == self.on_screen, "only a dialog can be told"
                self.lists.append(effect)
            case e.BringDialogForward(run, takes_keyboard):
                assert run == self.on_screen, "only a dialog can come to the front"
                (self.raised if takes_keyboard else self.raised_alone).append(run)
            case e.NotRecorded():
                self.refused_clicks.append(effect)
            case e.Recorded() | e.Finished() | e.Close():
                return self._note_end(effect)
            case e.Log():
                self.log.append(effect)
        return 0

    def _note_end(self, effect: e.Recorded | e.Finished | e.Close) -> int:
        match effect:
            case e.Recorded():
                self.records.append(effect)
            case e.Finished():
                self.finished.append(effect)
            case e.Close(run):
                self.closed.append(run)
        return effect.run
