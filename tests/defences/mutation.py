"""Takes a defence out of a source text, by names in the code instead of exact lines.

A place is written as entry points are: `presentation.arming:Guard.key_down` is that method in the
module sayso.presentation.arming, `frontends.cli.confirm:run.ask` a function in a function, and
`core.settings` the whole module. A change says what becomes different there.

A name, in a change, is a name of the code with as much in front of it as tells it apart from
others: `wipe` stands for `wipe`, `head.wipe` and `self.queue.wipe`; `head.wipe` for the second
alone. Whatever else stands in the place may be moved, renamed and written in another way.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Returns:
    """The function does nothing but return `value`."""

    value: str
    """An expression of Python, as in the other changes."""

    def made_in(self, place: ast.AST) -> bool:
        """Makes the change in `place`; whether anything was changed. The other changes have this,
        too."""
        if not isinstance(place, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        place.body = [ast.Return(_expression(self.value))]
        return True


@dataclass(frozen=True)
class WithoutCall:
    """Calls of `name` are left out: a statement that is only the call goes; elsewhere the first
    argument takes the call's place."""

    name: str

    def made_in(self, place: ast.AST) -> bool:
        return _made(_CallLeftOut(self.name), place)


@dataclass(frozen=True)
class WithoutItem:
    """`item` is left out wherever it is listed: in tuples, lists and sets."""

    item: str
    """A name in the code, or the text of a string."""

    def made_in(self, place: ast.AST) -> bool:
        return _made(_ItemLeftOut(self.item), place)


@dataclass(frozen=True)
class Takes:
    """Each test of `name` is left out, and its answer taken for granted.

    Tests are conditions, comparisons, and parts of an `and`, an `or` or a `not`, that mention the
    name and contain no smaller test that does.
    """

    name: str
    answer: bool

    def made_in(self, place: ast.AST) -> bool:
        return _made(_AnswerTaken(self.name, self.answer), place)


@dataclass(frozen=True)
class Sets:
    """Wherever `name` is given a value, it is given `value` instead: a variable, an attribute, an
    argument by its name, or a key of a dict (a name, or a text)."""

    name: str
    value: str

    def made_in(self, place: ast.AST) -> bool:
        return _made(_ValueSet(self.name, self.value), place)


Change = Returns | WithoutCall | WithoutItem | Takes | Sets


def mutated(text: str, path: str, change: Change) -> str:
    """The module `text` with this change in the definition that `path` names, or in all of it.

    Raises ValueError when there is no such definition, or nothing to change in it.
    """
    module = ast.parse(text)
    if not change.made_in(_find(module, path)):
        raise ValueError(f"{path or 'the module'}: nothing to change for {change}")
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _find(module: ast.Module, path: str) -> ast.AST:
    place: ast.AST = module
    for name in path.split(".") if path else ():
        found = [each for each in _definitions(place) if each.name == name]
        if len(found) != 1:
            raise ValueError(f"{path}: {len(found)} definitions of {name}")
        place = found[0]
    return place


def _definitions(place: ast.AST) -> Iterator[_Definition]:
    """The definitions in `place`, without those inside another definition."""
    for child in ast.iter_child_nodes(place):
        if isinstance(child, _Definition):
            yield child
        else:
            yield from _definitions(child)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _is(node: ast.AST | None, name: str) -> bool:
    """Whether `node` is this name, whatever stands in front of the name."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return False
    written = ast.unparse(node)
    return written == name or written.endswith(f".{name}")


def _is_name_or_text(node: ast.AST | None, name: str) -> bool:
    return _is(node, name) or (isinstance(node, ast.Constant) and node.value == name)


class _Transformer(ast.NodeTransformer):
    found = False
    """Whether something was changed."""


def _made(transformer: _Transformer, place: ast.AST) -> bool:
    transformer.visit(place)
    return transformer.found


class _CallLeftOut(_Transformer):
    def __init__(self, name: str) -> None:
        self._name = name

    def _is_call(self, node: ast.AST | None) -> bool:
        return isinstance(node, ast.Call) and _is(node.func, self._name)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        value: ast.AST | None = node.value
        if isinstance(value, ast.Await | ast.Yield | ast.YieldFrom):
            value = value.value
        if self._is_call(value):
            self.found = True
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not self._is_call(node):
            return node
        if not node.args:
            raise ValueError(f"{ast.unparse(node)}: no argument that could stay")
        self.found = True
        return node.args[0]


class _ItemLeftOut(_Transformer):
    def __init__(self, item: str) -> None:
        self._item = item

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            left = [each for each in node.elts if not _is_name_or_text(each, self._item)]
            self.found |= len(left) < len(node.elts)
            node.elts = left
        return node


class _AnswerTaken(_Transformer):
    def __init__(self, name: str, answer: bool) -> None:
        self._name = name
        self._answer = answer

    def visit(self, node: ast.AST) -> ast.AST:
        """`node`, with each test of the name in it replaced by the answer."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [self._answered(node, field, each) for each in value]
            elif isinstance(value, ast.AST):
                setattr(node, field, self._answered(node, field, value))
        return node

    def _answered(self, parent: ast.AST, field: str, node: ast.AST) -> ast.AST:
        if not (isinstance(node, ast.AST) and self._is_mentioned(node)):
            return node
        is_within = _made(_AnswerTaken(self._name, self._answer), node)
        self.found |= is_within
        if is_within or not _is_asked(parent, field, node):
            return node
        self.found = True
        return ast.Constant(self._answer)

    def _is_mentioned(self, node: ast.AST) -> bool:
        return any(_is(each, self._name) for each in ast.walk(node))


def _is_asked(parent: ast.AST, field: str, node: ast.AST) -> bool:
    """Whether `node` is a test: a comparison, or an expression in a place where only true or false
    counts."""
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.expr)
        and (
            field in ("test", "ifs", "guard")
            or isinstance(parent, ast.BoolOp)
            or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not))
        )
    )


class _ValueSet(_Transformer):
    def __init__(self, name: str, value: str) -> None:
        self._name = name
        self._value = value

    def _new(self) -> ast.expr:
        self.found = True
        return _expression(self._value)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if any(_is(target, self._name) for target in node.targets):
            node.value = self._new()
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None and _is(node.target, self._name):
            node.value = self._new()
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        self.generic_visit(node)
        if node.arg == self._name:
            node.value = self._new()
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        for number, key in enumerate(node.keys):
            if _is_name_or_text(key, self._name):
                node.values[number] = self._new()
        return node
