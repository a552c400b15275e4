"""A confirm question with an address: an opened page is approved, and nothing else is."""

from collections.abc import Callable

import pytest

from probes.probe import Probe
from probes.steps import Click, Forged, Handle, Key, MoveBy
from sayso.core.questions import Choice, Severity
from sayso.wire import screen
from support.browser import Browser
from support.dialog_process import DialogProcess, ask, focus, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

NEVER_ARMED = 60.0
OPEN = "Open the page"
ADDRESS = "https://example.com/terms?of=use"
LONG = "https://example.com/" + "x" * 2028
APPROVED = screen.Answer(Choice.APPROVE)


def window_of(probe: Probe, pid: int) -> Handle:
    title = probe.find(role="alert", pid=pid)[0].name
    return next(each.handle for each in probe.windows() if each.title == title)


def answers(dialog: DialogProcess) -> list[screen.Order | screen.Report]:
    return [each for each in dialog.hear_all() if not isinstance(each, screen.Activity)]


class TestWhatItShows:
    def test_the_whole_address_below_the_askers_words(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(message="Do you agree?", address=ADDRESS))
        (shown,) = [each for each in probe.find("Address", pid=dialog.pid) if each.text]
        (question,) = [each for each in probe.find("Question", pid=dialog.pid) if each.text]
        assert shown.text == ADDRESS
        assert question.y + question.height <= shown.y
        assert probe.shows("builder asks", pid=dialog.pid)
        assert not probe.shows("act as you", pid=dialog.pid), "nobody signs in by a code there"

    @pytest.mark.parametrize(
        "address",
        [
            "https://xn--pple-43d.com/",  # which begins with a letter of Cyrillic
            "https://example.com/%E2%80%AEfdp.exe",
        ],
    )
    def test_what_would_look_like_another_in_its_escapes(
        self, probe: Probe, show: ShowDialog, address: str
    ) -> None:
        dialog = show(ask(address=address))
        assert address in [each.text for each in probe.find("Address", pid=dialog.pid)]

    def test_a_long_one_has_to_be_read_to_its_end(
        self, probe: Probe, browser: Browser, beside_browser: ShowDialog
    ) -> None:
        dialog = beside_browser(ask(address=LONG, message="Go?\n" * 30))
        on = "Scroll to the end to open the page"
        probe.wait_for(on, pid=dialog.pid)
        assert not probe.find(OPEN, pid=dialog.pid)[0].alive

        def read() -> bool:
            if reading := probe.find(on, pid=dialog.pid):
                probe.click(reading[0])
            return probe.shows("You have seen all of it", dialog.pid)

        wait_until(read, "the end of the texts")
        probe.press(OPEN, pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED
        wait_until(lambda: browser.opened == [LONG], "the browser")


class TestOpening:
    @pytest.mark.parametrize("severity", Severity)
    def test_a_press_opens_it_and_approves(
        self, probe: Probe, browser: Browser, beside_browser: ShowDialog, severity: Severity
    ) -> None:
        dialog = beside_browser(ask(address=ADDRESS, severity=severity))
        probe.press(OPEN, pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")
        dialog.tell(screen.Recorded())
        wait_until(lambda: probe.shows("Recorded: opened", pid=dialog.pid), "the words")

    def test_so_does_a_key(
        self, probe: Probe, browser: Browser, beside_browser: ShowDialog
    ) -> None:
        dialog = beside_browser(ask(address=ADDRESS))
        take_keyboard(probe, dialog.pid)
        focus(probe, OPEN, dialog.pid)
        probe.key("Return")
        assert dialog.hear_answer() == APPROVED
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")

    def test_once_however_often_it_is_pressed(
        self, probe: Probe, browser: Browser, beside_browser: ShowDialog
    ) -> None:
        dialog = beside_browser(ask(address=ADDRESS))
        probe.move(*probe.wait_for(OPEN, pid=dialog.pid).centre)
        probe.perform(MoveBy(1, 0), Click(times=5, delay=0.05))
        assert answers(dialog) == [APPROVED]
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")

    def test_what_no_program_opens_is_not_approved(
        self,
        screen_world: World,
        probe: Probe,
        browser: Browser,
        beside_browser: ShowDialog,
    ) -> None:
        if screen_world.is_windows:
            pytest.skip("Wine's own browser says that it opened it, whatever comes of it")
        browser.remove()
        dialog = beside_browser(ask(address=ADDRESS))
        probe.press(OPEN, pid=dialog.pid)
        wait_until(
            lambda: probe.shows("The page could not be opened: ", pid=dialog.pid), "the words"
        )
        assert answers(dialog) == []
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY)


class TestWhatDoesNotOpenIt:
    def test_the_other_ways_out(
        self, probe: Probe, browser: Browser, beside_browser: ShowDialog
    ) -> None:
        dialog = beside_browser(ask(address=ADDRESS))
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY)
        assert browser.opened == []

    def test_a_key_that_comes_at_once(
        self, probe: Probe, browser: Browser, beside_browser: ShowDialog
    ) -> None:
        dialog = beside_browser(ask(address=ADDRESS, arming=NEVER_ARMED))
        take_keyboard(probe, dialog.pid)
        for key in ("Return", "space", "ctrl+Return"):
            probe.key(key)
        assert answers(dialog) == []
        assert not probe.find(OPEN, pid=dialog.pid)[0].alive
        assert browser.opened == []

    @pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
    def test_a_program(self, probe: Probe, browser: Browser, beside_browser: ShowDialog) -> None:
        """By its action, nor by keys and clicks that it makes up where the person's would count."""
        dialog = beside_browser(ask(address=ADDRESS))
        take_keyboard(probe, dialog.pid)
        focus(probe, OPEN, dialog.pid)
        probe.act(OPEN, pid=dialog.pid)
        window = window_of(probe, dialog.pid)
        probe.perform(Forged(window, Key("Return")))
        probe.move(*probe.wait_for(OPEN, pid=dialog.pid).centre)
        probe.perform(Forged(window, Click()))
        assert answers(dialog) == []
        assert browser.opened == []
        probe.press(OPEN, pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")
