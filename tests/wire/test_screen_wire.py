"""What daemon and dialog process say: literal messages, there and back, and garbage."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.action import Action, Change, Program
from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import (
    Choice,
    Confirm,
    DetailKind,
    DeviceCode,
    Form,
    FormConfirm,
    FormSelect,
    FormText,
    Notice,
    Option,
    Password,
    Select,
    Severity,
    Text,
)
from sayso.core.queue_row import QueueRow
from sayso.errors import ProtocolError
from sayso.values import replace
from sayso.wire import screen
from sayso.wire.codec import Message, decode, encode
from sayso.wire.screen import Order, Report

SHOW = screen.Show(
    number=3,
    question=Confirm(
        message="Delete it?\nReally \ud800?",
        title="Clean up",
        details="all of it",
        approve="Delete",
        deny="Keep",
        severity=Severity.DESTRUCTIVE,
        cancel="Not now",
        check="Its backups, too",
        deny_words=True,
        address="https://example.com/docs",
    ),
    asker=screen.Asker(
        name="agent",
        command="agent --now \udcff",
        cwd="/home/\udcff",
        pid=42,
        lineage=("42 agent", "7 bash"),
        container=True,
        host="build-7",
        claimed=True,
        carrier_pid=2087,
        carrier_command="ssh build-7",
        between=("sayso", "sh"),
    ),
    standing=PromptStatus(59.5, place=1, of=3, kept_for=60.0),
    arming=1.0,
    accessibility_approval=True,
)

SHOW_WIRE: Message = {
    "jsonrpc": "2.0",
    "method": "show",
    "params": {
        "number": 3,
        "question": {
            "kind": "confirm",
            "message": "Delete it?\nReally \ud800?",
            "title": "Clean up",
            "details": "all of it",
            "approve": "Delete",
            "deny": "Keep",
            "severity": "destructive",
            "cancel": "Not now",
            "check": "Its backups, too",
            "deny_words": True,
            "action": None,
            "address": "https://example.com/docs",
        },
        "asker": {
            "name": "agent",
            "command": "agent --now \udcff",
            "cwd": "/home/\udcff",
            "pid": 42,
            "lineage": ["42 agent", "7 bash"],
            "container": True,
            "host": "build-7",
            "between": ["sayso", "sh"],
            "unproven": False,
            "claimed": True,
            "carrier_pid": 2087,
            "carrier_command": "ssh build-7",
        },
        "standing": {"seconds": 59.5, "place": 1, "of": 3, "kept_for": 60.0},
        "arming": 1.0,
        "accessibility_approval": True,
    },
}


def wire(method: str, **params: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}


PASSWORD = Password(
    "Unlock", "T", "D", "It was wrong", "Name", repeat=True, check="C", approve="A", deny="N"
)
NOTICE_WIRE = {"kind": "notice", "message": "Done", "title": "T", "details": "D", "approve": "Good"}
DEVICE_CODE_WIRE = {
    "kind": "device_code",
    "message": "Sign in",
    "address": "https://example.com",
    "code": "WDJB",
    "title": "T",
    "details": "D",
}
PASSWORD_WIRE = {
    "kind": "password",
    "message": "Unlock",
    "title": "T",
    "details": "D",
    "error": "It was wrong",
    "user": "Name",
    "repeat": True,
    "check": "C",
    "approve": "A",
    "deny": "N",
    "action": None,
}
ACTION = Action(
    argv=("gpg", ""),
    cwd="/srv",
    programs=(Program("/usr/bin/gpg", "0" * 64),),
    environment=(Change("LANG", "C"), Change("TZ", None)),
    descriptor=3,
    newline=False,
)
ACTION_WIRE = {
    "argv": ["gpg", ""],
    "cwd": "/srv",
    "programs": [{"path": "/usr/bin/gpg", "sha256": "0" * 64}],
    "environment": [{"name": "LANG", "value": "C"}, {"name": "TZ", "value": None}],
    "descriptor": 3,
    "newline": False,
}

TEXT = Text("Name?", "T", "D", "Too short", "shop", multiline=True, approve="A", deny="N")
TEXT_WIRE = {
    "kind": "text",
    "message": "Name?",
    "title": "T",
    "details": "D",
    "error": "Too short",
    "default": "shop",
    "multiline": True,
    "approve": "A",
    "deny": "N",
}
SELECT = Select(
    "Where?",
    (Option("a"), Option("b", "B")),
    "T",
    "D",
    "Not there",
    multiple=True,
    approve="A",
    deny="N",
)
SELECT_WIRE = {
    "kind": "select",
    "message": "Where?",
    "options": [{"label": "a", "description": ""}, {"label": "b", "description": "B"}],
    "title": "T",
    "details": "D",
    "error": "Not there",
    "multiple": True,
    "custom": False,
    "approve": "A",
    "deny": "N",
}

A = {"text": "a", "places": []}
B = {"text": "", "places": [0, 2]}
FORM = Form(
    "Which?",
    (
        FormText("Name", "M", False, "d", "e", True, 1, 9),
        FormText("Age", format="integer", minimum=1, maximum=9.5),
        FormSelect("Where", (Option("a"), Option("b", "B")), "M", False, True, True),
        FormConfirm("Sure", "M", False),
    ),
    "T",
    "D",
    "It was wrong",
    "A",
    "N",
)
_TEXT_FIELD = {
    "kind": "text",
    "header": "Name",
    "message": "M",
    "required": False,
    "default": "d",
    "placeholder": "e",
    "multiline": True,
    "least": 1,
    "most": 9,
    "format": "",
    "minimum": None,
    "maximum": None,
}
FORM_WIRE = {
    "kind": "form",
    "message": "Which?",
    "questions": [
        _TEXT_FIELD,
        _TEXT_FIELD
        | {"header": "Age", "message": "", "required": True, "default": "", "placeholder": ""}
        | {"multiline": False, "least": 0, "most": 16384, "format": "integer"}
        | {"minimum": 1, "maximum": 9.5},
        {
            "kind": "select",
            "header": "Where",
            "options": SELECT_WIRE["options"],
            "message": "M",
            "required": False,
            "multiple": True,
            "custom": True,
        },
        {"kind": "confirm", "header": "Sure", "message": "M", "required": False},
    ],
    "title": "T",
    "details": "D",
    "error": "It was wrong",
    "approve": "A",
    "deny": "N",
}

WIRE: list[tuple[Order | Report, Message]] = [
    (SHOW, SHOW_WIRE),
    (
        replace(SHOW, question=PASSWORD),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": PASSWORD_WIRE}},
    ),
    (
        replace(SHOW, question=Notice("Done", "T", "D", "Good")),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": NOTICE_WIRE}},
    ),
    (
        replace(SHOW, question=DeviceCode("Sign in", "https://example.com", "WDJB", "T", "D")),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": DEVICE_CODE_WIRE}},
    ),
    (
        replace(SHOW, question=replace(SHOW.question, detail_kind=DetailKind.DIFF)),
        SHOW_WIRE
        | {
            "params": {
                **SHOW_WIRE["params"],
                "question": {**SHOW_WIRE["params"]["question"], "detail_kind": "diff"},
            }
        },
    ),
    (
        replace(SHOW, asker=replace(SHOW.asker, says_it_is="gemini-cli 1")),
        SHOW_WIRE
        | {
            "params": {
                **SHOW_WIRE["params"],
                "asker": {**SHOW_WIRE["params"]["asker"], "says_it_is": "gemini-cli 1"},
            }
        },
    ),
    (
        replace(
            SHOW,
            asker=replace(
                SHOW.asker,
                through=("7 ssh-agent",),
                speaker="ssh-agent",
                asks_for=screen.AsksFor(4711, ("gpg", "git"), "/repo"),
            ),
        ),
        SHOW_WIRE
        | {
            "params": {
                **SHOW_WIRE["params"],
                "asker": {
                    **SHOW_WIRE["params"]["asker"],
                    "through": ["7 ssh-agent"],
                    "speaker": "ssh-agent",
                    "asks_for": {"pid": 4711, "programs": ["gpg", "git"], "cwd": "/repo"},
                },
            }
        },
    ),
    (
        replace(SHOW, question=TEXT),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": TEXT_WIRE}},
    ),
    (
        replace(SHOW, question=SELECT),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": SELECT_WIRE}},
    ),
    (
        replace(SHOW, question=FORM),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": FORM_WIRE}},
    ),
    (
        replace(SHOW, question=TEXT, draft=(Entry("a"),)),
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": TEXT_WIRE, "draft": [A]}},
    ),
    (
        replace(SHOW, question=replace(SHOW.question, action=ACTION)),
        SHOW_WIRE
        | {
            "params": {
                **SHOW_WIRE["params"],
                "question": SHOW_WIRE["params"]["question"] | {"action": ACTION_WIRE},
            }
        },
    ),
    (
        replace(SHOW, question=replace(PASSWORD, action=ACTION)),
        SHOW_WIRE
        | {
            "params": {
                **SHOW_WIRE["params"],
                "question": PASSWORD_WIRE | {"action": ACTION_WIRE},
            }
        },
    ),
    (
        screen.Update(PromptStatus(30.0)),
        wire("update", standing={"seconds": 30.0, "place": 1, "of": 1, "kept_for": None}),
    ),
    (
        screen.Update(PromptStatus(30.0, kept_for=60.0, was_awaited=False)),
        wire(
            "update",
            standing={"seconds": 30.0, "place": 1, "of": 1, "kept_for": 60.0, "was_awaited": False},
        ),
    ),
    (screen.BringForward(), wire("bring_forward")),
    (screen.BringForward(False), wire("bring_forward", takes_keyboard=False)),
    (
        screen.Queue(
            (QueueRow(4, "agent \udcff", "Restart?\u202e", 59.5), QueueRow(5, "", "T", 0.0))
        ),
        wire(
            "queue",
            rows=[
                {
                    "number": 4,
                    "asker": "agent \udcff",
                    "title": "Restart?\u202e",
                    "seconds": 59.5,
                },
                {"number": 5, "asker": "", "title": "T", "seconds": 0.0},
            ],
        ),
    ),
    (screen.Queue(()), wire("queue", rows=[])),
    (screen.Recorded(), wire("recorded", kept_for=None)),
    (screen.Recorded(60.0), wire("recorded", kept_for=60.0)),
    (screen.NotRecorded("too late"), wire("not_recorded", reason="too late")),
    (screen.Finished(True), wire("finished", done=True)),
    (screen.Close(), wire("close")),
    (screen.Ping(), wire("ping")),
    (screen.Ready(":0"), wire("ready", screen=":0", unguarded=None)),
    (screen.Ready("w-0", "in part"), wire("ready", screen="w-0", unguarded="in part")),
    (screen.Unusable("no display"), wire("unusable", reason="no display")),
    (screen.Painted(), wire("painted")),
    (screen.Answer(Choice.APPROVE), wire("answered", choice="approve")),
    (screen.Answer(Choice.DENY), wire("answered", choice="deny")),
    (screen.Answer(Choice.DISMISS), wire("answered", choice="dismiss")),
    (
        screen.Answer(Choice.APPROVE, By.ASSISTIVE),
        wire("answered", choice="approve", by="assistive"),
    ),
    (
        screen.Answer(Choice.APPROVE, checked=False),
        wire("answered", choice="approve", checked=False),
    ),
    (
        screen.Answer(Choice.DENY, words="Not on a Friday"),
        wire("answered", choice="deny", words="Not on a Friday"),
    ),
    (screen.Filled((Entry("a"),), By.ASSISTIVE), wire("filled", entries=[A], by="assistive")),
    (screen.Filled((Entry("a\nb"),)), wire("filled", entries=[A | {"text": "a\nb"}])),
    (screen.Filled((Entry(places=(0, 2)), Entry("a"))), wire("filled", entries=[B, A])),
    (screen.Drafted((Entry("a"),)), wire("drafted", entries=[A])),
    (
        screen.Drafted((Entry(aside="b"),)),
        wire("drafted", entries=[A | {"text": "", "aside": "b"}]),
    ),
    (screen.Activity(), wire("activity")),
    (screen.Later(), wire("later")),
    (screen.OpenQueue(), wire("open_queue")),
    (screen.BringUp(4), wire("bring_up", number=4)),
    (screen.Closed(), wire("closed")),
    (screen.Done(), wire("done")),
]


@pytest.mark.parametrize(("message", "literal"), WIRE, ids=[w["method"] for _, w in WIRE])
def test_each_goes_out_literally_and_comes_back(message: Order | Report, literal: Message) -> None:
    line = encode(screen.write(message))
    assert decode(line.rstrip()) == literal
    assert screen.read(literal) == message


def test_a_daemon_from_before_an_upgrade_tells_less() -> None:
    """It may start a dialog of after it: what it does not know to tell is left out."""
    before = without(SHOW_WIRE, "asker", "between")
    del before["params"]["accessibility_approval"]
    asker = replace(SHOW.asker, between=())
    assert screen.read(before) == replace(SHOW, asker=asker, accessibility_approval=False)


def without(literal: Message, *path: str) -> Message:
    """A copy of the notification that lacks one member of its params."""
    *above, last = path
    params = {name: dict(v) if isinstance(v, dict) else v for name, v in literal["params"].items()}
    inner = params
    for name in above:
        inner = inner[name]
    del inner[last]
    return literal | {"params": params}


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"method": "painted"},
        {"params": {}},
        {"method": "approve", "params": {}},
        {"method": None, "params": {}},
        {"method": [], "params": {}},
        {"method": "painted", "params": []},
        {"method": "painted", "params": None},
        wire("painted", seconds=1),
        wire("answered"),
        wire("answered", choice="yes"),
        wire("answered", choice=None),
        wire("answered", choice="approve", by="magic"),
        wire("answered", choice="approve", by=True),
        wire("answered", choice="approve", checked="yes"),
        wire("answered", choice="approve", checked=1),
        wire("answered", choice="deny", words=["No"]),
        wire("filled", answer="a", by=["assistive"]),
        wire("answered", choice=True),
        wire("answered", choice=["approve"]),
        {"method": "answered", "params": []},
        wire("filled"),
        wire("filled", entries=None),
        wire("filled", entries=["a"]),
        wire("filled", entries=[{"text": "a"}]),
        wire("filled", entries=[A | {"text": None}]),
        wire("filled", entries=[A | {"places": None}]),
        wire("filled", entries=[A | {"aside": None}]),
        wire("filled", entries=[A | {"places": [True]}]),
        wire("filled", entries=[A | {"places": [0.0]}]),
        wire("filled", entries=[A | {"more": "b"}]),
        wire("filled", entries=[A], more="b"),
        wire("bring_forward", takes_keyboard=None),
        wire("bring_forward", keyboard=True),
        wire("drafted"),
        wire("drafted", entries=[A], by="assistive"),
        wire("ready"),
        wire("show"),
        {"method": "show", "params": []},
        SHOW_WIRE | {"params": {**SHOW_WIRE["params"], "question": "text"}},
        wire("update"),
        wire("update", standing=30.0),
        wire("update", standing={"place": 1}),
        wire("update", standing={"seconds": 30.0, "state": "shown"}),
        wire("recorded", kept=60.0),
        wire("queue"),
        wire("queue", rows=None),
        wire("queue", rows=[None]),
        wire("queue", rows=["number"]),
        wire("queue", rows=[{"number": 4}]),
        wire("queue", rows=[], more=True),
        wire("open_queue", number=4),
        wire("bring_up"),
        without(SHOW_WIRE, "standing"),
        without(SHOW_WIRE, "standing", "seconds"),
        without(SHOW_WIRE, "question"),
        without(SHOW_WIRE, "question", "message"),
        without(SHOW_WIRE, "question", "kind"),
        SHOW_WIRE
        | {"params": {**SHOW_WIRE["params"], "question": {"kind": "poll", "message": "M"}}},
        SHOW_WIRE
        | {
            "params": {
                **SHOW_WIRE["params"],
                "question": FORM_WIRE | {"questions": [{"kind": "x"}]},
            }
        },
        without(SHOW_WIRE, "question", "severity"),
        without(SHOW_WIRE, "asker", "lineage"),
        without(SHOW_WIRE, "asker", "pid"),
    ],
)
def test_what_is_no_message_broke_the_protocol(message: Message) -> None:
    with pytest.raises(ProtocolError):
        screen.read(message)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
NAMES = st.sampled_from(
    [
        "question",
        "asker",
        "standing",
        "seconds",
        "choice",
        "reason",
        "lineage",
        "severity",
        "answer",
        "by",
        "rows",
        "number",
    ]
)
PARAMS = st.dictionaries(NAMES, JSON | st.dictionaries(NAMES, JSON)) | JSON
METHODS = st.sampled_from([literal["method"] for _, literal in WIRE])


@given(st.fixed_dictionaries({}, optional={"method": METHODS | JSON, "params": PARAMS}))
def test_no_message_raises_anything_but_our_error(message: Message) -> None:
    try:
        read = screen.read(message)
    except ProtocolError:
        return
    assert screen.write(read)["method"] == message["method"]


def test_a_daemon_from_before_an_upgrade_lists_no_queue() -> None:
    assert "lists_queue" not in screen.write(SHOW)["params"]
    told = replace(SHOW, lists_queue=True)
    assert screen.write(told)["params"]["lists_queue"] is True
    assert screen.read(screen.write(told)) == told


def test_who_was_denied_the_same_is_told_where_there_is_one() -> None:
    """A dialog process from before an upgrade knows nothing of it."""
    assert "denied_to" not in screen.write(SHOW)["params"]
    told = replace(SHOW, denied_to="other")
    assert screen.write(told)["params"]["denied_to"] == "other"
    assert screen.read(screen.write(told)) == told


def test_a_right_to_come_to_the_front_is_handed_on_where_there_is_one() -> None:
    """A dialog process from before an upgrade knows nothing of it."""
    assert "activation" not in screen.write(SHOW)["params"]
    told = replace(SHOW, activation="token-7_TIME1")
    assert screen.write(told)["params"]["activation"] == "token-7_TIME1"
    assert screen.read(screen.write(told)) == told
