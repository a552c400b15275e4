"""The agents' places on macOS and Windows, as their documents say: in the home directory."""

from pathlib import Path, PureWindowsPath

import pytest

from sayso.frontends.hook.install import agents, plan

PLACES = {
    "claude-code": (".claude", "settings.json"),
    "codex": (".codex", "config.toml"),
    "gemini": (".gemini", "settings.json"),
    "cursor": (".cursor", "hooks.json"),
    "vscode": (".copilot", "hooks", "sayso.json"),
}
HOMES = [Path("/Users/ada"), PureWindowsPath(r"C:\Users\ada")]


@pytest.mark.parametrize("home", HOMES, ids=["macOS", "Windows"])
@pytest.mark.parametrize("name", PLACES)
def test_the_user_s(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: home)
    assert plan.place(name, {}, None) == home.joinpath(*PLACES[name])


def test_every_agent_is_tried_here() -> None:
    assert PLACES.keys() == agents.AGENTS.keys()
