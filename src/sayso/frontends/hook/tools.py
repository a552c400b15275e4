"""What a tool of an agent would do, as a person reads it: a command, a change of a file, fields.

Each tool is known by its name and its input's shape, for agents rename tools, and others name
theirs alike. What is known stands in the details; whatever else the input says stands in the
message, so that all of it is seen.
"""

from __future__ import annotations

from sayso.frontends import fields
from sayso.frontends.hook import changes
from sayso.values import Value

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Input = Mapping[str, Any]


class View(Value):
    """Of one call of a tool."""

    title: str
    details: str
    kind: str
    """Of the details: "command", "diff", "fields", or "text"."""
    shown: frozenset[str] = frozenset()
    """The fields of the input that the details show."""


def view(name: str, told: Input) -> View:
    """Of a call of the tool of this name."""
    known = next((made for look in _LOOKS if (made := look(name, told))), None)
    return known or View(f"Use {name}?", fields.render(told), "fields", frozenset(told))


def message(asks: str, told: Input, shown: frozenset[str]) -> str:
    """What stands above the details: who asks for what, the agent's own words about it, and what
    the details lack."""
    left = {key: value for key, value in told.items() if key not in shown | {"description"}}
    described = told.get("description")
    parts = [asks, described if isinstance(described, str) else "", fields.render(left)]
    if described is not None and not isinstance(described, str):
        parts.append(fields.render({"description": described}))
    return "\n".join(part for part in parts if part)


def _command(name: str, told: Input) -> View | None:
    if name not in _SHELLS:
        return None
    command = told.get("command")
    if isinstance(command, list) and all(isinstance(word, str) for word in command):
        import shlex

        command = shlex.join(command)
    if not isinstance(command, str) or not command:
        return None
    return View("Run a command?", command, "command", frozenset({"command"}))


_SHELLS = frozenset(
    {"Bash", "PowerShell", "bash", "shell", "exec_command", "run_shell_command"}
    | {"run_in_terminal", "runInTerminal", "runTerminalCommand"}
)


def _edit(name: str, told: Input) -> View | None:
    """Some words of a file become others: Claude Code's Edit and MultiEdit, Gemini's replace,
    OpenCode's edit, VS Code's replace_string_in_file."""
    path = _path(told)
    edits = told.get("edits", [told])
    if path is None or name not in _EDITS or not isinstance(edits, list):
        return None
    steps = []
    for edit in edits:
        step = changes.step(edit)
        if step is None:
            return None
        steps.append(step)
    shown = {path, "edits"} if "edits" in told else {path, *changes.STEP}
    return View(_CHANGE, changes.edited(told[path], steps), "diff", frozenset(shown))


_CHANGE = "Change a file?"
_EDITS = frozenset(
    {"Edit", "MultiEdit", "replace", "edit", "replace_string_in_file", "replaceStringInFile"}
)


def _write(name: str, told: Input) -> View | None:
    path, content = _path(told), told.get("content")
    if path is None or name not in _WRITES or not isinstance(content, str):
        return None
    title = _CHANGE if changes.is_there(told[path]) else "Create a file?"
    return View(title, changes.written(told[path], content), "diff", frozenset({path, "content"}))


_WRITES = frozenset({"Write", "write_file", "write", "create_file", "createFile"})


def _patch(name: str, told: Input) -> View | None:
    """What says itself what is added and removed: Codex' own form of a patch, and the diff that
    OpenCode has made of an edit."""
    field = next((each for each in _PATCHES.get(name, ()) if told.get(each)), "")
    patch = told.get(field)
    if not isinstance(patch, str):
        return None
    return View("Change files?", patch, "diff", frozenset({field}))


_PATCHES = {"apply_patch": ("command", "input", "patch"), "edit": ("diff",)}


def _plan(name: str, told: Input) -> View | None:
    plan = told.get("plan")
    if name != "ExitPlanMode" or not isinstance(plan, str) or not plan:
        return None
    return View("Go ahead with this plan?", plan, "text", frozenset({"plan"}))


def _path(told: Input) -> str | None:
    """The field that names the file."""
    for field in ("file_path", "filePath", "path"):
        if isinstance(told.get(field), str) and told[field]:
            return field
    return None


_LOOKS: tuple[Callable[[str, Input], View | None], ...] = (_command, _edit, _write, _patch, _plan)
