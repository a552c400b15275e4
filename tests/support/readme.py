"""README's exchange, in each language: the programs as they stand there."""

import re
import sys
from pathlib import Path

from support.node import NODE

README = Path(__file__).parents[2] / "README.md"

_RUN = {
    "python": [sys.executable, "-c"],
    "js": [NODE, "-e"],
    "perl": ["perl", "-e"],
    "bash": ["bash", "-c"],
}
LANGUAGES = list(_RUN)

MESSAGE = "Deploy build 4711?"


def program(language: str) -> str:
    _, _, section = README.read_text().partition("\n## From any language\n")
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert MESSAGE in text
    return str(text)


def command(language: str, wait: int = 45) -> list[str]:
    """To run it; it waits for so many seconds."""
    text, found = re.subn(r"\b(wait\W+)45\b", rf"\g<1>{wait}", program(language))
    assert found == 1
    return [*_RUN[language], text]
