"""Takes a picture of each state of the dialog, in each look, on a private virtual screen.

    python packaging/gallery.py assets/screenshots [STATE ...]
    python packaging/gallery.py --windows DIRECTORY [STATE ...]

The looks are Adwaita light and dark and HighContrast, at 100 and 200 %. The state "scripts", which
shows several writing systems, needs fonts: fonts-cantarell fonts-droid-fallback fonts-lohit-deva
fonts-noto-color-emoji. Where pngquant is installed the pictures are made a third of their size.

The states "agent" and "gpg", in one look only, are dialogs that a real client program of `sayso
mcp` and the real gpg opened. They need what packaging/test.sh installs.

With `--windows` the dialogs are those of Windows, under Wine: light, dark and high contrast. Run
packaging/wine.py --set-up first.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # for probes and support
sys.path.insert(0, str(Path(__file__).parent))

from probes.probe import Probe, Window
from support.gallery import STATES, State, shown, wait_until_still, window_of
from support.gnupg import Gnupg
from support.mcp_session import TYPESCRIPT_1, McpSession
from support.processes import StillWaiting
from support.screen import Screen
from support.world import WINE, World

THEMES = {"light": "Adwaita", "dark": "Adwaita:dark", "contrast": "HighContrast"}
SCREENS = {1: "1280x800", 2: "2560x1600"}

AGENT = "agent"
GPG = "gpg"

CLIENT = """\
process.title = "claude";
globalThis.clientInfo = {{ name: "claude", version: "2.1" }};
process.chdir("src/shop");
await import({program});
"""
"""Runs the tests' own client program with the name and in the directory that a person's would
have."""


def main(arguments: list[str]) -> int:
    on_windows = arguments[0] == "--windows"
    directory, *only = arguments[on_windows:]
    Path(directory).mkdir(parents=True, exist_ok=True)
    return (of_windows if on_windows else of_linux)(Path(directory), only)


def of_windows(directory: Path, only: list[str]) -> int:
    world = World(compositor=WINE)
    try:
        for look, theme in THEMES.items():
            for name in only or STATES:
                path = directory / f"{name}-{look}-windows.png"
                dress = {"GTK_THEME": theme}  # the tests' Windows takes it for the person's choice
                try:
                    picture(STATES[name], world.dialogs, world.environ | dress, path)
                    print(path, path.stat().st_size, flush=True)
                except StillWaiting as error:  # a few states can be reached with GTK only
                    print(f"{name}: {error}", file=sys.stderr)
    finally:
        world.close()
    return 0


def of_linux(directory: Path, only: list[str]) -> int:
    if AGENT in (only or [AGENT]):
        path = directory / f"{AGENT}-light-100.png"
        with private_screen(SCREENS[1]) as (probe, environ):
            picture_of_agent(probe, environ | {"GTK_THEME": THEMES["light"]}, path)
        print(path, path.stat().st_size, flush=True)
    if GPG in (only or [GPG]):
        path = directory / f"{GPG}-light-100.png"
        picture_of_gpg(path)
        print(path, path.stat().st_size, flush=True)
    for scale, size in SCREENS.items():
        with private_screen(size) as (probe, environ):
            for look, theme in THEMES.items():
                dress = {"GTK_THEME": theme, "GDK_SCALE": str(scale)}
                for name in [each for each in only or STATES if each not in (AGENT, GPG)]:
                    path = directory / f"{name}-{look}-{scale}00.png"
                    picture(STATES[name], probe, environ | dress, path)
                    print(path, path.stat().st_size, flush=True)
    return 0


@contextmanager
def private_screen(size: str) -> Iterator[tuple[Probe, dict[str, str]]]:
    world = World(screen=False)
    set_font(world)
    try:
        made = Screen(world.directory, world.environ, size=size)
        try:
            yield made.probe, world.environ
        finally:
            made.close()
    finally:
        world.close()


def set_font(world: World) -> None:
    settings = Path(world.environ["XDG_CONFIG_HOME"]) / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text("[Settings]\ngtk-font-name = Cantarell 11\n")


def picture(state: State, probe: Probe, environ: dict[str, str], path: Path) -> None:
    with shown(state, probe, environ) as dialog:
        window = take(probe, path, dialog.pid)
    crop(path, window.x, window.y, window.width, window.height)


def take(probe: Probe, path: Path, pid: int | None = None) -> Window:
    """Takes a picture of the whole screen. Returns the dialog's window."""
    window = window_of(probe, pid)
    probe.screenshot(path)
    return window


def picture_of_agent(probe: Probe, environ: dict[str, str], path: Path) -> None:
    home = Path(environ["HOME"])
    (home / "src" / "shop").mkdir(parents=True)
    client = home / "claude.mjs"
    client.write_text(CLIENT.format(program=json.dumps(TYPESCRIPT_1[1])))
    probe.move(1, 1)
    with McpSession(environ, sdk=("node", str(client), *TYPESCRIPT_1[2:])) as session:
        session.start(
            "confirm",
            title="Push to main?",
            message="The fix for the cart. All 214 tests pass. Nobody has reviewed it.",
            detail="git push origin main\n\n9c41d7e  cart: keep prices when a voucher expires\n"
            "5b02f3a  cart: test for expired vouchers",
            approve="Push",
        )
        probe.wait_for("Push")
        wait_until_still(probe)
        window = take(probe, path)
    probe.wait_gone(role=None)
    crop(path, window.x, window.y, window.width, window.height)


def picture_of_gpg(path: Path) -> None:
    """Takes a picture of the dialog for the passphrase when git has gpg sign a commit."""
    world = World()
    try:
        set_font(world)
        world.everywhere(GTK_THEME=THEMES["light"])
        gnupg = Gnupg(world)
        gnupg.make_key("a passphrase", "Ada <ada@example.org>")
        place = Path(world.environ["HOME"], "src", "shop")
        place.mkdir(parents=True)
        git = ["git", "-C", str(place), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        world.spawn([*git, "init"]).wait()
        commit = [*git, "commit", "--allow-empty", "--gpg-sign", "--message", "Begin"]
        world.dialogs.move(1, 1)
        committing = world.spawn(commit, terminal=True)  # so nobody else started it
        world.dialogs.wait_for("Cancel")
        wait_until_still(world.dialogs)
        window = take(world.dialogs, path)
        committing.kill()
        world.dialogs.wait_gone(role=None)
        gnupg.close()
    finally:
        world.close()
    crop(path, window.x, window.y, window.width, window.height)


def crop(path: Path, *area: int) -> None:
    import gi

    gi.require_version("GdkPixbuf", "2.0")
    from gi.repository import GdkPixbuf

    whole: Any = GdkPixbuf.Pixbuf.new_from_file(str(path))
    whole.new_subpixbuf(*area).savev(str(path), "png", ["compression"], ["9"])
    if quantiser := shutil.which("pngquant"):
        subprocess.run([quantiser, "--force", "--ext", ".png", "--strip", path], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
