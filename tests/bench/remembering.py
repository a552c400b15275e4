"""Measures what a hundred questions of a pinentry leave in the memory of daemon, keeper and spare
dialog."""

import time
from collections.abc import Iterator

from bench.court import SAYSO, Court
from bench.figures import Row
from bench.idling import PARTS, REST, pss
from bench.peers import PINENTRY, PINENTRY_GTK
from support.processes import wait_until

QUESTIONS_A_TURN = 5

LIMIT = 1.0
"""MiB by which the daemon may grow."""


def measure(turns: int) -> Iterator[Row]:
    """Five questions a turn, a hundred in twenty; an asker is killed once its question is shown."""
    asked = QUESTIONS_A_TURN * turns
    with Court(tray=False) as court:
        court.start_daemon()
        _ask(court)  # what is loaded for the first question is no growth
        before = _sizes(court)
        for _ in range(asked):
            _ask(court)
        after = _sizes(court)
        beside = _peer(court)
    figure = f"{asked} questions of `pinentry-sayso`: the daemon grows"
    if before is None or after is None:
        yield Row(figure, f"≤ {LIMIT:g} MiB", "not measured: the processes are hardened")
        return
    grown = after["daemon"] - before["daemon"]
    found = f"{grown:.2f} MiB (PSS before {_told(before)}; after {_told(after)})"
    yield Row(figure, f"≤ {LIMIT:g} MiB", found, beside, grown <= LIMIT)


def _ask(court: Court) -> None:
    with court.running((*SAYSO, "pinentry"), text=PINENTRY):
        wait_until(
            lambda: any(each["state"] == "shown" for each in court.world.prompts()), "the dialog"
        )
    wait_until(lambda: not court.world.prompts(), "the end of the question")


def _sizes(court: Court) -> dict[str, float] | None:
    """PSS in MiB by process, once each has given back what it took; None: we may not read it."""
    court.settle()
    time.sleep(REST)
    sizes = {name: pss(court.pids(words)[0]) for name, words in PARTS.items()}
    known = {name: size for name, size in sizes.items() if size is not None}
    return known if len(known) == len(sizes) else None


def _peer(court: Court) -> str:
    """The memory of the other pinentry while it shows its dialog, in words; empty: it is not
    installed."""
    if not PINENTRY_GTK.installed:
        return ""
    court.judge.watch()
    with court.running(PINENTRY_GTK.argv, text=PINENTRY_GTK.text) as process:
        court.judge.see()
        size = pss(process.pid)
    return f"{PINENTRY_GTK.name} while it shows {size:.1f} MiB"


def _told(sizes: dict[str, float]) -> str:
    return ", ".join(f"{name} {size:.1f}" for name, size in sizes.items())
