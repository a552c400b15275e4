"""A Python for one world: as the one that runs the tests, with modules of the test's own before it.

Our processes start each other with the interpreter that they run in, so what is put in here reaches
all of them, whichever way they are started. Nothing in the product knows of it.
"""

import shutil
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

_COMMAND = "#!{python}\nimport sys\nfrom sayso.__main__ import {main}\nsys.exit({main}())\n"
_COMMANDS = {
    "sayso": "main",
    "sayso-askpass": "askpass",
    "git-credential-sayso": "git_credential",
    "pinentry-sayso": "pinentry",
}
"""Each by what it calls, as pyproject.toml has them."""

_ACCOUNT = """import pwd
_known = pwd.getpwuid
def getpwuid(uid):
    entry = _known(uid)
    return pwd.struct_passwd((*entry[:5], {home!r}, entry[6]))
pwd.getpwuid = getpwuid
"""
_VARIABLES = """import os
for name, value in {usual!r}.items():
    os.environ.setdefault(name, value)
os.environ.update({forced!r})
"""


class Interpreter:
    """A virtual environment (PEP 405) in `directory`, which is made; it has our commands.

    What is installed is found where this interpreter finds it, but for what is in `source`.
    """

    def __init__(self, directory: Path, source: Path | None = None) -> None:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        self._packages = directory / "lib" / version / "site-packages"
        self._packages.mkdir(parents=True)
        self.bin = directory / "bin"
        self.bin.mkdir()
        self.python = self.bin / "python"
        self.python.symlink_to(sys.executable)
        shutil.copy(Path(sys.prefix, "pyvenv.cfg"), directory)  # the tests run in one as well
        ours = sysconfig.get_path("purelib")
        first = "" if source is None else f"{source}\n"
        (self._packages / "tests.pth").write_text(
            f"{first}import site; site.addsitedir({ours!r})\n"
        )
        for name, main in _COMMANDS.items():
            command = self.bin / name
            command.write_text(_COMMAND.format(python=self.python, main=main))
            command.chmod(0o755)

    def add_source(self, directory: Path) -> None:
        """What is in it is found first, from the next process on: as after an upgrade."""
        # before tests.pth, so that it comes before what is installed
        (self._packages / "source.pth").write_text(f"{directory}\n")

    def add_module(self, name: str, program: str, *, at_start: bool = False) -> None:
        """Found before others of that name, from the next process on; `at_start`: each process
        loads it before anything of ours."""
        (self._packages / f"{name}.py").write_text(program)
        if at_start:
            # after tests.pth, so that it finds what is installed
            (self._packages / f"tests_{name}.pth").write_text(f"import {name}\n")

    def set_home(self, home: Path) -> None:
        """Of the account, as the system knows it."""
        self.add_module("tests_account", _ACCOUNT.format(home=str(home)), at_start=True)

    def set_variables(self, usual: Mapping[str, str], forced: Mapping[str, str]) -> None:
        """Of each process that starts from now on: the usual ones where whoever starts it says
        nothing else, the forced ones whatever it says."""
        program = _VARIABLES.format(usual=dict(usual), forced=dict(forced))
        self.add_module("tests_variables", program, at_start=True)
