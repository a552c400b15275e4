"""Makes a page as one text of HTML. It loads nothing, and runs no script but its own."""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from string import Template

from sayso.presentation import place_words, translation
from sayso.presentation.history import words
from sayso.presentation.settings_page import words as of_settings

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.frontends.pages.history import Rows

_STATIC = Path(__file__).with_name("static")


def history(first: Rows, *, live: bool) -> str:
    """The page of the history. `first`: the rows that it has from the start. `live`: its script can
    ask for more."""
    texts = {
        "title": words.TITLE(),
        "about": words.ABOUT(),
        "search": words.SEARCH(),
        "who": words.WHO(),
        "answer": words.ANSWER(),
        "when": words.WHEN(),
        "anybody": words.ANYBODY(),
        "any_answer": words.ANY_ANSWER(),
        "any_time": words.ANY_TIME(),
        "export": words.EXPORT(),
        "format": words.FORMAT(),
        "missed": words.MISSED(),
        "all": words.ALL(),
    }
    told: dict[str, object] = {
        "live": live,
        "first": first,
        "statuses": list(words.answers().items()),
        "times": [
            ("hour", words.LAST_HOUR()),
            ("day", words.LAST_DAY()),
            ("week", words.LAST_WEEK()),
            ("month", words.LAST_MONTH()),
        ],
        "formats": [("csv", words.AS_CSV()), ("jsonl", words.AS_JSON())],
        "words": {
            "all": words.ALL(),
            "others": words.OTHERS(),
            "course": words.COURSE(),
            "lineage": words.LINEAGE(),
            "looking": words.LOOKING(),
            "end": words.THAT_IS_ALL(),
            "no_such": words.NO_SUCH(),
            "nothing_asked": words.NOTHING_ASKED(),
            "not_loaded": words.NOT_LOADED(),
            "saved": words.EXPORTED(),
            "latest": words.latest(len(first["rows"])) if first["rows"] else words.NOTHING_ASKED(),
        },
    }
    return _page("history", texts, told)


def settings(first: Mapping[str, object], *, at_integrations: bool = False) -> str:
    """The page of the settings. `first`: their state at the start. `at_integrations`: the page
    begins at the integrations."""
    told: dict[str, object] = {
        "first": first,
        "atIntegrations": at_integrations,
        "words": {
            "default": of_settings.DEFAULT(),
            "back": of_settings.BACK(),
            "safety": of_settings.SAFETY(),
            "saved": of_settings.SAVED(),
            "is_asked": of_settings.IS_ASKED(),
            "integrations": of_settings.INTEGRATIONS(),
            "integrationsHelp": of_settings.INTEGRATIONS_HELP(),
            "machines": place_words.OTHER_MACHINES(),
        },
    }
    texts = {
        "title": of_settings.TITLE(),
        "about": of_settings.ABOUT(),
        "go": of_settings.GO_TO_INTEGRATIONS(),
    }
    return _page("settings", texts, told)


def _page(name: str, texts: dict[str, str], told: Mapping[str, object]) -> str:
    """The page whose templates and script have this name. `texts`: for its placeholders. `told`:
    data for its script."""
    script, style = _static(f"{name}.js"), _static("page.css")
    direction = "rtl" if translation.is_right_to_left() else "ltr"
    about = {
        "lang": translation.language(),
        "dir": direction,
        "policy": _policy(script, style),
    }
    markup = {name: escape(text) for name, text in (texts | about).items()}
    body = Template(_static(f"{name}.html")).substitute(markup)
    own = {"style": style, "script": script, "data": _data(told), "body": body}
    return Template(_static("page.html")).substitute(markup | own)


def _data(told: Mapping[str, object]) -> str:
    """The data as JSON that can stand in a script element (HTML Standard, *Restrictions for
    contents of script elements*)."""
    return json.dumps(told).replace("<", "\\u003c")


def _policy(script: str, style: str) -> str:
    """The page's Content Security Policy (Level 3): it allows this script, this style, and nothing
    else."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _static(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")
