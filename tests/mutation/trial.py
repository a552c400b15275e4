"""Tries mutants in a copy of the clone: changes the code there and runs the tests that know it."""

import compileall
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from py_compile import PycInvalidationMode

from mutation.mutants import mutated
from mutation.score import Fate, Mutant, Result
from mutation.steps import EXAMPLES, PROPERTIES, TESTS, Step, steps

COPIED = (
    *("pyproject.toml", "src", "tests/conftest.py"),
    *(f"tests/{name}" for name in ("core", "fuzz", "support", "wire")),
)

SLOWER = 6.0
"""Times as long as without a mutation: then the tests will never end."""
LEAST = 30.0
"""Seconds; a busy machine may need so long to start anything."""
LONGEST = 600.0
"""Seconds, without any mutation."""
MEMORY = 4 * 2**30
"""Bytes; what fills memory without end fails at this."""


class NotSound(Exception):
    """The tests fail without any mutation, or are of other code than the copy's."""


class Copy:
    """Of what the tests of core and wire need."""

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
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # each takes its time at each start
            "PYTHONDONTWRITEBYTECODE": "1",  # of what is there for one run
        }
        # by the hash: two changes within a second would pass for one
        mode = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(root, quiet=1, invalidation_mode=mode)

    def check(self) -> dict[str, float]:
        """Seconds that a step may take, by its marks. Raises NotSound."""
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
            began = time.monotonic()
            if self._passes(step, LONGEST) is not True:
                raise NotSound(f"{step} fails without any mutation")
            bounds[step.marks] = max(LEAST, SLOWER * (time.monotonic() - began))
        return bounds

    def try_out(self, mutant: Mutant, bounds: dict[str, float], until: float) -> Result:
        """`until`: as time.monotonic(); what is not decided by then is not tried."""
        if until <= time.monotonic():
            return Result(mutant, Fate.UNTRIED)
        with mutated(self.root, mutant) as diff:
            for step in steps(mutant.path, self.root):
                left = until - time.monotonic()
                bound = bounds[step.marks]
                match self._passes(step, min(left, bound)):
                    case False:
                        return Result(mutant, Fate.KILLED)
                    case None:
                        return Result(mutant, Fate.UNTRIED if left < bound else Fate.TIMED_OUT)
        return Result(mutant, Fate.SURVIVED, diff)

    def _passes(self, step: Step, seconds: float) -> bool | None:
        """None: not within so long."""
        limited = ["prlimit", f"--as={MEMORY}", sys.executable, "-m", "pytest"]
        options = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider"]
        plugin = ["-p", "_hypothesis_pytestplugin"]  # it marks the properties
        try:
            done = subprocess.run(
                [*limited, *options, *plugin, "-m", step.marks, *step.tests],
                cwd=self.root,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=max(0.0, seconds),
            )
        except subprocess.TimeoutExpired:
            return None
        return done.returncode == 0
