"""The tools as a client lists them.

Every session of an agent pays for these words: they say when to ask, what to do with the answer,
and no more.
"""

import json

from mcp_types import Tool, ToolAnnotations

from sayso.frontends.mcp import (
    arguments,
    permission_prompt,
    question_schema,
    results,
    secret_arguments,
    sign_in,
)
from sayso.frontends.mcp.questions import MOST

_LATER = """\
pending: not answered yet; the dialog stays. Tell the person to answer it, then call again with \
exactly the same arguments, or call check with the ticket: no second dialog opens; a late \
answer comes at once. A call that was cut off has an unknown outcome: repeat it once, word for word.
"""

_CONFIRM = f"""\
Ask the person at the desktop to approve or deny something, by a dialog on their screen. Call it \
before you do what can't be undone, costs money, leaves this machine, or goes beyond what they \
asked for; not for what they have approved already. Act only when the result says "allowed": true; \
every other result means not approved.

{_LATER}\
not_shown: make the same call again while should_retry is true.
On all else stop: do not act, and do not ask again unless the person tells you to, as by the words \
of a denial. An answer is handed out once: the same call after an answer is a new question.\
"""

_ASK_USER = f"""\
Ask the person at the desktop for words of their own, a choice from options, or yes or no: one \
question (message), or up to {MOST} on one page (questions), answered together: ask in one call \
what you need at one time. A notice only tells them: leave it when it is pending. Call it when \
you can't go on without what only they know or prefer; not for what you can find out yourself, \
not for consent to an action (that is confirm; a choice is none), and never for secrets: what is \
typed comes to you as it is.
answers has an object for each question, in order: answer (a text, a list of the options chosen, \
or true or false), custom (words of their own, where no option was enough) and its id; without \
answer and custom it was left unanswered.

{_LATER}\
Repeat the call while shouldRetry is true (retryReason says why). When it is false stop, and do \
not ask again unless the person tells you to: answered: they have answered; cancelled: they do not \
want to; timedOut: they did not. renderConfirmed: it was on the screen. The same call after an \
answer asks a new question.\
"""

IN_A_VARIABLE = ["sh", "-c", "read -r TOKEN; export TOKEN; exec npm publish"]
"""An example of a command for request_secret."""

_FOR_A_COMMAND = f"""\
Have the person type a secret (a password, a passphrase, a token) for a command that you name. \
Call it for a command that can't run without one. Never ask for a secret \
in another way, and put none into arguments. The dialog shows them the exact command; what they \
type goes to its standard input, or to its `descriptor`, and the command is run: with that they \
approve it, too. One that reads it from a variable needs a shell: {json.dumps(IN_A_VARIABLE)}. You \
get neither the secret nor what the command writes, but its exit_status alone.

{_LATER}\
running: the command has the secret and has not ended. Call check with the ticket, and do not \
start it again.
not_shown: the same call again while should_retry is true. After a wrong secret once more, with \
error. Stop on all else. After command_changed nothing was executed: the same call shows the \
person the command as it is now.\
"""

_SIGN_IN = """\
Show the person an address and a code by a dialog on their screen, for a login that waits in your \
shell (a device flow, as of gh auth login). Call it once the command has printed both. Nothing is \
typed into the dialog, and it approves nothing.
pending: it shows. See to your command; when that has ended, or you give up, make the same call \
again with finish: the dialog closes. not_open: it had closed before. On all else it has gone: do \
as next_step says.\
"""

_CHECK = """\
Get the answer to a pending question, by its ticket; it asks nothing anew. While it says \
pending or running, call it again. On all else stop: an answer is handed out once, and then its \
ticket is expired. Act only when the result says "allowed": true. Of ask_user's questions it has \
answers, as there.\
"""

_WITHDRAW = """\
Take back an open question, by its ticket, when its answer no longer matters: its dialog closes. \
The same call as before with wait 0 gives the ticket.\
"""

_ASKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
"""Asking changes nothing by itself."""

_SPENDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
"""`check` uses up an answer, `withdraw` a question; neither destroys anything else. A command that
`check` starts is that of the call which asked for the secret, and the person has read it."""

CONFIRM = Tool(
    name="confirm",
    title="Ask the person to approve",
    description=_CONFIRM,
    input_schema=arguments.CONFIRM.schema(),
    output_schema=results.SCHEMA,
    annotations=_ASKS,
)
ASK_USER = Tool(
    name="ask_user",
    title="Ask the person for words or a choice",
    description=_ASK_USER,
    input_schema=question_schema.schema(),
    output_schema=results.SCHEMA,
    annotations=_ASKS,
)
REQUEST_SECRET = Tool(
    name="request_secret",
    title="Have the person type a secret for a command",
    description=_FOR_A_COMMAND,
    input_schema=secret_arguments.schema(),
    output_schema=results.SCHEMA,
    annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True),
)
SIGN_IN = Tool(
    name="sign_in",
    title="Show the person a code to sign in with",
    description=_SIGN_IN,
    input_schema=sign_in.schema(),
    output_schema=results.SCHEMA,
    annotations=_ASKS,
)
CHECK = Tool(
    name="check",
    title="Get the answer to a pending question",
    description=_CHECK,
    input_schema=arguments.CHECK.schema(),
    output_schema=results.SCHEMA,
    annotations=_SPENDS,
)
WITHDRAW = Tool(
    name="withdraw",
    title="Take a question back",
    description=_WITHDRAW,
    input_schema=arguments.WITHDRAW.schema(),
    output_schema=results.SCHEMA,
    annotations=_SPENDS,
)

PERMISSION_PROMPT = Tool(
    name="permission_prompt",
    title="Ask the person for an agent's own permission prompt",
    description="For the agent's program, as its --permission-prompt-tool. Never call it yourself.",
    input_schema=permission_prompt.SCHEMA,
    annotations=_ASKS,
)

TOOLS = [CONFIRM, ASK_USER, REQUEST_SECRET, SIGN_IN, CHECK, WITHDRAW]


def listed(client: str) -> list[Tool]:
    """The tools that a client of this name is told of. Only Claude Code has a use for
    PERMISSION_PROMPT."""
    return [*TOOLS, PERMISSION_PROMPT] if client == "claude-code" else TOOLS
