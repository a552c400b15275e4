"""Real coding agents in a terminal, with a made-up model; see agent_model_program.

`tests/agents/package.json` has their versions; packaging/test.sh installs them.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from support.node import NODE
from support.processes import PATIENCE, wait_until
from support.terminal import Terminal
from support.world import World

PROGRAMS = Path(__file__).parents[2] / ".cache" / "agents" / "node_modules" / ".bin"

needs_agents = pytest.mark.skipif(not PROGRAMS.is_dir(), reason="packaging/test.sh installs them")

STARTING = 60.0
"""Seconds that an agent may take to get to its first question on a busy machine."""

_ASKING = Path(__file__).with_name("asking_server_program.py")
_MODEL = Path(__file__).with_name("agent_model_program.py")
_KEY = "sk-ant-api03-" + "made-up-for-a-test-" * 2


@dataclass(frozen=True)
class Told:
    """The project in which an agent works, and the address of its model."""

    world: World
    project: Path
    url: str

    @property
    def home(self) -> Path:
        return Path(self.world.environ["HOME"])

    def write(self, place: str, told: Any) -> None:
        """Writes a file, relative to the home directory. `told`: text, or a value to be written as
        JSON."""
        path = self.home / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told if isinstance(told, str) else json.dumps(told))


@dataclass(frozen=True)
class Kind:
    """A coding agent, and how to start it."""

    name: str
    """The agent's name in commands of sayso."""
    runs: Callable[[str], dict[str, Any]]
    """Makes the tool call with which this agent runs a shell command."""
    prepare: Callable[[Told], dict[str, str]]
    """Writes the agent's configuration, so that it asks nothing when it starts. Returns environment
    variables."""
    command: Callable[[Told], list[str]]
    """The command line with which the agent works on one task."""
    settings: str
    """The file of its hooks, relative to the home directory."""
    install: tuple[str, ...] | None = ()
    """Options of `sayso hook install`; None: no hook is installed."""


def _claude_code(told: Told) -> dict[str, str]:
    trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    told.write(
        ".claude.json",
        {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": [_KEY[-20:]], "rejected": []},
            "projects": {str(told.project): trusted},
        },
    )
    return {
        "ANTHROPIC_BASE_URL": told.url,
        "ANTHROPIC_API_KEY": _KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "ENABLE_TOOL_SEARCH": "false",  # else its model has to look for a server's tools
        "MCP_CONNECTION_NONBLOCKING": "0",  # `claude -p` waits until its servers are up,
        "MCP_CONNECT_TIMEOUT_MS": str(int(STARTING * 1000)),  # not for just 5 s
    }


def _codex(told: Told) -> dict[str, str]:
    told.write(
        ".codex/config.toml",
        f"""\
model = "planned"
model_provider = "planned"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false

[model_providers.planned]
name = "planned"
base_url = "{told.url}/v1"
wire_api = "responses"

[projects."{told.project}"]
trust_level = "trusted"
""",
    )
    return {}


def _gemini(told: Told) -> dict[str, str]:
    told.write(
        ".gemini/settings.json",
        {
            "security": {
                "auth": {"selectedType": "gemini-api-key"},
                "folderTrust": {"enabled": False},
            },
            "privacy": {"usageStatisticsEnabled": False},
            "general": {"enableAutoUpdate": False},
        },
    )
    return {
        "GEMINI_API_KEY": "made up",
        "GOOGLE_GEMINI_BASE_URL": told.url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }


def _mcp_server(name: str, command: list[str]) -> str:
    server = {"command": command[0], "args": command[1:]}
    return json.dumps({"mcpServers": {name: server}})


TASK = "Do what is planned."

CLAUDE_CODE = Kind(
    "claude-code",
    lambda command: {"name": "Bash", "input": {"command": command, "description": "A test"}},
    _claude_code,
    lambda _: [str(PROGRAMS / "claude"), "--model", "claude-sonnet-4-5", TASK],
    ".claude/settings.json",
)
CODEX = Kind(
    "codex",
    lambda command: {
        "name": "exec_command",
        "input": {
            "cmd": command,
            "sandbox_permissions": "require_escalated",
            "justification": "A test",
        },
    },
    _codex,
    lambda _: [str(PROGRAMS / "codex"), "--dangerously-bypass-hook-trust", TASK],
    ".codex/config.toml",
)
CLAUDE_CODE_ALONE = replace(
    CLAUDE_CODE,
    command=lambda _: [str(PROGRAMS / "claude"), "-p", TASK, "--model", "claude-sonnet-4-5"],
    install=("--gate",),
)
_SERVER = "mcp__sayso__permission_prompt"
CLAUDE_CODE_PROMPTED = replace(
    CLAUDE_CODE,
    command=lambda told: [
        *CLAUDE_CODE_ALONE.command(told),
        *(
            "--mcp-config",
            _mcp_server("sayso", [*told.world.command, "mcp"]),
            "--permission-prompt-tool",
            _SERVER,
        ),
    ],
    install=None,
)
CLAUDE_CODE_WITH_A_SERVER = replace(
    CLAUDE_CODE,
    command=lambda told: [
        *CLAUDE_CODE.command(told),
        *("--mcp-config", _mcp_server("asker", [sys.executable, str(_ASKING)])),
        "--allowedTools=mcp__asker__ask,mcp__asker__pay",
    ],
)
ASK_THE_SERVER: list[dict[str, Any]] = [
    {"name": "mcp__asker__ask", "input": {}, "meanwhile": "TaskList"},
]
PAY_BY_THE_SERVER: list[dict[str, Any]] = [
    {"name": "mcp__asker__pay", "input": {}, "meanwhile": "TaskList"},
]
CODEX_ALONE = replace(
    CODEX,
    runs=lambda command: {"name": "exec_command", "input": {"cmd": command}},
    command=lambda _: [
        *(str(PROGRAMS / "codex"), "exec", "--skip-git-repo-check"),
        *("--sandbox", "danger-full-access", "--dangerously-bypass-hook-trust", TASK),
    ],
    install=("--gate",),
)
GEMINI = Kind(
    "gemini",
    lambda command: {
        "name": "run_shell_command",
        "input": {"command": command, "description": "A test"},
    },
    _gemini,
    lambda _: [str(PROGRAMS / "gemini"), "-m", "gemini-2.5-flash", "--yolo", "-i", TASK],
    ".gemini/settings.json",
)


