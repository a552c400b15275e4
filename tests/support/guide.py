"""The pages of README and the manual, and the example programs in them."""

import re
import sys
from pathlib import Path

from support.node import NODE, PLACE

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
GUIDE = ROOT / "assets" / "guide"
PAGES = (README, *sorted(GUIDE.glob("*.md")))

_RUN = {
    "python": [sys.executable, "-c"],
    "js": [NODE, "-e"],
    "perl": ["perl", "-e"],
    "bash": ["bash", "-c"],
}
LANGUAGES = list(_RUN)

MESSAGE = "Deploy build 4711?"

_SERVERS = {
    "python": ("python", "server.py", "mcp-server.md"),
    "ts": (NODE, "server.mts", "mcp-server-typescript.md"),
}
"""For each language: what runs the server, the name of its file, and the page that contains it."""
SERVERS = list(_SERVERS)


def fenced(page: Path, language: str) -> list[str]:
    """The texts in fences of this language, in order."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    return [str(text) for text in found]


def line(page: Path, begins: str) -> str:
    """The only line that begins like this in the page's shell examples."""
    lines = "".join(fenced(page, "sh")).replace("\\\n", "").splitlines()
    (found,) = (each for each in lines if each.startswith(begins))
    return found


def _only(page: str, language: str) -> str:
    (text,) = fenced(GUIDE / page, language)
    return text


def _waiting(text: str, wait: int) -> str:
    text, found = re.subn(r"\b(wait\W+)45\b", rf"\g<1>{wait}", text)
    assert found == 1
    return text


def program(language: str) -> str:
    text = _only("languages.md", language)
    assert MESSAGE in text
    return text


def command(language: str, wait: int = 45) -> list[str]:
    """The command line that runs the manual's example. `wait`: seconds for which the program
    waits."""
    return [*_RUN[language], _waiting(program(language), wait)]


def mcp_server(language: str, place: Path, wait: int = 45) -> tuple[str, ...]:
    """Writes the manual's example of a server into this directory. Returns the command that runs
    it. `wait`: seconds for which it waits."""
    runs, name, page = _SERVERS[language]
    (place / name).write_text(_waiting(_only(page, language), wait))
    (place / "node_modules").symlink_to(PLACE / "node_modules")
    return runs, str(place / name)
