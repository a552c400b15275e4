"""The agents whose events are known, by the names that commands have for them."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

NAMES = ("claude-code", "codex", "gemini", "cursor", "vscode")


def module(name: str) -> Any:
    """It has a `TITLE`, a `LIMIT` in seconds, `question`, which takes an event, and `refuse`: what
    its gate is told where nobody decided, and why."""
    return import_module(f"sayso.frontends.hook.{name.replace('-', '_')}")
