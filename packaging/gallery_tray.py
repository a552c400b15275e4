"""Takes pictures of the tray's menu (in trayer, light; in Xfce's panel, dark) and of its windows.

    python packaging/gallery_tray.py assets/screenshots

Needs what packaging/test.sh installs.
"""

import sys
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # for probes and support

from gallery import crop

from probes.probe import Place
from probes.steps import Click, Move
from support.gallery import wait_until_still
from support.history_window import HistoryWindow
from support.log_of_questions import LATE, NO, YES
from support.processes import StillWaiting, wait_until
from support.settings_window import SettingsWindow
from support.trays import XFCE_ICON, Desktop, has_registered, tall_windows, xfce_panel
from support.world import World

LIGHT, DARK = Place(332, 440, 948, 360), Place(0, 530, 604, 270)
"""Areas of the menus in trayer and in Xfce's panel, on a screen of 1280 by 800 pixels."""

QUESTIONS = (
    ("claude", "Deploy build 4711 to production?"),
    ("make", "Restart the database?"),
    ("claude", "Push to main?"),
)


def main(directory: Path) -> int:
    with ExitStack() as stack:
        desktop = desktop_of(stack, "Adwaita")
        desktop.host()
        ask(desktop, 3)
        desktop.open()
        take(desktop, directory / "tray-light-100.png", LIGHT, 6)
    with ExitStack() as stack:
        desktop = desktop_of(stack, "Adwaita:dark")
        ask(desktop, 2)
        stack.enter_context(xfce_panel(desktop.world))
        wait_until(lambda: has_registered(desktop.world), "the icon's registration")
        wait_until(lambda: opens(desktop), "the menu")
        take(desktop, directory / "tray-xfce-dark-100.png", DARK, 4)
    with ExitStack() as stack:
        world = World()
        stack.callback(world.close)
        world.environ["GTK_THEME"] = "Adwaita"
        take_history(world, directory / "history-light-100.png")
    with ExitStack() as stack:
        world = World()
        stack.callback(world.close)
        world.environ["GTK_THEME"] = "Adwaita"
        take_switches(world, directory / "settings-light-100.png")
    return 0


def take_history(world: World, path: Path) -> None:
    window = HistoryWindow(world)
    for asker, words in QUESTIONS:
        window.log.question(words, YES, asker=asker)
    window.log.question("Delete 3 repositories?", NO, asker="claude", place="build-7")
    window.log.question("Publish version 2.1?", LATE, asker="make")
    window.open()
    window.click("claude Push to main?")
    wait_until(lambda: window.find("zsh"), "its lineage")
    take_page(world, path)
    window.close()


def take_switches(world: World, path: Path) -> None:
    home = Path(world.environ["HOME"])
    for name in (".claude", ".codex"):
        (home / name).mkdir()
    (home / ".claude.json").write_text("{}\n")
    window = SettingsWindow(world)
    window.open("--integrations")
    take_page(world, path)
    window.close()


def take_page(world: World, path: Path) -> None:
    """Takes a picture of the only window, once it no longer changes."""
    world.dialogs.move(1, 1)
    whole = Place(0, 0, 1280, 800)
    wait_until(lambda: world.dialogs.pixels(whole) == world.dialogs.pixels(whole), "it to rest")
    world.dialogs.screenshot(path)
    (place,) = world.dialogs.windows()
    crop(path, place.x, place.y, place.width, place.height)


def desktop_of(stack: ExitStack, theme: str) -> Desktop:
    world = World(tray=True)
    stack.callback(world.close)
    world.everywhere(GTK_THEME=theme)
    world.environ["GTK_THEME"] = theme
    desktop = Desktop(world, stack)
    desktop.start()
    return desktop


def ask(desktop: Desktop, count: int) -> None:
    """Has `count` programs with the names in QUESTIONS ask, one after another, until the first
    question is on the screen."""
    for number, (name, message) in enumerate(QUESTIONS[:count], 1):
        program = Path(desktop.world.environ["HOME"]) / name
        program.write_text(f'#!/bin/bash\nsayso confirm "{message}"\ntrue\n')
        program.chmod(0o700)
        desktop.world.spawn([str(program)])
        wait_until(partial(has_prompts, desktop, number), message)
    wait_until(lambda: desktop.world.prompts()[0]["state"] == "shown", "the dialog")


def has_prompts(desktop: Desktop, count: int) -> bool:
    return len(desktop.world.prompts()) == count


def opens(desktop: Desktop) -> bool:
    """Clicks the icon. Whether the menu opens: the panel draws the icon a moment after it has
    registered, so the click may come too early."""
    before = tall_windows(desktop.world)
    desktop.world.dialogs.perform(Move(*XFCE_ICON), Click())
    with suppress(StillWaiting):
        return wait_until(lambda: tall_windows(desktop.world) > before, "the menu", 4)
    return False


def take(desktop: Desktop, path: Path, place: Place, downs: int) -> None:
    """Takes a picture with the submenu of an item open. `downs`: presses of Down that lead to the
    item."""
    probe = desktop.world.dialogs
    probe.key(*["Down"] * downs, "Right")
    wait_until_still(probe)
    probe.screenshot(path)
    crop(path, place.x, place.y, place.width, place.height)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
