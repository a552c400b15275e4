"""The tray, from the daemon to the icon: hosts, clicks and keys are real, and so is the bus."""

import contextlib
import re
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from probes.steps import Click, Key, Move, Pause
from support.asking import answer, came_out, dialog
from support.lines import Lines
from support.notices import film
from support.pictures import share_of_mark
from support.processes import StillWaiting, wait_gone, wait_until
from support.trays import (
    XFCE_ICON,
    Desktop,
    asked,
    has_registered,
    icons,
    install_opener,
    tall_windows,
    without_pages,
    xfce_panel,
)

COMMENT = "# mine\n"
UNTIL = "Do not disturb: until "
DISTURB = "During do not disturb, questions are refused"
LOCKED = "While the screen is locked, questions are refused"
APPEAR, WHEN_OPENED = "Questions wait until you open them", "They wait until you open them"


def undisturbed(desktop: Desktop, seconds: float) -> None:
    """For these seconds, from just now on."""

    def left() -> bool:
        told = desktop.status()["do_not_disturb"]
        return told is not None and seconds - 60 < told <= seconds

    wait_until(left, f"do not disturb for {seconds:g} s")


def shows_mark(desktop: Desktop, pid: int) -> bool:
    """The one picture of its one window is the mark, and not that of a missing one."""
    shown = desktop.world.dialogs.find(role="icon", pid=pid)
    if not shown:
        return False
    picture = desktop.world.directory / "about.png"
    desktop.world.dialogs.screenshot(picture)
    (x, y), half = shown[0].centre, 32
    with Image.open(picture) as screen:
        return share_of_mark(screen.crop((x - half, y - half, x + half, y + half))) > 0.4


class TestByClicks:
    def test_on_a_question_do_not_disturb_a_setting_and_quit(self, desktop: Desktop) -> None:
        world = desktop.world
        desktop.host()
        desktop.write(COMMENT)
        desktop.start()
        world.start("confirm", "Deploy?")
        dialog(world, "Deploy?")
        world.start("confirm", "Restart?")
        wait_until(lambda: len(world.prompts()) == 2, "both questions")
        desktop.click(f"{asked(world, 'Restart?')} · waits for its turn · 10 min left")
        dialog(world, "Restart?")
        desktop.click("Do not disturb: off", "For 30 minutes")
        wait_until(lambda: desktop.status()["do_not_disturb"], "do not disturb")
        assert came_out(world.sayso("confirm", "Now?", "--json")) == (9, "refused")
        desktop.click("Settings", "Play a sound")
        wait_until(lambda: "sound = true" in desktop.settings(), "the setting")
        assert COMMENT in desktop.settings()
        daemon = world.daemon_pid()
        assert daemon
        desktop.click("Quit")
        wait_gone(daemon)

    def test_on_everything_else(self, desktop: Desktop) -> None:
        world = desktop.world
        opened = install_opener(world)
        without_pages(world)
        desktop.host()
        desktop.start()

        menu = desktop.menu()
        off = "Do not disturb: off"

        def until() -> str | None:
            return next(
                (each for each in menu.labels() if each.startswith(UNTIL) and " > " not in each),
                None,
            )

        desktop.click(off, "For 1 hour")
        undisturbed(desktop, 3600)
        desktop.click(wait_until(until, "until when"), "Off")
        wait_until(lambda: off in menu.labels(), "its end")
        assert desktop.status()["do_not_disturb"] is None
        desktop.click(off, "Until tomorrow")
        wait_until(until, "until when")
        for path, line in (
            (("Programs wait for an answer: 45 s", "15 s"), "wait = 15"),
            (("Dialogs about destructive actions stay: 1 min", "30 s"), "timeout_destructive = 30"),
            (("Dialogs to fill in stay: 5 min", "10 min"), "timeout_form = 600"),
            ((DISTURB, "They wait"), 'do_not_disturb = "wait"'),
            ((LOCKED, "They wait"), 'locked = "wait"'),
            (("Questions appear at once", WHEN_OPENED), 'appear = "when-asked"'),
            ((APPEAR, "Except passwords"), "passwords_at_once = true"),
            ((APPEAR, "Except commands that you type in a terminal"), "by_hand_at_once = true"),
            (("Show notifications",), "notifications = false"),
        ):
            desktop.click("Settings", *path)
            wait_until(lambda line=line: line in desktop.settings(), line)  # type: ignore[misc]  # bound in its turn
        desktop.click("Open the configuration file")
        wait_until(lambda: str(world.configuration) in opened(), "the configuration")
        desktop.click("History")
        wait_until(lambda: "history.html" in opened(), "the history")
        desktop.click("Start at login")
        wait_until(lambda: world.sayso("autostart", "status", "--json").json["enabled"], "it")
        desktop.write("wait = = 1\n")
        wait_until(lambda: "line 1" in menu.labels()[0], "the trouble")
        desktop.click(menu.labels()[0])
        desktop.says("line 1")

    def test_how_long_a_dialog_stays_is_so_for_the_next_question(self, desktop: Desktop) -> None:
        world = desktop.world
        desktop.host()
        desktop.start()
        desktop.click("Settings", "Dialogs stay: 2 min", "30 s")
        wait_until(lambda: desktop.settings() == "timeout = 30\n", "the setting")
        world.start("confirm", "Deploy?")
        pid = dialog(world, "Deploy?")
        told = [each for each in world.dialogs.texts(pid) if each.startswith("Closes in ")]
        assert "Closes in 0:00" < told[0] <= "Closes in 0:30"
        answer(world, "Deploy?")

    def test_the_count_and_the_menu_come_with_a_host_that_comes_later(
        self, desktop: Desktop
    ) -> None:
        desktop.start()
        assert icons(desktop.world) == []
        desktop.host()
        desktop.click("About sayso")
        wait_until(lambda: desktop.world.dialogs.shows("MIT"), "the licence")
        desktop.world.dialogs.press("Close", pid=desktop.tray())

    def test_under_xfce_whose_panel_shows_the_menu_itself(self, desktop: Desktop) -> None:
        desktop.start()
        with xfce_panel(desktop.world):
            probe = desktop.world.dialogs
            before = tall_windows(desktop.world)

            def opens() -> bool:
                """It draws the icon a moment after it has heard of it."""
                probe.perform(Move(*XFCE_ICON), Click())
                with contextlib.suppress(StillWaiting):
                    return wait_until(lambda: tall_windows(desktop.world) > before, "the menu", 4)
                return False

            wait_until(lambda: has_registered(desktop.world), "the icon's registration")
            wait_until(opens, "the menu")
            probe.key("Up", "Up", "Return")  # from the end: Quit, then About
            wait_until(lambda: probe.shows("MIT", desktop.tray()), "what it is about")
            probe.press("Close", pid=desktop.tray())


