"""Callers, kills and floods for minutes or hours on a real screen: nothing may grow, or be left.

    python tests/faults/soak.py --minutes M [--storm] [--table FILE] [--seed N]

The daemon, the keeper and the dialogs are what people run; a person presses real buttons. In each
cycle callers of all kinds run side by side, drawn from a deck so that each kind comes as often as
the others; then come more connections than the daemon accepts; then all must come to rest: no
question open or answer kept, and as many processes, descriptors and windows as in the beginning.
The seed decides who does what, but the timing depends on the machine.

A daemon that was killed has a successor whose memory begins anew, and would hide what grows. So
there are two parts. In the storm, two fifths of the time, daemon, keeper and dialogs are killed at
random moments, and the daemon is restarted; processes, descriptors and windows have to be the same
afterwards. Then comes the long haul: the same load, callers and dialogs killed as before, but the
same daemon and keeper from its beginning to its end. Their memory after a third of the long haul's
cycles, when caches are warm, is compared with their memory at its end. Both parts take at least
four minutes; with `--storm` the storm lasts all the time, without a long haul.

Exit status: 0 when all went well; else 1, and the failures are printed.
"""

import sys

assert sys.platform == "linux"

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults import gauges, soak_peers
from faults.gauges import FLAT, Memory, Still, Unmeasured
from faults.promise import forged
from faults.soak_callers import SCENES, Scene
from faults.soak_person import Person
from faults.soak_stand import PATIENCE, Stand, Wrong
from probes.probe import Gone
from sayso.client.sync import Client
from sayso.core.outcome import Pending
from sayso.core.settings import Settings
from sayso.daemon.connections import IDLE_SECONDS
from sayso.errors import SaysoError
from support.processes import StillWaiting, children, kill, wait_until
from support.table import add_row
from support.world import LeftBehind, World

STORM = 0.4
"""The storm's share of the time."""

SIDE_BY_SIDE = 4
PER_CYCLE = 7
"""Scenes in each cycle."""

WARM = 3
"""One in so many cycles of the long haul only warms caches. Also the number of memory readings
after them that are compared with as many at the end."""

LAST: tuple[Scene, ...] = (soak_peers.flood, soak_peers.too_large)
"""The last scenes of each cycle, in this order. After the largest requests the allocator keeps some
free memory, 1.5 MiB or so, which later requests use: this has to be the same whenever memory is
read."""

STRIKES = 3
"""How often in each cycle of the storm the daemon and the keeper are killed, and the daemon is
restarted, unless all callers have ended before."""

PAUSE = (0.5, 8.0)
"""Seconds between two kills, at least and at most: a person needs some time for an answer."""

LOOKS = 12
"""How many looks in a row must see the same before sayso counts as at rest for the first time."""

CLOSING_SECONDS = 0.2
"""Seconds for the daemon to close the connection over which we asked for its pid."""

LOG_LINES = 30


