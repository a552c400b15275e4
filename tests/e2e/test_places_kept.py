"""Which machines may ask, as it is kept from one daemon to the next."""

import sys

assert sys.platform != "win32"

from pathlib import Path

from support.processes import wait_until
from support.wire import Wire
from support.world import World


def opened(world: World, name: str) -> Path:
    """The socket of this place."""
    done = world.sayso("remote", "open", name)
    assert done.code == 0, done
    return Path(done.out.strip())


def asks(socket: Path, message: str) -> None:
    """Without waiting for the answer."""
    with Wire(socket) as wire:
        asked = wire.call("ask", {"kind": "confirm", "message": message, "wait": 0})["result"]
    assert asked["status"] == "pending", asked


def test_its_questions_and_its_socket_are_there_again(world: World) -> None:
    socket = opened(world, "alpha")
    asks(socket, "Deploy?")
    assert world.sayso("daemon", "restart").code == 0
    wait_until(socket.is_socket, "its socket")
    (kept,) = world.prompts()
    assert kept["from_place"] == "alpha"
    asks(socket, "Deploy more?")


def test_what_the_person_took_out_of_the_file_asks_no_more(world: World) -> None:
    alpha, beta = opened(world, "alpha"), opened(world, "beta")
    for socket in (alpha, beta):
        asks(socket, "Deploy?")
    file = world.configuration.with_name("places.json")
    file.write_text(file.read_text().replace('"alpha"', '"gamma"'))
    assert world.sayso("daemon", "restart").code == 0
    wait_until(lambda: len(world.prompts()) == 1, "the end of what alpha asked")
    (kept,) = world.prompts()
    assert kept["from_place"] == "beta"
    assert not alpha.exists()
