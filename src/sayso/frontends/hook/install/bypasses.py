"""Settings in an agent's own configuration that keep our hook from running.

Rules from elsewhere (an organisation's policy, the command line) are not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.hook.install.entries import Found


def bypasses(name: str, settings: Mapping[str, Any], our_hooks: tuple[Found, ...]) -> Iterator[str]:
    """One sentence for each setting. A gate (a hook before every tool call) runs before the agent's
    rules, so no rule can bypass it."""
    gates = {event.name for event in AGENTS[name].gate}
    has_gate = any(each.event in gates for each in our_hooks)
    if name in _CHECKS_BY_AGENT:
        yield from _CHECKS_BY_AGENT[name](settings, has_gate)


def _claude_code(settings: Mapping[str, Any], has_gate: bool) -> Iterator[str]:
    if settings.get("disableAllHooks") is True:
        yield "disableAllHooks is set: no hook runs"
    if has_gate:
        return
    permissions = _table(settings, "permissions")
    mode = permissions.get("defaultMode")
    if mode in ("bypassPermissions", "dontAsk"):
        yield f"permissions.defaultMode is {mode}: Claude Code never asks"
    allowed = permissions.get("allow")
    for rule in allowed if isinstance(allowed, list) else ():
        if rule in ("Bash", "Bash(*)", "Bash(:*)", "Edit", "Write"):
            yield f"permissions.allow has {rule}: Claude Code does not ask before using it"


def _codex(settings: Mapping[str, Any], has_gate: bool) -> Iterator[str]:
    if _table(settings, "features").get("hooks") is False:
        yield "features.hooks is false: no hook runs"
    if not has_gate and settings.get("approval_policy") == "never":
        yield "approval_policy is never: Codex never asks"


def _gemini(settings: Mapping[str, Any], _has_gate: bool) -> Iterator[str]:
    config = _table(settings, "hooksConfig")
    if config.get("enabled") is False:
        yield "hooksConfig.enabled is false: no hook runs"
    disabled = config.get("disabled")
    if isinstance(disabled, list) and "sayso" in disabled:
        yield "hooksConfig.disabled has sayso: the hook does not run"


def _table(settings: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = settings.get(key)
    return found if isinstance(found, dict) else {}


_CHECKS_BY_AGENT: Mapping[str, Callable[[Mapping[str, Any], bool], Iterator[str]]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
}
