"""One table of a TOML text is changed, and no other byte."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.configuration import toml

PATH = ("servers", "ours")
VALUE = {"command": "x", "limit": 1}
TABLE = '[servers.ours]\ncommand = "x"\nlimit = 1\n'

PUT = {
    "nothing": ("", TABLE),
    "no end of line": ("a = 1", f"a = 1\n\n{TABLE}"),
    "another server, and comments": (
        "[servers.a]\nb = 1 # one\n\n# of c\n[c]\n# last\n",
        f"[servers.a]\nb = 1 # one\n\n# of c\n[c]\n# last\n\n{TABLE}",
    ),
    "a table of servers": ("[servers]\na = {b = 1}\n", f"[servers]\na = {{b = 1}}\n\n{TABLE}"),
}
IN_PLACE = {
    "inline": "# c\nservers = { a = {b = 1} } # d\n[e]\nf = 1\n",
    "dotted": "servers.a.b = 1 # c\nd = 2\n",
}
OURS = {
    "its own table": f"a = 1\n\n{TABLE}",
    "tables of its own": f"[servers.ours.env]\nA = '1'\n{TABLE}\n# of z\n[z]\n",
    "quoted": "['servers' . \"ours\"] # c\ncommand = 'x'\n",
    "a long list": f'{TABLE}args = [\n  "[a]",\n\n  # c\n  "b",\n]\n[z]\n',
    "in a list, a line like a header": f'{TABLE}args = [\n["a"],\n["b"]\n]\n[z]\n',
    "inline": "servers = { a = 1, ours = {b = 1} }\nz = 1\n",
    "in a table of servers": "[servers]\n# of a\na = 1\nours = { b = 1 }\n# of z\nz = 1\n",
    "dotted": "[servers]\nours.command = 'x' # c\nours.limit = 1\nz = 1\n",
    "a string with its header": f'{TABLE}b = """\n[servers.ours]\n[z]\n"""\n[z]\n',
}


@pytest.mark.parametrize(("before", "after"), PUT.values(), ids=PUT)
def test_a_table_is_added_at_the_end(before: str, after: str) -> None:
    assert toml.put(before, PATH, VALUE) == after
    assert toml.put(after, PATH, VALUE) == after


@pytest.mark.parametrize("before", IN_PLACE.values(), ids=IN_PLACE)
def test_where_no_table_can_be_added_it_is_put_in_place(before: str) -> None:
    after = toml.put(before, PATH, VALUE)
    said = tomllib.loads(after)
    assert said["servers"].pop("ours") == VALUE
    assert said == tomllib.loads(before)
    assert {"# c", "# d"} & set(before.split("\n")) <= set(after.split("\n"))


@pytest.mark.parametrize("before", OURS.values(), ids=OURS)
def test_it_is_taken_out_alone(before: str) -> None:
    after = toml.drop(before, PATH)
    wanted = tomllib.loads(before)
    del wanted["servers"]["ours"]
    wanted = {key: value for key, value in wanted.items() if value != {} or key == "z"}
    said = tomllib.loads(after)
    if said.get("servers") == {}:
        del said["servers"]
    assert said == wanted
    for comment in ("# of a\n", "# of z\n"):
        assert after.count(comment) == before.count(comment)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"a = 1\n\n{TABLE}", "a = 1\n"),
        (f"a = 1\n{TABLE}# of z\n[z]\n", "a = 1\n# of z\n[z]\n"),
        (f"a = 1\n\n{TABLE}\n# of z\n[z]\n", "a = 1\n\n# of z\n[z]\n"),
        (f"a = 1\n\n{TABLE}[z]\n", "a = 1\n\n[z]\n"),
        (f"{TABLE}\n[servers.ours.env]\nA = 1\n\n[servers.z]\n", "\n[servers.z]\n"),
    ],
)
def test_its_lines_go_and_no_others(before: str, after: str) -> None:
    assert toml.drop(before, PATH) == after


def test_a_value_is_changed_in_its_place() -> None:
    before = f"{TABLE}# c\n[z]\n"
    after = toml.put(before, (*PATH, "command"), "y")
    assert after == before.replace('"x"', '"y"')


IN_ITS_LINE = {
    "with a comment": ("[servers.ours]\ncommand = 'x # y' # c\n[z]\n", 'command = "y" # c\n'),
    "with a quote": ('[servers.ours]\ncommand="\\"#"# c\n', 'command="y"# c\n'),
    "without an end": ("[servers.ours]\ncommand = 1", 'command = "y"'),
    "not there yet": ("[servers.ours]\na = 1 # c\n\n# of z\n[z]\n", 'a = 1 # c\ncommand = "y"\n'),
    "not there yet, without an end": ("[servers.ours]\na = 1", 'a = 1\ncommand = "y"\n'),
    "tables apart": (
        "[servers.ours]\ncommand = 1\n[servers.a]\n[z]\n[servers.ours.env]\ncommand = 2\n",
        'command = "y"\n[servers.a]\n[z]\n[servers.ours.env]\ncommand = 2\n',
    ),
}


@pytest.mark.parametrize(("before", "line"), IN_ITS_LINE.values(), ids=IN_ITS_LINE)
def test_a_value_is_changed_in_its_line(before: str, line: str) -> None:
    after = toml.put(before, (*PATH, "command"), "y")
    assert line in after
    said, wanted = tomllib.loads(after), tomllib.loads(before)
    wanted["servers"]["ours"]["command"] = "y"
    assert said == wanted
    kept = [each for each in before.split("\n") if not each.startswith("command =")]
    assert [each for each in after.split("\n") if each in kept] == [
        each for each in kept if not each.startswith("command=")
    ]


def test_a_value_where_nothing_but_a_remark_is() -> None:
    assert tomllib.loads(toml.put("# mine\n", ("a",), 1)) == {"a": 1}
    assert tomllib.loads(toml.put("# mine\n\n[z]\n", ("a",), 1)) == {"a": 1, "z": {}}


@pytest.mark.parametrize("text", ["a", "[a]\n[a]", "a = 1\na = 2", "[servers", "servers = 1"])
def test_what_is_broken_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        toml.put(text, PATH, VALUE)


@pytest.mark.parametrize("text", ["", "a = 1\n", "[servers.a]\n", "servers = 1\n"])
def test_what_is_not_there_is_not_taken_out(text: str) -> None:
    assert toml.drop(text, PATH) == text


@pytest.mark.parametrize("value", ["nan", "[-nan, 1]", "{at = 1979-05-27, of = nan}", "07:32:00"])
def test_whatever_values_stand_beside_it(value: str) -> None:
    before = f"x = {value}\n\n[y]\nx = {value}\n"
    after = toml.put(before, PATH, VALUE)
    assert after.startswith(before)
    assert toml.drop(after, PATH) == before


LIST = ("hooks", "E")
GROUP = {"hooks": [{"command": "x", "limit": 1}]}
ELEMENT = '[[hooks.E]]\n[[hooks.E.hooks]]\ncommand = "x"\nlimit = 1\n'
OTHER = '[[hooks.E]]\nmatcher = "a" # c\n\n[[hooks.E.hooks]]\ncommand = "y"\n'


@pytest.mark.parametrize(
    "before", ["", "# c\na = 1\n", "[hooks.state]\nb = 1\n", OTHER, f"{OTHER}\n[z]\n# last\n"]
)
def test_an_element_is_added_at_the_end(before: str) -> None:
    place = (*LIST, before.count("[[hooks.E]]"))
    after = toml.put(before, place, GROUP)
    assert after == (f"{before}\n{ELEMENT}" if before else ELEMENT)
    assert toml.put(after, place, GROUP) == after
    assert toml.drop(after, place) == before


def test_an_element_is_taken_from_between_others() -> None:
    before = f"{OTHER}\n{ELEMENT}\n# of the other\n{OTHER}"
    assert toml.drop(before, (*LIST, 1)) == f"{OTHER}\n# of the other\n{OTHER}"


def test_an_element_of_an_element() -> None:
    inner = '[[hooks.E.hooks]]\ncommand = "z"\n'
    before = f"{ELEMENT}{inner}{OTHER}"
    assert toml.drop(before, (*LIST, 0, "hooks", 0)) == f"[[hooks.E]]\n{inner}{OTHER}"
    assert toml.put(before, (*LIST, 0, "hooks", 1, "command"), "q") == before.replace('"z"', '"q"')
    longer = toml.put(ELEMENT, (*LIST, 0, "hooks", 1), {"command": "z"})
    assert tomllib.loads(longer) == tomllib.loads(f"{ELEMENT}{inner}")


def test_a_list_in_one_line() -> None:
    before = "hooks = { E = [ { a = 1 } ] } # c\nz = 1\n"
    after = toml.put(before, (*LIST, 1), GROUP)
    assert tomllib.loads(after)["hooks"]["E"] == [{"a": 1}, GROUP]
    assert after.endswith(" # c\nz = 1\n")
    assert tomllib.loads(toml.drop(after, (*LIST, 1))) == tomllib.loads(before)


@pytest.mark.parametrize("text", ["hooks = 1\n", "[hooks]\nE = 1\n", "[hooks.E]\n", "[[hooks]]\n"])
def test_what_is_no_list_holds_no_element(text: str) -> None:
    with pytest.raises(ValueError, match=r"hooks"):
        toml.put(text, (*LIST, 0), GROUP)
    assert toml.drop(text, (*LIST, 0)) == text


PIECES = (
    OTHER,
    ELEMENT,
    "[hooks.state]\n",
    '[hooks.state."a:b:0:0"]\ntrusted = "x"\n',
    "# a remark\n",
    "[[z]]\na = [\n  1,\n]\n",
    "\n",
)


@settings(deadline=None)  # of a busy machine
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=7))
def test_no_order_of_tables_loses_one(pieces: list[str]) -> None:
    before = "".join(pieces)
    try:
        told = tomllib.loads(before)
    except tomllib.TOMLDecodeError:  # a table is there twice
        return
    there = told.get("hooks", {}).get("E", [])
    after = toml.put(before, (*LIST, len(there)), GROUP)
    assert tomllib.loads(after)["hooks"]["E"] == [*there, GROUP]
    assert after.startswith(before)
    for at in range(len(there)):
        rest = tomllib.loads(toml.drop(after, (*LIST, at)))["hooks"]["E"]
        assert rest == [*there[:at], *there[at + 1 :], GROUP]
        changed = toml.put(after, (*LIST, at, "hooks", 0, "command"), "new")
        assert len(changed.splitlines()) == len(after.splitlines())