class Working:
    """A coding agent that is at work."""

    def __init__(self, told: Told, results: Callable[[], list[str]], terminal: Terminal) -> None:
        self.project = told.project
        self.results = results
        """Returns the results of its tools so far, as it told them to its model."""
        self.terminal = terminal

    def until_result(self, patience: float = PATIENCE) -> str:
        """Waits for the first result of a tool, as it told that to its model."""
        return wait_until(lambda: next(iter(self.results()), None), "a tool's result", patience)


@contextmanager
def working(
    world: World, kind: Kind, plan: list[dict[str, Any]], *, limit: str = ""
) -> Iterator[Working]:
    """Starts an agent, with the hook installed. `plan`: what its model does. `limit`: replaces the
    time limit with which the hook was installed."""
    project = Path(world.environ["HOME"]) / "project"
    project.mkdir(exist_ok=True)
    model = world.spawn([sys.executable, str(_MODEL), json.dumps(plan)])
    port = wait_until(lambda: model.out.partition("\n")[0], "the model's port")
    told = Told(world, project, f"http://127.0.0.1:{port}")
    environ = world.environ | kind.prepare(told)
    environ["PATH"] = os.pathsep.join([environ["PATH"], str(Path(NODE).parent)])
    if kind.install is not None:
        installed = world.sayso("hook", "install", kind.name, *kind.install)
        assert installed.code == 0, installed
    if limit:
        file = told.home / kind.settings
        file.write_text(file.read_text().replace("--limit 590s", f"--limit {limit}"))
    terminal = Terminal(kind.command(told), environ, project)
    try:
        yield Working(told, lambda: _results(model.out), terminal)
    finally:
        terminal.close()
        model.kill()


def _results(out: str) -> list[str]:
    whole = out[: out.rfind("\n") + 1]
    return [json.loads(line) for line in whole.splitlines()[1:]]


class OpenCode:
    """OpenCode's server, without a terminal, and the `sayso hook` that follows it."""

    def __init__(self, world: World, plan: list[dict[str, Any]]) -> None:
        self.project = Path(world.environ["HOME"]) / "project"
        self.project.mkdir()
        self._model = world.spawn([sys.executable, str(_MODEL), json.dumps(plan)])
        port = wait_until(lambda: self._model.out.partition("\n")[0], "the model's port")
        self._configure(f"http://127.0.0.1:{port}/v1")
        place = str(Path(NODE).parent)
        off = ("AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "LSP_DOWNLOAD")
        world.everywhere(
            PATH=os.pathsep.join([world.environ["PATH"], place]),
            **{f"OPENCODE_DISABLE_{name}": "1" for name in off},
        )
        where = f"cd {self.project} && exec {PROGRAMS / 'opencode'} serve --port 0"
        self._server = world.spawn(["sh", "-c", where])
        self.address = wait_until(self._listening, "an OpenCode server", STARTING)
        self.hook = world.start("hook", "opencode", "--serve", self.address)

    def work(self) -> None:
        """Gives it its task. Returns without waiting for results."""
        session = self.post("/session", {})["id"]
        part = {"type": "text", "text": TASK}
        model = {"providerID": "planned", "modelID": "planned"}
        self.post(f"/session/{session}/prompt_async", {"parts": [part], "model": model})

    def until_result(self) -> str:
        return wait_until(lambda: next(iter(_results(self._model.out)), None), "a tool's result")

    def post(self, place: str, told: dict[str, Any]) -> Any:
        headers = {"content-type": "application/json"}
        request = Request(self.address + place, json.dumps(told).encode(), headers)  # noqa: S310
        with urlopen(request, timeout=30) as answer:  # noqa: S310 - of loopback
            data = answer.read()
        return json.loads(data) if data else None

    def get(self, place: str) -> Any:
        with urlopen(self.address + place, timeout=30) as answer:  # noqa: S310 - of loopback
            return json.loads(answer.read())

    def end(self) -> None:
        self._server.kill()
        self._model.kill()

    def _configure(self, url: str) -> None:
        models = {"planned": {"tool_call": True, "limit": {"context": 100000, "output": 4000}}}
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": url, "apiKey": "made up"},
            "models": models,
        }
        told = {
            "autoupdate": False,
            "share": "disabled",
            "model": "planned/planned",
            "small_model": "planned/planned",
            "permission": {"bash": "ask", "edit": "ask", "asker_*": "ask", "question": "allow"},
            "mcp": {"asker": {"type": "local", "command": [sys.executable, str(_ASKING)]}},
            "provider": {"planned": provider},
        }
        (self.project / "opencode.json").write_text(json.dumps(told))

    def _listening(self) -> str | None:
        found = re.search(r"http://127\.0\.0\.1:\d+", self._server.out + self._server.err)
        return found[0] if found else None