class TestByTheBus:
    """As panels with status notifiers do, and without any."""

    def test_questions(self, desktop: Desktop) -> None:
        world = desktop.world
        desktop.start()
        menu = desktop.menu()
        assert "No questions wait" in menu.labels()
        first = world.start("confirm", "Deploy?", "--json")
        dialog(world, "Deploy?")
        world.start("confirm", "Restart?")
        wait_until(lambda: len(world.prompts()) == 2, "both questions")
        menu.choose(asked(world, "Restart?"))
        answer(world, "Restart?")
        dialog(world, "Deploy?")  # which comes next
        answer(world, "Deploy?", "Approve")
        assert came_out(first.wait()) == (0, "approved")
        wait_until(lambda: "No questions wait" in menu.labels(), "an empty menu")

    def test_do_not_disturb(self, desktop: Desktop) -> None:
        desktop.start()
        menu = desktop.menu()
        for label, seconds in (("For 30 minutes", 1800), ("For 1 hour", 3600)):
            menu.choose("Do not disturb", last=f"> {label}")
            undisturbed(desktop, seconds)
        menu.choose("Do not disturb", last="> Off")
        wait_until(lambda: desktop.status()["do_not_disturb"] is None, "its end")
        menu.choose("Do not disturb", last="> Until tomorrow")
        wait_until(lambda: desktop.status()["do_not_disturb"], "do not disturb")
        assert re.match(r"on until .*0?6:00", desktop.world.sayso("dnd", "status").out)

    def test_a_quiet_period_is_ended(self, desktop: Desktop) -> None:
        world = desktop.world
        desktop.write("denials = 1\n")
        desktop.start()
        menu = desktop.menu()
        agent = world.agent(terminal=True)
        command = [sys.executable, "-m", "sayso", "confirm", "Deploy?", "--json"]
        denied = agent.start(command)
        answer(world, "Deploy?")
        assert came_out(denied.wait()) == (1, "denied")
        assert came_out(agent.run(command)) == (9, "refused")
        menu.choose("1 quiet period > End now")
        wait_until(
            lambda: not any("quiet period" in each for each in menu.labels()), "no quiet period"
        )
        agent.start(command)
        answer(world, "Deploy?")

    def test_settings_are_in_the_file_and_in_force(self, desktop: Desktop) -> None:
        desktop.write(f"{COMMENT}wait = 50 # long\n")
        desktop.start()
        menu = desktop.menu()
        assert menu.checked("Settings > Programs wait for an answer: 50 s > 50 s")
        menu.choose("Settings > Programs wait for an answer: 50 s > 15 s")
        wait_until(lambda: "wait = 15" in desktop.settings(), "the setting")
        assert desktop.settings() == f"{COMMENT}wait = 15 # long\n"
        chosen = "Settings > Programs wait for an answer: 15 s > 15 s"
        wait_until(lambda: chosen in menu.labels(), "the sentence")
        assert menu.checked(chosen)
        with desktop.world.wire() as wire:
            assert wire.call("hello")["result"]["wait"] == 15
        menu.choose(f"Settings > {DISTURB} > They wait")
        wait_until(lambda: 'do_not_disturb = "wait"' in desktop.settings(), "the other")
        world = desktop.world
        assert world.sayso("dnd", "on").code == 0
        world.start("confirm", "Deploy?")
        wait_until(lambda: [each["state"] for each in world.prompts()] == ["queued"], "a question")
        assert world.sayso("dnd", "off").code == 0
        answer(world, "Deploy?")
        for path, line in (
            ("Dialogs stay: 2 min > 5 min", "timeout = 300"),
            ("Dialogs about destructive actions stay: 1 min > 30 s", "timeout_destructive = 30"),
            ("Dialogs to fill in stay: 5 min > 10 min", "timeout_form = 600"),
            (f"{LOCKED} > They wait", 'locked = "wait"'),
        ):
            menu.choose(f"Settings > {path}")
            wait_until(lambda line=line: line in desktop.settings(), line)  # type: ignore[misc]  # bound in its turn
        menu.choose("Settings > Show notifications")
        wait_until(lambda: "notifications = false" in desktop.settings(), "the switch")

    def test_about_and_quit(self, desktop: Desktop) -> None:
        tray = desktop.start()
        log = Path(desktop.status()["log"])
        menu = desktop.menu()
        menu.choose("About sayso")
        wait_until(lambda: shows_mark(desktop, tray), "the mark")
        desktop.says("MIT licence")
        daemon = desktop.world.daemon_pid()
        assert daemon
        menu.choose("Quit")
        wait_gone(daemon)
        wait_gone(tray)
        assert desktop.world.daemon_pid() is None
        assert "Traceback" not in (log / "daemon.log").read_text()

    def test_words_of_others_are_words(self, desktop: Desktop) -> None:
        desktop.start()
        menu = desktop.menu()
        world = desktop.world
        world.start("confirm", "Deploy?")
        dialog(world, "Deploy?")
        world.start("confirm", "?", "--title", "_a_ <b>b</b> &c \u202e" + "x" * 150)

        def label() -> str | None:
            return next((each for each in menu.labels() if "_a_ <b>b</b> &c" in each), None)

        wait_until(label, "its item")
        answer(world, "Deploy?")
        wait_until(lambda: (label() or "").endswith(" left"), "the time that is left")
        changed = label() or ""
        assert "&c \\u{202e}x" in changed
        assert len(changed) < 120


