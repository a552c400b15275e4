"""By which name a person knows a program, on any system: the paths here are of none."""

import pytest

from sayso.core.program_name import program_name


def base(path: str) -> str:
    return path.rpartition(">")[2]


def is_script(argument: str) -> bool:
    return not argument.startswith("-")


@pytest.mark.parametrize(
    ("name", "argv", "known_as"),
    [
        ("make", ("make", "all"), "make"),
        ("make", None, "make"),
        ("make", (), "make"),
        ("node", ("node", "bin>claude", "-c"), "claude"),
        ("node", ("bin>claude",), "claude"),
        ("pythonw", ("pythonw", "agent.py"), "agent.py"),
        ("python3.11", ("v>python", "-c", "pass"), "python"),
        ("python3.11", ("python", "-m", "http.server"), "http.server"),
        ("python3.11", ("python", "-m"), "python"),
        ("python3.11", ("python", "-E", "-sP", "-m", "agent"), "agent"),
        ("python3.11", ("python", "-u", "bin>agent.py"), "agent.py"),
        ("python3.11", ("python", "-E", "-c", "bin>agent.py"), "python"),
        ("perl", ("perl", "-E", "bin>agent.py"), "perl"),
        ("python3.11", ("", "-"), "python3.11"),
        ("perl", ("perl", "bin>"), "perl"),
        ("2.1.0", ("claude", "-c"), "claude"),
        ("2.1.0", ("",), "2.1.0"),
        ("memfd:sealed-91", ("agent", "-x"), "agent"),
        ("bash", ("-bash",), "bash"),
        ("bash", ("bash", "bin>deploy.sh"), "deploy.sh"),
        ("dash", ("sh", "-c", "make"), "dash"),
        ("pwsh", ("pwsh", "bin>"), "pwsh"),
    ],
)
def test_a_program_goes_by_the_name_that_a_person_knows(
    name: str, argv: tuple[str, ...] | None, known_as: str
) -> None:
    assert program_name(name, argv, base, is_script) == known_as
