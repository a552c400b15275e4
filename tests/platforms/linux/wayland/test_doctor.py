"""What the doctor says of a compositor."""

from collections.abc import Iterator
from pathlib import Path

import gi
import pytest

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")

from sayso.errors import Unsupported
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.linux.wayland import doctor, layer_shell
from support.compositor import Compositor
from support.logind import Bus, Logind

LAYERS = "zwlr_layer_shell_v1"
OURS = Path("/proc/self/comm").read_text().strip()


def found(compositor: Compositor, monkeypatch: pytest.MonkeyPatch) -> Finding:
    for name, value in compositor.environ.items():
        monkeypatch.setenv(name, value)
    with compositor:
        return doctor.compositor(compositor.environ["WAYLAND_DISPLAY"])


@pytest.mark.parametrize(
    ("interfaces", "is_installed", "health", "words", "remedy"),
    [
        ({LAYERS: 4}, True, Health.WORKS, "with layer-shell: a dialog comes up above", ""),
        ({LAYERS: 4}, False, Health.DOUBTFUL, "with layer-shell; the library", "apt-get"),
        ({"wl_output": 2}, True, Health.WORKS, "without layer-shell", ""),
    ],
)
def test_it_is_named_and_what_it_has(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    interfaces: dict[str, int],
    health: Health,
    words: str,
    remedy: str,
    *,
    is_installed: bool,
) -> None:
    monkeypatch.setattr(layer_shell, "is_installed", is_installed)
    finding = found(Compositor(tmp_path, interfaces), monkeypatch)
    assert (finding.name, finding.health) == ("compositor", health)
    assert finding.words.startswith(f"{OURS}, {words}")
    assert remedy in finding.remedy


def test_one_that_is_not_there_is_doubtful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    finding = doctor.compositor("wayland-9")
    assert finding.health is Health.DOUBTFUL
    assert finding.remedy


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    with Bus(tmp_path) as bus:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
        yield bus


@pytest.fixture
def logind(bus: Bus) -> Iterator[Logind]:
    with Logind(bus) as logind:
        logind.begins("c1", Type="wayland")
        yield logind


@pytest.mark.usefixtures("logind")
class TestTheLocker:
    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("org.gnome.Shell.ScreenShield", "GNOME Shell locks it, and tells logind"),
            ("org.kde.screensaver", "Plasma locks it, and tells logind"),
        ],
    )
    def test_one_that_tells_logind_works(self, name: str, words: str) -> None:
        finding = doctor.lock_screen(lambda: [":1.7", name])
        assert finding == Finding("lock screen", Health.WORKS, words)

    @pytest.mark.parametrize("desktop", ["GNOME", "KDE", "sway"])
    def test_where_none_of_these_is_there_it_is_doubtful(
        self, monkeypatch: pytest.MonkeyPatch, desktop: str
    ) -> None:
        """Of another one nothing is known, whatever the desktop is."""
        monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
        finding = doctor.lock_screen(lambda: ["org.gnome.ScreenSaver"])
        assert finding.health is Health.DOUBTFUL
        assert "swaylock among them, do not" in finding.words
        assert finding.remedy

    def test_where_the_session_bus_does_not_answer_it_is_not_known(self) -> None:
        def names() -> list[str]:
            raise Unsupported("the session bus does not answer")

        finding = doctor.lock_screen(names)
        assert finding.health is Health.DOUBTFUL
        assert "is not known: the session bus does not answer" in finding.words


def nothing() -> list[str]:
    """On the session bus."""
    return []


def test_where_logind_knows_no_session_nobody_tells_of_one(bus: Bus) -> None:
    with Logind(bus):
        finding = doctor.lock_screen(nothing)
    assert finding.health is Health.DOUBTFUL
    assert "logind has no session with a screen" in finding.words


def test_nor_where_there_is_no_logind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    finding = doctor.lock_screen(nothing)
    assert finding.health is Health.DOUBTFUL
    assert "a question may come up behind one" in finding.words
