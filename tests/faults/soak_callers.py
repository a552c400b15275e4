"""What the callers of a soak do. Each scene asks, and raises Wrong when it hears something that is
not expected."""

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random

from faults import client_program, flood_program
from faults.caller import Way
from faults.ledger import Word
from faults.promise import STATUS
from faults.soak_person import PASSWORD
from faults.soak_stand import ASK, PATIENCE, Stand, Wrong
from sayso.core.settings import Settings
from sayso.errors import Expired, NotAcknowledged, NotOpen
from support.agents import Agent, Started
from support.processes import kill

Scene = Callable[[Stand, Random], None]

KEPT = ("--retention", f"{PATIENCE:g}")
"""Options for a caller that must come back late: the person may answer other questions first."""

DETAILS = "What is shown under it.\n" * 3000
"""More than fits on the screen: the person has to read all of it before approving, but not before
denying."""


def in_time(stand: Stand, chance: Random) -> None:
    wanted = chance.choice(("approve", "deny", "close"))
    question = stand.question("confirm", wanted)
    details = () if wanted == "approve" else ("--detail", DETAILS)
    stand.expect(question, stand.confirm(question, *details), STATUS[wanted])


def timed_out(stand: Stand, _: Random) -> None:
    question = stand.question("timed out", "wait")
    stand.expect(question, stand.confirm(question, "--timeout", "5"), "timed_out")


def collected_late(stand: Stand, chance: Random) -> None:
    wanted = chance.choice(("approve", "deny"))
    question = stand.question("late", wanted)
    ticket = stand.pending(question, *KEPT)
    stand.until_state(question, "answered")
    stand.expect(question, stand.collect(ticket), STATUS[wanted])
    stand.expect(question, stand.collect(ticket), Expired.name)


def forgotten(stand: Stand, _: Random) -> None:
    """Nobody collects the answer in time."""
    question = stand.question("forgotten", "approve")
    ticket = stand.pending(question, "--retention", "1")
    stand.until_state(question, "")
    stand.expect(question, stand.collect(ticket), Expired.name)


def withdrawn(stand: Stand, chance: Random) -> None:
    """A question is withdrawn while it is shown, or after it was put off."""
    wanted, state = chance.choice((("wait", "shown"), ("later", "put_off")))
    question = stand.question(f"withdrawn, {state}", wanted)
    ticket = stand.pending(question)
    stand.until_state(question, state)
    done = stand.run_again("withdraw", ticket, "--json")
    stand.expect(question, done, "withdrawn", NotAcknowledged.name, NotOpen.name)
    stand.expect(question, stand.collect(ticket), "withdrawn")


def password(stand: Stand, _: Random) -> None:
    """A password goes to a pipe. It is lost when the daemon is killed, and the caller gets an error
    then."""
    question = stand.question("password", "typed")
    command = shlex.join(["sayso", "password", question, *ASK])
    done = stand.spawn(["bash", "-c", f"set -o pipefail; {command} | cat"]).wait(PATIENCE)
    if done.out == f"{PASSWORD}\n" and done.code == 0:
        stand.ledger.note(Word.COMMITTED, question, "answered")
    elif done.out or not stand.is_stormy:
        raise Wrong(f"{question!r}: {done}")


def by_library(stand: Stand, chance: Random) -> None:
    """A caller asks through one of the clients; perhaps it is killed while it waits, and another
    one follows."""
    wanted = chance.choice(("approve", "deny"))
    way = chance.choice((Way.REQUEST, Way.TICKET, Way.ASYNC))
    killed = chance.random() < 0.5
    question = stand.question(f"by {way}, killed" if killed else f"by {way}", wanted)
    with agent(stand) as parent:
        first = _client(stand, parent, way, question, "")
        if killed:
            kill_meanwhile(stand, question, first, chance)
        if first.wait(PATIENCE).code:
            _client(stand, parent, way, question, _ticket(stand, question)).wait(PATIENCE)
    ends = [line for line in stand.lines(question) if line.word in (Word.COMMITTED, Word.FAILED)]
    if (ends[-1].word, ends[-1].said) != (Word.COMMITTED, STATUS[wanted]):
        raise Wrong(f"{question!r}: {ends[-1]}")


