"""Measures dialogs on the Windows that it runs on, beside a window of ctypes alone.

python wine_program.py TURNS

Prints a JSON object with the seconds of each turn: of a cold dialog, a warm one, and the bare
window.
"""

import sys

assert sys.platform == "win32"

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from sayso import launcher
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Confirm
from sayso.errors import ParseError
from sayso.platforms.contract.channel import Channel
from sayso.platforms.windows import processes
from sayso.wire import screen
from sayso.wire.codec import Decoder, encode

REST = 1.0
"""Seconds after which a waiting process has prepared itself."""
BARE = Path(__file__).with_name("wine_bare_window.py")
ASKER = screen.Asker(name="bench", command="bench", cwd="C:\\", pid=1, lineage=())
ORDER = screen.Show(1, Confirm(message="May I?"), ASKER, PromptStatus(60), 0.3)


def main(turns: int) -> None:
    told: dict[str, list[float]] = {"cold": [], "warm": [], "bare": []}
    for _ in range(turns):
        told["cold"].append(dialog(waits=0)[0])
        told["warm"].append(dialog(waits=REST)[1])
        told["bare"].append(bare())
    print(json.dumps(told), flush=True)


def dialog(waits: float) -> tuple[float, float]:
    """Seconds from the start of the process to painted, and from the order to painted. `waits`:
    seconds for which the process waits for the order."""
    began = time.perf_counter()
    child = processes.spawn(launcher.command("dialog"))
    hear = reports(child.channel)
    assert isinstance(hear(), screen.Ready)
    time.sleep(waits)
    asked = time.perf_counter()
    child.channel.send(encode(screen.write(ORDER)))
    assert hear() == screen.Painted()
    painted = time.perf_counter()
    child.channel.close()
    child.process.wait()
    return painted - began, painted - asked


def reports(channel: Channel) -> Callable[[], screen.Order | screen.Report]:
    decoder = Decoder(secrets=bytearray)
    heard: list[screen.Order | screen.Report] = []

    def hear() -> screen.Order | screen.Report:
        while not heard:
            for message in decoder.feed(channel.receive()):
                assert not isinstance(message, ParseError)
                report = screen.read(message)
                if report != screen.Done():
                    heard.append(report)
        return heard.pop(0)

    return hear


def bare() -> float:
    """Seconds from the start of the bare window's program to painted: no question, no controls."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-E", "-s", "-P", str(BARE)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"painted"
        took = time.perf_counter() - began
        process.kill()
    return took


if __name__ == "__main__":
    main(int(sys.argv[1]))
