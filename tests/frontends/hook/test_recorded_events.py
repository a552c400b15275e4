"""Each recorded event becomes a question that the daemon takes, and each outcome a decision."""

from typing import Any

import pytest

from sayso.client.calls import confirm_params, form_params
from sayso.core.outcome import Approved, Denied, Dismissed, TimedOut
from sayso.frontends.hook import agents
from sayso.frontends.hook.event import Abstention
from sayso.frontends.hook.question import Question
from sayso.wire import messages
from support.hook_events import RECORDED, agent_of, asked, recorded

NAMES = [name.removesuffix(".json") for name in RECORDED if not name.startswith("opencode")]


def checked(question: Question) -> None:
    """By what the daemon takes. Raises InvalidParams."""
    options: Any = dict(question.options)
    if question.kind == "confirm":
        params = confirm_params(question.words[0], options)
    else:
        params = form_params(question.words[0], question.words[1], options)
    messages.parse(messages.ASKS[question.kind], params)


def test_there_are_events_of_each_agent_that_was_seen() -> None:
    assert {agent_of(name) for name in NAMES} == {"claude-code", "codex", "gemini"}


@pytest.mark.parametrize("name", NAMES)
def test_it_is_asked(name: str) -> None:
    question = asked(agent_of(name), recorded(name))
    checked(question)
    assert "/home/mia/project" in question.words[0] or question.kind == "form"


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("codex")])
def test_where_a_command_of_codex_runs_is_not_said(name: str) -> None:
    """Its model may name another directory, of which the event says nothing."""
    words = asked("codex", recorded(name)).words[0]
    runs_elsewhere = "does not say where this runs" in words
    assert runs_elsewhere is ("to use Bash" in words)
    assert runs_elsewhere is not (" in /home/mia/project." in words)


@pytest.mark.parametrize("name", NAMES)
def test_a_field_that_nobody_knows_changes_nothing(name: str) -> None:
    one = asked(agent_of(name), recorded(name))
    other = asked(agent_of(name), recorded(name, tomorrow={"all": "new"}))
    assert (one.words, one.options, one.kind) == (other.words, other.options, other.kind)


@pytest.mark.parametrize("name", NAMES)
def test_an_event_that_nobody_knows_asks_nothing(name: str) -> None:
    with pytest.raises(Abstention, match="Tomorrow"):
        asked(agent_of(name), recorded(name, hook_event_name="Tomorrow"))


@pytest.mark.parametrize("field", ["hook_event_name", "tool_name", "tool_input"])
@pytest.mark.parametrize("value", [None, 7, ["a"]])
@pytest.mark.parametrize("name", NAMES)
def test_a_field_of_another_type_asks_nothing(name: str, field: str, value: object) -> None:
    with pytest.raises(Abstention, match=field):
        asked(agent_of(name), recorded(name, **{field: value}))


@pytest.mark.parametrize("name", [name for name in NAMES if "AskUser" not in name])
@pytest.mark.parametrize("outcome", [Dismissed(), TimedOut("limit")])
def test_no_answer_is_never_told_as_a_yes(name: str, outcome: Dismissed | TimedOut) -> None:
    assert asked(agent_of(name), recorded(name)).reply(outcome) is None


@pytest.mark.parametrize("name", sorted({agent_of(name) for name in NAMES} | {"cursor", "vscode"}))
def test_a_gate_is_never_told_yes_where_nobody_decided(name: str) -> None:
    told = str(agents.module(name).refuse("nobody was there"))
    assert "'allow'" not in told
    assert "nobody was there" in told
    assert "'deny'" in told or "'ask'" in told


@pytest.mark.parametrize("name", [name for name in NAMES if "AskUser" not in name])
def test_words_with_a_denial_reach_the_agent(name: str) -> None:
    question = asked(agent_of(name), recorded(name))
    assert question.options["deny_words"] is True
    told = str(question.reply(Denied(words="not on a Friday")))
    assert "'deny'" in told
    assert "not on a Friday" in told
    assert "The person said no." in str(question.reply(Denied()))


@pytest.mark.parametrize("name", [name for name in NAMES if "AskUser" not in name])
def test_a_yes_is_told_as_one_or_by_silence(name: str) -> None:
    told = asked(agent_of(name), recorded(name)).reply(Approved())
    if name.startswith("codex") and "PreToolUse" in name:
        assert told is None
    else:
        assert "'allow'" in str(told)
        assert "deny" not in str(told)
