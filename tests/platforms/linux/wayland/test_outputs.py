"""What a compositor tells of its outputs; and one that breaks its word."""

import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sayso.platforms.linux.wayland.connection import Connection
from sayso.platforms.linux.wayland.outputs import Outputs
from support.compositor import Compositor
from support.processes import wait_until

MANAGER, PLACES = "zwlr_output_power_manager_v1", "zxdg_output_manager_v1"
OFF, ON = struct.pack("=I", 0), struct.pack("=I", 1)


@pytest.fixture
def compositor(tmp_path: Path) -> Iterator[Compositor]:
    with Compositor(tmp_path, {"wl_output": 4, MANAGER: 1, PLACES: 3}) as made:
        yield made


@pytest.fixture
def opened(compositor: Compositor) -> Iterator[Connection]:
    with closing(Connection(compositor.environ)) as made:
        yield made


@pytest.fixture
def outputs(compositor: Compositor, changes: list[str]) -> Iterator[Outputs]:
    with closing(Outputs(compositor.environ, lambda: changes.append("changed"))) as made:
        yield made


@pytest.fixture
def changes() -> list[str]:
    return []


def is_dark(outputs: Outputs, corner: tuple[int, int]) -> bool:
    outputs.read()
    return outputs.is_dark(corner)


def test_an_output_goes_dark_and_comes_back(
    compositor: Compositor, outputs: Outputs, changes: list[str]
) -> None:
    assert not is_dark(outputs, (0, 0))
    before = len(changes)
    compositor.say(compositor.powers[0], 0, OFF)
    wait_until(lambda: is_dark(outputs, (0, 0)), "the output to go dark")
    assert len(changes) == before + 1
    assert not outputs.is_dark((1920, 0))
    compositor.say(compositor.powers[0], 0, ON)
    wait_until(lambda: not is_dark(outputs, (0, 0)), "it to come back")


@pytest.mark.parametrize("mode", [1, 2, 3])
def test_kwin_tells_of_each_kind_of_darkness(tmp_path: Path, mode: int) -> None:
    """Standby, suspend and off: dpms.xml of Plasma."""
    interfaces = {"wl_output": 4, "org_kde_kwin_dpms_manager": 1, PLACES: 3}
    with (
        Compositor(tmp_path, interfaces) as made,
        closing(Outputs(made.environ, lambda: None)) as outputs,
    ):
        assert not is_dark(outputs, (0, 0))
        made.say(made.powers[0], 1, struct.pack("=I", mode))
        wait_until(lambda: is_dark(outputs, (0, 0)), "the output to go dark")
        made.say(made.powers[0], 1, struct.pack("=I", 0))
        wait_until(lambda: not is_dark(outputs, (0, 0)), "it to come back")


def test_one_that_can_not_be_told_of_is_not_dark(compositor: Compositor, outputs: Outputs) -> None:
    compositor.say(compositor.powers[0], 1)  # failed
    assert not is_dark(outputs, (0, 0))


def test_where_the_compositor_does_not_tell_that_is_said(tmp_path: Path) -> None:
    with Compositor(tmp_path, {"wl_output": 4}) as made, pytest.raises(OSError, match="dark"):
        Outputs(made.environ, lambda: None)


def test_where_there_is_no_compositor_that_is_said(tmp_path: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-9"}
    with pytest.raises(FileNotFoundError):
        Outputs(environ, lambda: None)


def test_everything_that_it_has_is_known(opened: Connection) -> None:
    assert opened.globals == {0: ("wl_output", 4), 1: (MANAGER, 1), 2: (PLACES, 3)}
    assert opened.named("wl_output") == [0]


@pytest.mark.parametrize(
    "said",
    [
        struct.pack("=IHH", 1, 0, 8),  # wl_display's error
        struct.pack("=IHH", 9, 0, 4),  # a message that is shorter than its own head
        struct.pack("=IHH", 2, 0, 8),  # a global without a number
        struct.pack("=IHHII4sI", 2, 0, 24, 9, 4, b"\xff\xff\xff", 1),  # of a name that is no text
    ],
)
def test_one_that_breaks_its_word_is_done_with(
    compositor: Compositor, opened: Connection, said: bytes
) -> None:
    compositor.say_raw(said)
    with pytest.raises(ConnectionAbortedError):
        opened.settle()


def test_its_end_is_heard(compositor: Compositor, opened: Connection) -> None:
    compositor.hang_up()
    with pytest.raises((ConnectionResetError, BrokenPipeError)):
        opened.settle()


def test_a_message_may_come_in_pieces(compositor: Compositor, outputs: Outputs) -> None:
    message = struct.pack("=IHH", compositor.powers[0], 0, 12) + OFF
    compositor.say_raw(message[:5])
    assert not is_dark(outputs, (0, 0))
    compositor.say_raw(message[5:])
    wait_until(lambda: is_dark(outputs, (0, 0)), "all of the message")


def test_one_that_goes_while_it_is_dark_leaves_no_darkness_behind(
    compositor: Compositor, outputs: Outputs
) -> None:
    compositor.say(compositor.powers[0], 0, OFF)
    wait_until(lambda: is_dark(outputs, (0, 0)), "the output to go dark")
    compositor.remove(0)
    wait_until(lambda: not is_dark(outputs, (0, 0)), "it to go")


def test_one_that_comes_is_followed_as_well(compositor: Compositor, outputs: Outputs) -> None:
    compositor.add(7, "wl_output", 4)
    wait_until(lambda: is_known(compositor, outputs), "it to be asked for")
    compositor.say(compositor.powers[1], 0, OFF)
    wait_until(lambda: is_dark(outputs, (1920, 0)), "the second to go dark")
    assert not outputs.is_dark((0, 0))


def is_known(compositor: Compositor, outputs: Outputs) -> bool:
    outputs.read()
    return len(compositor.powers) == 2
