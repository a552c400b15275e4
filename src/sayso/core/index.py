"""All prompts that are remembered, with indexes to find each without a walk over all of them.

Open prompts, those that are over and bound ones may be walked over, as there are few. Kept prompts,
with an outcome that nobody has collected yet, may be many: whatever is asked of them at each event
has an index of its own. A prompt that changes says so; the indexes are brought up to date before
they are read.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from math import inf

from sayso.core.events import Request
from sayso.core.lineage import Account, Place
from sayso.core.priority_queue import PriorityQueue
from sayso.core.prompt import OVER, Prompt
from sayso.core.settings import PLACES_SHARE

_Alike = tuple[str, str, object, str]
"""Fingerprint, scope, the process that it is asked for, and the place that it comes from. A request
repeats no prompt that differs in one of these."""


class Index:
    def __init__(self) -> None:
        self._live: dict[int, Prompt] = {}
        """By number: prompts whose outcome may still come, or be asked for."""
        self._over: dict[str, OrderedDict[int, Prompt]] = {"": OrderedDict()}
        """By place, and then by number: prompts that are over, those that ended first before the
        others. Nothing happens to them any more, except that they are forgotten at their
        `keep_until`. The empty name is this machine."""
        self._tickets: dict[str, Prompt] = {}
        self._alike: dict[_Alike, dict[int, Prompt]] = {}
        """Live prompts, oldest first."""
        self._bound: dict[int, Prompt] = {}
        """Live prompts that are bound, by number."""
        self._kept: dict[Account, OrderedDict[int, Prompt]] = {}
        """Live prompts that are not open, by account; those that have been kept for longest come
        first."""
        self._whose: dict[int, Account] = {}
        """The account of each kept prompt, by number."""
        self._fullest: PriorityQueue[Account] = PriorityQueue()
        """The accounts by how many prompts are kept for each; the priority is that number,
        negated."""
        self._fullest_place: PriorityQueue[Account] = PriorityQueue()
        """Like `_fullest`, but for places alone."""
        self._kept_of_places = 0
        self._due: PriorityQueue[int] = PriorityQueue()
        self._unsettled: dict[int, Prompt] = {}
        """Prompts that have changed since the index last worked out when they are due, and whether
        they are kept."""
        self._untold: dict[int, Prompt] = {}
        """Prompts that have changed since the keeper was told of them."""

    # Coming, changing and going

    def add(self, prompt: Prompt) -> None:
        """Adds a new prompt, or one that an earlier daemon had."""
        prompt.watcher = self
        self.changed(prompt, lasting=True)
        self._tickets[prompt.ticket] = prompt
        if prompt.state in OVER:
            self._lay_down(prompt)
            return
        self._live[prompt.number] = prompt
        self._alike.setdefault(_its(prompt), {})[prompt.number] = prompt
        if prompt.bound:
            self._bound[prompt.number] = prompt

    def changed(self, prompt: Prompt, lasting: bool) -> None:
        """Implements `sayso.core.prompt.Watcher`."""
        self._unsettled[prompt.number] = prompt
        if lasting:
            self._untold[prompt.number] = prompt

    def lay_aside(self, prompt: Prompt) -> None:
        """Moves a live prompt to those that are over."""
        self._leave_the_live(prompt)
        self._lay_down(prompt)

    def _lay_down(self, prompt: Prompt) -> None:
        self._over.setdefault(prompt.place, OrderedDict())[prompt.number] = prompt

    def remove(self, prompt: Prompt) -> None:
        over = self._over.get(prompt.place)
        if over is None or over.pop(prompt.number, None) is None:
            self._leave_the_live(prompt)
        elif prompt.place and not over:
            del self._over[prompt.place]
        self._tickets.pop(prompt.ticket, None)

    def _leave_the_live(self, prompt: Prompt) -> None:
        del self._live[prompt.number]
        self._bound.pop(prompt.number, None)
        alike = self._alike[_its(prompt)]
        del alike[prompt.number]
        if not alike:
            del self._alike[_its(prompt)]

    # Finding

    @property
    def prompts(self) -> list[Prompt]:
        """All prompts, oldest first. Too slow for what happens at each event."""
        pools = (self._live, *self._over.values())
        return sorted(
            (prompt for pool in pools for prompt in pool.values()), key=lambda each: each.number
        )

    @property
    def bound(self) -> Iterable[Prompt]:
        """The bound prompts that are not over."""
        return self._bound.values()

    @property
    def kept(self) -> int:
        """The number of prompts with an outcome that nobody has collected."""
        self._settle()
        return len(self._whose)

    def by_number(self, number: int) -> Prompt | None:
        pools = (self._live, *self._over.values())
        return next((pool[number] for pool in pools if number in pool), None)

    def by_ticket(self, ticket: str) -> Prompt | None:
        return self._tickets.get(ticket)

    def alike(self, request: Request, place: str) -> list[Prompt]:
        """The prompts that `request` from this place may repeat, if its asker is theirs, oldest
        first. A bound question has its own call alone: it repeats none, and none repeats it."""
        alike = self._alike.get(_alike(request.question.fingerprint, request, place), {})
        return [each for each in alike.values() if not (request.bound or each.bound)]

    def too_old(self, remembered: int) -> Prompt | None:
        """The next prompt to forget; None: there is room. This machine may have `remembered`
        prompts that are over, all places together half as many. Beyond that, the prompt that ended
        first goes: of the account of this machine, or of the place, that has most. So none pushes
        out what another has claimed."""
        here = self._over[""].values()
        if len(here) > remembered:
            by_account = Counter(prompt.account for prompt in here)
            fullest = max(by_account, key=by_account.__getitem__)
            return next(prompt for prompt in here if prompt.account == fullest)
        of_places = [over for place, over in self._over.items() if place]
        if sum(map(len, of_places)) <= remembered // PLACES_SHARE:
            return None
        return next(iter(max(of_places, key=len).values()))

    def too_many(self, kept: int) -> Prompt | None:
        """The next prompt to forget, where more are kept than there is room for, or than places may
        have of it: the one that has been kept for longest, of the account that has most. So whoever
        fills the room loses their own, and nobody else's. None: there are not too many."""
        if self.kept > kept:
            fullest = self._fullest.first()
        elif self._kept_of_places > kept // PLACES_SHARE:
            fullest = self._fullest_place.first()
        else:
            return None
        return fullest and next(iter(self._kept[fullest[1]].values()))

    # What has changed

    def next_due(self) -> float:
        """When something about a prompt ends or begins by itself; inf: nothing does."""
        self._settle()
        first = self._due.first()
        return first[0] if first else inf

    def take_due(self, now: float) -> list[Prompt]:
        """The prompts whose time has come: those that are over first, then in the order in which
        they come back."""
        self._settle()
        due = []
        while (first := self._due.first()) and first[0] <= now:
            prompt = self.by_number(first[1])
            assert prompt  # noqa: S101 (narrows the type: what is gone is not due)
            due.append(prompt)
            self._due.remove(prompt.number)
            self._unsettled[prompt.number] = prompt
        return sorted(due, key=lambda each: (each.state not in OVER, each.back_at, each.number))

    def take_untold(self) -> Iterable[Prompt]:
        """The prompts that changed, or went, since the last call."""
        untold, self._untold = self._untold, {}
        return untold.values()

    def tell_again(self) -> None:
        """Marks all prompts as new to the keeper."""
        self._untold = {prompt.number: prompt for prompt in self.prompts}

    def _settle(self) -> None:
        for number, prompt in self._unsettled.items():
            if self.by_number(number):
                self._due.set(number, prompt.due)
            else:
                self._due.remove(number)
            is_kept = number in self._live and not prompt.is_open
            if is_kept and number not in self._whose:
                self._keep(prompt)
            elif not is_kept and number in self._whose:
                self._keep_no_longer(number)
        self._unsettled.clear()

    def _keep(self, prompt: Prompt) -> None:
        account = self._whose[prompt.number] = prompt.account
        kept = self._kept.setdefault(account, OrderedDict())
        kept[prompt.number] = prompt
        self._kept_of_places += isinstance(account, Place)
        self._count(account, len(kept))

    def _keep_no_longer(self, number: int) -> None:
        account = self._whose.pop(number)
        kept = self._kept[account]
        del kept[number]
        self._kept_of_places -= isinstance(account, Place)
        self._count(account, len(kept))
        if not kept:
            del self._kept[account]

    def _count(self, account: Account, kept: int) -> None:
        """Ranks the account by how many prompts are kept for it now."""
        ranked = [self._fullest, self._fullest_place]
        for ranks in ranked if isinstance(account, Place) else ranked[:1]:
            if kept:
                ranks.set(account, -kept)
            else:
                ranks.remove(account)


def _its(prompt: Prompt) -> _Alike:
    return _alike(prompt.fingerprint, prompt.request, prompt.place)


def _alike(fingerprint: str, request: Request, place: str) -> _Alike:
    return fingerprint, request.scope, request.behalf and request.behalf.identity, place
