"""On whose behalf, in lines."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.frontends.askpass.behalf import describe, render, wrapped
from sayso.platforms.contract.starter import Program


def program(pid: int, parent: int, *argv: str, name: str = "", cwd: str | None = None) -> Program:
    told = name or argv[0].rpartition("/")[2]
    return Program(pid, float(pid), parent, told, argv or None, cwd)


SHELL = program(2, 1, "-bash", name="bash")


def told(*programs: Program, clients: tuple[Program | None, ...] = ()) -> str:
    """Of the last one of them."""
    find = {each.pid: each for each in programs}.get
    return render(describe(programs[-1], clients, find))


def test_a_command_from_a_shell() -> None:
    shown = told(SHELL, program(3, 2, "sudo", "-A", "apt", "install", "a b"))
    assert shown == "Command: sudo -A apt install 'a b'"


@given(st.lists(st.text(st.characters(max_codepoint=0x17F).filter(str.isprintable)), max_size=4))
def test_words_are_quoted_as_python_quotes_them(words: list[str]) -> None:
    shown = describe(program(3, 2, "x", *words), (), lambda _: None)
    assert shown == {"Command": wrapped(map(shlex.quote, ("x", *words)))}


def test_from_a_script() -> None:
    script = program(3, 2, "bash", "deploy.sh", name="deploy.sh")
    shown = told(SHELL, script, program(4, 3, "ssh", "example.org"))
    assert shown == "Command: ssh example.org\nStarted by: bash deploy.sh"


def test_what_git_starts_is_part_of_the_git_that_was_typed() -> None:
    shown = told(
        SHELL,
        program(3, 2, "git", "clone", "https://example.org/shop"),
        program(4, 3, "/usr/lib/git-core/git", "remote-https", "origin", name="git"),
        program(5, 4, "/usr/lib/git-core/git-remote-https", "origin"),
        program(6, 5, "/bin/sh", "-c", "git credential-sayso get"),
        program(7, 6, "git", "credential-sayso", "get"),
    )
    assert shown.split("\n") == [
        "Command: git credential-sayso get",
        "Part of: git clone https://example.org/shop",
    ]


def test_the_command_is_never_that_of_another_program_with_its_name() -> None:
    """A script of bash's that calls itself sudo."""
    script = program(3, 2, "sudo", "upgrade")
    shown = told(SHELL, script, program(4, 3, "sudo", "-A", "sh", "-c", "evil"))
    assert shown.split("\n") == ["Command: sudo -A sh -c evil", "Part of: sudo upgrade"]


def test_a_program_that_starts_itself_once_more_is_shown_once() -> None:
    shown = told(SHELL, program(3, 2, "sudo", "-A", "id"), program(4, 3, "sudo", "-A", "id"))
    assert shown == "Command: sudo -A id"


def test_a_client_of_an_agent_is_never_another_program_with_its_name() -> None:
    script = program(3, 2, "ssh", "example.org")
    clients = (program(4, 3, "ssh", "evil.example"), program(5, 2, "scp", "a", "b:"))
    assert told(SHELL, script, clients=clients).split("\n") == [
        "Perhaps for process 4:",
        "  ssh evil.example",
        "  part of",
        "  ssh example.org",
        "Perhaps for process 5: scp a b:",
    ]


def test_ssh_that_git_starts() -> None:
    shown = told(
        SHELL,
        program(3, 2, "git", "push"),
        program(4, 3, "ssh", "git@example.org", "git-receive-pack 'shop'"),
    )
    assert shown == (
        "Command: ssh git@example.org 'git-receive-pack '\"'\"'shop'\"'\"''\nStarted by: git push"
    )


def test_a_client_of_an_agent_and_two_of_them() -> None:
    agent = program(9, 1, "ssh-agent", "-D")
    git = program(3, 2, "git", "push")
    ssh = program(4, 3, "ssh", "example.org", cwd="/home/mia/src")
    other = program(5, 2, "scp", "a", "b:")
    shown = told(SHELL, git, agent, clients=(ssh,))
    assert shown == "Command: ssh example.org\nStarted by: git push"
    both = told(SHELL, git, agent, clients=(ssh, other))
    assert both.split("\n") == [
        "Perhaps for process 4:",
        "  ssh example.org",
        "  started by",
        "  git push",
        "  in /home/mia/src",
        "Perhaps for process 5: scp a b:",
    ]


def test_a_client_that_can_not_be_seen_is_told_as_such() -> None:
    agent = program(9, 1, "ssh-agent", "-D")
    ssh = program(4, 2, "ssh", "-A", "example.org")
    assert told(SHELL, agent, clients=(ssh, None)).split("\n") == [
        "Perhaps for process 4: ssh -A example.org",
        "Perhaps for: a program that can't be seen",
    ]
    assert told(SHELL, agent, clients=(None,)).split("\n") == [
        "Command: ssh-agent -D",
        "Perhaps for: a program that can't be seen",
    ]


def test_what_can_not_be_seen() -> None:
    assert render(describe(None, (), lambda _: None)) == ""
    assert told(program(3, 2, name="sudo")) == "Command: sudo"


def test_it_is_wrapped_between_words_and_none_is_left_out() -> None:
    words = ["sudo", *(f"word{number}" for number in range(40))]
    shown = told(SHELL, program(3, 2, *words))
    name, *lines = shown.split("\n")
    assert name == "Command:"
    assert " ".join(shown.split()).split() == ["Command:", *words]
    assert max(map(len, lines)) <= 62


def test_a_word_that_is_longer_than_a_line_goes_on_in_one_that_is_indented() -> None:
    shown = told(SHELL, program(3, 2, "ssh", "x" * 100, "y"))
    assert shown.split("\n") == ["Command:", "  ssh", f"  {'x' * 60}", f"    {'x' * 40} y"]


@pytest.mark.parametrize(
    ("argument", "shows"),
    [
        ("a\nStarted by: root", "$'a\\nStarted by: root'"),
        ("a\rb", "$'a\\rb'"),
        ("\u202e", "$'\\u202e'"),
        ("\udcff", "$'\\udcff'"),
    ],
)
def test_an_argument_is_in_no_line_of_its_own(argument: str, shows: str) -> None:
    assert told(SHELL, program(3, 2, "sudo", argument)) == f"Command: sudo {shows}"


def test_a_chain_that_goes_round_has_an_end() -> None:
    one, other = program(3, 4, "git", "a"), program(4, 3, "git", "b")
    assert "Command: git" in told(other, one)
