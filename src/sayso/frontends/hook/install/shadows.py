"""Settings in an agent's own configuration that keep our hook from running.

Rules from elsewhere (an organisation's policy, the command line) are not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.hook.install.entries import Found


def shadows(name: str, whole: Any, ours: tuple[Found, ...]) -> Iterator[str]:
    """One sentence for each setting. A gate (a hook before every tool call) runs before the agent's
    rules, so no rule can bypass it."""
    gates = {event.name for event in AGENTS[name].gate}
    has_gate = any(each.event in gates for each in ours)
    if name in _OF_AGENT:
        yield from _OF_AGENT[name](whole, has_gate)


def _claude_code(whole: Any, has_gate: bool) -> Iterator[str]:
    if whole.get("disableAllHooks") is True:
        yield "disableAllHooks is set: no hook runs"
    permissions = _table(whole, "permissions")
    if has_gate:
        return
    mode = permissions.get("defaultMode")
    if mode in ("bypassPermissions", "dontAsk"):
        yield f"permissions.defaultMode is {mode}: it never asks"
    allowed = permissions.get("allow")
    for rule in allowed if isinstance(allowed, list) else ():
        if rule in ("Bash", "Bash(*)", "Bash(:*)", "Edit", "Write"):
            yield f"permissions.allow has {rule}: it does not ask before that"


def _codex(whole: Any, has_gate: bool) -> Iterator[str]:
    if _table(whole, "features").get("hooks") is False:
        yield "features.hooks is false: no hook runs"
    if not has_gate and whole.get("approval_policy") == "never":
        yield "approval_policy is never: it never asks"


def _gemini(whole: Any, _has_gate: bool) -> Iterator[str]:
    settings = _table(whole, "hooksConfig")
    if settings.get("enabled") is False:
        yield "hooksConfig.enabled is false: no hook runs"
    disabled = settings.get("disabled")
    if isinstance(disabled, list) and "sayso" in disabled:
        yield "hooksConfig.disabled has sayso: the hook does not run"


def _table(whole: Any, key: str) -> Mapping[str, Any]:
    found = whole.get(key)
    return found if isinstance(found, dict) else {}


_OF_AGENT: Mapping[str, Callable[[Any, bool], Iterator[str]]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
}
