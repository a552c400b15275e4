"""A sign-in by a device code: address and code to be read, copied and opened; how it ended."""

from collections.abc import Callable
from pathlib import Path

import pytest

from probes.probe import Probe
from sayso.core.questions import Choice
from sayso.wire import screen
from support.browser import Browser
from support.dialog_process import DialogProcess, ask_device_code, ask_text, focus
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

NEVER_ARMED = 60.0
OPEN, COPY = "Open the page", "Copy the code"
ADDRESS = "https://example.com/device"


@pytest.fixture
def dialog(beside_browser: Callable[[screen.Show], DialogProcess]) -> DialogProcess:
    return beside_browser(ask_device_code())


class TestWhatItShows:
    def test_address_and_code_and_what_they_are_good_for(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_device_code())
        told = " ".join(probe.texts(pid=dialog.pid))
        for words in (
            ADDRESS,
            "WDJB-MJHT",
            "The program that asks will be able to act as you there.",
            "builder asks you to sign in",
        ):
            assert words in told

    def test_dismiss_is_the_way_out(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_device_code())
        probe.wait_for(OPEN, pid=dialog.pid)
        names = {each.name for each in probe.find(role="push button", pid=dialog.pid)}
        assert "Deny" not in names
        probe.press("Cancel", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.DISMISS)

    @pytest.mark.parametrize("code", ["W" * 64, "1"])
    def test_of_any_length(self, probe: Probe, show: ShowDialog, code: str) -> None:
        address = "https://example.com/" + "x" * 2028
        dialog = show(ask_device_code(code=code, address=address))
        assert code in " ".join(probe.texts(pid=dialog.pid))
        window = probe.find(role="alert", pid=dialog.pid)[0]
        button = probe.find(OPEN, pid=dialog.pid)[0]
        assert button.x + button.width <= window.x + window.width
        assert button.y + button.height <= window.y + window.height
        assert not button.alive  # the address goes on below


@pytest.mark.x11("one layer lies over the other", but=("wine", "gnustep"))
def test_copied_it_can_be_pasted_elsewhere(
    probe: Probe, screen_world: World, show: ShowDialog
) -> None:
    asks = show(ask_device_code(code="XKCD-0001"))
    probe.press(COPY, pid=asks.pid)
    wait_until(lambda: probe.find("Copied", pid=asks.pid), "the copy")
    other = DialogProcess(screen_world.environ)
    try:
        other.ready()
        other.tell(ask_text())
        assert other.hear() == screen.Painted()
        place = probe.wait_for("Answer", role="text", pid=other.pid)
        probe.click(place)
        probe.key("ctrl+v")
        (pasted,) = wait_until(
            lambda: [
                each.text for each in probe.find("Answer", role="text", pid=other.pid) if each.text
            ],
            "what was pasted",
        )
        assert pasted == "XKCD-0001"
    finally:
        other.close()


class TestOpening:
    def test_a_press_opens_the_page_and_answers_nothing(
        self, probe: Probe, dialog: DialogProcess, browser: Browser
    ) -> None:
        probe.press(OPEN, pid=dialog.pid)
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")
        heard = dialog.hear_all()
        assert not any(isinstance(each, screen.Answer) for each in heard)
        assert probe.find(OPEN, pid=dialog.pid)

    def test_so_does_a_key(self, probe: Probe, dialog: DialogProcess, browser: Browser) -> None:
        probe.click(probe.find("builder asks you to sign in", role="label", pid=dialog.pid)[0])
        focus(probe, OPEN, dialog.pid)
        probe.key("Return")
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")

    def test_again_once_it_is_armed_anew(
        self, probe: Probe, dialog: DialogProcess, browser: Browser
    ) -> None:
        probe.press(OPEN, pid=dialog.pid)
        wait_until(lambda: browser.opened == [ADDRESS], "the browser")
        probe.press(OPEN, pid=dialog.pid)
        wait_until(lambda: browser.opened == [ADDRESS] * 2, "the browser again")

    def test_no_program_does(self, probe: Probe, dialog: DialogProcess, browser: Browser) -> None:
        probe.wait_for(OPEN, pid=dialog.pid)
        probe.act(OPEN, pid=dialog.pid)
        probe.press(COPY, pid=dialog.pid)  # what came before it has been done by now
        wait_until(lambda: probe.find("Copied", pid=dialog.pid), "the copy")
        assert browser.opened == []

    def test_is_dead_until_it_is_armed(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_device_code(arming=NEVER_ARMED))
        assert not probe.find(OPEN, pid=dialog.pid)[0].alive

    @pytest.mark.linux("the browser is looked up in the freedesktop.org directories")
    @pytest.mark.parametrize("warm", [{"XDG_DATA_HOME": "/nowhere"}], indirect=True)
    def test_where_there_is_no_browser_the_person_hears_so(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        programs = Path("/usr/share/applications").glob("*.desktop")
        if any("x-scheme-handler/https" in each.read_text() for each in programs):
            pytest.skip("there is a browser on this system")
        dialog = show(ask_device_code())
        probe.press(OPEN, pid=dialog.pid)
        words = "The page could not be opened: no browser is set up. Copy its address."
        wait_until(lambda: probe.shows(words, pid=dialog.pid), "the words")


class TestFinished:
    @pytest.mark.parametrize(
        ("done", "words"), [(True, "Signed in"), (False, "The sign-in failed")]
    )
    def test_is_said_for_a_moment(
        self, probe: Probe, show: ShowDialog, done: bool, words: str
    ) -> None:
        dialog = show(ask_device_code())
        dialog.have_done(screen.Finished(done))
        wait_until(lambda: probe.shows(words, pid=dialog.pid), "the words")
        assert dialog.hear(0.5) is None
        assert dialog.hear() == screen.Closed()
        assert dialog.wait() == 0

    def test_nothing_can_be_pressed_then(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_device_code())
        dialog.have_done(screen.Finished(True))
        assert not probe.find(OPEN, pid=dialog.pid)
        assert not probe.find("Cancel", pid=dialog.pid)
