"""Recorded conversations with the daemon, to be played again, line by line.

A transcript has one step a line: {"send": LINE} and {"hear": LINE} over the socket, {"person":
DEED} at the dialog that was shown last, {"pass": SECONDS} on the daemon's clock. A text "<name>"
stands for a value that differs each time: the value that was heard is later sent. Words for people
are left out, since they may change.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.wire.codec import Message
from support.daemon import Caller, Stage

Step = dict[str, Any]


def steps(path: Path) -> Iterator[Step]:
    for line in path.read_text().splitlines():
        yield json.loads(line)


async def play(daemon: Stage, caller: Caller, path: Path) -> list[tuple[str, Message]]:
    """Plays a transcript. Returns the lines as they went this time, as ("send" or "hear", line).
    Raises AssertionError if the daemon says something else than recorded, or less; it may say
    more."""
    lines: list[tuple[str, Message]] = []
    names: dict[str, Any] = {}
    for step in steps(path):
        match step:
            case {"send": line}:
                sent = _filled_in(line, names)
                await caller.send(json.dumps(sent).encode() + b"\n")
                lines.append(("send", sent))
            case {"hear": line}:
                heard = _as_written(await caller.message())
                _compare(line, heard, names)
                lines.append(("hear", heard))
            case {"person": deed}:
                _do(daemon, deed)
            case {"pass": seconds}:
                daemon.loop.advance(seconds)
            case _:
                raise ValueError(f"no step: {step}")
    return lines


def _do(daemon: Stage, deed: str) -> None:
    match deed.split():
        case ["looks"]:
            daemon.screen.painted()
        case ["types", text]:
            daemon.screen.submit(Secret(bytearray(text.encode())))
        case ["writes", text]:
            daemon.screen.fill(text)
        case ["chooses", *places]:
            daemon.screen.fill(tuple(map(int, places)))
        case ["puts", "it", "off"]:
            daemon.screen.later()
        case ["takes", "the", "screen", "away"]:
            daemon.screen.is_lost("there is no screen")
        case [choice]:
            daemon.screen.press(Choice(choice))
        case _:
            raise ValueError(f"no deed: {deed}")


def _as_written(message: Message) -> Message:
    """A message as it was on the line, with the size of a secret in place of the secret."""
    result = message.get("result", {})
    if "secret" not in result:
        return message
    written = {name: value for name, value in result.items() if name != "secret"}
    return message | {"result": written | {"secret_bytes": len(result["secret"])}}


def _filled_in(value: Any, names: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {name: _filled_in(each, names) for name, each in value.items()}
    return names[value] if _is_name(value) else value


def _compare(told: Any, heard: Any, names: dict[str, Any], where: str = "") -> None:
    if _is_name(told):
        assert names.setdefault(told, heard) == heard, where
    elif isinstance(told, dict):
        assert isinstance(heard, dict), where
        for name, each in told.items():
            assert name in heard, f"{where}.{name}"
            _compare(each, heard[name], names, f"{where}.{name}")
    elif isinstance(told, list):
        assert isinstance(heard, list), where
        assert len(told) <= len(heard), where
        for index, (each, other) in enumerate(zip(told, heard, strict=False)):
            _compare(each, other, names, f"{where}[{index}]")
    else:
        assert told == heard, where


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.startswith("<") and value.endswith(">")
