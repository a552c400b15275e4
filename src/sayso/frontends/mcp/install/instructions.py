"""A paragraph for the file that tells an agent how to work: when to ask, and what the answers mean.
It stands between two marks; nothing outside these marks is ever changed.
"""

from __future__ import annotations

from pathlib import Path

from sayso.configuration import files
from sayso.core.text import visible_path
from sayso.errors import InvalidParams, UnusableFile
from sayso.frontends.install.block import Block
from sayso.frontends.install.change import Change, Status

NAMES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
"""Names of the file: the first file that has our paragraph is used, else the first that exists,
else the first name."""

OF_CLIENT = {
    # https://code.claude.com/docs/en/memory
    "claude-code": "CLAUDE.md",
    # https://cursor.com/docs/context/rules
    "cursor": "AGENTS.md",
    # https://code.visualstudio.com/docs/copilot/customization/custom-instructions
    "vscode": "AGENTS.md",
    # https://developers.openai.com/codex/guides/agents-md
    "codex": "AGENTS.md",
    # https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md
    "gemini": "GEMINI.md",
    # https://opencode.ai/docs/rules
    "opencode": "AGENTS.md",
}
"""The file that a client reads in its working directory, by client. Claude Desktop reads none."""

BEGIN = "<!-- sayso: begin; `sayso mcp install --instructions` writes what stands up to the end -->"
END = "<!-- sayso: end -->"
_MARKS = Block(BEGIN, END, "<!-- sayso: begin")

PARAGRAPH = """\
## Asking the person (sayso)

- Before you do what can't be undone, costs money, leaves this machine, or goes beyond what you
  were asked for, call sayso's tool `confirm`, and act only on `"allowed": true`. Every other
  result means not approved. No answer is no approval.
- For what only the person knows or prefers, call `ask_user`. For a password that a command needs,
  call `request_secret`; never ask for a secret in another way. For a login that waits for an
  address and a code, call `sign_in`.
- `pending` means that nobody has answered yet, neither yes nor no, and that the dialog stays on
  their screen. Tell them so, then make the same call again, word for word. A late answer is kept
  for it.
- A call that was cut off has an unknown outcome: repeat it once, word for word, and assume
  nothing.
- After `denied`, `dismissed` or `timed_out` stop, and do not ask again unless you are told to.
  Words of the person's own with a denial say what they want instead; they approve nothing.
"""

_BLOCK = f"{BEGIN}\n{PARAGRAPH}{END}"


def plan(directory: Path, client: str | None, name: str | None, *, uninstall: bool) -> Change:
    """The change that enters the paragraph, or removes it; nothing is written. `name`: the file in
    `directory`; None: the file that `client` reads, or with None any client.

    Raises InvalidParams, UnusableFile.
    """
    file = _find(directory, client, name)
    before, block, after = _parts(file)
    if uninstall:
        text = file.text if block is None else _taken_out(before, block, after)
        status = Status.UNCHANGED if block is None else Status.REMOVED
    elif block is None:
        text = _added(before)
        status = Status.INSTALLED
    else:
        ours = f"{_BLOCK}\n" if block.endswith("\n") else _BLOCK
        text = before + ours + after
        status = Status.UNCHANGED if block == ours else Status.UPDATED
    return Change(file, status, text, is_shared=True)


def _find(directory: Path, client: str | None, name: str | None) -> files.File:
    if name is not None:
        return files.read(directory / name)
    if client is not None:
        if client not in OF_CLIENT:
            raise InvalidParams(
                f"CLIENT: {client} reads no such file",
                field="client",
                remedy="name a file with --file, or leave CLIENT out",
            )
        return files.read(directory / OF_CLIENT[client])
    there = [files.read(directory / each) for each in NAMES]
    ours = (file for file in there if _parts(file)[1] is not None)
    others = (file for file in there if file.data is not None)
    return next(ours, None) or next(others, there[0])


def _parts(file: files.File) -> tuple[str, str | None, str]:
    """What stands before our block, the block if there is one, and what stands after it. Raises
    UnusableFile unless there is one of each mark, in the right order."""
    try:
        return _MARKS.parts(file.text)
    except ValueError as error:
        raise UnusableFile(
            f"{visible_path(file.path)} has {error}",
            remedy="take out the lines that begin with <!-- sayso: and run this again; "
            "nothing was changed",
            path=str(file.path),
        ) from error


def _added(text: str) -> str:
    """The text with our paragraph below it, after an empty line. If the text's last line has no
    newline, our last one has none, so that `_taken_out` can tell."""
    if text and not text.endswith("\n"):
        return f"{text}\n\n{_BLOCK}"
    return f"{text}\n{_BLOCK}\n" if text else f"{_BLOCK}\n"


def _taken_out(before: str, block: str, after: str) -> str:
    """The text without our paragraph, and without what was added before it."""
    if not block.endswith("\n"):
        return before.removesuffix("\n\n")
    return (before[:-1] if before.endswith("\n\n") else before) + after
