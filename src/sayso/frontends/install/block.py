"""Lines of sayso's between two marks in one of the person's text files.

All else in the file stays as it is. Once the lines are taken out, the file is byte for byte as it
was, even where its last line had no newline.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_LINES = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True)
class Block:
    """The two marks around sayso's lines."""

    begin: str
    """The first mark, a whole line."""
    end: str
    """The second mark, a whole line."""
    begins: str
    """How the first mark begins, whichever version of sayso wrote it."""

    def parts(self, text: str) -> tuple[str, str | None, str]:
        """The text before the block, the block with its marks (None: there is none), and the text
        after it. Raises ValueError unless the marks are both missing, or there once each and in
        this order."""
        every = lines(text)
        begins = [place for place, line in enumerate(every) if line.startswith(self.begins)]
        ends = [place for place, line in enumerate(every) if line.rstrip() == self.end]
        if not begins and not ends:
            return text, None, ""
        if len(begins) != 1 or len(ends) != 1 or begins > ends:
            raise ValueError("marks of sayso's that do not match")
        begin, end = begins[0], ends[0] + 1
        return "".join(every[:begin]), "".join(every[begin:end]), "".join(every[end:])

    def put(self, text: str, body: Iterable[str]) -> str:
        """The text with these lines in the block, which stays in its place or is added at the end.
        Raises ValueError like `parts`."""
        whole = "\n".join((self.begin, *body, self.end))
        before, block, after = self.parts(text)
        if block is not None:
            return before + whole + ("\n" if block.endswith("\n") else "") + after
        # A last line without newline gets one, and the block then has none: so `drop` can tell.
        return f"{text}\n{whole}" if text and not text.endswith("\n") else f"{text}{whole}\n"

    def drop(self, text: str) -> str:
        """The text without the block. Raises ValueError like `parts`."""
        before, block, after = self.parts(text)
        if block is None:
            return text
        return before + after if block.endswith("\n") else before.removesuffix("\n")


def lines(text: str) -> list[str]:
    """The lines of the text, each with its newline. Only LF ends a line, as in the programs that
    read these files."""
    return _LINES.findall(text)
