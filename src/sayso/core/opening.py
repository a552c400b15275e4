"""Makes a new prompt of a request; where the request leaves something open, the settings decide."""

from dataclasses import replace
from math import inf
from typing import TypeVar, assert_never

from sayso.core import events as e
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import Pending
from sayso.core.prompt import Prompt
from sayso.core.questions import (
    Confirm,
    DeviceCode,
    Form,
    Notice,
    Password,
    Question,
    Select,
    Severity,
    Text,
)
from sayso.core.settings import DEVICE_CODE_SECONDS, PLACE_MEMORY, Settings
from sayso.errors import InvalidParams

_Number = TypeVar("_Number", int, float)


def new_prompt(
    event: e.Ask, number: int, owner: Process | None, settings: Settings, now: float
) -> Prompt:
    """A prompt to which nothing has happened yet. `owner`: the process whose exit withdraws it."""
    request = event.request
    return Prompt(
        number=number,
        ticket=event.ticket,
        request=replace(request, activation=None, lends=False),  # the call's own, never recorded
        fingerprint=request.question.fingerprint,
        opened_by=event.lineage,
        owner=owner,
        seconds=given(request.timeout, _default_timeout(request.question, settings)),
        retention=_retention(request, event.lineage, settings),
        render_timeout=given(request.render_timeout, settings.render_timeout),
        max_retries=given(request.max_retries, settings.max_retries),
        queue_limit=settings.queue_limit,
        put_off=settings.put_off,
        hold=settings.hold,
        opened_at=now,
        queued_at=now,
        outcome=Pending(event.ticket),
        latest=event.lineage,
        was_awaited=False,
        arrived=now,
        limit_at=_limit(request, now - event.late),
    )


def _retention(request: e.Request, lineage: Lineage, settings: Settings) -> float:
    if request.bound:
        return 0
    usual = max(PLACE_MEMORY, settings.retention) if lineage.place else settings.retention
    return given(request.retention, usual)


def _limit(request: e.Request, arrived: float) -> float:
    if isinstance(request, e.BoundRequest) and request.limit is not None:
        return arrived + request.limit
    return inf


def owner_of(request: e.Request, lineage: Lineage) -> Process | None:
    """The process whose exit withdraws the question; None: there is none. Nobody watches a process
    that is only claimed; in a container a process has another number than here. Raises
    InvalidParams."""
    if request.owner is None:
        return lineage.default_owner
    if lineage.place and not lineage.claimed:
        return lineage.default_owner  # a container numbers its processes by itself
    owner = lineage.find(request.owner)
    if lineage.place:
        return owner
    if owner is None or owner == lineage.requester:
        raise InvalidParams(
            f"owner: process {request.owner} is not one that started this program",
            field="owner",
            remedy="name the pid of a process above the one that asks",
        )
    return owner


def given(value: _Number | None, default: _Number) -> _Number:
    """The value, or the default where the value is None (left out)."""
    return default if value is None else value


def _default_timeout(question: Question, settings: Settings) -> float:
    match question:
        case Confirm(severity=Severity.DESTRUCTIVE):
            return settings.timeout_destructive
        case Confirm() | Notice() | Password():
            return settings.timeout
        case Text() | Select() | Form():
            return settings.timeout_form
        case DeviceCode():
            return DEVICE_CODE_SECONDS
        case _:
            assert_never(question)
