"""Completions for bash, zsh, fish and PowerShell, made from the descriptions of the verbs.

They offer verbs, options, the values that an option is known to take, files where a file is meant,
and commands where one is run: nothing else, so that no message becomes a file's name by accident.
The libraries for completion (argcomplete, shtab) need an argparse parser, which takes longer to
build than a command takes to run.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from sayso.frontends.cli.command import Command, Option

_HELP = Option("--help", "show the help")


def bash(command: Command) -> str:
    """The script for bash 4 or later; it does not need the package bash-completion."""
    values = "".join(_bash_values(leaf) for leaf in _leaves(command))
    words = "".join(_bash_words(each) for each in _all(command))
    runs = "|".join(_glob(each.name) for each in _all(command) if _runs_another(each))
    nested = "|".join(_last(each) for each in command.verbs if each.verbs)
    return f"""\
# bash completion of sayso, written by: sayso completion bash
_sayso() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} verb= words= i
    if [[ $cur == = ]]; then  # --option=VALUE comes as three words
        cur=
    elif [[ $prev == = ]]; then
        prev=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    if ((COMP_CWORD > 1)); then
        verb=${{COMP_WORDS[1]}}
        case $verb in
            {nested}) ((COMP_CWORD > 2)) && verb+=" ${{COMP_WORDS[2]}}" ;;
        esac
    fi
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${{COMP_WORDS[i]}} == -- ]] || continue
        case $verb in
            {runs})
                local what=-f
                ((i == COMP_CWORD - 1)) && what=-c
                mapfile -t COMPREPLY < <(compgen $what -- "$cur")
                compopt -o filenames ;;
        esac
        return
    done
    case $verb:$prev in
{values}    esac
    case $verb in
{words}    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}}
complete -F _sayso sayso"""


def _bash_values(command: Command) -> str:
    lines = ""
    for option in command.options:
        if option.value:
            lines += f"        {_glob(command.name)}:{option.name})"
            if option.is_file:
                lines += ' mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames'
            elif option.choices:
                choices = " ".join(option.choices)
                lines += f' mapfile -t COMPREPLY < <(compgen -W "{choices}" -- "$cur")'
            lines += " ; return ;;\n" if option.is_file or option.choices else " return ;;\n"
    return lines


def _bash_words(command: Command) -> str:
    files = ""
    if any(argument.is_file for argument in command.arguments):
        complete = 'mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames'
        files = f" ; [[ $cur == -* ]] || {{ {complete}; return; }}"
    return f'        {_glob(command.name)}) words="{" ".join(_offered(command))}"{files} ;;\n'


def _runs_another(command: Command) -> bool:
    return any(argument.is_after_dashes for argument in command.arguments)


def _glob(name: str) -> str:
    return f'"{name}"'


def zsh(command: Command) -> str:
    functions = "\n\n".join(_zsh_function(each) for each in _all(command))
    return f"""\
#compdef sayso
# zsh completion of sayso, written by: sayso completion zsh

{functions}

if [[ $funcstack[1] == _sayso ]]; then
    _sayso "$@"
else
    compdef _sayso sayso
fi"""


def _zsh_function(command: Command) -> str:
    name = "_sayso" + "".join(f"_{word}" for word in command.name.split())
    specs = [_zsh_option(option) for option in (*command.options, _HELP)]
    if command.verbs:
        verbs = " ".join(_zsh_quoted(f"{_last(v)}:{v.summary}") for v in command.verbs)
        return f"""\
{name}() {{
    local context state line curcontext=$curcontext
    local -a verbs=({verbs})
    _arguments -C {" ".join(specs)} '1: :->verb' '*:: :->rest'
    case $state in
        verb) _describe verb verbs ;;
        rest) (( $+functions[{name}_$line[1]] )) && {name}_$line[1] ;;
    esac
}}"""
    for place, argument in enumerate(command.arguments, 1):
        # no choices, an empty list: a mere message here would keep options from being completed
        offered = "_files" if argument.is_file else f"({' '.join(argument.choices)})"
        at = "*" if argument.count else place
        specs.append(_zsh_quoted(f"{at}:{_zsh_plain(argument.value)}:{offered}"))
    behind = _ZSH_BEHIND if _runs_another(command) else ""
    return f"{name}() {{\n{behind}    _arguments -S {' '.join(specs)}\n}}"


_ZSH_BEHIND = """\
    local at=${words[(Ie)--]}
    if (( at && at < CURRENT )); then
        shift $at words
        (( CURRENT -= at ))
        _normal
        return
    fi
"""
"""Completes what follows `--` as if it stood alone: it is another command."""


def _zsh_option(option: Option) -> str:
    text = f"{option.name}{'=' if option.value else ''}[{_zsh_plain(option.help)}]"
    if option.is_file:
        text += f":{option.value}:_files"
    elif option.value:
        choices = f"({' '.join(map(_zsh_plain, option.choices))})" if option.choices else " "
        text += f":{_zsh_plain(option.value)}:{choices}"
    return _zsh_quoted(text)


def _zsh_plain(text: str) -> str:
    """The text with a backslash before each character that has a meaning in an _arguments
    specification."""
    return re.sub(r"([\\\[\]:()])", r"\\\1", text)


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def fish(command: Command) -> str:
    lines = "\n".join(line for each in _all(command) for line in _fish_lines(each))
    return f"""\