class Soak:
    def __init__(self, world: World, seed: int) -> None:
        self.failures: list[str] = []
        self.kills = Counter[str]()
        self.floods = 0
        self.rests: list[Still] = []
        """What was measured at rest: first before any question, then after each cycle."""
        self.memory: list[tuple[Memory, Memory]] = []
        """Memory of daemon and keeper, after each cycle of the long haul."""
        self.stand = Stand(world)
        self._world = world
        self.seed = seed
        self._chance = random.Random(seed)  # noqa: S311 - it is to be repeatable
        self._deck: list[Scene] = []
        self._scenes = 0
        self._began = time.monotonic()
        self._person = Person(world.dialogs, self.stand.ledger)

    def run(self, seconds: float, *, storm_alone: bool) -> None:
        """Runs the storm and the long haul. Raises StillWaiting when sayso does not come to
        rest."""
        self.stand.must("daemon", "start")
        self.rests.append(self._first_rest())
        print(f"at rest: {self.rests[0]}", flush=True)
        self._person.start()
        try:
            self.stand.is_stormy = True
            self._cycles(self._began + seconds * (1 if storm_alone else STORM))
            if not storm_alone:
                self._long_haul(self._began + seconds)
        finally:
            self._person.leave()
            self.failures += self._forged()

    def _long_haul(self, until: float) -> None:
        self.stand.is_stormy = False
        self._fill()
        pair = self._pair()
        self._cycles(until)
        if self._pair() != pair:
            self.failures.append("daemon or keeper went in the long haul, and nobody killed it")
        self.failures += self._grown()

    @property
    def minutes(self) -> float:
        """Minutes since the soak began."""
        return (time.monotonic() - self._began) / 60

    def _cycles(self, until: float) -> None:
        cycles = 0
        while time.monotonic() < until or (not self.stand.is_stormy and cycles < WARM * 3):
            self._cycle()
            cycles += 1

    def _cycle(self) -> None:
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            scenes = [pool.submit(self._play, *self._draw()) for _ in range(PER_CYCLE)]
            self._disturb(scenes)
        for scene in LAST:
            self._play(scene, self._chance)
        self.floods += 1
        for done in scenes:
            done.result()  # raises an error that `_play` does not record as a failure
        pair = self._rest()
        time.sleep(IDLE_SECONDS * 2)  # by then the idle daemon has returned freed memory
        now = gauges.memory(pair[0]), gauges.memory(pair[1])
        if not self.stand.is_stormy:
            self.memory.append(now)
        own = " and ".join(str(each.own) for each in now)
        print(f"{self.minutes:6.1f} min  at rest; own memory {own} KiB", flush=True)

    def _fill(self) -> None:
        """Makes the daemon remember as many finished questions as it ever does. This is done before
        the long haul, so that it does not count as growth there."""
        with Client(str(self._world.socket_path), spawn=False) as client:
            shown = client.confirm(self.stand.question("filling", "wait"), wait=0)
            for _ in range(Settings().remembered):
                behind = client.confirm(self.stand.question("filling", "wait"), wait=0)
                assert isinstance(behind, Pending), behind
                client.withdraw(behind.ticket)
            assert isinstance(shown, Pending), shown
            with suppress(SaysoError):  # its dialog may be slow to go
                client.withdraw(shown.ticket)

    # Callers

    def _draw(self) -> tuple[Scene, random.Random]:
        if not self._deck:
            self._deck = [*SCENES, *soak_peers.PEERS]
            self._chance.shuffle(self._deck)
        self._scenes += 1
        chance = random.Random(f"{self.seed} {self._scenes}")  # noqa: S311 - to be repeatable
        return self._deck.pop(), chance

    def _play(self, scene: Scene, chance: random.Random) -> None:
        try:
            scene(self.stand, chance)
        except (AssertionError, OSError, SaysoError) as error:
            storm = ", in the storm" if self.stand.is_stormy else ""
            told = f"{scene.__name__}{storm}: {type(error).__name__}: {error}"
            print(f"  {told}", flush=True)
            self.failures.append(told)

    def _forged(self) -> list[str]:
        return [
            f"{question!r}: {fault}"
            for question, lines in self.stand.all_lines().items()
            for fault in forged(lines)
        ]

    # Kills

    def _disturb(self, scenes: Sequence[Future[None]]) -> None:
        """Kills and restarts processes at random moments until the scenes are over. A dialog is
        killed once only: a question survives just a few such kills."""
        ways = [self._kill_dialog]
        if self.stand.is_stormy:
            ways += [self._kill_daemon, self._kill_keeper, self._restart] * STRIKES
        self._chance.shuffle(ways)
        for way in ways:
            wait(scenes, self._chance.uniform(*PAUSE))
            if all(scene.done() for scene in scenes):
                return
            with self._person.busy_at_keys:
                way()

    def _kill_daemon(self) -> None:
        before = self.stand.status()["pid"]
        kill(before)
        self._healed("daemon", lambda status: status["pid"] != before)

    def _kill_keeper(self) -> None:
        _, before = self._pair()
        kill(before)
        self._healed("keeper", lambda status: status["keeper"] not in (None, before))

    def _restart(self) -> None:
        before = self.stand.status()["pid"]
        self.stand.must("daemon", "restart")
        self._healed("daemon restart", lambda status: status["pid"] != before)

    def _healed(self, killed: str, condition: Callable[[dict[str, object]], bool]) -> None:
        """Waits until both memories, the daemon's and the keeper's, hold everything again: they do
        when a new question has been acknowledged. A single crash loses nothing, but one that
        follows at once may."""
        self.kills[killed] += 1
        wait_until(lambda: condition(self.stand.status()), f"all after {killed}", PATIENCE)
        with Client(str(self._world.socket_path), spawn=False) as client:
            question = self.stand.question("between two kills", "wait")
            outcome = client.confirm(question, wait=0, retention=1)
            if isinstance(outcome, Pending):
                with suppress(SaysoError):
                    client.withdraw(outcome.ticket)

    def _kill_dialog(self) -> None:
        """Kills a dialog process: one on the screen, or the warm one."""
        daemon = self.stand.status()["pid"]
        dialogs = [child for child in children(daemon) if "dialog" in child.command.split()]
        if dialogs:
            kill(self._chance.choice(dialogs).pid)
            self.kills["dialog"] += 1

    # At rest

    def _first_rest(self) -> Still:
        """What is measured at the first rest: once the last looks have all seen the same."""
        seen: list[Still | None] = []

        def settled() -> Still | None:
            time.sleep(0.5)
            seen.append(self._look())
            return seen[-1] if seen[-LOOKS:] == [seen[-1]] * LOOKS else None

        return wait_until(settled, "the first rest", PATIENCE)

    def _look(self) -> Still | None:
        """What is measured now. None: a process or a window went at this moment."""
        with suppress(OSError, Gone):
            pair = self._pair()
            time.sleep(CLOSING_SECONDS)
            return gauges.still(self._world, pair)
        return None

    def _rest(self) -> tuple[int, int]:
        """Waits until nothing is open or kept, and all is as many as in the beginning. The pids of
        daemon and keeper. Raises StillWaiting, which names the difference."""
        told = ""

        def rests() -> bool:
            nonlocal told
            status, now = self.stand.status(), self._look()
            if now is not None:
                told = gauges.difference(self.rests[0], now)
                for word in ("open", "retained"):
                    told += f" {status[word]} {word}" if status[word] else ""
                if not told:
                    self.rests.append(now)
            return now is not None and not told

        try:
            wait_until(rests, "rest", PATIENCE / 3)
        except StillWaiting as error:
            self._person.leave()  # the person and `describe` share the world's probe
            seen = self._world.describe()
            raise StillWaiting(f"{error}: {told}; {self.stand.prompts()}\n{seen}") from error
        return self._pair()

    def _pair(self) -> tuple[int, int]:
        """The pids of daemon and keeper; waits until there is a keeper."""
        status = wait_until(
            lambda: (now := self.stand.status())["keeper"] and now, "a keeper", PATIENCE
        )
        return status["pid"], status["keeper"]

    def readings(self) -> dict[str, tuple[list[Memory], list[Memory]]]:
        """Memory readings of each process: the first ones with warm caches, and the last ones."""
        warm = len(self.memory) // WARM
        return {
            name: (
                [each[index] for each in self.memory[warm : warm + WARM]],
                [each[index] for each in self.memory[-WARM:]],
            )
            for index, name in enumerate(("daemon", "keeper"))
        }

    def _grown(self) -> list[str]:
        return [
            f"the memory of the {name} has grown by {by:.1%}"
            for name, (before, after) in self.readings().items()
            if (by := growth(before, after)) > FLAT
        ]


