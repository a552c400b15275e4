"""The tools as a client lists them."""

from mcp_types import Tool, ToolAnnotations

from sayso.frontends.mcp import arguments, results

INSTRUCTIONS = (
    "sayso asks the person at this desktop, by a dialog on their screen. Before you do what needs "
    "their consent, call confirm, and act only on allowed: true. Everything else means not "
    "approved."
)

_CONFIRM = """\
Ask the person at the desktop to approve or deny something, by a dialog on their screen. Act only \
when the result says "allowed": true. Every other result means not approved.

pending: nobody has answered yet, and the dialog stays on the screen. Tell the person to answer \
it, then repeat the call with exactly the same arguments, or call check with the ticket: no second \
dialog opens, and a late answer is returned at once. Repeat after pending, and after not_shown \
while should_retry is true.
Stop on denied, dismissed, timed_out, withdrawn, superseded, no_interactor and refused: do not act \
and do not ask again, unless the person tells you to. After refused, retry_after says when asking \
is possible again.
An answer is handed out once: the same call after an answer is a new question. Of two things to \
approve, ask about each with words of its own.\
"""

_CHECK = """\
Get the answer to a question that was pending, by its ticket. It asks nothing anew. While it says \
pending, call it again; on any other result stop calling it: an answer is handed out once, and \
then its ticket is expired. Act only when the result says "allowed": true.\
"""

_WITHDRAW = """\
Take back a question that is still open, by its ticket, when its answer no longer matters: its \
dialog closes. Call it once. It is not needed after an answer.\
"""

_ASKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
"""Asking changes nothing by itself."""

CONFIRM = Tool(
    name="confirm",
    title="Ask the person to approve",
    description=_CONFIRM,
    input_schema=arguments.CONFIRM.schema(),
    output_schema=results.schema(results.Outcome),
    annotations=_ASKS,
)
CHECK = Tool(
    name="check",
    title="Get the answer to a pending question",
    description=_CHECK,
    input_schema=arguments.CHECK.schema(),
    output_schema=results.schema(results.Outcome),
    annotations=_ASKS,
)
WITHDRAW = Tool(
    name="withdraw",
    title="Take a question back",
    description=_WITHDRAW,
    input_schema=arguments.WITHDRAW.schema(),
    output_schema=results.schema(results.TakenBack),
    annotations=ToolAnnotations(
        read_only_hint=False, destructive_hint=False, open_world_hint=False
    ),
)

TOOLS = [CONFIRM, CHECK, WITHDRAW]
