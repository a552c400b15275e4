"""A password that signs in to a real server: only root's server can look one up."""

import sys

assert sys.platform == "linux"

import secrets
import subprocess
from collections.abc import Iterator

import pytest

from support.asking import dialog
from support.made_user import NAME, made_user
from support.openssh import OpenSsh
from support.typing_in import send_secret
from support.world import World

pytestmark = pytest.mark.root("only root can make a user")


@pytest.fixture
def password() -> Iterator[str]:
    """Of a user who is made for it."""
    with made_user():
        made = f"canary {secrets.token_hex(4)}"
        subprocess.run(["chpasswd"], input=f"{NAME}:{made}", text=True, check=True)
        yield made


def test_a_wrong_password_and_the_right_one(world: World, ssh: OpenSsh, password: str) -> None:
    server = ssh.server("AuthenticationMethods password")
    server.trust()
    asked = ssh.connect(server, user=NAME)
    message = f"{NAME}@127.0.0.1's password:"
    send_secret(world, message, "wrong")
    assert world.dialogs.shows("That was wrong: try again.", dialog(world, message))
    send_secret(world, message, password)
    assert asked.wait().code == 0
