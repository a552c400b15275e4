"""Lines of ours between two marks in a text file of the person's.

All else in the file stays as it is, and is byte for byte as it was once they are taken out: also
where its last line had no end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_LINES = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True)
class Block:
    """What stands around our lines."""

    begin: str
    """The first line."""
    end: str
    """The last one."""
    begins: str
    """How the first line begins, whichever sayso has written it."""

    def parts(self, text: str) -> tuple[str, str | None, str]:
        """What stands before it, all of it, if it is there, and what stands after it. Raises
        ValueError where its marks are not one of each, in their order."""
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
        """With these lines in it: in its place, else at the end. Raises ValueError as `parts`."""
        whole = "\n".join((self.begin, *body, self.end))
        before, block, after = self.parts(text)
        if block is not None:
            return before + whole + ("\n" if block.endswith("\n") else "") + after
        # A last line without end gets one, and ours has none then: so `drop` knows.
        return f"{text}\n{whole}" if text and not text.endswith("\n") else f"{text}{whole}\n"

    def drop(self, text: str) -> str:
        """Without it. Raises ValueError as `parts`."""
        before, block, after = self.parts(text)
        if block is None:
            return text
        return before + after if block.endswith("\n") else before.removesuffix("\n")


def lines(text: str) -> list[str]:
    """Each with its end. Only LF ends one, as in the programs that read these files."""
    return _LINES.findall(text)
