"""Shows a person what an agent's tool would do: a command, a change of a file, or plain fields.

A tool is recognised by its name and by an input of exactly its shape. For a recognised tool the
details show what it does, and the message holds the rest of the input; any other input is shown as
fields. So all of an input is on the screen, once.
"""

from __future__ import annotations

from sayso.core.text import shorten, visible_line
from sayso.frontends import fields
from sayso.frontends.hook import changes
from sayso.frontends.hook.changes import Replacement
from sayso.frontends.hook.reading import look
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Input = Mapping[str, Any]

_NAME = 100
"""Most characters of a tool's name in the title."""


class View(Value):
    """How one tool call is shown."""

    title: str
    details: str
    kind: str
    """What the details are: "command", "diff", "fields", or "text"."""
    shown: frozenset[str] = frozenset()
    """The fields of the input that the details show."""
    note: str = ""
    """A line of ours in the message; empty: none."""


def view(name: str, told: Input, cwd: str = "") -> View:
    """How to show a call of the tool `name` in the directory `cwd`."""
    known = next((made for see in _LOOKS if (made := see(name, told, cwd))), None)
    return known or View(
        f"Use {line_of(name, _NAME)}?", fields.render(told), "fields", frozenset(told)
    )


def line_of(text: str, most: int = 400) -> str:
    """A text that anybody may have written, as one visible line of at most `most` characters."""
    return shorten(visible_line(text), most)


def message(asks: str, told: Input, view: View) -> str:
    """The text above the details: who asks for what, what the agent says about it, and the input
    that the details lack. Text that is not ours is indented, so that none can pass for ours."""
    said = told.get("description")
    is_said = isinstance(said, str) and said and "description" not in view.shown
    left = {key: told[key] for key in told if key not in view.shown}
    if is_said:
        left.pop("description")
    parts = [asks, view.note]
    if is_said:
        parts.append(f"It says:\n{fields.indented(str(said))}")
    if left:
        parts.append(f"With:\n{fields.indented(fields.render(left))}")
    return "\n".join(part for part in parts if part)


def _command(name: str, told: Input, _cwd: str) -> View | None:
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


class _FieldNames(Value):
    """The names of a tool's fields for a change."""

    path: str
    old: str
    new: str
    everywhere: str = ""
    """Empty: the tool has no such flag."""
    deletes_newline: bool = False

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({self.old, self.new, self.everywhere} - {""})

    def replacement(self, told: Input) -> Replacement | None:
        """The change in the input; None: a field is missing, or of another type."""
        old, new = told.get(self.old), told.get(self.new)
        everywhere = told.get(self.everywhere, False) if self.everywhere else False
        if not (isinstance(old, str) and isinstance(new, str) and isinstance(everywhere, bool)):
            return None
        return Replacement(old, new, everywhere, self.deletes_newline)


_CLAUDES = _FieldNames("file_path", "old_string", "new_string", "replace_all", deletes_newline=True)
_EDITS = {
    "Edit": _CLAUDES,
    "replace": _FieldNames("file_path", "old_string", "new_string", "allow_multiple"),
    "edit": _FieldNames("filePath", "oldString", "newString", "replaceAll"),
    "replace_string_in_file": _FieldNames("filePath", "oldString", "newString"),
}
"""Fields of a change, by tool: those of Claude Code, Gemini CLI, OpenCode and VS Code."""


def _edit(name: str, told: Input, cwd: str) -> View | None:
    names = _EDITS.get(name)
    replacement = names.replacement(told) if names else None
    if names is None or replacement is None:
        return None
    return _edited(told, cwd, names.path, [replacement], names.fields)


def _edits(name: str, told: Input, cwd: str) -> View | None:
    """Several changes, one after another: Claude Code's MultiEdit."""
    each = told.get("edits")
    if name != "MultiEdit" or not isinstance(each, list) or not each:
        return None
    if not all(isinstance(one, dict) and one.keys() <= _CLAUDES.fields for one in each):
        return None
    replacements = [_CLAUDES.replacement(one) for one in each]
    known = [replacement for replacement in replacements if replacement]
    if len(known) < len(replacements):
        return None
    return _edited(told, cwd, _CLAUDES.path, known, frozenset({"edits"}))


def _edited(
    told: Input, cwd: str, field: str, replacements: list[Replacement], shown: frozenset[str]
) -> View | None:
    path = told.get(field)
    if not isinstance(path, str) or not path:
        return None
    found = look(path, cwd)
    details = changes.diff_of_edits(path, found, replacements)
    return View(_CHANGE, details, "diff", shown | {field}, _leads(found.real))


_CHANGE = "Change a file?"
_WRITES = {
    "Write": "file_path",
    "write_file": "file_path",
    "write": "filePath",
    "create_file": "filePath",
}
"""The field that names the file, by tool of the same agents."""


def _write(name: str, told: Input, cwd: str) -> View | None:
    field = _WRITES.get(name)
    path, content = told.get(field or ""), told.get("content")
    if field is None or not isinstance(path, str) or not path or not isinstance(content, str):
        return None
    found = look(path, cwd)
    title = "Create a file?" if found.is_there is False else _CHANGE
    details = changes.diff_of_write(path, found, content)
    return View(title, details, "diff", frozenset({field, "content"}), _leads(found.real))


def _leads(real: str) -> str:
    return f"That is a link to {line_of(real)}." if real else ""


def _patch(name: str, told: Input, _cwd: str) -> View | None:
    """Codex's own patch format, which already says what is added and removed."""
    patch = told.get("command")
    if name != "apply_patch" or not isinstance(patch, str) or not patch:
        return None
    # in this format such a line is added or removed text; a diff view would take it for a header
    has_headings = any(line[:3] in ("+++", "---") for line in patch.split("\n"))
    return View("Change files?", patch, "text" if has_headings else "diff", frozenset({"command"}))


def _diff(name: str, told: Input, _cwd: str) -> View | None:
    """The diff that OpenCode has made of its change to a file."""
    diff = told.get("diff")
    if name != "edit" or not isinstance(diff, str) or not diff:
        return None
    return View(_CHANGE, diff, "diff", frozenset({"diff"}))


def _plan(name: str, told: Input, _cwd: str) -> View | None:
    plan = told.get("plan")
    if name != "ExitPlanMode" or not isinstance(plan, str) or not plan:
        return None
    return View("Go ahead with this plan?", plan, "text", frozenset({"plan"}))


_LOOKS: tuple[Callable[[str, Input, str], View | None], ...] = (
    *(_command, _edit, _edits, _write, _patch, _diff, _plan),
)
