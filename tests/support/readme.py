"""README's exchange and its MCP server, in each language: the programs as they stand there."""

import re
import sys
from pathlib import Path

from support.node import NODE, PLACE

README = Path(__file__).parents[2] / "README.md"

_RUN = {
    "python": [sys.executable, "-c"],
    "js": [NODE, "-e"],
    "perl": ["perl", "-e"],
    "bash": ["bash", "-c"],
}
LANGUAGES = list(_RUN)

MESSAGE = "Deploy build 4711?"

_SERVERS = {"python": ("python", "server.py"), "ts": (NODE, "server.mts")}
"""What runs it, and the file that it is in."""
SERVERS = list(_SERVERS)


def _fenced(heading: str, language: str) -> str:
    _, _, section = README.read_text().partition(f"\n{heading}\n")
    section = section.partition(f"\n{heading.partition(' ')[0]} ")[0]
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return str(text)


def _waiting(text: str, wait: int) -> str:
    text, found = re.subn(r"\b(wait\W+)45\b", rf"\g<1>{wait}", text)
    assert found == 1
    return text


def program(language: str) -> str:
    text = _fenced("## From any language", language)
    assert MESSAGE in text
    return text


def command(language: str, wait: int = 45) -> list[str]:
    """To run it; it waits for so many seconds."""
    return [*_RUN[language], _waiting(program(language), wait)]


def mcp_server(language: str, place: Path, wait: int = 45) -> tuple[str, ...]:
    """The command of the server, which is put into this directory and waits for so many seconds."""
    runs, name = _SERVERS[language]
    (place / name).write_text(_waiting(_fenced("### Your own MCP server", language), wait))
    (place / "node_modules").symlink_to(PLACE / "node_modules")
    return runs, str(place / name)
