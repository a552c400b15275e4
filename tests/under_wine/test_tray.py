"""The tray of Windows, in the taskbar of Wine's: each line is chosen with a real pointer."""

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from contract.tray import ASKED, CHOICES, OVERVIEW, QUESTION, WAITING, TrayContract
from probes.probe import Control, Window
from probes.steps import Click, Handle, Key, Move
from probes.wine import WineProbe
from sayso.core.overview import UNOPENED, Overview
from sayso.values import replace
from support.processes import wait_until
from support.tray_process import TrayProcess
from support.wine_agent import STARTING, UNREACHABLE, WineAgent
from support.wine_screen import run_program
from support.world import WINE, World

APPROVED, PENDING = 0, 3
QUESTION_TITLE = "Deploy build 4711?"
ASK = ("confirm", QUESTION_TITLE, "--wait", "0s")

ICON = (1270, 790)
"""The last of the taskbar's."""
ELSEWHERE = (300, 300)
SEPARATOR = " > "
CLOSE = 0x10
BALLOON_UP, BALLOON_CLICKED, BY_KEY = 0x402, 0x405, 0x401
EYES = """
import sys
if sys.orig_argv[-1:] == ["tray"]:
    from probes import windows_tray_eyes
    windows_tray_eyes.open_for_tests()
"""


class WindowsHand:
    """What a person does there."""

    def __init__(self, probe: WineProbe, pid: int) -> None:
        self.probe, self.pid = probe, pid

    def ask(self, what: str, **how: Any) -> dict[str, Any]:
        return wait_until(lambda: self.probe.of_tray(what, self.pid, **how), "the tray's word")

    def lines(self) -> dict[str, dict[str, Any]]:
        return {each["label"]: each for each in self.ask("lines")["lines"]}

    def icon(self) -> str:
        drawing: str = self.ask("icon")["drawing"]
        return drawing

    def labels(self) -> list[str]:
        return [*self.lines()]

    def enabled(self, label: str) -> bool:
        return bool(self.lines()[label]["enabled"])

    def checked(self, label: str) -> bool:
        return bool(self.lines()[label]["checked"])

    def choose(self, label: str) -> None:
        self.open()
        words = label.split(SEPARATOR)
        for depth in range(len(words)):
            self.click(SEPARATOR.join(words[: depth + 1]))

    def shows(self, words: str) -> int:
        texts = (each.text for each in self.probe.find(role="text", pid=self.pid))
        return sum(words in text for text in texts)

    def close_windows(self) -> None:
        for each in self.probe.find("OK", pid=self.pid):
            self.probe.click(each)

    def balloon(self, words: str) -> Window | None:
        """With these words."""
        windows = (each for each in self.probe.surfaces() if isinstance(each, Window))
        return next((each for each in windows if words in each.title), None)

    # a real pointer

    def open(self) -> None:
        self.press(ICON)
        wait_until(lambda: self.ask("place", label="Quit")["is_shown"], "the menu")

    def press(self, place: tuple[int, int]) -> None:
        x, y = place
        self.probe.perform(Move(x - 2, y))
        self.probe.perform(Move(x, y), Click())

    def click(self, label: str) -> None:
        def there() -> dict[str, Any] | None:
            place = self.ask("place", label=label)
            return place if place["is_shown"] else None

        place = wait_until(there, label)
        self.press((place["x"], place["y"]))


class WindowsHandOf(WindowsHand):
    """Fulfils `contract.tray.Hand`."""

    def __init__(self, probe: WineProbe, process: TrayProcess) -> None:
        super().__init__(probe, process.pid)
        self.process = process


@pytest.fixture(scope="module")
def watched_world(screen_world: World) -> World:
    screen_world.run_at_start("eyes", EYES)
    return screen_world


@pytest.fixture
def hand(watched_world: World) -> Iterator[WindowsHandOf]:
    process = TrayProcess(watched_world.environ)
    try:
        assert process.hear()["method"] == "ready"
        yield WindowsHandOf(watched_world.wine, process)
    finally:
        process.close()


@pytest.mark.long
class TestTray(TrayContract):
    pass