def test_a_notification_comes_over_a_film_brings_the_dialog_up_and_goes(desktop: Desktop) -> None:
    world = desktop.world
    server = Lines("notification_server_program.py", world.environ, "actions", "body")
    desktop.start()
    desktop.menu()
    try:
        with film(world):
            with world.dialogs.repeating(Key("a"), Pause(0.2)):
                asked = world.start("confirm", "Deploy?", "--json")
                bubble = shown(server)
            assert bubble["body"] == "Deploy?"
            assert [each["state"] for each in world.prompts()] == ["showing"]  # nobody can see it
            server.tell("click", bubble["number"])
            wait_until(
                lambda: any(
                    each.handle == world.dialogs.active_window() and "asks" in each.title
                    for each in world.dialogs.windows()
                ),
                "the dialog with the keyboard",
            )
            answer(world, "Deploy?", "Approve")
            assert came_out(asked.wait()) == (0, "approved")
            assert server.hear() == ["CloseNotification", bubble["number"]]
        with film(world):
            with world.dialogs.repeating(Key("a"), Pause(0.2)):
                world.start("confirm", "Restart?")
                other = shown(server)
            assert world.sayso("daemon", "stop").code == 0
            assert server.hear() == ["CloseNotification", other["number"]]
    finally:
        server.close()


def test_a_question_that_nobody_saw_is_told_of_afterwards(desktop: Desktop) -> None:
    world = desktop.world
    opened = install_opener(world)
    without_pages(world)
    server = Lines("notification_server_program.py", world.environ, "actions", "body")
    try:
        desktop.start()
        desktop.menu()
        missed = world.sayso("confirm", "Deploy?", "--timeout", "5", "--json")
        assert came_out(missed) == (5, "timed_out")
        bubble = shown(server)
        assert bubble["summary"].endswith("no answer in time")
        assert bubble["body"] == "Deploy?"
        server.tell("click", bubble["number"])
        wait_until(lambda: "history.html" in opened(), "the history")
    finally:
        server.close()


def shown(server: Lines) -> dict[str, Any]:
    """What the server is asked to show next."""
    while (heard := server.hear())[0] != "Notify":
        assert heard == ["GetCapabilities"]
    bubble: dict[str, Any] = heard[1]
    return bubble