# fish completion of sayso, written by: sayso completion fish
complete -c sayso -e
complete -c sayso -f
{lines}"""


_FISH_WORDS = "(commandline -opc)"
"""The words before the one that is completed."""


def _fish_lines(command: Command) -> Iterator[str]:
    start = f"complete -c sayso -n {_fish_quoted(_fish_condition(command))}"
    for verb in command.verbs:
        yield f"{start} -a {_last(verb)} -d {_fish_quoted(verb.summary)}"
    for argument in command.arguments:
        if argument.is_file:
            yield f"{start} -F"
        if argument.is_after_dashes:
            begun = _fish_quoted(f"{_fish_condition(command)}; and contains -- -- {_FISH_WORDS}")
            first = _fish_quoted(f"{_fish_condition(command)}; and test {_FISH_WORDS}[-1] = --")
            yield f"complete -c sayso -n {begun} -F"
            yield f"complete -c sayso -n {first} -a '(__fish_complete_command)'"
        if argument.choices:
            choices = _fish_quoted(" ".join(argument.choices))
            yield f"{start} -a {choices} -d {_fish_quoted(argument.help)}"
    for option in (*command.options, _HELP):
        takes = ""
        if option.is_file:
            takes = " -r -F"
        elif option.value:
            takes = " -x" + (
                f" -a {_fish_quoted(' '.join(option.choices))}" if option.choices else ""
            )
        yield f"{start} -l {option.name[2:]}{takes} -d {_fish_quoted(option.help)}"


def _fish_condition(command: Command) -> str:
    """Whether the verb stands in its place, as a test in fish: the same word as a value or in a
    message does not count."""
    words = command.name.split()
    size = len(words) + 1
    # the length first: a test of a word that is not there would be an error
    length = f"test (count {_FISH_WORDS}) {'-eq' if command.verbs else '-ge'} {size}"
    in_place = (f"test {_FISH_WORDS}[{place}] = {word}" for place, word in enumerate(words, 2))
    return "; and ".join([length, *in_place])


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def powershell(command: Command) -> str:
    """The script for PowerShell 5.1 or later. Where the script offers nothing, PowerShell itself
    offers files."""
    words = "\n".join(_powershell_words(each) for each in _all(command))
    values = "\n".join(line for each in _leaves(command) for line in _powershell_values(each))
    return f"""\
# PowerShell completion of sayso, written by: sayso completion powershell
Register-ArgumentCompleter -Native -CommandName sayso -ScriptBlock {{
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @{{
{words}
    }}
    $values = @{{
{values}
    }}
    $before = @($commandAst.CommandElements |
        Where-Object {{ $_.Extent.EndOffset -lt $cursorPosition }} |
        Select-Object -Skip 1 | ForEach-Object {{ $_.Extent.Text }})
    if ($before -ccontains '--') {{ return }}
    $verb = 'sayso'
    foreach ($word in $before) {{
        if (-not $words.ContainsKey("$verb $word")) {{ break }}
        $verb = "$verb $word"
    }}
    $offered = $words[$verb]
    if ($before.Count -and $values.ContainsKey("$verb $($before[-1])")) {{
        $offered = $values["$verb $($before[-1])"]
    }}
    $offered.GetEnumerator() | Where-Object {{ $_.Key.StartsWith($wordToComplete) }} |
        ForEach-Object {{
            [System.Management.Automation.CompletionResult]::new(
                $_.Key, $_.Key, 'ParameterValue', $_.Value)
        }}
}}"""


def _powershell_words(command: Command) -> str:
    """The words that are offered after this verb, and what each means."""
    offered = {_last(verb): verb.summary for verb in command.verbs}
    for argument in command.arguments:
        offered.update(dict.fromkeys(argument.choices, argument.help))
    offered.update({option.name: option.help for option in (*command.options, _HELP)})
    return _powershell_table(f"sayso {command.name}".rstrip(), offered)


def _powershell_values(command: Command) -> Iterator[str]:
    """The values that are offered for each option that takes one. None are offered where the person
    writes words of their own, or names a file."""
    for option in command.options:
        if option.value:
            offered = dict.fromkeys(option.choices, option.help)
            yield _powershell_table(f"sayso {command.name} {option.name}", offered)


def _powershell_table(name: str, offered: Mapping[str, str]) -> str:
    quoted = _powershell_quoted
    pairs = (f"{quoted(word)} = {quoted(means or word)}" for word, means in offered.items())
    return f"        {_powershell_quoted(name)} = [ordered]@{{ {'; '.join(pairs)} }}"


def _powershell_quoted(text: str) -> str:
    """The text in quotes. PowerShell takes some other quotation marks for the end of a string as
    well."""
    return "'" + re.sub("(['\u2018\u2019\u201a\u201b])", r"\1\1", text) + "'"


def _offered(command: Command) -> Iterable[str]:
    """The words that are offered after this verb, but for values of options."""
    yield from (_last(verb) for verb in command.verbs)
    for argument in command.arguments:
        yield from argument.choices
    yield from (option.name for option in (*command.options, _HELP))


def _last(command: Command) -> str:
    return command.name.rpartition(" ")[2]


def _all(command: Command) -> Iterator[Command]:
    yield command
    for verb in command.verbs:
        yield from _all(verb)


def _leaves(command: Command) -> Iterator[Command]:
    return (each for each in _all(command) if not each.verbs)
