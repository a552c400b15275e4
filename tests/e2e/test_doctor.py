"""sayso doctor: says what works, names what does not and what mends it, and changes nothing."""

import contextlib
import shutil
from pathlib import Path
from typing import Any

import pytest

from sayso import PLACE
from support.asking import answer, pending, replace_gi
from support.interpreter import Interpreter
from support.lines import Start
from support.powerless import powerless
from support.processes import Finished, wait_until
from support.trays import Watcher, trayer, without_pages
from support.world import World


def findings(finished: Finished) -> dict[str, Any]:
    return {finding["name"]: finding for finding in finished.json["findings"]}


def examine(world: World, code: int) -> dict[str, Any]:
    finished = world.sayso("doctor", "--json")
    assert finished.code == finished.json["exit"] == code
    assert finished.json["can_ask"] is (code == 0)
    return findings(finished)


def test_where_a_question_can_be_shown(world: World) -> None:
    found = examine(world, 0)
    for name in (
        "display",
        "toolkit",
        "fonts",
        "bus",
        "socket directory",
        "kernel",
        "clock",
        "locked memory",
        "sound",
        "tray icon",
        "history window",
        "start at login",
    ):
        assert found[name]["health"] == "works", found[name]
    assert found["display"]["words"] == world.environ["DISPLAY"]
    assert found["tray host"]["health"] == "doubtful"
    assert "commands do the rest" in found["tray host"]["words"]
    assert found["start at login"]["words"] == "off: the first question starts the daemon"
    assert found["notifications"]["health"] == "doubtful"
    assert "no notification server" in found["notifications"]["words"]
    assert found["notifications"]["remedy"]
    assert world.daemon_pid() is None


def test_with_a_notification_server(world: World, start: Start) -> None:
    start("notification_server_program.py")
    assert examine(world, 0)["notifications"]["health"] == "works"


def test_with_a_panel_for_status_notifiers(world: World) -> None:
    with contextlib.closing(Watcher(world)):
        assert examine(world, 0)["tray host"]["health"] == "works"


def test_a_tray_of_the_older_kind_shows_icons(world: World) -> None:
    """By the screen, not by the bus; it takes a moment to be there."""
    with trayer(world):
        wait_until(lambda: examine(world, 0)["tray host"]["health"] == "works", "the panel")


def test_without_what_the_trays_icon_takes(world: World) -> None:
    without = "import sys\nsys.modules['pystray'] = None\n"
    world.interpreter.add_module("without", without, at_start=True)
    found = examine(world, 0)["tray icon"]  # questions need none
    assert found["health"] == "doubtful"
    assert "pystray" in found["words"]
    assert "python -m pip install 'pystray<0.20,>=0.19.5'" in found["remedy"]


def test_without_the_library_of_the_trays_icon(world: World) -> None:
    typelibs = Path(world.environ["HOME"], "typelibs")
    typelibs.mkdir()
    for name in ("AyatanaAppIndicator3-0.1", "AppIndicator3-0.1"):
        (typelibs / f"{name}.typelib").write_bytes(b"")
    world.everywhere(GI_TYPELIB_PATH=str(typelibs))
    found = examine(world, 0)["tray icon"]
    assert found["health"] == "doubtful"
    assert "gir1.2-ayatanaappindicator3-0.1" in found["remedy"]


def test_without_what_shows_pages(world: World) -> None:
    without_pages(world)
    found = examine(world, 0)["history window"]  # questions need none
    assert found["health"] == "doubtful"
    assert "gir1.2-webkit2-4.1" in found["remedy"]


def test_start_at_login(world: World) -> None:
    assert world.sayso("autostart", "enable").code == 0
    found = examine(world, 0)["start at login"]
    assert (found["health"], found["words"]) == ("works", "by the desktop")
    entry = Path(world.environ["XDG_CONFIG_HOME"], "autostart", "sayso.desktop")
    entry.write_text(entry.read_text() + "Hidden=true\n")
    found = examine(world, 0)["start at login"]
    assert found["health"] == "doubtful"
    assert f"{entry} is not as sayso wrote it" in found["words"]
    assert found["remedy"]


def test_start_at_login_where_it_has_no_place(world: World) -> None:
    world.environ["XDG_CONFIG_HOME"] = world.environ["HOME"] = ""
    found = examine(world, 0)["start at login"]
    assert found["health"] == "doubtful"
    assert "HOME is not set" in found["words"]


def test_without_what_plays_sounds(world: World) -> None:
    typelibs = Path(world.environ["HOME"], "typelibs")
    typelibs.mkdir()
    (typelibs / "GSound-1.0.typelib").write_bytes(b"")
    world.everywhere(GI_TYPELIB_PATH=str(typelibs))
    found = examine(world, 0)["sound"]
    assert found["health"] == "doubtful"
    assert "gir1.2-gsound-1.0" in found["remedy"]


def test_where_no_memory_can_be_locked(world: World) -> None:
    doctor = [*powerless("0:0"), *world.command, "doctor", "--json"]
    finished = world.spawn(doctor).wait()
    assert finished.code == 0  # other questions can be asked
    found = findings(finished)["locked memory"]
    assert found["health"] == "doubtful"
    assert "no password" in found["words"]
    assert "ulimit -l" in found["remedy"]


def test_in_words(world: World) -> None:
    finished = world.sayso("doctor")
    assert finished.code == 0
    assert f"works     {world.environ['DISPLAY']}\n" in finished.out
    assert finished.out.endswith("A question can be shown.\n")


def test_without_a_display(headless_world: World) -> None:
    finished = headless_world.sayso("doctor")
    assert finished.code == 4
    assert "display           broken    no display\n" in finished.out
    assert "What to do: run it in a terminal of your desktop" in finished.out


