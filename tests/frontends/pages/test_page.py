"""The page: nothing in it but its own style and script can do anything."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sayso.frontends.pages import page
from sayso.frontends.pages.history import History
from sayso.presentation.history.rows import Filter
from support.log_of_questions import YES, LogOfQuestions

BAD = "</script><script>alert(1)</script><!--<script> & \u2028 \u202e"


class Elements(HTMLParser):
    """Each element with its attributes, and the text of those that hold code."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.code: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.code.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.code and self.cdata_elem:
            tag, text = self.code[-1]
            self.code[-1] = (tag, text + data)


@pytest.fixture
def log(tmp_path: Path) -> LogOfQuestions:
    return LogOfQuestions(tmp_path / "log")


def html(log: LogOfQuestions, *, live: bool = True) -> str:
    history = History(log.place)
    history.look(Filter())
    return page.history(history.more(10), live=live)


def test_it_says_that_nothing_but_these_may_run(log: LogOfQuestions) -> None:
    elements = Elements(html(log))
    (policy,) = (
        attributes["content"]
        for tag, attributes in elements.found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy
    style, _data, script = (text for _tag, text in elements.code)
    for name, text in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_nothing_in_it_is_loaded_or_leads_anywhere(log: LogOfQuestions) -> None:
    for _tag, attributes in Elements(html(log)).found:
        assert {"src", "href", "action", "style", "srcdoc"}.isdisjoint(attributes)
        assert not any(name.startswith("on") for name in attributes)


@pytest.mark.parametrize("live", [True, False])
def test_words_of_others_stay_words(log: LogOfQuestions, live: bool) -> None:
    log.question(BAD, YES, asker=BAD)
    elements = Elements(html(log, live=live))
    assert [tag for tag, _ in elements.found].count("script") == 2
    (data,) = (json.loads(text) for tag, text in elements.code if text.startswith("{"))
    (row,) = data["first"]["rows"]
    assert row["what"].startswith("</script><script>alert(1)")
    assert (data["live"], row["answer"]) == (live, "Approved")


def test_its_script_makes_no_markup_of_texts() -> None:
    script = Path(page.__file__).with_name("static").joinpath("history.js").read_text()
    makers = r"(inner|outer|Adjacent)HTML|document\.write|eval\(|Function\(|setAttribute"
    assert re.search(makers, script) is None


def test_one_to_be_read_alone_says_how_much_it_has(log: LogOfQuestions) -> None:
    assert "Nothing has been asked yet." in html(log, live=False)
    log.question("Deploy?", YES)
    assert "The latest question. For all of it, run: sayso log" in html(log, live=False)
