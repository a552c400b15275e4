"""Decides what is refused: too many open prompts, questions that were denied again and again, and
all questions while the person is not to be disturbed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from sayso.core.lineage import Account, Place, place_of
from sayso.core.log_subject import LogSubject
from sayso.core.outcome import Refused
from sayso.core.prompt import Prompt
from sayso.core.serialization import fields_from_plain, fields_to_plain
from sayso.core.settings import PLACES_SHARE, REFUSE, Settings
from sayso.errors import UnknownQuietPeriod

_Subject = tuple[Account, str]
"""Who asked, and the fingerprint of the question."""

ANY_QUESTION = ""
"""Stands for the fingerprint where a quiet period is for all questions of an account."""

_Denials = tuple[tuple[_Subject, tuple[float, ...]], ...]


@dataclass(frozen=True)
class Quiet:
    """A quiet period for one question of one account, or for all its questions. `asker` and `title`
    are text of others, not escaped for display yet. `title` is empty where all questions are meant,
    and where the question is for a secret and has no title."""

    number: int
    origin: Account
    fingerprint: str
    until: float
    asker: str
    title: str
    everywhere: bool = False
    """The question was denied to other accounts as well: whoever asks it is refused."""

    @property
    def subject(self) -> _Subject:
        """Who is refused what: there is one quiet period of each at a time."""
        return self.origin, self.fingerprint


@dataclass(frozen=True)
class Suggestion:
    """A quiet period for everything that one account asks, if the person wants it: they denied this
    account several different questions in a row. `asker` is text of others, not escaped for display
    yet."""

    number: int
    """The number of the quiet period that it becomes."""
    origin: Account
    until: float
    asker: str


@dataclass(frozen=True)
class _Remembered:
    """What a successor needs to go on."""

    denials: _Denials = ()
    quiet: tuple[Quiet, ...] = ()
    begun: int = 0
    undisturbed_until: float | None = None
    away: str | None = None
    suggested: tuple[Suggestion, ...] = ()


class Policy:
    """Limits and quiet periods, both counted per account, and do-not-disturb."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        """The settings in force; the broker replaces them."""
        self.undisturbed_until: float | None = None
        """When do-not-disturb ends; None: the person may be disturbed."""
        self.away: str | None = None
        """Why the person is not at the screen, as was last reported; None: they are."""
        self._denials: dict[_Subject, tuple[float, ...]] = {}
        self._quiet: dict[int, Quiet] = {}
        """The quiet periods by number, oldest first."""
        self._suggested: dict[int, Suggestion] = {}
        """The suggested quiet periods by number, oldest first."""
        self._begun = 0
        """The last number given to a quiet period, or to a suggested one."""

    @property
    def quiet(self) -> Iterable[Quiet]:
        """The quiet periods, oldest first."""
        return self._quiet.values()

    @property
    def suggested(self) -> Iterable[Suggestion]:
        """The suggested quiet periods, oldest first."""
        return self._suggested.values()

    def holds_nothing(self, now: float) -> bool:
        """Whether there are no quiet periods, no suggestions, no do-not-disturb, and no denials
        that count."""
        self._forget(now)
        kept = self._denials or self._quiet or self._suggested
        return not kept and self.undisturbed_until is None

    def denied(self, prompt: Prompt, now: float) -> None:
        """Counts a denial. Several of one question in a row start a quiet period for it, whoever
        asked: somebody who takes another terminal each time is another account each time. If the
        question was denied to another account so often already, one denial is enough, and the quiet
        period holds for everybody. Several different denied questions in a row suggest a quiet
        period for everything that this account asks. What was denied to a place counts there
        alone."""
        self._forget(now)
        if self.denied_elsewhere(prompt) is not None:
            self._begin_quiet(prompt, now, everywhere=True)
            return
        subject, most = (prompt.account, prompt.fingerprint), self.settings.denials
        self._denials[subject] = (*self._denials.get(subject, ()), now)[-most:]
        alike = [
            (account, fingerprint)
            for account, fingerprint in self._denials
            if fingerprint == prompt.fingerprint and place_of(account) == prompt.place
        ]
        since = now - self.settings.denial_window
        recent = sum(time >= since for each in alike for time in self._denials[each])
        if recent >= most:
            self._begin_quiet(prompt, now)
            for each in alike:
                del self._denials[each]
        self._suggest(prompt, now)

    def denied_elsewhere(self, prompt: Prompt) -> str | None:
        """The name of another asker to whom this question was denied again and again; None: there
        is none, or the question is for a key, where a denial to one is no denial to all."""
        if prompt.request.for_key:
            return None
        return next(
            (
                quiet.asker
                for quiet in reversed(self._quiet.values())
                if quiet.fingerprint == prompt.fingerprint
                and quiet.origin != prompt.account
                and place_of(quiet.origin) == prompt.place
            ),
            None,
        )

    def end_quiet(self, number: int) -> None:
        """Ends this quiet period. Raises UnknownQuietPeriod."""
        if number not in self._quiet:
            raise UnknownQuietPeriod(f"no quiet period has the number {number}", field="number")
        del self._quiet[number]

    def begin_quiet(self, number: int, now: float) -> None:
        """Begins the quiet period that is suggested under this number. Raises
        UnknownQuietPeriod."""
        if number not in self._suggested:
            raise UnknownQuietPeriod(f"no quiet period {number} is suggested", field="number")
        suggestion = self._suggested.pop(number)
        self._quiet[number] = Quiet(
            number,
            suggestion.origin,
            ANY_QUESTION,
            until=now + self.settings.quiet_period,
            asker=suggestion.asker,
            title="",
        )

    def refusal(
        self,
        account: Account,
        fingerprint: str,
        open_prompts: Iterable[Prompt],
        now: float,
        *,
        counts_everywhere: bool = True,
    ) -> Refused | None:
        """Why a new prompt is refused; None: it is not. `counts_everywhere`: quiet periods for
        everybody count as well."""
        ends = [
            quiet.until
            for quiet in self._quiet.values()
            if ((quiet.everywhere and counts_everywhere) or quiet.origin == account)
            and place_of(quiet.origin) == place_of(account)
            and quiet.fingerprint in (fingerprint, ANY_QUESTION)
        ]
        if ends:
            return Refused("quiet_period", retry_after=max(ends) - now)
        accounts = [prompt.account for prompt in open_prompts]
        if accounts.count(account) >= self.settings.prompts_per_origin:
            return Refused("origin_limit")
        of_places = sum(isinstance(each, Place) for each in accounts)
        share = max(1, self.settings.prompts // PLACES_SHARE)
        is_full = isinstance(account, Place) and of_places >= share
        if is_full or len(accounts) >= self.settings.prompts:
            return Refused("prompt_limit")
        return None

    def do_not_disturb(self, now: float) -> Refused | None:
        """Why do-not-disturb refuses a new prompt just now; None: it does not. A prompt that only
        comes again is not refused for this."""
        if self.undisturbed_until is not None and self.settings.do_not_disturb == REFUSE:
            return Refused("do_not_disturb", retry_after=self.undisturbed_until - now)
        return None

    def next_due(self) -> float:
        """When something here ends by itself; inf: nothing does."""
        undisturbed = [] if self.undisturbed_until is None else [self.undisturbed_until]
        quiet = [each.until for each in self.quiet]
        suggested = [each.until for each in self.suggested]
        return min([*undisturbed, *quiet, *suggested], default=inf)

    def elapse(self, now: float) -> None:
        """Ends what is over by now."""
        if self.undisturbed_until is not None and self.undisturbed_until <= now:
            self.undisturbed_until = None
        self._quiet = {n: quiet for n, quiet in self._quiet.items() if quiet.until > now}
        self._suggested = {n: each for n, each in self._suggested.items() if each.until > now}

    def record(self) -> dict[str, Any]:
        """What a successor needs, as plain data."""
        told = {
            "denials": tuple(self._denials.items()),
            "quiet": tuple(self._quiet.values()),
            "begun": self._begun,
            "undisturbed_until": self.undisturbed_until,
            "away": self.away,
            "suggested": tuple(self._suggested.values()),
        }
        return fields_to_plain(_Remembered, told)

    def restore(self, record: Mapping[str, Any]) -> None:
        """Takes over what `record` gave. Raises KeyError, TypeError or ValueError."""
        names = _Remembered.__match_args__
        told = _Remembered(**fields_from_plain(_Remembered, names, record))
        self._denials = dict(told.denials)
        self._quiet = {quiet.number: quiet for quiet in told.quiet}
        self._begun = told.begun
        self.undisturbed_until = told.undisturbed_until
        self.away = told.away
        self._suggested = {each.number: each for each in told.suggested}

    def _begin_quiet(self, prompt: Prompt, now: float, everywhere: bool = False) -> None:
        subject = (prompt.account, prompt.fingerprint)
        self._quiet = {n: quiet for n, quiet in self._quiet.items() if quiet.subject != subject}
        self._begun += 1
        question = prompt.request.question
        topic = LogSubject.of(prompt.request, prompt.opened_by, prompt.fingerprint)
        self._quiet[self._begun] = Quiet(
            number=self._begun,
            origin=prompt.account,
            fingerprint=prompt.fingerprint,
            until=now + self.settings.quiet_period,
            asker=topic.asker,
            title=question.title if question.secret else topic.words,
            everywhere=everywhere,
        )

    def _suggest(self, prompt: Prompt, now: float) -> None:
        """Suggests a quiet period for this account if enough different questions were denied, and
        not all of its questions are refused already."""
        account = prompt.account
        different = sum(each == account for each, _ in self._denials)
        is_quiet = any(each.subject == (account, ANY_QUESTION) for each in self.quiet)
        if different < self.settings.denials or is_quiet:
            return
        known = next((each for each in self.suggested if each.origin == account), None)
        if known is None:
            self._begun += 1
        number = known.number if known else self._begun
        asker = LogSubject.of(prompt.request, prompt.opened_by, prompt.fingerprint).asker
        until = now + self.settings.quiet_period
        self._suggested[number] = Suggestion(number, account, until, asker)

    def _forget(self, now: float) -> None:
        window = self.settings.denial_window
        self._denials = {
            s: times for s, times in self._denials.items() if now - times[-1] <= window
        }
