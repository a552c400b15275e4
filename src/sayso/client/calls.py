"""What callers hand in and get back, beside outcomes and errors."""

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TypedDict

from sayso.errors import InvalidParams, ProtocolError
from sayso.wire.replies import DaemonStatus as DaemonStatus
from sayso.wire.replies import Progress as Progress
from sayso.wire.replies import PromptInfo as PromptInfo
from sayso.wire.replies import PromptState as PromptState
from sayso.wire.rpc import Params


class QuestionOptions(TypedDict, total=False):
    """Options of every kind of question. None or left out: the daemon's default.

    Durations are seconds. The bounds are the daemon's to check: InvalidParams names the field.
    """

    title: str
    """At most 200 characters."""
    details: str
    """Longer plain text under the message, at most 256 KiB."""
    approve: str
    """Label of the control that approves or submits, at most 40 characters."""
    deny: str
    """Label of the control that denies, at most 40 characters."""
    wait: float | None
    """0-600: how long this call waits before it ends as pending."""
    timeout: float | None
    """5-600, from the first painted frame: then the dialog closes as timed out."""
    retention: float | None
    """0-600: how long an answer is kept for a caller who has gone."""
    render_timeout: float | None
    """10-60: how long the dialog may take to be on the screen."""
    max_retries: int | None
    """0-5 further attempts after not_shown."""
    scope: str | None
    """Tells sessions of one requester apart."""
    slot: str | None
    """A newer prompt of the same slot replaces the older one on the screen."""
    owner: int | None
    """Pid of an ancestor of this process, whose exit withdraws the prompt."""
    ticket: str | None
    """Of an earlier `pending`: the question that this request repeats."""


class ConfirmOptions(QuestionOptions, total=False):
    """Options of a confirm question."""

    destructive: bool
    """Looks it, and has the shorter default deadline."""


class PasswordOptions(QuestionOptions, total=False):
    """Options of a password question."""

    error: str
    """What was wrong with the one before: one line under the field, at most 200 characters."""
    repeat: bool
    """It is typed twice, and both must be the same."""


OnProgress = Callable[[Progress], None]
Heard = Callable[[], bool]
"""Whether someone can still hear the answer: asked right before it is claimed."""
OnReady = Callable[[str], None]
"""Told the question's kind right before its answer is claimed; what it raises leaves it there."""


def confirm_params(message: str, options: ConfirmOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    params: Params = {"kind": "confirm", "message": message} | given(options)
    if params.pop("destructive", False):
        params["severity"] = "destructive"
    return params


def password_params(message: str, options: PasswordOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    return {"kind": "password", "message": message} | given(options)


def given(options: Mapping[str, object]) -> Params:
    """Those options that are not None. Raises InvalidParams for NaN and infinities."""
    for name, value in options.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidParams(f"{name}: must be a finite number", field=name)
    return {name: value for name, value in options.items() if value is not None}


def read_progress(params: Params) -> Progress:
    """Raises ProtocolError. Members that this version does not know are passed over."""
    try:
        return Progress(**{field.name: params[field.name] for field in fields(Progress)})
    except KeyError as missing:
        raise ProtocolError(f"a progress notification without {missing}") from missing
