"""What goes out for a call, and what comes in while it waits. Shapes: `sayso.client.shapes`."""

from __future__ import annotations

import math
import os

from sayso.core.outcome import Decider, Denied
from sayso.core.settings import ACTIVATION_CHARACTERS, REQUESTED
from sayso.errors import InvalidParams, ProtocolError
from sayso.platforms import select
from sayso.values import fields
from sayso.wire.progress import Progress

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.client.shapes import (
        ConfirmOptions,
        DeviceCodeOptions,
        FormField,
        FormOptions,
        NoticeOptions,
        OptionField,
        PasswordOptions,
        SelectOptions,
        TextOptions,
    )
    from sayso.core.action import Action
    from sayso.wire.rpc import Params


def confirm_params(message: str, options: ConfirmOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    params: Params = {"kind": "confirm", "message": message} | given(options)
    if params.pop("destructive", None):
        params["severity"] = "destructive"
    return _with_action(params, options.get("action"))


def notice_params(message: str, options: NoticeOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    return {"kind": "notice", "message": message} | given(options)


def device_code_params(message: str, address: str, code: str, options: DeviceCodeOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry.

    Whether it is bound is told in any case: it is so by default.
    """
    params: Params = {"kind": "device_code", "message": message, "address": address, "code": code}
    return params | given(options) | {"bound": options.get("bound", True)}


def password_params(message: str, options: PasswordOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    params: Params = {"kind": "password", "message": message} | given(options)
    return _with_action(params, options.get("action"))


def _with_action(params: Params, action: Action | None) -> Params:
    return params | {"action": action_params(action)} if action else params


def action_params(action: Action) -> Params:
    """As `ask` takes it."""
    params: Params = {
        "argv": list(action.argv),
        "cwd": action.cwd,
        "programs": [fields(program) for program in action.programs],
        "environment": {change.name: change.value for change in action.environment},
        "newline": action.newline,
    }
    return params | ({"descriptor": action.descriptor} if action.descriptor else {})


def text_params(message: str, options: TextOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    return {"kind": "text", "message": message} | given(options)


def select_params(
    message: str, options: Sequence[str | OptionField], more: SelectOptions
) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    return {"kind": "select", "message": message, "options": list(options)} | given(more)


def form_params(message: str, questions: Sequence[FormField], options: FormOptions) -> Params:
    """The `params` of `ask`. Raises InvalidParams for a number that JSON can't carry."""
    return {"kind": "form", "message": message, "questions": list(questions)} | given(options)


def given(options: Mapping[str, object]) -> Params:
    """Those options that say something. Raises InvalidParams for NaN and infinities.

    What is false by default is told only where it is true: so a daemon that does not know of it
    does all others.
    """
    for name, value in options.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise _not_finite(name)
    return {
        name: value for name, value in options.items() if value is not None and value is not False
    }


def _not_finite(name: str) -> InvalidParams:
    bounds = REQUESTED.get(name)
    remedy = f"{name} takes {bounds.low:g} to {bounds.high:g}" if bounds else None
    return InvalidParams(f"{name}: must be a finite number", field=name, remedy=remedy)


def declared(if_headless: object) -> Denied | None:
    """The outcome where nobody can be asked; None: it is the daemon's. Raises InvalidParams."""
    if if_headless is None:
        return None
    if if_headless != "deny":
        raise InvalidParams(
            "if_headless: must be deny, as an approval can't be declared",
            field="if_headless",
            remedy="leave it out to hear no_interactor",
        )
    return Denied(Decider.HEADLESS)


def with_activation(params: Params) -> Params:
    """With the right to come to the front that this program was started with, if it has it still,
    and has not named another one. What no daemon would take is none."""
    token = select.session().take_activation(os.environ)
    if not token or "activation" in params:
        return params
    fits = token.isascii() and token.isprintable() and len(token) <= ACTIVATION_CHARACTERS
    return params | {"activation": token} if fits else params


def read_progress(params: Params) -> Progress:
    """Raises ProtocolError. Members that this version does not know are passed over."""
    try:
        return Progress(**{name: params[name] for name in Progress.__match_args__})
    except KeyError as missing:
        raise ProtocolError(f"a progress notification without {missing}") from missing
