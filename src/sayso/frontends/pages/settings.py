"""Answers what the page of the settings asks for, and makes the changes that it may make.

Even a page that an attacker controls can't make anything less safe: that takes the person's
approval in a native dialog, which no page can answer. Such a page could have fewer questions shown,
or have them end sooner; but a missing answer is never an approval.
"""

from __future__ import annotations

import os
from functools import partial

from sayso.client.sync import Client
from sayso.configuration import store
from sayso.core.overview import CLOSED, OPEN, PlaceOverview
from sayso.core.settings import COMMANDS, NAMES, Settings
from sayso.core.text import visible_line
from sayso.errors import InvalidParams, SaysoError, UnknownMethod
from sayso.frontends.integrations import every
from sayso.frontends.pages import page
from sayso.frontends.pages.consent import Consent, Question, ask_person, said
from sayso.frontends.pages.integrations import Integrations
from sayso.platforms import select
from sayso.platforms.contract.page_window import Page
from sayso.presentation.settings_page import rows, words
from sayso.presentation.settings_page.rows import WrongValue
from sayso.presentation.tray import words as tray_words

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from typing import TypedDict

    from sayso.client.shapes import PlaceInfo
    from sayso.core.settings import Setting
    from sayso.frontends.integrations.integration import Integration
    from sayso.frontends.pages.consent import Ask
    from sayso.frontends.pages.integrations import Switch
    from sayso.presentation.settings_page.rows import Group

    class State(TypedDict):
        """The state of the settings."""

        groups: list[Group]
        integrations: list[Switch]
        is_broken: bool
        """Whether the file can't be read: then its settings are not known, and not in force."""
        note: str
        """Why the file can't be read, and what became of the question to the person; empty: nothing
        to say."""
        is_asked: bool
        """Whether the person is asked in a dialog now."""

    class Changed(TypedDict):
        state: State
        wrong: str
        """What is wrong with the wanted change; empty: nothing, so it is made, or the person is
        asked."""


_CLIENT = "sayso settings"
_WIDTH, _HEIGHT = 760, 700
"""Size of the window at first, in pixels."""


class SettingsPage:
    def __init__(
        self,
        path: Path,
        ask: Ask,
        places: Callable[[], list[PlaceInfo]],
        here: Callable[[], Iterable[Integration]],
    ) -> None:
        """`path`: the file of the settings, which need not exist. `ask`: asks the person. `places`:
        gets the other machines that may ask from the daemon. `here`: finds the programs on this
        machine that can ask through sayso."""
        self._path = path
        self._places = places
        self._consent = Consent(ask)
        self._integrations = Integrations(here, self._consent)
        self._switches: list[Switch] = []
        """State of the integrations when they were last examined."""

    def answer(self, method: str, params: Mapping[str, object]) -> object:
        """Answers one call of the page's script. Raises InvalidParams, UnknownMethod."""
        match method:
            case "state":
                return self.state()
            case "machines":
                return [_machine(each) for each in self._places()]
            case "set":
                name, value = _name(params), params.get("value")
                return self._changed(lambda: self._set(name, rows.read(name, value)))
            case "reset":
                name = _name(params)
                return self._changed(lambda: self._reset(name))
            case "switch":
                key, wanted = params.get("key"), params.get("wanted")
                return self._changed(lambda: self._integrations.switch(key, wanted))
            case _:
                raise UnknownMethod("a page does not ask this", field="method")

    def state(self) -> State:
        given: Mapping[str, Setting] = {}
        fault = ""
        try:
            given = store.given(self._path)
        except SaysoError as error:
            fault = f"{said(error)} {words.IN_FORCE()}"
        groups, is_broken = rows.groups(given), bool(fault)
        # while the person is asked the page calls this again and again, and nothing changes
        if not self._consent.is_asked:
            self._switches = self._integrations.state()
        return {
            "groups": groups,
            "integrations": self._switches,
            "is_broken": is_broken,
            "note": " ".join(filter(None, (fault, self._consent.note))),
            "is_asked": self._consent.is_asked,
        }

    def _changed(self, change: Callable[[], None]) -> Changed:
        wrong = self._consent.note = ""
        try:
            change()
        except InvalidParams:  # the page's fault, not the person's
            raise
        except WrongValue as error:
            wrong = str(error)
        except SaysoError as error:
            wrong = said(error)
        return {"state": self.state(), "wrong": wrong}

    def _set(self, name: str, value: Setting) -> None:
        """Raises WrongValue, UnusableFile."""
        self._change(name, value, lambda: store.put(self._path, name, value))

    def _reset(self, name: str) -> None:
        """Goes back to the default, which may be less safe than what the person has set. Raises
        WrongValue, UnusableFile."""
        if name in COMMANDS:
            raise WrongValue(words.NOT_NOW())
        default: Setting = getattr(Settings(), name)
        self._change(name, default, lambda: store.drop(self._path, name))

    def _change(self, name: str, value: Setting, write: Callable[[], object]) -> None:
        given = store.given(self._path)
        if not rows.loosens(name, given, value):
            write()
            return

        def loosen() -> str:
            write()
            return ""

        message = rows.less_safe(name, given, value)
        question = Question(words.ASK(), message, is_destructive=True)
        self._consent.take(name, question, loosen)


def show_settings(path: Path, *, at_integrations: bool = False) -> None:
    """Shows the settings of this file in a window. `at_integrations`: the page begins at the
    integrations. Returns once the person has closed the window. Raises Unsupported."""
    window = select.page_window()
    window.check()
    settings = SettingsPage(path, ask_person, places, partial(every.here, os.environ))
    html = page.settings(settings.state(), at_integrations=at_integrations)
    window.show(Page(words.TITLE(), html, _WIDTH, _HEIGHT), settings.answer)


def places() -> list[PlaceInfo]:
    """The other machines that may ask, from the daemon; none if no daemon runs."""
    try:
        return Client(name=_CLIENT, spawn=False, rejoin_within=0).places()
    except SaysoError:
        return []


def _machine(place: PlaceInfo) -> str:
    why = place["fault"] or place.get("carrier_why") or ""
    state = CLOSED if place["fault"] else place.get("carrier", OPEN)
    askers = tuple(map(visible_line, place["askers"]))
    return tray_words.at_place(
        PlaceOverview(visible_line(place["name"]), state, visible_line(why), askers)
    )


def _name(params: Mapping[str, object]) -> str:
    name = params.get("name")
    if not isinstance(name, str) or name not in NAMES:
        raise InvalidParams("name: there is no such setting", field="name")
    return name
