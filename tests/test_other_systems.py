"""The pure tests, and what supports the others, load where the system is not Unix."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent

ELSEWHERE = """
import importlib, os, signal, sys
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for module, names in {os: ("fork", "geteuid"), signal: ("SIGALRM", "setitimer")}.items():
    for name in names:
        delattr(module, name)
"""
"""Code that takes from Python what only Unix has."""

COLLECT = "import pytest; sys.exit(pytest.main(['--collect-only', '-q', *sys.argv[1:]]))"
LOAD = "sys.path[:0] = sys.argv[1:3]\nfor name in sys.argv[3:]: importlib.import_module(name)"

PURE = ("core", "presentation", "wire", "test_values.py", "test_house.py")


def run(program: str, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE + program, *arguments],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_pure_tests_are_found() -> None:
    run(COLLECT, *(f"tests/{name}" for name in PURE))


def test_support_can_be_loaded() -> None:
    """All modules but programs, which are started, and modules for one system."""
    modules = [
        f"support.{path.stem}"
        for path in sorted((TESTS / "support").glob("*.py"))
        if not path.stem.endswith("_program") and not is_for_one_system(path)
    ]
    assert "support.world" in modules
    run(LOAD, str(TESTS), str(TESTS.parent / "packaging"), *modules)


def is_for_one_system(path: Path) -> bool:
    """Whether the module says that it is, or loads what asks the system's name by itself: a
    toolkit, the agents' SDK."""
    text = path.read_text(encoding="utf-8")
    asks = ("\nassert sys.platform ==", "\nimport gi\n", "\nimport mcp", "\nfrom mcp")
    return any(each in text for each in asks) or path.stem == "__init__"
