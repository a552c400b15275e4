"""sayso completion: what a shell loads to complete the verbs, options and values of sayso."""

from sayso.frontends.cli import exits, output, shells
from sayso.frontends.cli.arguments import Arguments
from sayso.frontends.cli.command import Argument, Command, Group, json_option
from sayso.frontends.cli.main import whole_command

SHELLS = {
    "bash": shells.bash,
    "zsh": shells.zsh,
    "fish": shells.fish,
    "powershell": shells.powershell,
}

COMMAND = Command(
    "completion",
    "Write the completions for a shell.",
    arguments=(Argument("shell", "SHELL", "bash, zsh, fish or powershell", choices=tuple(SHELLS)),),
    groups=(Group("Options", (json_option(),)),),
    notes=("Tickets are never offered: who has one may collect the answer.",),
    examples=(
        'eval "$(sayso completion bash)"                                # in ~/.bashrc',
        "sayso completion zsh > ~/.zfunc/_sayso                          # on the fpath",
        "sayso completion fish > ~/.config/fish/completions/sayso.fish",
        "sayso completion powershell | Out-String | Invoke-Expression    # in $PROFILE",
    ),
    json='{"shell", "script", "exit"}',
    exits=((exits.OK, "written"), exits.FAULT),
)


def run(args: Arguments) -> int:
    script = SHELLS[args.shell](whole_command())
    if args.json:
        output.result_json({"shell": args.shell, "script": script, "exit": exits.OK})
    else:
        output.result(script)
    return exits.OK
