"""What is taken out by names: what changes, what stays, and what is refused."""

import ast
import textwrap

import pytest

from defences.mutation import Change, Returns, Sets, Takes, WithoutCall, WithoutItem, mutated


def written(text: str) -> str:
    """The text as the syntax tree writes it, without comments and layout."""
    return ast.unparse(ast.parse(textwrap.dedent(text)))


def changed(text: str, path: str, change: Change) -> str:
    return mutated(textwrap.dedent(text), path, change).rstrip("\n")


KEYS = """
    class Guard:
        def armed(self):
            return self.ready

        def down(self, key):
            if self.armed() and key.fresh:
                self.act(key)

    class Other:
        def down(self, key):
            self.act(key)
"""


class TestPlaces:
    def test_a_method_of_one_class_is_not_that_of_another(self) -> None:
        guard, other = changed(KEYS, "Other.down", Returns("None")).split("class Other")
        assert "self.act(key)" in guard
        assert "self.act(key)" not in other

    def test_a_function_in_a_function_is_named_after_it(self) -> None:
        text = """
            def run(args):
                if args:
                    def ask():
                        return 1
                return ask()
        """
        assert changed(text, "run.ask", Returns("2")) == written(text.replace("1", "2"))

    def test_without_a_definition_it_is_the_whole_module(self) -> None:
        assert changed("LIMIT = 1\n", "", Sets("LIMIT", "9")) == "LIMIT = 9"

    @pytest.mark.parametrize("path", ["Guard.up", "Nobody", "Guard.down.deeper", "down"])
    def test_one_that_does_not_exist_is_named(self, path: str) -> None:
        with pytest.raises(ValueError, match=path.replace(".", r"\.")):
            changed(KEYS, path, Returns("None"))

    def test_one_that_is_there_twice_is_refused(self) -> None:
        with pytest.raises(ValueError, match="2 definitions of f"):
            changed("def f(): pass\ndef f(): pass", "f", Returns("None"))


@pytest.mark.parametrize(
    "change",
    [WithoutCall("wipe"), WithoutItem("wipe"), Takes("wipe", True), Sets("wipe", "1")],
)
def test_a_name_that_is_not_there_is_told_with_its_place(change: Change) -> None:
    with pytest.raises(ValueError, match=r"Guard\.down: .*'wipe'"):
        changed(KEYS, "Guard.down", change)


def test_layout_order_and_other_names_do_not_matter() -> None:
    moved = """
        class Other: ...

        class Guard:
            def down(self, stroke):
                first = 1
                if (
                    self.armed()  # as it says
                    and stroke.fresh
                ): self.act(stroke)
    """
    without = changed(moved, "Guard.down", Takes("fresh", True))
    assert without == written(moved.replace("stroke.fresh", "True"))


class TestReturns:
    def test_nothing_else_is_done(self) -> None:
        text = "async def f(a):\n    await a()\n    return a.b\n"
        assert changed(text, "f", Returns("a.c")) == "async def f(a):\n    return a.c"

    def test_a_class_returns_nothing(self) -> None:
        with pytest.raises(ValueError, match="Guard"):
            changed(KEYS, "Guard", Returns("None"))


class TestWithoutCall:
    @pytest.mark.parametrize("call", ["wipe(data)", "await wipe(data)", "yield wipe(data)"])
    def test_of_a_statement_nothing_stays(self, call: str) -> None:
        text = f"async def f(data):\n    send(data)\n    {call}\n"
        without = "async def f(data):\n    send(data)\n    pass"
        assert changed(text, "f", WithoutCall("wipe")) == without

    def test_elsewhere_its_first_argument_stays(self) -> None:
        text = "def f(text):\n    return Card(title=visible(text, 3))\n"
        without = "def f(text):\n    return Card(title=text)"
        assert changed(text, "f", WithoutCall("visible")) == without

    def test_without_an_argument_nothing_could_stay(self) -> None:
        with pytest.raises(ValueError, match=r"now\(\)"):
            changed("def f():\n    return now()\n", "f", WithoutCall("now"))

    def test_what_is_called_may_be_told_from_others(self) -> None:
        text = "def f(a, b):\n    self.a.wipe()\n    b.wipe()\n    b.wipe_all()\n"
        every = "def f(a, b):\n    pass\n    pass\n    b.wipe_all()"
        assert changed(text, "f", WithoutCall("wipe")) == every
        one = "def f(a, b):\n    pass\n    b.wipe()\n    b.wipe_all()"
        assert changed(text, "f", WithoutCall("a.wipe")) == one

    def test_what_is_only_handed_on_is_no_call(self) -> None:
        text = "def f(undo):\n    undo.callback(wipe, 1)\n    wipe(2)\n"
        without = "def f(undo):\n    undo.callback(wipe, 1)\n    pass"
        assert changed(text, "f", WithoutCall("wipe")) == without


