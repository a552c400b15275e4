"""The sound of a question, by a real sound server that plays to nobody, and without one."""

import json
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.lines import Start
from support.notices import overview, question
from support.processes import wait_until
from support.world import World


class Player:
    """PulseAudio with a sink of its own."""

    def __init__(self, world: World) -> None:
        place = Path(world.environ["XDG_RUNTIME_DIR"], "pulse")
        place.mkdir(mode=0o700)
        self._environ = world.environ | {"PULSE_SERVER": f"unix:{place}/native"}
        self._job = world.spawn(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
             "--load=module-null-sink",
             f"--load=module-native-protocol-unix auth-anonymous=1 socket={place}/native"]
        )  # fmt: skip
        wait_until((place / "native").exists, "a sound server")

    def plays(self) -> list[dict[str, str]]:
        """What is to be heard now."""
        told = subprocess.run(
            ["pactl", "--format=json", "list", "sink-inputs"],
            env=self._environ, capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
        return [each["properties"] for each in json.loads(told.stdout)]

    def close(self) -> None:
        self._job.kill()


@pytest.fixture
def player(world: World) -> Iterator[Player]:
    player = Player(world)
    yield player
    player.close()


def test_a_question_is_heard(world: World, player: Player, start: Start) -> None:
    notices = start("notices_program.py")
    notices.tell("changed", overview(question(), away=False, sound=True))
    (sound,) = wait_until(player.plays, "a sound")
    assert sound["application.name"] == "sayso"
    assert sound["media.role"] == "event"
    assert sound["event.id"] == "window-question"  # of the freedesktop theme
    wait_until(lambda: not player.plays(), "its end")
    notices.tell("ping", 1)
    assert notices.hear() == ["ping", 1]  # and no complaint


def test_without_a_sound_server_the_log_is_told_once(start: Start) -> None:
    notices = start("notices_program.py", PULSE_SERVER="unix:/proc/nowhere/native")
    notices.tell("changed", overview(question(), away=False, sound=True))
    told = notices.hear()
    assert told[0] == "told"
    assert told[1].startswith("no sound can be played: ")
    notices.tell("changed", overview(question(8), away=False, sound=True))
    notices.tell("ping", 1)
    assert notices.hear() == ["ping", 1]


def test_a_sound_server_that_hangs_holds_nothing(world: World, start: Start) -> None:
    place = Path(world.environ["XDG_RUNTIME_DIR"], "hangs")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
        listener.listen()
        notices = start("notices_program.py", PULSE_SERVER=f"unix:{place}")
        notices.tell("changed", overview(question(), away=False, sound=True))
        listener.settimeout(10)
        listener.accept()[0].detach()
        for number in range(5):
            notices.tell("ping", number)
            assert notices.hear(2) == ["ping", number]
        told = "no sound can be played: the program did not end within 10 s"
    assert notices.hear() == ["told", told]


def test_without_the_library_the_log_is_told(world: World, start: Start) -> None:
    typelibs = Path(world.environ["HOME"], "typelibs")
    typelibs.mkdir()
    (typelibs / "GSound-1.0.typelib").write_bytes(b"")
    notices = start("notices_program.py", GI_TYPELIB_PATH=str(typelibs))
    notices.tell("changed", overview(question(), away=False, sound=True))
    told = notices.hear()
    assert told[0] == "told"
    assert told[1].startswith("no sound can be played: ")
