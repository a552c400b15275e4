"""Runs sudo, which asks through sayso, as this program's user. It reads that user's password.

python sudo_program.py     as JSON: what came of each call, and what the dialogs said
"""

import sys

assert sys.platform == "linux"

import json
import os
import pwd
from typing import Any

from support import surroundings
from support.asking import dialog, no_dialog
from support.processes import Finished, Job, kill
from support.typing_in import send_secret, type_secret
from support.world import World


class Sudo:
    def __init__(self, world: World, password: str) -> None:
        self._world = world
        self._password = password
        self._prompt = f"[sudo] password for {pwd.getpwuid(os.geteuid()).pw_name}:"
        world.environ["SUDO_ASKPASS"] = str(world.interpreter.bin / "sayso-askpass")

    def wrong_then_right(self) -> dict[str, Any]:
        job = self._start()
        before = self._texts()
        send_secret(self._world, self._prompt, "wrong")
        again = self._texts()
        send_secret(self._world, self._prompt, self._password)
        return told(job.wait()) | {"before": before, "again": again}

    def denied(self) -> dict[str, Any]:
        job = self._start()
        self._world.dialogs.press("Deny", pid=dialog(self._world, self._prompt))
        return told(job.wait())

    def its_askpass_killed(self) -> dict[str, Any]:
        job = self._start()
        type_secret(self._world, self._prompt, "half of it")
        for each in self._world.processes():
            if "sayso-askpass" in each.command:
                kill(each.pid)
        no_dialog(self._world)
        return told(job.wait())

    def _start(self) -> Job:
        return self._world.spawn(["sudo", "-A", "-k", "id", "-u"])

    def _texts(self) -> str:
        return "\n".join(self._world.dialogs.texts(dialog(self._world, self._prompt)))


def told(done: Finished) -> dict[str, Any]:
    return {"code": done.code, "out": done.out, "err": done.err}


def main(password: str) -> None:
    surroundings.make_anew(os.environ, os.environ["HOME"])
    world = World(hurried=True)
    sudo = Sudo(world, password)
    results = {
        each.__name__: each()
        for each in (sudo.wrong_then_right, sudo.denied, sudo.its_askpass_killed)
    }
    world.close()
    print(json.dumps(results))


if __name__ == "__main__":
    main(sys.stdin.readline().rstrip("\n"))
