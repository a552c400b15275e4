"""The programs that can have sayso ask, and how each of them stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sayso.frontends.install.places import Environ
from sayso.frontends.setup import git, gpg, variables
from sayso.frontends.setup.program import Program
from sayso.platforms.contract.doctor import Finding

PROGRAMS: Mapping[str, Program] = {
    program.name: program for program in (gpg.PROGRAM, *variables.PROGRAMS, git.PROGRAM)
}


def findings(environ: Environ) -> Iterator[Finding]:
    """Of those that are installed, for the doctor. Starts no program that stays."""
    for program in PROGRAMS.values():
        yield from program.findings(environ)
