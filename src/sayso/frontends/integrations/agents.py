"""The programs that run agents. sayso can be one of their MCP servers, and the hook that asks the
person in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from sayso.configuration import files
from sayso.frontends.hook.install import plan as hooks
from sayso.frontends.hook.install import survey as hook_survey
from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.install.change import Change, Status
from sayso.frontends.install.places import Environ
from sayso.frontends.integrations.integration import Integration, Kind, Planned
from sayso.frontends.mcp.install import entry
from sayso.frontends.mcp.install import survey as mcp_survey
from sayso.frontends.mcp.install.clients import CLIENTS
from sayso.platforms.contract.doctor import Finding


def integrations() -> Iterator[Integration]:
    for name, client in CLIENTS.items():
        yield _integration(
            Kind.MCP,
            name,
            client.title,
            f"sayso mcp install {name}",
            partial(mcp_survey.is_here, name),
            partial(_mcp_change, name),
            partial(mcp_survey.of_client, name),
        )
    for name, agent in AGENTS.items():
        yield _integration(
            Kind.HOOK,
            name,
            agent.title,
            f"sayso hook install {name}",
            partial(hook_survey.is_here, name),
            partial(_hook_change, name),
            partial(hook_survey.of_agent, name),
            agent.note,
        )


_Change = Callable[[Environ, bool], Change]
_NAME = "sayso"


def _integration(
    kind: Kind,
    name: str,
    title: str,
    command: str,
    is_here: Callable[[Environ], bool],
    change: _Change,
    findings: Callable[[Environ], Iterator[Finding]],
    note: str = "",
) -> Integration:
    def plan(environ: Environ, wanted: bool) -> Planned:
        changed = _beside_others(change(environ, wanted), wanted)

        def make() -> str:
            if wanted:
                changed.make()
                return f"Restart {title}. {note}".strip()
            changed.undo()
            return f"Restart {title}."

        if changed.status is Status.UNCHANGED:
            return Planned("", make)
        return Planned(changed.diff() if wanted else changed.undo_diff(), make)

    def is_on(environ: Environ) -> bool:
        return change(environ, False).status is Status.REMOVED

    return Integration(kind, name, title, command, is_here, is_on, findings, plan)


def _beside_others(change: Change, wanted: bool) -> Change:
    """The change, with `keeps_copy` set if sayso is in the file both as a server and as a hook. The
    copy is of the file as it was before both: the first one entered makes it, and the last one
    removed deletes it."""
    text = change.file.text if wanted else change.text
    has_others = _NAME in text and files.backup_of(change.file.path).exists()
    return replace(change, keeps_copy=has_others)


def _mcp_change(name: str, environ: Environ, wanted: bool) -> Change:
    return entry.plan(name, environ, uninstall=not wanted)


def _hook_change(name: str, environ: Environ, wanted: bool) -> Change:
    """The change of the person's own hook, for all projects. A gate in it stays when the hook is
    entered, and goes when the hook is removed."""
    return (hooks.install if wanted else hooks.uninstall)(name, environ, gate=False)
