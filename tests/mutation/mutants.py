"""Finds what cosmic-ray can change in the code, and makes the change."""

import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator

from mutation.score import Mutant

OPERATORS = (
    "core/AddNot",
    "core/ExceptionReplacer",
    "core/NumberReplacer",
    "core/ReplaceAndWithOr",
    "core/ReplaceBinaryOperator_Add_Sub",
    "core/ReplaceBinaryOperator_BitAnd_BitOr",
    "core/ReplaceBinaryOperator_Div_Mul",
    "core/ReplaceBinaryOperator_FloorDiv_Mul",
    "core/ReplaceBinaryOperator_LShift_RShift",
    "core/ReplaceBinaryOperator_Mod_Mul",
    "core/ReplaceBinaryOperator_Mul_FloorDiv",
    "core/ReplaceBinaryOperator_RShift_LShift",
    "core/ReplaceBinaryOperator_Sub_Add",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceComparisonOperator_Eq_NotEq",
    "core/ReplaceComparisonOperator_GtE_Gt",
    "core/ReplaceComparisonOperator_Gt_GtE",
    "core/ReplaceComparisonOperator_IsNot_Is",
    "core/ReplaceComparisonOperator_Is_IsNot",
    "core/ReplaceComparisonOperator_LtE_Lt",
    "core/ReplaceComparisonOperator_Lt_LtE",
    "core/ReplaceComparisonOperator_NotEq_Eq",
    "core/ReplaceContinueWithBreak",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceOrWithAnd",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceUnaryOperator_Delete_USub",
    "core/ZeroIterationForLoop",
)
"""For each operator the replacement that is hardest to notice. `|` is left alone: here it joins
types, and any other sign fails at import. Decorators are left alone, too: most classes and
properties fail at import without them. Such mutants would flatter the score."""

FOR_TYPES = ("TYPE_CHECKING", "@dataclass(")
"""Words of lines that matter to a type checker only, such as `frozen` of a dataclass: no test needs
to notice a change there."""


def find_mutants(root: Path) -> Iterator[Mutant]:
    """All mutants of core and wire."""
    for room in ("core", "wire"):
        for path in sorted((root / "src" / "sayso" / room).rglob("*.py")):
            lines = path.read_text().splitlines()
            nodes = list(ast_nodes(get_ast_from_path(path)))
            for name in OPERATORS:
                operator = get_operator(name)()
                places = (at for node in nodes for at, _ in operator.mutation_positions(node))
                for occurrence, (line, column) in enumerate(places):
                    if any(word in lines[line - 1] for word in FOR_TYPES):
                        continue
                    yield Mutant(str(path.relative_to(root)), line, column, name, occurrence)


@contextmanager
def mutated(root: Path, mutant: Mutant) -> Iterator[str]:
    """Changes the file until the context ends; the changed lines."""
    operator = get_operator(mutant.operator)()
    with use_mutation(root / mutant.path, operator, mutant.occurrence) as (before, after):
        if after is None:
            raise ValueError(f"{mutant}: there is no such place")
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
        changed = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
        yield "\n".join(f"    {line}" for line in changed)
