"""The settings behind their page: what it is shown, and what it may change.

A page that was taken over can make nothing less safe: that takes the person's word in a dialog of
the system's own, which no page can answer.
"""

from __future__ import annotations

from sayso import launcher
from sayso.client.sync import Client
from sayso.configuration import store
from sayso.core.overview import CLOSED, OPEN, PlaceOverview
from sayso.core.settings import NAMES
from sayso.core.text import visible_line, visible_message
from sayso.errors import InvalidParams, SaysoError, UnknownMethod
from sayso.frontends.pages import page
from sayso.platforms import select
from sayso.platforms.contract.page_window import Page
from sayso.presentation.settings_page import rows, words
from sayso.presentation.settings_page.rows import LOOSENS, WrongValue
from sayso.presentation.tray import words as tray_words

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import TypedDict

    from sayso.client.shapes import PlaceInfo
    from sayso.core.settings import Setting
    from sayso.platforms.contract.children import Ended
    from sayso.presentation.settings_page.rows import Group

    Ask = Callable[[Callable[[bool], None]], None]
    """Asks the person; what it is given hears whether they allow it."""

    class State(TypedDict):
        """How the settings stand."""

        groups: list[Group]
        fault: str
        """Why the file is not in force; empty: it is."""
        is_asked: bool
        """The person is asked in a dialog just now."""
        machines: list[str]
        """Others that may ask, a line each: how each is, and who uses it now."""

    class Changed(TypedDict):
        state: State
        wrong: str
        """What is wrong with what the person wrote; empty: nothing, and it is saved."""


_CLIENT = "sayso settings"
_WIDTH, _HEIGHT = 760, 700
"""Pixels."""
_ASKED_SECONDS = 700.0
"""Longer than any dialog stays."""


class SettingsPage:
    def __init__(self, path: Path, ask: Ask, places: Callable[[], list[PlaceInfo]]) -> None:
        """`path`: of the file, which need not be there. `places`: the other machines that may ask,
        as the daemon tells."""
        self._path = path
        self._ask = ask
        self._places = places
        self._is_asked = False
        self._fault = ""
        """Why what the person allowed could not be saved."""

    def answer(self, method: str, params: Mapping[str, object]) -> object:
        """What the page's script asks for. Raises InvalidParams, UnknownMethod."""
        match method:
            case "state":
                return self.state()
            case "set":
                name, value = _name(params), params.get("value")
                return self._changed(lambda: self._set(name, value))
            case "reset":
                name = _name(params)
                return self._changed(lambda: self._reset(name))
            case _:
                raise UnknownMethod("a page does not ask this", field="method")

    def state(self) -> State:
        given: Mapping[str, Setting] = {}
        fault = self._fault
        try:
            given = store.given(self._path)
        except SaysoError as error:
            fault = _said(error)
        return {
            "groups": rows.groups(given),
            "fault": fault,
            "is_asked": self._is_asked,
            "machines": [_machine(each) for each in self._places()],
        }

    def _changed(self, change: Callable[[], None]) -> Changed:
        wrong = self._fault = ""
        try:
            change()
        except WrongValue as error:
            wrong = str(error)
        except SaysoError as error:
            wrong = _said(error)
        return {"state": self.state(), "wrong": wrong}

    def _set(self, name: str, text: object) -> None:
        """Raises WrongValue, UnusableFile."""
        value = rows.read(name, text)
        if name == LOOSENS and value is True:
            self._loosen()
        else:
            store.put(self._path, name, value)

    def _reset(self, name: str) -> None:
        """The default is never less safe. Raises UnusableFile."""
        store.drop(self._path, name)

    def _loosen(self) -> None:
        if self._is_asked:
            return
        store.given(self._path)  # raises what would keep it from being written
        self._is_asked = True

        def over(is_allowed: bool) -> None:
            self._is_asked = False
            try:
                if is_allowed:
                    store.put(self._path, LOOSENS, True)
            except SaysoError as error:
                self._fault = _said(error)

        self._ask(over)


def show_settings(path: Path) -> None:
    """Of that file. Returns once the person has closed the window. Raises Unsupported."""
    window = select.page_window()
    window.check()
    settings = SettingsPage(path, ask_person, places)
    html = page.settings(settings.state())
    window.show(Page(words.TITLE(), html, _WIDTH, _HEIGHT), settings.answer)


def ask_person(over: Callable[[bool], None]) -> None:
    """In a dialog; nothing but the person's own approval lets it be."""

    def ended(how: Ended) -> None:
        over(how.succeeded)

    options = ("--wait", "600", "--destructive", "--title", words.ALLOW_ASSISTIVE())
    command = launcher.command("confirm", *options, words.ALLOW_ASSISTIVE_DETAILS())
    select.children().run(command, ended, _ASKED_SECONDS)


def places() -> list[PlaceInfo]:
    """Of the daemon that runs; none where none does."""
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


def _said(error: SaysoError) -> str:
    return visible_message(f"{error.message}. {error.remedy}" if error.remedy else error.message)
