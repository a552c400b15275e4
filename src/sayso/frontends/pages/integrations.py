"""The switches on the settings' page for the programs that can ask through sayso.

A switch changes the configuration of another program, so it takes the person's approval: the dialog
shows every line that changes.
"""

from __future__ import annotations

import os

from sayso.core.settings import DETAILS_BYTES
from sayso.core.text import visible_message
from sayso.errors import InvalidParams, SaysoError
from sayso.frontends.integrations.integration import UNREADABLE, Kind
from sayso.frontends.pages.consent import Question, said
from sayso.platforms.contract.doctor import Health
from sayso.presentation.settings_page import words
from sayso.presentation.settings_page.rows import WrongValue

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypedDict

    from sayso.frontends.integrations.integration import Integration
    from sayso.frontends.pages.consent import Consent
    from sayso.platforms.contract.doctor import Finding

    class Told(TypedDict):
        """One finding of the doctor, as a line of text."""

        words: str
        is_doubtful: bool

    class Switch(TypedDict):
        key: str
        label: str
        is_on: bool
        told: list[Told]


_LABELS = {
    Kind.MCP: words.lets_agents_ask,
    Kind.HOOK: words.has_prompts_asked,
    Kind.PROGRAM: words.has_passwords_asked,
}


class Integrations:
    def __init__(self, here: Callable[[], Iterable[Integration]], consent: Consent) -> None:
        """`here`: finds the integrations on this machine."""
        self._here = here
        self._consent = consent

    def state(self) -> list[Switch]:
        return [_switch(each) for each in self._here()]

    def switch(self, key: object, wanted: object) -> None:
        """Asks the person to switch an integration on or off, if that changes anything. Raises
        InvalidParams, WrongValue, SaysoError: it can't be switched."""
        found = next((each for each in self._here() if each.key == key), None)
        if found is None or not isinstance(wanted, bool):
            raise InvalidParams("key: there is no such integration", field="key")
        try:
            planned = found.plan(os.environ, wanted)
        except SaysoError:
            raise
        except UNREADABLE as error:
            raise WrongValue(visible_message(str(error))) from error
        if not planned.diff:
            return
        if len(planned.diff.encode("utf-8", "backslashreplace")) > DETAILS_BYTES:
            raise WrongValue(words.too_long(found.command))
        message = words.change(_label(found), _on(not wanted), _on(wanted))
        question = Question(_title(found, wanted), message, planned.diff)
        self._consent.take(f"{found.key}-{wanted}", question, planned.make)


def _switch(integration: Integration) -> Switch:
    told = [_told(each) for each in integration.safe_findings(os.environ)]
    try:
        is_on = integration.is_on(os.environ)
    except UNREADABLE as error:
        is_on = False
        words = said(error) if isinstance(error, SaysoError) else visible_message(str(error))
        told = told or [{"words": words, "is_doubtful": True}]
    return {"key": integration.key, "label": _label(integration), "is_on": is_on, "told": told}


def _told(finding: Finding) -> Told:
    is_doubtful = finding.health is not Health.WORKS
    more = f": {finding.remedy}" if is_doubtful and finding.remedy else ""
    return {"words": visible_message(f"{finding.words}{more}"), "is_doubtful": is_doubtful}


def _label(integration: Integration) -> str:
    if integration.kind in _LABELS:
        return _LABELS[integration.kind](integration.title)
    return words.STARTS_AT_LOGIN() if integration.name == "autostart" else words.SYSTEMD_ASKS()


def _title(integration: Integration, wanted: bool) -> str:
    """The title of the question to the person, which the history shows as well."""
    if integration.kind is Kind.LOGIN and integration.name == "autostart":
        return words.START_AT_LOGIN() if wanted else words.START_NO_MORE()
    ask = words.let_ask if wanted else words.let_ask_no_more
    return ask(integration.title)


def _on(is_on: bool) -> str:
    return words.ON() if is_on else words.OFF()
