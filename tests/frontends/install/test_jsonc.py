"""One member of a JSON text is changed, and no other byte."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.frontends.install import jsonc

PATH = ("servers", "ours")
VALUE = {"command": "/bin/x", "args": ["mcp"]}

PUT = {
    "nothing": ("", '{\n  "servers": {\n    "ours": 1\n  }\n}\n'),
    "an empty object": ("{}\n", '{\n  "servers": {\n    "ours": 1\n  }\n}\n'),
    "another key": (
        '{\n    "a": 1\n}\n',
        '{\n    "a": 1,\n    "servers": {\n        "ours": 1\n    }\n}\n',
    ),
    "no servers yet": ('{\n\t"servers": {}\n}', '{\n\t"servers": {\n\t\t"ours": 1\n\t}\n}'),
    "another server": (
        '{\n  "servers": {\n    "a": {}\n  },\n  "z": 0\n}',
        '{\n  "servers": {\n    "a": {},\n    "ours": 1\n  },\n  "z": 0\n}',
    ),
    "one line": ('{"z": 0, "servers": {"a": {}}}', '{"z": 0, "servers": {"a": {}, "ours": 1}}'),
    "one line, no servers": ('{"z": 0}', '{"z": 0, "servers": {"ours": 1}}'),
    "one line, empty": ('{"servers": {}}', '{"servers": {"ours": 1}}'),
    "ours": ('{"servers":{ "ours" :0}}', '{"servers":{ "ours" :1}}'),
    "the same": ('{"servers":{ "ours" : 1e0 }}', '{"servers":{ "ours" : 1e0 }}'),
}
PUT_AMONG_COMMENTS = {
    "behind the last": (
        '{\n  "servers": {\n    "a": {} // its own\n    // "b": {}\n  }\n}',
        '{\n  "servers": {\n    "a": {}, // its own\n    "ours": 1\n    // "b": {}\n  }\n}',
    ),
    "a trailing comma": (
        '{\n  "servers": {\n    "a": {}, // its own\n  }\n}',
        '{\n  "servers": {\n    "a": {}, // its own\n    "ours": 1,\n  }\n}',
    ),
    "nothing but a comment": (
        '{\n  "servers": {\n    // none, "yet": {\n  }\n}',
        '{\n  "servers": {\n    // none, "yet": {\n    "ours": 1\n  }\n}',
    ),
    "nothing but a comment, in one line": (
        '{"servers": { // none\n}}',
        '{"servers": { // none\n"ours": 1}}',
    ),
    "everywhere": (
        '/* "servers": { */ { // {\n"servers" /* a */ : // b\n{ "a": "//" /* d */ } }',
        '/* "servers": { */ { // {\n"servers" /* a */ : // b\n{ "a": "//", "ours": 1 /* d */ } }',
    ),
}
DROPPED = {
    "not there": ('{"servers": {"a": 0}}', '{"servers": {"a": 0}}'),
    "no servers": ('{"a": 0}', '{"a": 0}'),
    "the only one": ('{"servers": {\n  "ours": {\n  }\n}}', '{"servers": {}}'),
    "the first": (
        '{\n  "servers": {\n    "ours": 1,\n    "a": 0\n  }\n}',
        '{\n  "servers": {\n    "a": 0\n  }\n}',
    ),
    "the last": (
        '{\n  "servers": {\n    "a": 0,\n    "ours": {\n      "b": 1\n    }\n  }\n}',
        '{\n  "servers": {\n    "a": 0\n  }\n}',
    ),
    "on one line": ('{"servers": {"a": 0, "ours": 1}}', '{"servers": {"a": 0}}'),
    "first on one line": ('{"servers": {"ours": 1, "a": 0}}', '{"servers": {"a": 0}}'),
}
DROPPED_AMONG_COMMENTS = {
    "the last": (
        '{\n  "servers": {\n    "a": 0, // of a\n    // no one\n    "ours": 1 // ours\n  }\n}',
        '{\n  "servers": {\n    "a": 0 // of a\n    // no one\n    // ours\n  }\n}',
    ),
    "a trailing comma": (
        '{\n  "servers": {\n    "a": 0,\n    "ours": 1,\n  }\n}',
        '{\n  "servers": {\n    "a": 0,\n  }\n}',
    ),
    "alone among comments": (
        '{\n  "servers": {\n    // keep\n    "ours": 1\n  }\n}',
        '{\n  "servers": {\n    // keep\n  }\n}',
    ),
}
ELEMENT = ("hooks", "E", 1)
IN_A_LIST = {
    "nothing": ("", '{\n  "hooks": {\n    "E": [\n      1\n    ]\n  }\n}\n'),
    "no list yet": ('{"hooks": {}}', '{"hooks": {"E": [1]}}'),
    "an empty list": (
        '{\n  "hooks": {\n    "E": []\n  }\n}',
        '{\n  "hooks": {\n    "E": [\n      1\n    ]\n  }\n}',
    ),
    "behind another": (
        '{\n  "hooks": {\n    "E": [\n      {"a": 0} // its own\n    ]\n  }\n}',
        '{\n  "hooks": {\n    "E": [\n      {"a": 0}, // its own\n      1\n    ]\n  }\n}',
    ),
    "on one line": ('{"hooks": {"E": [0]}}', '{"hooks": {"E": [0, 1]}}'),
    "ours": ('{"hooks": {"E": [0, 2 /* two */, 3]}}', '{"hooks": {"E": [0, 1 /* two */, 3]}}'),
    "the same": ('{"hooks": {"E": [0, 1.0]}}', '{"hooks": {"E": [0, 1.0]}}'),
}
OUT_OF_A_LIST = {
    "not there": ('{"hooks": {"E": [0]}}', '{"hooks": {"E": [0]}}'),
    "the last": ('{"hooks": {"E": [0, 1]}}', '{"hooks": {"E": [0]}}'),
    "between others": ('{"hooks": {"E": [0, 1, 2]}}', '{"hooks": {"E": [0, 2]}}'),
    "of several lines": (
        '{"hooks": {"E": [\n  0, // nought\n  1\n]}}',
        '{"hooks": {"E": [\n  0 // nought\n]}}',
    ),
}
BROKEN = {
    '{"a": 1': "line 1, column 8: a comma or } is missing",
    '{"a" 1}': "a colon is missing",
    "{a: 1}": 'a key in "double quotes" is missing',
    '{"a": }': "a value is missing",
    '{"a": "b}': "Unterminated string",
    '{"a": 1}}': "there is more after the end",
    '{\n  "a": 1,\n}': "line 3, column 1: a comma before the closing bracket",
    '{"a": [1,]}': "a comma before the closing bracket",
    '{"a": 1 // c\n}': "a comma or } is missing",
    '{"a": 1, "a": 2}': '"a" is there twice',
    '{"a": 01}': "a comma or } is missing",
    '{"a": NaN}': "a value is missing",
    "[" * 300: "nested too deep",
}


@pytest.mark.parametrize(("before", "after"), PUT.values(), ids=PUT)
@pytest.mark.parametrize("comments", [False, True])
def test_a_member_is_put_in(before: str, after: str, comments: bool) -> None:
    assert jsonc.put(before, PATH, 1, comments=comments) == after


@pytest.mark.parametrize(("before", "after"), PUT_AMONG_COMMENTS.values(), ids=PUT_AMONG_COMMENTS)
def test_a_member_is_put_in_among_comments(before: str, after: str) -> None:
    assert jsonc.put(before, PATH, 1, comments=True) == after


@pytest.mark.parametrize(("before", "after"), DROPPED.values(), ids=DROPPED)
@pytest.mark.parametrize("comments", [False, True])
def test_a_member_is_taken_out(before: str, after: str, comments: bool) -> None:
    assert jsonc.drop(before, PATH, comments=comments) == after


@pytest.mark.parametrize(
    ("before", "after"), DROPPED_AMONG_COMMENTS.values(), ids=DROPPED_AMONG_COMMENTS
)
def test_a_member_is_taken_out_among_comments(before: str, after: str) -> None:
    assert jsonc.drop(before, PATH, comments=True) == after


@pytest.mark.parametrize(("before", "after"), IN_A_LIST.values(), ids=IN_A_LIST)
def test_an_element_is_put_in(before: str, after: str) -> None:
    assert jsonc.put(before, ELEMENT, 1, comments=True) == after


@pytest.mark.parametrize(("before", "after"), OUT_OF_A_LIST.values(), ids=OUT_OF_A_LIST)
def test_an_element_is_taken_out(before: str, after: str) -> None:
    assert jsonc.drop(before, ELEMENT, comments=True) == after


def test_the_only_element_leaves_an_empty_list() -> None:
    before = '{"hooks": {"E": [\n  1\n]}}'
    assert jsonc.drop(before, ("hooks", "E", 0), comments=False) == '{"hooks": {"E": []}}'


@pytest.mark.parametrize("text", ['{"hooks": {"E": {}}}', '{"hooks": {"E": null}}'])
def test_what_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"hooks\.E is not a list"):
        jsonc.put(text, ELEMENT, 1, comments=False)


@pytest.mark.parametrize(("text", "words"), BROKEN.items())
def test_what_is_broken_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        jsonc.put(text, PATH, 1, comments=False)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["[]", "1", '{"servers": []}', '{"servers": null}'])
def test_what_can_hold_no_member_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an object"):
        jsonc.put(text, PATH, 1, comments=False)


LEAVES: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(
    LEAVES, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=4), v, max_size=3)
)
WHOLES = st.dictionaries(st.text(max_size=4), VALUES, max_size=3)
OTHERS = st.none() | st.dictionaries(st.text(min_size=5, max_size=8), VALUES, max_size=3)
BLANKS = st.sampled_from(["", "", " ", "\n", "\n\t", "/* , */", ' // { "\n', "\r\n  "])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """JSON with comments, blanks and trailing commas in every place."""

    def write(value: Any) -> str:
        def gap() -> str:
            return draw(BLANKS)

        if not isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=draw(st.booleans()))
        if isinstance(value, dict):
            parts = [
                f"{gap()}{json.dumps(key)}{gap()}:{gap()}{write(each)}{gap()}"
                for key, each in value.items()
            ]
            brackets = "{}"
        else:
            parts = [f"{gap()}{write(each)}{gap()}" for each in value]
            brackets = "[]"
        has_comma: bool = draw(st.booleans())
        trailing = "," + gap() if parts and has_comma else ""
        return brackets[0] + gap() + ",".join(parts) + trailing + gap() + brackets[1]

    whole = draw(WHOLES)
    others = draw(OTHERS)
    if others is not None:
        whole["servers"] = others
    return draw(BLANKS) + write(whole) + draw(BLANKS)


@given(text=texts())
def test_any_text_says_the_same_but_for_ours(text: str) -> None:
    def read(text: str) -> Any:
        return jsonc.parse(text, comments=True).value

    put = jsonc.put(text, PATH, VALUE, comments=True)
    before, after = read(text), read(put)
    assert after["servers"].pop("ours") == VALUE
    before.setdefault("servers", {})
    assert after == before
    dropped = jsonc.drop(put, PATH, comments=True)
    assert read(dropped) == before
    for comment in ("/* , */", "// {"):
        assert dropped.count(comment) == put.count(comment) == text.count(comment)


@given(whole=WHOLES, others=OTHERS, indent=st.sampled_from([None, 1, 2, "\t"]))
def test_what_is_put_in_and_taken_out_leaves_no_trace(
    whole: dict[str, Any], others: dict[str, Any] | None, indent: int | str | None
) -> None:
    text = json.dumps({**whole, "servers": others or {}}, indent=indent)
    put = jsonc.put(text, PATH, VALUE, comments=False)
    assert json.loads(put)["servers"]["ours"] == VALUE
    assert jsonc.put(put, PATH, VALUE, comments=False) == put
    assert jsonc.drop(put, PATH, comments=False) == text


@given(elements=st.lists(VALUES, max_size=3), indent=st.sampled_from([None, 1, 2, "\t"]))
def test_an_element_that_is_put_in_and_taken_out_leaves_no_trace(
    elements: list[Any], indent: int | str | None
) -> None:
    text = json.dumps({"hooks": {"E": elements}}, indent=indent)
    place = ("hooks", "E", len(elements))
    put = jsonc.put(text, place, VALUE, comments=False)
    assert json.loads(put)["hooks"]["E"] == [*elements, VALUE]
    assert jsonc.put(put, place, VALUE, comments=False) == put
    assert jsonc.drop(put, place, comments=False) == text
    for at in range(len(elements)):
        rest = json.loads(jsonc.drop(put, ("hooks", "E", at), comments=False))["hooks"]["E"]
        assert rest == [*elements[:at], *elements[at + 1 :], VALUE]
