"""A Python for one world: like the one that runs the tests, but a test's own modules come first.

Processes of sayso start each other with the interpreter that they run in, so what is put into this
one reaches all of them, however they are started. The product has no code for this.
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
"""Commands of sayso and the functions that they call, as in pyproject.toml."""

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
    """Makes a virtual environment (PEP 405) in `directory`, with the commands of sayso.

    All packages of the test's interpreter can be imported; modules in `source` come before them.
    """

    def __init__(self, directory: Path, source: Path | None = None) -> None:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        self._packages = directory / "lib" / version / "site-packages"
        self._packages.mkdir(parents=True)
        self.bin = directory / "bin"
        self.bin.mkdir()
        self.python = self.bin / "python"
        self.python.symlink_to(sys.executable)
        # the tests run in a virtual environment as well
        shutil.copy(Path(sys.prefix, "pyvenv.cfg"), directory)
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
        """Modules in this directory are found first by processes that start from now on, as after
        an upgrade."""
        # before tests.pth, so that it comes before what is installed
        (self._packages / "source.pth").write_text(f"{directory}\n")

    def add_module(self, name: str, program: str, *, at_start: bool = False) -> None:
        """Adds a module that is found before others of that name by processes that start from now
        on. `at_start`: each process imports it before any code of sayso."""
        (self._packages / f"{name}.py").write_text(program)
        if at_start:
            # after tests.pth, so that it finds what is installed
            (self._packages / f"tests_{name}.pth").write_text(f"import {name}\n")

    def set_home(self, home: Path) -> None:
        """Changes the account's home directory, as Python reports it (the module pwd)."""
        self.add_module("tests_account", _ACCOUNT.format(home=str(home)), at_start=True)

    def set_variables(self, usual: Mapping[str, str], forced: Mapping[str, str]) -> None:
        """Sets environment variables in each process that starts from now on: `usual` where its
        starter has not set them, `forced` always."""
        program = _VARIABLES.format(usual=dict(usual), forced=dict(forced))
        self.add_module("tests_variables", program, at_start=True)