def _client(stand: Stand, parent: Agent, way: Way, question: str, ticket: str) -> Started:
    places = stand.ledger.path, str(stand.world.socket_path)
    argv = [sys.executable, client_program.__file__, way, *places, question, ticket]
    return stand.start_by(parent, argv)


def _ticket(stand: Stand, question: str) -> str:
    """The ticket that a caller left; empty: none."""
    left = (line.said for line in stand.lines(question) if line.word is Word.TICKET)
    return next(left, "")


def killed_and_again(stand: Stand, chance: Random) -> None:
    """A command is killed while it waits, and run again."""
    wanted = chance.choice(("approve", "deny"))
    question = stand.question("by command, killed", wanted)
    with agent(stand) as parent:
        command = ["sayso", "confirm", question, *ASK]
        first = stand.start_by(parent, command)
        kill_meanwhile(stand, question, first, chance)
        done = first.wait(PATIENCE)
        if done.code < 0:
            done = stand.start_by(parent, command).wait(PATIENCE)
        stand.expect(question, done, STATUS[wanted])


def kill_meanwhile(stand: Stand, question: str, caller: Started, chance: Random) -> None:
    time.sleep(chance.uniform(0, 3))
    stand.ledger.note(Word.KILLED, question, "client", caller.pid)
    kill(caller.pid)


def replaced_in_a_slot(stand: Stand, chance: Random) -> None:
    older = stand.question("replaced in a slot", "wait")
    newer = stand.question("in a slot", "approve")
    slot = ("--slot", f"slot {chance.random()}")
    with agent(stand) as parent:
        command = ["sayso", "confirm", *ASK, *slot]
        done = stand.start_by(parent, [*command, older, "--wait", "0", *KEPT]).wait(PATIENCE)
        stand.expect(older, done, "pending")
        stand.expect(newer, stand.start_by(parent, [*command, newer]).wait(PATIENCE), "approved")
        stand.expect(older, stand.collect(done.json["ticket"]), "superseded")


def owner_exits(stand: Stand, _: Random) -> None:
    """The terminal tab of the caller is closed, and the question goes."""
    question = stand.question("owner exits", "wait")
    with agent(stand, terminal=True) as tab:
        stand.start_by(tab, ["sayso", "confirm", question, *ASK])
        stand.until_state(question, "shown")
        kill(tab.pid)
        stand.until_state(question, "")


def over_the_limit(stand: Stand, _: Random) -> None:
    """One asker asks many questions: as many as its limit allows are open, the others are
    refused."""
    question = stand.question("over the limit", "wait")
    with agent(stand, terminal=True) as tab:
        argv = [sys.executable, flood_program.__file__, str(stand.world.socket_path), question]
        done = stand.start_by(tab, argv).wait(PATIENCE)
    stand.asked["over the limit"] += flood_program.TIMES * flood_program.QUESTIONS - 1
    refused = flood_program.QUESTIONS - Settings().prompts_per_origin
    if done.out.strip() != str([refused] * flood_program.TIMES):
        raise Wrong(f"not {refused} of {flood_program.QUESTIONS} were refused: {done}")


def lookers(stand: Stand, _: Random) -> None:
    stand.must("list", "--json")
    stand.must("status", "--json")
    stand.must("log", "--since", "1m")
    stand.must("log", "verify")


@contextmanager
def agent(stand: Stand, *, terminal: bool = False) -> Iterator[Agent]:
    """A long-lived process that runs commands; ended afterwards."""
    hired = stand.agent(terminal=terminal)
    try:
        yield hired
    finally:
        with suppress(OSError):  # the agent has ended already
            hired.close()


SCENES: tuple[Scene, ...] = (
    in_time,
    in_time,
    timed_out,
    collected_late,
    forgotten,
    withdrawn,
    password,
    by_library,
    by_library,
    killed_and_again,
    replaced_in_a_slot,
    owner_exits,
    over_the_limit,
    lookers,
)