class TestWithoutItem:
    @pytest.mark.parametrize(
        ("text", "without"),
        [
            ("x = ('-E', '-P')", "x = ('-P',)"),
            ("x = frozenset(['-P', '-E'])", "x = frozenset(['-P'])"),
            ("x = {'-E', 'E'}", "x = {'E'}"),
        ],
    )
    def test_a_text_is_listed_no_more(self, text: str, without: str) -> None:
        assert changed(text, "", WithoutItem("-E")) == without

    def test_nor_is_a_name(self) -> None:
        text = "try:\n    f()\nexcept (OSError, errors.Lost):\n    pass"
        without = "try:\n    f()\nexcept (OSError,):\n    pass"
        assert changed(text, "", WithoutItem("Lost")) == without


class TestTakes:
    @pytest.mark.parametrize(
        ("asked", "taken"),
        [
            ("if a.b: pass", "if True: pass"),
            ("while not b: pass", "while not True: pass"),
            ("x = b and c", "x = True and c"),
            ("x = c or a.b()", "x = c or True"),
            ("x = b(c == d) or e", "x = True or e"),
            ("x = 1 if b else 2", "x = 1 if True else 2"),
            ("x = b == c", "x = True"),
            ("x = f(b[0] < c, d)", "x = f(True, d)"),
            ("x = [y for y in z if y.b]", "x = [y for y in z if True]"),
            ("x = all(y > b for y in z)", "x = all((True for y in z))"),
            ("if not (c and all(y.b for y in z)): pass", "if not (c and True): pass"),
            ("if (c := b(d)): pass", "if True: pass"),
            ("match x:\n    case y if y.b: pass", "match x:\n    case y if True: pass"),
            ("if b == 1 or (c and b == 2): pass", "if True or (c and True): pass"),
        ],
    )
    def test_the_smallest_question_about_it_is_answered(self, asked: str, taken: str) -> None:
        assert changed(asked, "", Takes("b", True)) == written(taken)

    def test_what_is_done_stays(self) -> None:
        text = "if b:\n    b.start()\n    x = b"
        assert changed(text, "", Takes("b", False)) == text.replace("if b", "if False")

    def test_a_name_within_a_name_is_another(self) -> None:
        text = "x = ab and b_ and a.b"
        assert changed(text, "", Takes("b", False)) == "x = ab and b_ and False"

    def test_where_nothing_is_asked_about_it_there_is_nothing_to_take(self) -> None:
        with pytest.raises(ValueError, match="'b'"):
            changed("x = f(b)", "", Takes("b", False))


class TestSets:
    @pytest.mark.parametrize(
        ("given", "other"),
        [
            ("b = 1", "b = 9"),
            ("a.b = 1", "a.b = 9"),
            ("b: int = 1", "b: int = 9"),
            ("f(1, b=1)", "f(1, b=9)"),
            ("x = {'b': 1, 'c': 1}", "x = {'b': 9, 'c': 1}"),
            ("x = {a.b: 1, **y}", "x = {a.b: 9, **y}"),
            ("x = b = f(b=1)", "x = b = 9"),
        ],
    )
    def test_another_value_is_given(self, given: str, other: str) -> None:
        assert changed(given, "", Sets("b", "9")) == other

    def test_any_expression_can_be_given(self) -> None:
        text = "def f(now):\n    until = now + 5\n"
        without = "def f(now):\n    until = now + 2 * DAY"
        assert changed(text, "f", Sets("until", "now + 2 * DAY")) == without

    def test_what_only_declares_is_given_nothing(self) -> None:
        with pytest.raises(ValueError, match="'b'"):
            changed("b: int", "", Sets("b", "9"))
