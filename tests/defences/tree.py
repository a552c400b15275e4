"""A copy of this tree, in which defences are taken out and their tests run."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from defences.defence import Defence
from support.interpreter import Interpreter

ROOT = Path(__file__).parents[2]

SECONDS = 180.0
"""Most seconds for the one test of a defence; tests that hammer something for ten seconds take
twenty."""

PATIENCE = 25.0
"""Seconds for which tests wait for what does not come as a defence is out. It is the same with all
defences in place, so that none counts as caught just because its test takes longer."""

CAUGHT = 1
"""The exit status with which pytest says that tests failed; other errors mean that none ran."""


class Tree:
    """A copy of this tree in `directory`, which is empty at first; the caller removes it.

    A daemon and its dialogs run isolated from PYTHONPATH. So the copy has a virtual environment
    of its own, which finds our package in the copy and every other where this interpreter does.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        for name in ("src", "tests", "packaging", "assets"):
            ignored = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(ROOT / name, directory / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, directory / name)
        self._link_wine()
        self._link("macos_double")
        self._python = Interpreter(directory / ".venv", directory / "src").python

    def _link_wine(self) -> None:
        """Links Windows' Python, which looks for the sources beside itself."""
        for name in ("python", "site", "prefix"):
            self._link("wine", name)

    def _link(self, *name: str) -> None:
        """Links what was fetched for tests, if it was."""
        there, here = (place.joinpath(".cache", *name) for place in (ROOT, self._directory))
        if there.exists():
            here.parent.mkdir(parents=True, exist_ok=True)
            here.symlink_to(there)

    @contextlib.contextmanager
    def without(self, defence: Defence) -> Iterator[None]:
        """Takes the defence out until the context ends. Raises ValueError when there is nothing to
        take out."""
        path = self._directory / "src" / "sayso" / defence.file
        whole = path.read_text(encoding="utf-8")
        _write(path, defence.taken_out_of(whole))
        try:
            yield
        finally:
            _write(path, whole)

    def run(self, tests: Iterable[str], seconds: float) -> tuple[int, str]:
        """Runs these until one fails: pytest's exit status, and what it printed.

        Raises TimeoutError after `seconds`; what the tests started has been ended by then.
        """
        options = ["-x", "-q", "--no-header", "--tb=line"]
        for plugin in ("cacheprovider", "randomly", "xdist"):  # disabled where they are installed
            options += ["-p", f"no:{plugin}"]
        # a dialog shows the command that started its asker: a file keeps it short for many tests
        named = self._directory / "named"
        named.write_text("".join(f"tests/{test}\n" for test in tests))
        process = subprocess.Popen(
            [self._python, "-m", "pytest", *options, f"@{named.name}"],
            cwd=self._directory,
            env=_environ(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            out, _ = process.communicate(timeout=seconds)
        except BaseException as error:
            _end(process)
            if isinstance(error, subprocess.TimeoutExpired):
                raise TimeoutError(f"not within {seconds:g} s") from error
            raise
        return process.returncode, out


def _environ() -> dict[str, str]:
    """Our environment, without options meant for other runs, and with `CI`: pytest's summary then
    says whole what failed."""
    environ = {**os.environ, "CI": "true", "PYTEST_PATIENCE": str(PATIENCE)}
    environ.pop("PYTEST_ADDOPTS", None)
    return environ


def _end(process: "subprocess.Popen[str]") -> None:
    """Ends pytest by an interrupt: the fixtures then end what they started."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _write(path: Path, text: str) -> None:
    """Writes a source and removes its bytecode. Python notices a changed source by its time in
    seconds and its size, and both may be as before."""
    path.write_text(text, encoding="utf-8")
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