def growth(before: Sequence[Memory], after: Sequence[Memory]) -> float:
    return gauges.growth([each.own for each in before], [each.own for each in after])


def soak(minutes: float, seed: int, *, storm_alone: bool) -> Soak:
    soak_peers.raise_limit()
    world = World()
    run = Soak(world, seed)
    try:
        run.run(minutes * 60, storm_alone=storm_alone)
    except (StillWaiting, Wrong, Unmeasured, SaysoError) as error:
        run.failures.append(f"{type(error).__name__}: {error}")
    finally:
        run.failures += complaints(world)
        try:
            world.close()
        except LeftBehind as error:
            run.failures.append(str(error))
    return run


def complaints(world: World) -> list[str]:
    """Tracebacks that the daemon, the keeper or a dialog wrote to the log, with the lines after
    each."""
    log = Path(world.environ["XDG_STATE_HOME"]) / "sayso" / "log" / "daemon.log"
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return [
        "\n    ".join(["the log says:", *lines[place : place + LOG_LINES]])
        for place, line in enumerate(lines)
        if line.startswith("Traceback")
    ]


def tell(run: Soak) -> None:
    asked, kills = run.stand.asked, run.kills
    print(f"{run.minutes:.1f} minutes, {len(run.rests) - 1} cycles, seed {run.seed}")
    print(f"{asked.total()} questions: {_counts(asked)}")
    print(f"{kills.total()} kills: {_counts(kills)}; {run.floods} floods of connections")
    print(f"at rest, first: {run.rests[:1]}, last: {run.rests[-1:]}")
    if len(run.memory) < WARM * 2:
        return
    for name, (before, after) in run.readings().items():
        first, last = before[0], after[-1]
        print(
            f"{name}: own memory {first.own} KiB, then {last.own} KiB ({growth(before, after):+.1%}"
            f" between medians); PSS {first.pss} KiB, then {last.pss} KiB"
        )


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counter.items()))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--storm", action="store_true", help="no long haul: memory is not compared")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--table", type=Path, metavar="FILE", help="add a row to it")
    arguments = parser.parse_args(words)
    print(f"seed {arguments.seed}", flush=True)
    run = soak(arguments.minutes, arguments.seed, storm_alone=arguments.storm)
    tell(run)
    print(f"{len(run.failures)} failures", *run.failures, sep="\n")
    threat = f"{arguments.minutes:g} minutes of callers, kills and floods: questions"
    add_row(arguments.table, threat, run.stand.asked.total(), run.failures)
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
