"""The programs that can have sayso ask."""

from __future__ import annotations

from collections.abc import Mapping

from sayso.frontends.setup import git, gpg, variables
from sayso.frontends.setup.program import Program

PROGRAMS: Mapping[str, Program] = {
    program.name: program for program in (gpg.PROGRAM, *variables.PROGRAMS, git.PROGRAM)
}
