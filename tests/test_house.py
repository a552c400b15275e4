"""Rules of the house that neither the type checker nor the import contracts can see."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sayso

SOURCE = Path(sayso.__file__).parent

HEAVY = {"asyncio", "gi", "pydantic", "subprocess", "tempfile", "threading"}

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


@pytest.mark.parametrize("verb", ["confirm", "collect", "withdraw", "list", "status"])
def test_a_short_command_loads_nothing_heavy(verb: str) -> None:
    command = [sys.executable, "-c", LOADED, verb, "--help"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "usage: sayso " + verb in run.stdout
    assert HEAVY & set(run.stderr.split()) == set()


def test_a_hook_loads_nothing_that_does_not_come_with_python() -> None:
    """Each question of an agent starts one; an event that it does not know ends it."""
    command = [sys.executable, "-c", LOADED, "hook", "claude-code"]
    run = subprocess.run(
        command, input="{}", capture_output=True, text=True, timeout=60, check=True
    )
    loaded = {name.partition(".")[0] for name in run.stderr.splitlines()[-1].split()}
    assert "json" in loaded
    assert loaded - sys.stdlib_module_names - {"__main__", "sayso"} == at_start()
    assert (HEAVY - {"threading"}) & loaded == set()


def test_what_ssh_starts_loads_little(tmp_path: Path) -> None:
    """Where no daemon can be: it asks for nothing more before it has one."""
    (tmp_path / "file").write_text("")
    run = subprocess.run(
        [sys.executable, "-c", LOADED, "askpass", "mia@example.org's password: "],
        env=os.environ | {"SAYSO_SOCKET": str(tmp_path / "file" / "sayso" / "socket")},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = set(run.stderr.splitlines()[-1].split())
    assert "sayso.frontends.askpass.asking" in loaded
    assert (HEAVY - {"threading"} | {"dataclasses", "hashlib"}) & loaded == set()


def test_a_pinentry_greets_before_it_loads_what_it_needs_later() -> None:
    """gpg-agent starts one for each question, and waits for its greeting."""
    command = [sys.executable, "-c", LOADED, "pinentry"]
    run = subprocess.run(
        command, input="NOP\n", capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout == "OK Pleased to meet you\nOK\n"
    loaded = {name.partition(".")[0] for name in run.stderr.splitlines()[-1].split()}
    assert loaded - sys.stdlib_module_names - {"__main__", "sayso"} == at_start()
    assert (HEAVY - {"threading"}) & loaded == set()
    assert "sayso.client.sync" not in run.stderr.split()


def at_start() -> set[str]:
    """What an environment loads into each Python by itself."""
    command = [sys.executable, "-c", "import sys; print(*sys.modules)"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    return loaded - sys.stdlib_module_names - {"__main__"}


def test_no_icon_is_a_themes() -> None:
    """Which ones a theme has is otherwise on each system: see platforms/linux/gtk/icon.py."""
    names = ("from_icon_name", "ThemedIcon", "-symbolic")
    sources = {path: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}
    assert [path for path, text in sources.items() if any(name in text for name in names)] == []
