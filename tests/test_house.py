"""Rules of the house that neither the type checker nor the import contracts can see."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sayso
from sayso.wire.json_text import is_tried

SOURCE = Path(sayso.__file__).parent

HEAVY = {"asyncio", "gi", "pydantic", "signal", "socket", "subprocess", "tempfile", "threading"}

OURS_ALONE = {"json", "re"} if is_tried() else set()
"""What a short command gets on without; `json` only where `sayso.wire.json_text` can."""

LOADED = """
import sys
from sayso.__main__ import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


def reads_the_system(path: Path) -> bool:
    names = {("sys", "platform"), ("os", "name"), ("platform", "system")}
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in names
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


def test_the_system_is_asked_for_in_platforms_alone() -> None:
    readers = [path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if reads_the_system(path)]
    assert readers
    assert {path.parts[0] for path in readers} == {"platforms"}


SYSTEMS = {
    "_socket", "fcntl", "msvcrt", "resource", "signal", "socket", "stat", "termios", "winreg",
    "os.chmod", "os.close", "os.dup", "os.dup2", "os.fdopen", "os.fork", "os.fstat", "os.geteuid",
    "os.getuid", "os.kill", "os.open", "os.pipe", "os.read", "os.setsid", "os.umask", "os.write",
}  # fmt: skip
"""Modules, and functions of `os`, that deal with a system's descriptors, signals, users or
modes."""

STREAMS = "standard streams, which are descriptors everywhere"
EXCEPTIONS = {
    "__main__.py": STREAMS,
    "frontends/cli/output.py": STREAMS,
    "frontends/cli/pipe.py": STREAMS,
    "frontends/mcp/greeting.py": STREAMS,
    "frontends/pinentry/main.py": STREAMS,
    "frontends/pinentry/behalf.py": "the machine's name, which gpg-agent says to us",
    "frontends/askpass/repeats.py": "notes in XDG_RUNTIME_DIR, which other systems have not",
    "failpoints.py": "a socket of the tests'",
    "client/exchange.py": "the type of a socket that a program lends, where it has one",
    "client/link.py": "likewise",
    "client/session.py": "likewise",
    "client/shapes.py": "likewise",
}
"""Files outside of `platforms` that may use some of `SYSTEMS`, each with its reason."""


def of_the_system(path: Path) -> Iterator[str]:
    """Names that the file imports, or uses as attributes of a name: some may be in `SYSTEMS`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (each.name for each in node.names)
            case ast.ImportFrom(module=str(module)):
                yield module
                yield from (f"{module}.{each.name}" for each in node.names)
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                yield f"{module}.{name}"
            case _:
                pass


def test_a_systems_own_is_used_in_platforms_alone() -> None:
    """Descriptors, sockets, signals, users and modes: only `EXCEPTIONS` may use them elsewhere."""
    users = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] != "platforms"
        and not SYSTEMS.isdisjoint(of_the_system(path))
    }
    assert users == EXCEPTIONS.keys()


@pytest.mark.parametrize("verb", ["confirm", "collect", "withdraw", "list", "status"])
def test_a_short_command_loads_nothing_heavy(verb: str) -> None:
    command = [sys.executable, "-c", LOADED, verb, "--help"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "usage: sayso " + verb in run.stdout
    assert HEAVY & set(run.stderr.split()) == set()


def heard(script: str, tmp_path: Path, *words: str) -> list[str]:
    """The lines on standard error of a command that reaches no daemon: none can be at that socket,
    and none can be started."""
    (tmp_path / "file").write_text("")
    run = subprocess.run(
        [sys.executable, "-c", script, *words],
        env=os.environ | {"SAYSO_SOCKET": str(tmp_path / "file" / "sayso" / "socket")},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return run.stderr.splitlines()


@pytest.mark.parametrize("words", [["confirm", "Go?"], ["list"], ["status"], ["withdraw", "1"]])
def test_a_short_command_asks_with_little_loaded(words: list[str], tmp_path: Path) -> None:
    loaded = set(heard(LOADED, tmp_path, *words)[-1].split())
    assert "sayso.client.sync" in loaded
    assert (HEAVY | {"dataclasses", "hashlib", "typing"} | OURS_ALONE) & loaded == set()


BEFORE_ASKING = """
import sys
from sayso.__main__ import main
class Look:
    def find_spec(self, name, path=None, target=None):
        if name == "sayso.client.sync":
            print("json" in sys.modules, file=sys.stderr)
sys.meta_path.insert(0, Look())
main(sys.argv[1:])
"""


def test_what_writes_json_is_loaded_before_anybody_is_asked(tmp_path: Path) -> None:
    """An upgrade of Python may come while the person thinks."""
    assert heard(BEFORE_ASKING, tmp_path, "confirm", "Go?", "--json")[0] == "True"


def test_a_program_that_stays_has_loaded_what_starts_a_daemon() -> None:
    """An upgrade of sayso may come long before that is needed."""
    script = "import sys, sayso.client.aio; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert "sayso.client.spawn" in run.stdout.split()


def test_a_hook_loads_nothing_that_does_not_come_with_python() -> None:
    """Each question of an agent starts a hook. This hook ends, as it does not know the event."""
    command = [sys.executable, "-c", LOADED, "hook", "claude-code"]
    run = subprocess.run(
        command, input="{}", capture_output=True, text=True, timeout=60, check=True
    )
    loaded = {name.partition(".")[0] for name in run.stderr.splitlines()[-1].split()}
    assert "json" in loaded
    assert loaded - sys.stdlib_module_names - {"__main__", "sayso"} == at_start()
    assert (HEAVY - {"threading"}) & loaded == set()


def test_what_ssh_starts_loads_little(tmp_path: Path) -> None:
    told = heard(LOADED, tmp_path, "askpass", "mia@example.org's password: ")
    loaded = set(told[-1].split())
    assert "sayso.frontends.askpass.asking" in loaded
    assert (HEAVY | {"dataclasses", "hashlib", "typing"} | OURS_ALONE) & loaded == set()


def test_a_pinentry_greets_before_it_loads_what_it_needs_later() -> None:
    """gpg-agent starts a pinentry for each question, and waits for its greeting."""
    command = [sys.executable, "-c", LOADED, "pinentry"]
    run = subprocess.run(
        command, input="NOP\n", capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout == "OK Pleased to meet you\nOK\n"
    loaded = {name.partition(".")[0] for name in run.stderr.splitlines()[-1].split()}
    assert loaded - sys.stdlib_module_names - {"__main__", "sayso"} == at_start()
    assert (HEAVY | OURS_ALONE) & loaded == set()
    assert "sayso.client.sync" not in run.stderr.split()


def at_start() -> set[str]:
    """Packages that the environment loads into each Python by itself."""
    command = [sys.executable, "-c", "import sys; print(*sys.modules)"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    return loaded - sys.stdlib_module_names - {"__main__"}


def test_no_icon_is_a_themes() -> None:
    """Which icons a theme has differs between systems: see platforms/linux/gtk/icon.py."""
    names = ("from_icon_name", "ThemedIcon", "-symbolic")
    sources = {path: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    assert [path for path, text in sources.items() if any(name in text for name in names)] == []
