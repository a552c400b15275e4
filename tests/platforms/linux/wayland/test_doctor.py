"""What the doctor says of a compositor."""

from pathlib import Path

import gi
import pytest

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")

from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.linux.wayland import doctor, layer
from support.compositor import Compositor

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
    monkeypatch.setattr(layer, "is_installed", is_installed)
    finding = found(Compositor(tmp_path, interfaces), monkeypatch)
    assert (finding.name, finding.health) == ("compositor", health)
    assert finding.words.startswith(f"{OURS}, {words}")
    assert remedy in finding.remedy


def test_one_that_is_not_there_is_doubtful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    finding = doctor.compositor("wayland-9")
    assert finding.health is Health.DOUBTFUL
    assert finding.remedy