def shown(hand: WindowsHandOf, overview: Overview, label: str) -> None:
    hand.process.show(overview)
    wait_until(lambda: label in hand.labels(), label)


@pytest.mark.long
def test_the_icon_has_words(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    wait_until(lambda: hand.ask("icon")["tip"] == "sayso: 1 question waits", "the tip")


def test_no_line_moves_while_the_menu_is_open(hand: WindowsHandOf) -> None:
    other = replace(QUESTION, number=8, title="Restart?")
    shown(hand, replace(OVERVIEW, prompts=(QUESTION, other)), ASKED)
    hand.open()
    before = hand.labels()
    hand.process.show(replace(OVERVIEW, prompts=(replace(other, title="Reboot?"),)))
    renamed = ["claude: Reboot?" if each == "claude: Restart?" else each for each in before]
    wait_until(lambda: hand.labels() == renamed, "other words, in the same places")
    assert not hand.enabled(ASKED)
    hand.click(ASKED)  # which does nothing
    hand.click("claude: Reboot?")
    assert hand.process.asks() == ("bring_forward", {"number": 8})
    wait_until(lambda: hand.labels()[0] == "claude: Reboot?", "the lines of now")


@pytest.mark.long
def test_a_press_elsewhere_closes_the_menu_and_chooses_nothing(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    hand.open()
    hand.press(ELSEWHERE)
    wait_until(lambda: not hand.ask("place", label="Quit")["is_shown"], "no menu")
    hand.choose(ASKED)
    assert hand.process.asks() == CHOICES[ASKED]


@pytest.mark.long
def test_a_line_is_chosen_by_keys(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    hand.choose("About sayso")  # Wine hands on keys once some window has had them
    wait_until(lambda: hand.shows("MIT licence"), "the window")
    hand.open()
    hand.probe.perform(Key("Down"), Key("Return"))
    assert hand.process.asks() == CHOICES[ASKED]


@pytest.mark.long
def test_words_are_only_words(hand: WindowsHandOf) -> None:
    """Of the system an ampersand would underline a letter, and a tab begin another column."""
    title = "Salt & Pepper &x\tF4"
    shown(hand, replace(OVERVIEW, prompts=(replace(QUESTION, title=title),)), "History")
    assert hand.labels()[0].startswith("claude: Salt && Pepper &&x")
    assert "\t" not in hand.labels()[0]


@pytest.mark.long
def test_it_ends_while_the_menu_is_open(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    hand.open()
    hand.process.hang_up()
    assert hand.process.wait() == 0


@pytest.mark.long
def test_a_new_taskbar_has_the_icon_again(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    before = hand.ask("icon")
    hand.probe.announce("TaskbarCreated")
    wait_until(lambda: hand.ask("icon")["added"] == before["added"] + 1, "the icon")
    assert hand.ask("icon")["uses_version_4"] == before["uses_version_4"] + 1


@pytest.mark.long
def test_enter_which_is_told_of_twice_leaves_the_menu_open(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    hand.open()
    hand.ask("hear", told=BY_KEY)
    assert hand.ask("icon")["focused"] == 0
    hand.click(ASKED)
    assert hand.process.asks() == CHOICES[ASKED]


@pytest.mark.long
def test_a_program_that_closes_its_window_takes_nothing_away(hand: WindowsHandOf) -> None:
    shown(hand, WAITING, ASKED)
    hand.probe.tell(Handle(hand.ask("icon")["window"]), CLOSE)
    hand.choose(ASKED)
    assert hand.process.asks() == CHOICES[ASKED]


@pytest.mark.long
def test_a_balloon_tells_of_what_waits_and_a_click_on_it_opens_that(hand: WindowsHandOf) -> None:
    """Wine's taskbar shows it and tells of no click on it: what Windows' tells is made up."""
    unopened = replace(QUESTION, state=UNOPENED)
    notifies = replace(OVERVIEW, settings=replace(OVERVIEW.settings, notifications=True))
    hand.process.show(replace(notifies, prompts=(unopened,)))
    wait_until(lambda: hand.balloon(QUESTION.title), "a balloon")
    for told in (BALLOON_UP, BALLOON_CLICKED):
        hand.ask("hear", told=told)
    assert hand.process.asks() == CHOICES[ASKED]


@pytest.mark.long
def test_a_balloon_goes_with_the_question(hand: WindowsHandOf) -> None:
    unopened = replace(QUESTION, state=UNOPENED)
    notifies = replace(OVERVIEW, settings=replace(OVERVIEW.settings, notifications=True))
    hand.process.show(replace(notifies, prompts=(unopened,)))
    wait_until(lambda: hand.balloon(QUESTION.title), "a balloon")
    hand.process.show(notifies)
    wait_until(lambda: not hand.balloon(QUESTION.title), "its end")


@pytest.fixture
def desktop() -> Iterator[World]:
    """With a tray."""
    made = World(compositor=WINE, hurried=True, tray=True)
    made.run_at_start("eyes", EYES)
    yield made
    made.close()


def test_a_question_is_opened_a_setting_kept_and_the_daemon_quit(desktop: World) -> None:
    agent = WineAgent(desktop)
    try:
        wait_until(lambda: agent.is_ready(agent.sayso(*ASK).code, PENDING), "a question", STARTING)
        desktop.dialogs.press("Later")
        hand = hand_at(desktop, agent)
        hand.choose(wait_until(lambda: line_of(hand, QUESTION_TITLE, "put off"), "the question"))
        desktop.dialogs.press("Approve")
        desktop.dialogs.wait_gone("Approve")
        assert agent.sayso(*ASK).code == APPROVED
        hand.choose("Settings > Play a sound")
        wait_until(desktop.configuration.exists, "the configuration")
        assert "sound = true" in desktop.configuration.read_text()
        hand.choose("Quit")
        wait_until(lambda: agent.sayso("status").code == UNREACHABLE, "its end")
    finally:
        agent.close()


def line_of(hand: WindowsHand, *words: str) -> str | None:
    """The line with all of these words."""
    return next((each for each in hand.labels() if all(word in each for word in words)), None)


def hand_at(desktop: World, agent: WineAgent) -> WindowsHand:
    """Once the daemon's tray shows how all stands."""

    def told() -> int | None:
        pid: int | None = json.loads(agent.sayso("status", "--json").out)["daemon"]["tray"]
        return pid

    hand = WindowsHand(desktop.wine, wait_until(told, "a tray"))
    wait_until(lambda: "Quit" in hand.labels(), "its menu")
    return hand


@pytest.mark.long
def test_files_are_opened_and_the_start_at_login_switched(desktop: World) -> None:
    agent = WineAgent(desktop)
    try:
        # there is no browser; the editor opens what is of this kind
        of_html = ("HKCU\\Software\\Classes\\.html", "/ve", "/d", "txtfile", "/f")
        command = run_program("reg", "add", *of_html)
        subprocess.run(command, env=desktop.environ, input=b"", check=True, timeout=90)
        wait_until(lambda: agent.is_ready(agent.sayso(*ASK).code, PENDING), "a question", STARTING)
        desktop.dialogs.press("Deny")
        hand = hand_at(desktop, agent)
        hand.choose("Start at login")
        wait_until(lambda: hand.checked("Start at login"), "its mark")
        assert '"enabled": true' in agent.sayso("autostart", "status", "--json").out
        for line, file, words in (
            ("Open the configuration file", "config", "# wait = 45"),
            ("History", "history", QUESTION_TITLE),
        ):
            hand.choose(line)
            editor = wait_until(partial(editor_of, desktop, file), file)
            assert desktop.dialogs.shows(words)
            desktop.wine.kill(editor.pid)
            desktop.dialogs.wait_gone(editor.name, role="alert")
    finally:
        agent.sayso("daemon", "stop")
        agent.close()


def editor_of(desktop: World, file: str) -> Control | None:
    """The window of the editor that has opened it."""
    alerts = desktop.dialogs.find(role="alert")
    return next((each for each in alerts if file in each.name and "Notepad" in each.name), None)
