"""Finds our hooks among those in an agent's configuration."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sayso.frontends.hook.install.agents import Agent
from sayso.frontends.hook.install.command import Ours, read
from sayso.frontends.install.jsonc import Path


@dataclass(frozen=True)
class Found:
    """A hook of ours, and where it stands."""

    path: Path
    event: str
    hook: dict[str, Any]
    command: Ours


def found(whole: Any, name: str, agent: Agent) -> tuple[Found, ...]:
    """Our hooks, in the order of the file. An entry of another shape is not ours. Raises
    ValueError if `whole` has no place for hooks."""
    if not isinstance(whole, dict):
        raise ValueError("the whole is not an object")  # noqa: TRY004 - the text is wrong
    hooks = whole.get("hooks", {})
    if not isinstance(hooks, dict):
        raise ValueError("hooks is not a table of events")  # noqa: TRY004 - the text is wrong
    return tuple(_found(hooks, name, agent))


def _found(hooks: dict[str, Any], name: str, agent: Agent) -> Iterator[Found]:
    for event, entries in hooks.items():
        for path, hook in _hooks(event, entries, agent):
            match hook:
                case {"command": str(line)} if command := read(line, name):
                    yield Found(path, event, hook, command)


def _hooks(event: str, entries: Any, agent: Agent) -> Iterator[tuple[Path, Any]]:
    """Each hook of the event, with its path."""
    for place, entry in _numbered(entries):
        path: Path = ("hooks", event, place)
        if not agent.is_grouped:
            yield path, entry
        elif isinstance(entry, dict):
            for inner, hook in _numbered(entry.get("hooks")):
                yield (*path, "hooks", inner), hook


def _numbered(entries: Any) -> Iterator[tuple[int, Any]]:
    return iter(enumerate(entries if isinstance(entries, list) else ()))


def with_its_holders(whole: Any, path: Path) -> Path:
    """The path of the outermost list or table that holds nothing else, and so is removed too; or
    `path` itself."""
    while len(path) > 1:
        holder = whole
        for key in path[:-1]:
            holder = holder[key]
        is_group = path[-1] == "hooks"  # a group's other keys mean nothing without hooks
        if len(holder) > 1 and not is_group:
            break
        path = path[:-1]
    return path


def others(whole: Any, name: str, agent: Agent) -> Any:
    """What `whole` says besides our hooks. Empty lists of events are left out, and what the agent
    needs at the top level is filled in, so that neither counts as a difference."""
    rest = copy.deepcopy(whole)
    for each in reversed(found(rest, name, agent)):
        path = with_its_holders(rest, each.path)
        holder = rest
        for key in path[:-1]:
            holder = holder[key]
        del holder[path[-1]]
    hooks = rest.get("hooks", {})
    rest["hooks"] = {event: entries for event, entries in hooks.items() if entries != []}
    return dict(agent.required_fields) | rest
