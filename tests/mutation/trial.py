"""Tries mutants in a copy of the clone: changes the code there and runs the tests that know it."""

import compileall
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from py_compile import PycInvalidationMode

from mutation.mutants import mutated
from mutation.score import Fate, Mutant, Result
from mutation.steps import EXAMPLES, PROPERTIES, TESTS, Step, steps

COPIED = (
    *("pyproject.toml", "README.md", "src", "tests/conftest.py"),
    *(f"tests/{name}" for name in ("configuration", "core", "fuzz", "support", "wire")),
)

SLOWER = 6.0
"""Beyond this many times the processor time without a mutation, the tests count as never ending."""
LONGEST = 600
"""Most processor seconds for the tests without any mutation."""
MEMORY = 4 * 2**30
"""Bytes of memory for the tests, so that a mutant that fills memory without end fails."""


class NotSound(Exception):
    """The tests fail without any mutation, or they test other code than the copy's."""


class TimeIsUp(Exception):
    """The time is up: nothing more is begun, and a mutant that was being tried is not counted."""


class Copy:
    """A copy of what the tests of core and wire need."""

    def __init__(self, clone: Path, root: Path) -> None:
        self.root = root
        for name in COPIED:
            if (clone / name).is_dir():
                unwanted = shutil.ignore_patterns("__pycache__")
                shutil.copytree(clone / name, root / name, ignore=unwanted, dirs_exist_ok=True)
            else:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(clone / name, root / name)
        self._environ = {
            **os.environ,
            "PYTHONPATH": str(root / "src"),  # before the clone, which is installed editable
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # each plugin takes time at each start
            "PYTHONDONTWRITEBYTECODE": "1",  # mutants are there for one run only
        }
        # bytecode goes by the source's hash: by time, two changes within a second look alike
        mode = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(root, quiet=1, invalidation_mode=mode)

    def check(self, until: float) -> dict[str, int]:
        """Runs the tests without a mutation; how many processor seconds a step may take, by its
        marks. Raises NotSound, TimeIsUp."""
        script = "import sayso; print(sayso.__file__)"
        place = subprocess.run(
            [sys.executable, "-c", script],
            env=self._environ,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        if not place.startswith(f"{self.root}/"):
            raise NotSound(f"the tests would be of {place}")
        bounds = {}
        for step in (Step(TESTS, EXAMPLES), Step(TESTS, PROPERTIES)):
            before = _spent()
            if self._run(step, LONGEST, until) is not Fate.SURVIVED:
                raise NotSound(f"{step} fails without any mutation")
            bounds[step.marks] = math.ceil(SLOWER * (_spent() - before))
        return bounds

    def try_out(self, mutant: Mutant, bounds: dict[str, int], until: float) -> Result:
        """Tries one mutant. `bounds`: what `check` returned. `until`: on time.monotonic(); nothing
        is tried after it."""
        try:
            with mutated(self.root, mutant) as diff:
                for step in steps(mutant.path, self.root):
                    fate = self._run(step, bounds[step.marks], until)
                    if fate is not Fate.SURVIVED:
                        return Result(mutant, fate)
        except TimeIsUp:
            return Result(mutant, Fate.UNTRIED)
        return Result(mutant, Fate.SURVIVED, diff)

    def _run(self, step: Step, bound: int, until: float) -> Fate:
        """Runs a step. `bound`: processor seconds, so that a busy machine kills no mutant: the code
        is pure, and waits for nothing. Raises TimeIsUp."""
        left = until - time.monotonic()
        if left <= 0:
            raise TimeIsUp
        limited = ["prlimit", f"--as={MEMORY}", f"--cpu={bound}:{bound + 1}"]
        options = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider"]
        plugin = ["-p", "_hypothesis_pytestplugin"]  # it marks the properties
        command = [*limited, sys.executable, "-m", "pytest", *options, *plugin]
        try:
            done = subprocess.run(
                [*command, "-m", step.marks, *step.tests],
                cwd=self.root,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=None if math.isinf(left) else left,
            )
        except subprocess.TimeoutExpired as error:
            raise TimeIsUp from error
        if done.returncode == -signal.SIGXCPU:
            return Fate.TIMED_OUT
        return Fate.KILLED if done.returncode else Fate.SURVIVED


def _spent() -> float:
    """Processor seconds of all child processes that have ended so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