def test_with_a_display_that_cannot_be_opened(headless_world: World) -> None:
    headless_world.environ["DISPLAY"] = ":4095"
    found = examine(headless_world, 4)
    assert found["display"]["words"] == "the display :4095 can't be opened"


def test_without_the_toolkit(world: World) -> None:
    replace_gi(world, "raise ImportError('No module named gi')\n")
    found = examine(world, 4)
    assert "No module named gi" in found["toolkit"]["words"]
    assert "gir1.2-gtk-3.0" in found["toolkit"]["remedy"]


def test_with_a_toolkit_that_ends_the_process(world: World) -> None:
    replace_gi(world, "import os\nos.abort()\n")
    assert examine(world, 4)["toolkit"]["health"] == "broken"


def test_with_a_directory_that_others_can_read(world: World) -> None:
    Path(world.environ["XDG_RUNTIME_DIR"], "sayso").mkdir(mode=0o755)
    found = examine(world, 4)
    assert "has mode 0755, not 0700" in found["socket directory"]["words"]
    assert found["socket directory"]["remedy"]


def test_with_a_file_in_the_sockets_place(world: World) -> None:
    directory = Path(world.environ["XDG_RUNTIME_DIR"], "sayso")
    directory.mkdir(mode=0o700)
    (directory / "socket").touch()
    found = examine(world, 4)
    assert "is in the way" in found["socket directory"]["words"]
    assert found["socket directory"]["remedy"].startswith("move it away")


def test_with_a_daemon_that_has_no_screen(world: World) -> None:
    display = world.environ.pop("DISPLAY")
    assert world.sayso("daemon", "start").code == 0
    world.environ["DISPLAY"] = display
    found = examine(world, 4)
    assert found["daemon"]["health"] == "broken"
    assert found["daemon"]["remedy"] == "sayso daemon restart"


@pytest.mark.root("under sudo one is root")
def test_under_sudo(world: World) -> None:
    world.environ["SUDO_UID"] = "1000"
    assert examine(world, 4)["session"]["remedy"] == "run it as yourself, without sudo"


def test_a_daemon_of_another_sayso_is_named(world: World) -> None:
    """As after a demo in a clone, once sayso is installed elsewhere; and the remedy is one."""
    world.sayso("daemon", "start")
    assert examine(world, 0)["daemon"]["health"] == "works"
    source = world.directory / "source"
    shutil.copytree(PLACE, source / "sayso", ignore=shutil.ignore_patterns("__pycache__"))
    another = Interpreter(world.directory / "another", source)
    another.set_home(Path(world.environ["HOME"]))

    def found() -> dict[str, Any]:
        done = world.spawn([str(another.python), "-m", "sayso", "doctor", "--json"]).wait()
        return dict(findings(done)["daemon"])

    assert found()["health"] == "doubtful"
    assert f"of another sayso: {PLACE}" in found()["words"]
    verb, *remedy = found()["remedy"].partition(" (")[0].split()
    assert verb == "sayso"
    for command in (remedy, ["daemon", "start"]):
        assert world.spawn([str(another.python), "-m", "sayso", *command]).wait().code == 0
    assert found()["health"] == "works"


def test_what_keeps_questions_from_the_screen_for_a_while_is_named(world: World) -> None:
    world.sayso("dnd", "on", "30m")
    found = examine(world, 0)["do not disturb"]
    assert found["health"] == "doubtful"
    assert found["remedy"].startswith("sayso dnd off; ")
    verdict = world.sayso("doctor").out.splitlines()[-1]
    assert verdict == "A question can be shown, but not now: you are not to be disturbed."
    world.sayso("dnd", "off")
    assert "do not disturb" not in examine(world, 0)
    assert world.sayso("doctor").out.splitlines()[-1] == "A question can be shown."


def test_a_log_that_can_t_be_written_is_named(world: World) -> None:
    log = Path(world.environ["XDG_STATE_HOME"]) / "sayso"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("no directory")
    world.sayso("daemon", "start")
    found = examine(world, 0)["log"]
    assert found["health"] == "doubtful"
    assert str(log) in found["words"] + found["remedy"]


def test_the_machines_that_may_ask_are_named_where_none_may_after_all(world: World) -> None:
    file = world.configuration.with_name("places.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{")
    world.sayso("daemon", "start")
    found = examine(world, 0)["other machines"]
    assert found["health"] == "doubtful"
    assert found["words"].startswith(f"none may ask: {file}: ")
    assert f"elsewhere    none may ask: {file}: " in world.sayso("status").out
    listed = world.sayso("remote", "list")
    assert listed.code == 6
    assert str(file) in listed.err
    assert found["remedy"] in listed.err


def test_a_report_says_what_sayso_is_and_nothing_that_anybody_said(world: World) -> None:
    home = Path(world.environ["HOME"])
    helper = "!f() { echo password=canary; }; f"
    (home / ".gitconfig").write_text(f'[credential]\n\thelper = "{helper}"\n')
    world.sayso("remote", "open", "canary-place")
    world.sayso("config", "set", "timeout", "3m")
    pending(world, "canary-message", "--title", "canary-title", "--scope", "canary-scope")
    answer(world, "canary-message")
    report = world.sayso("doctor", "--report").out
    for part in (
        "\n    sayso 0.1.0\n",
        "\n    Python 3.",
        "\n    toolkit           works     GTK 3",
        "\n    timeout = 180",
        f"\n    pid: {world.daemon_pid()}\n",
        "\n    places: 1 (open)\n",
        "\n    1 InteractionAnswered\n",
        " INFO InteractionAnswered 1 denied",
    ):
        assert part in report
    assert "canary" not in report
    assert world.environ["HOME"] not in report
    assert world.sayso("doctor", "--report", "--json").json["report"].startswith("sayso\n")
