"""The `params` that a call sends. Types of the options: `sayso.client.shapes`."""

from __future__ import annotations

import math
import os

from sayso.core.outcome import Decider, Denied
from sayso.core.settings import ACTIVATION_CHARACTERS, REQUESTED
from sayso.errors import InvalidParams
from sayso.platforms import select
from sayso.values import fields

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

    `bound` is always among them: it is true by default, and `given` would leave out a False.
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
    """The member `action` of the `params` of `ask`."""
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
    """The options that are neither None nor False. Raises InvalidParams for NaN and infinities.

    A flag that is False is left out: so an older daemon that does not know the flag still takes all
    requests that do not set it.
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
    """The outcome that the caller wants if nobody can be asked. None: the outcome that the daemon
    gives. Raises InvalidParams unless `if_headless` is "deny" or None."""
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
    """`params` with the activation token that this program was started with: the dialog's right to
    come to the front. The token is left out if it was used already, if `params` name another, or if
    no daemon would take it."""
    token = select.session().take_activation(os.environ)
    if not token or "activation" in params:
        return params
    fits = token.isascii() and token.isprintable() and len(token) <= ACTIVATION_CHARACTERS
    return params | {"activation": token} if fits else params
