"""Translates the broker's effects into what somebody hears, as the model of the contract says
it."""

from collections.abc import Callable
from typing import Any

from sayso.core import events as e

Heard = tuple[object, ...]
"""What somebody hears of an event: a word, whom it is for, and its contents."""


def heard(effects: list[e.Effect]) -> set[Heard]:
    """The broker's effects as the model says them. Progress, log and records for the keeper are
    left out."""
    return {said for effect in effects if (said := _said(effect))}


def _said(effect: e.Effect) -> Heard | None:
    told_by = _WORDS.get(type(effect))
    return told_by and told_by(effect)


_WORDS: dict[type[e.Effect], Callable[[Any], Heard]] = {
    e.Reply: lambda reply: ("reply", reply.call, reply.outcome),
    e.Offer: lambda offer: ("ready", offer.call, offer.claim, offer.ticket),
    e.Over: lambda over: ("over", over.call),
    e.Withdrew: lambda withdrew: ("withdrew", withdrew.call, withdrew.number),
    e.WithdrewScope: lambda withdrew: ("withdrew", withdrew.call, *withdrew.numbers),
    e.Opened: lambda opened: ("opened", opened.call, opened.number),
    e.Done: lambda done: ("done", done.call),
    e.Fail: lambda fail: ("fail", fail.call, fail.error.name),
    e.Show: lambda show: ("show", show.run, show.number, show.standing),
    e.BringDialogForward: lambda order: ("raise", order.run, order.takes_keyboard),
    e.ListQueue: lambda order: (
        "list",
        order.run,
        *((row.number, row.seconds) for row in order.rows),
    ),
    e.Update: lambda update: ("update", update.run, update.standing),
    e.Close: lambda close: ("close", close.run),
    e.Recorded: lambda recorded: ("recorded", recorded.run, recorded.kept_for),
    e.NotRecorded: lambda order: ("not recorded", order.run),
}
