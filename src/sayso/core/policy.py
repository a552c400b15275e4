"""What is refused: too many open prompts, and questions that were denied again and again."""

from collections.abc import Iterable, Mapping
from typing import Any

from sayso.core.lineage import Process
from sayso.core.outcome import Refused
from sayso.core.plain import plain, typed
from sayso.core.prompt import Prompt
from sayso.core.settings import Settings

_Subject = tuple[Process, str]
"""Origin and fingerprint."""

_Denials = tuple[tuple[_Subject, tuple[float, ...]], ...]
_Quiet = tuple[tuple[_Subject, float], ...]


class Policy:
    """Limits and quiet periods, both counted per origin."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        """Those in force; the broker replaces them."""
        self._denials: dict[_Subject, tuple[float, ...]] = {}
        self._quiet_until: dict[_Subject, float] = {}

    def denied(self, prompt: Prompt, now: float) -> None:
        """The person said no; so many times in a row start a quiet period for this question."""
        self._forget(now)
        subject = (prompt.origin, prompt.fingerprint)
        times = (*self._denials.get(subject, ()), now)[-self.settings.denials :]
        self._denials[subject] = times
        if len(times) == self.settings.denials and now - times[0] <= self.settings.denial_window:
            self._quiet_until[subject] = now + self.settings.quiet_period
            del self._denials[subject]

    def refusal(
        self, origin: Process, fingerprint: str, open_prompts: Iterable[Prompt], now: float
    ) -> Refused | None:
        """Why a new prompt is refused, or None."""
        quiet_until = self._quiet_until.get((origin, fingerprint), now)
        if quiet_until > now:
            return Refused("quiet_period", retry_after=quiet_until - now)
        origins = [prompt.origin for prompt in open_prompts]
        if origins.count(origin) >= self.settings.prompts_per_origin:
            return Refused("origin_limit")
        if len(origins) >= self.settings.prompts:
            return Refused("prompt_limit")
        return None

    def record(self) -> dict[str, Any]:
        """As plain data, for a successor."""
        return {
            "denials": plain(tuple(self._denials.items())),
            "quiet": plain(tuple(self._quiet_until.items())),
        }

    def restore(self, record: Mapping[str, Any]) -> None:
        """What `record` told. Raises KeyError, TypeError or ValueError."""
        self._denials = dict(typed(_Denials, record["denials"]))
        self._quiet_until = dict(typed(_Quiet, record["quiet"]))

    def _forget(self, now: float) -> None:
        window = self.settings.denial_window
        self._denials = {
            s: times for s, times in self._denials.items() if now - times[-1] <= window
        }
        self._quiet_until = {s: until for s, until in self._quiet_until.items() if until > now}
