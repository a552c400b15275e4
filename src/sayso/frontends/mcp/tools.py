"""The tools as a client lists them."""

from mcp_types import Tool, ToolAnnotations

from sayso.frontends.mcp import arguments, questions, results, secret_arguments

INSTRUCTIONS = (
    "sayso asks the person at this desktop, by a dialog on their screen. Before you do what needs "
    "their consent, call confirm, and act only on allowed: true. Everything else means not "
    "approved. For what only they know or choose, call ask_user. For a password that a command "
    "needs, call request_secret: the command gets it, and you do not."
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

_ASK_USER = """\
Ask the person at the desktop for words of their own, or to choose from options, by a dialog on \
their screen: one question (message), or several (questions, up to 8), asked one after the other. \
answers has what they typed or chose, one for each question answered. Never ask for passwords or \
other secrets: what is typed comes to you as it is.

pending: a dialog is open, or one is queued, and nobody has answered yet. Tell the person to \
answer it, then repeat the call with exactly the same arguments, or call check with the ticket. \
No second dialog opens; what was answered so far is kept and not asked again, and a late answer \
is returned at once. Repeat while shouldRetry is true.
Stop when it is false: answered has all the answers; cancelled means that the person does not want \
to answer, and timedOut that they did not. Then, and on withdrawn, superseded, no_interactor and \
refused, do not ask again unless the person tells you to; answers still has what was answered \
before. An answer is handed out once: the same call after that asks anew.\
"""

_FOR_A_COMMAND = """\
Have the person type a secret (a password, a passphrase, a token) for a command that you name. The \
dialog shows them the exact command, the program's digest, the directory and the changes of its \
environment; what they type goes to its standard input, or to its `descriptor`, and the \
command is run. You never get the secret, nor what the command writes: of it the exit status alone \
comes back. Never ask for a secret in another way, and put none into arguments.

pending: nobody has answered yet, and the dialog stays on the screen. Tell the person to answer \
it, then repeat the call with exactly the same arguments, or call check with the ticket: no second \
dialog opens, and a secret that was typed meanwhile goes to the command at once. Repeat after \
pending, and after not_shown while should_retry is true.
running: the command has the secret and has not ended. Call check with the ticket, and do not \
start it again.
Stop once there is an exit_status or a signal, and on denied, dismissed, timed_out, withdrawn, \
superseded, no_interactor and refused. After command_changed nothing was executed: the same call \
shows the person the command as it is now.\
"""

_CHECK = """\
Get the answer to a question that was pending, by its ticket. It asks nothing anew. While it says \
pending, call it again; on any other result stop calling it: an answer is handed out once, and \
then its ticket is expired. Act only when the result says "allowed": true. Of one of ask_user's \
questions, answer has what was typed or chosen; for the others call ask_user as before. With the \
last of them answers has all.\
"""

_WITHDRAW = """\
Take back a question that is still open, by its ticket, when its answer no longer matters: its \
dialog closes. Call it once. It is not needed after an answer.\
"""

_ASKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
"""Asking changes nothing by itself."""

_RUNS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)

CONFIRM = Tool(
    name="confirm",
    title="Ask the person to approve",
    description=_CONFIRM,
    input_schema=arguments.CONFIRM.schema(),
    output_schema=results.schema(results.Outcome),
    annotations=_ASKS,
)
ASK_USER = Tool(
    name="ask_user",
    title="Ask the person for words or a choice",
    description=_ASK_USER,
    input_schema=questions.schema(),
    output_schema=results.schema(results.SERIES),
    annotations=_ASKS,
)
REQUEST_SECRET = Tool(
    name="request_secret",
    title="Have the person type a secret for a command",
    description=_FOR_A_COMMAND,
    input_schema=secret_arguments.schema(),
    output_schema=results.schema(results.Outcome | results.Ran),
    annotations=_RUNS,
)
CHECK = Tool(
    name="check",
    title="Get the answer to a pending question",
    description=_CHECK,
    input_schema=arguments.CHECK.schema(),
    output_schema=results.schema(results.Outcome | results.Ran | results.AnsweredAll),
    annotations=_RUNS,  # a command that its secret was typed for
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

TOOLS = [CONFIRM, ASK_USER, REQUEST_SECRET, CHECK, WITHDRAW]
