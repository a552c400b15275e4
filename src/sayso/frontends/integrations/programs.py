"""The programs that ask for passwords."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sayso.frontends.install.change import Change, Status, make_all, undo_all
from sayso.frontends.install.places import Environ
from sayso.frontends.integrations.integration import Integration, Kind, Planned
from sayso.frontends.setup.program import Program
from sayso.frontends.setup.programs import PROGRAMS


def integrations() -> Iterator[Integration]:
    for name, program in PROGRAMS.items():
        yield Integration(
            Kind.PROGRAM,
            name,
            name,
            f"sayso setup {name}",
            partial(_is_here, program),
            partial(_is_on, program),
            program.findings,
            partial(_plan, program),
        )


def _is_here(program: Program, environ: Environ) -> bool:
    return any(True for _ in program.findings(environ))


def _is_on(program: Program, environ: Environ) -> bool:
    return bool(_changes(program, environ, False))


def _changes(program: Program, environ: Environ, wanted: bool) -> tuple[Change, ...]:
    planned = (program.set_up if wanted else program.undo)(environ)
    return tuple(each for each in planned if each.status is not Status.UNCHANGED)


def _plan(program: Program, environ: Environ, wanted: bool) -> Planned:
    changes = _changes(program, environ, wanted)

    def make() -> str:
        if wanted:
            make_all(changes)
        else:
            undo_all(changes)
        return program.settle(wanted)

    diffs = (change.diff() if wanted else change.undo_diff() for change in changes)
    return Planned("\n".join(diffs), make)
