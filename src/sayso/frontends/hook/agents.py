"""The agents whose events we understand, under their names on the command line."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

NAMES = ("claude-code", "codex", "gemini", "cursor", "vscode")


def module(name: str) -> Any:
    """The module of an agent. It has a `TITLE`, a `LIMIT` in seconds, `question`, which takes an
    event, and `refuse`, which takes a reason and makes the gate's reply when nobody decided."""
    path = f"sayso.frontends.hook.{name.replace('-', '_')}"
    __import__(path)  # importlib.import_module would load what no short command needs
    return sys.modules[path]
