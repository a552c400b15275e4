"""What a broken or hostile peer may send: frames, requests, text."""

import json

from hypothesis import strategies as st

METHODS = ("hello", "ask", "collect", "claim", "withdraw", "list", "status")

TEXT = st.one_of(
    st.text(max_size=40),
    st.text(
        st.characters(categories=("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Zl", "Zp")), max_size=20
    ),
    st.sampled_from(["", "\ud800", "\0", "\u202e", "\U000e0041", "<b>&amp;", "\n\r\t"]),
    st.integers(100, 5000).map("a".__mul__),
)
NUMBERS = st.one_of(
    st.integers(),
    st.floats(),
    st.sampled_from([0, -1, 600, 601, 1e309, -0.0]),
    st.integers(15, 4000).map(lambda digits: 10**digits),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXT),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
IDS = st.one_of(st.integers(0, 20), TEXT, VALUES)

_ACTIONS = st.fixed_dictionaries(
    {
        "argv": st.lists(TEXT, max_size=3),
        "cwd": TEXT.map("/".__add__),
        "programs": st.lists(
            st.fixed_dictionaries({"path": TEXT.map("/".__add__), "sha256": st.just("0" * 64)}),
            max_size=2,
        ),
    },
    optional={
        "environment": st.dictionaries(TEXT, st.none() | TEXT, max_size=2),
        "descriptor": st.integers(-1, 11),
        "newline": st.booleans(),
    },
)
_FITTING = {
    "kind": st.sampled_from(
        ["confirm", "notice", "password", "text", "select", "form", "device_code", "poll"]
    ),
    "message": TEXT,
    "title": TEXT,
    "details": TEXT,
    "detail_kind": st.sampled_from(["text", "command", "diff", "fields"]) | TEXT,
    "action": _ACTIONS | VALUES,
    "address": st.just("https://example.com") | TEXT,
    "severity": st.sampled_from(["normal", "destructive"]),
    "options": st.lists(TEXT, max_size=34) | VALUES,
    "multiple": st.booleans(),
    "multiline": st.booleans(),
    "default": TEXT,
    "approve_label": TEXT,
    "deny_label": TEXT,
    "wait": st.sampled_from([0, 0.1, 45]),
    "timeout": NUMBERS,
    "retention": NUMBERS,
    "render_timeout": NUMBERS,
    "max_retries": st.integers(-1, 6),
    "scope": TEXT,
    "slot": TEXT,
    "rewords": st.booleans(),
    "tool_call": st.booleans(),
    "owner": st.integers(-1, 1 << 40),
    "ticket": TEXT,
    "claim": TEXT,
    "number": st.integers(-1, 100),
    "protocol": st.integers(-1, 3),
}
_PARAMS = st.one_of(
    st.fixed_dictionaries(
        {"kind": _FITTING["kind"], "message": TEXT},
        optional={name: _FITTING[name] for name in _FITTING if name not in ("kind", "message")},
    ),
    st.fixed_dictionaries({}, optional=dict.fromkeys(_FITTING, VALUES)),
    VALUES,
)
REQUESTS = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS)},
    optional={"id": IDS, "params": _PARAMS},
)


def _frame(message: object) -> bytes:
    """The message as Python's json writes it: NaN passes, and so do lone surrogates, as escapes."""
    try:
        return json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(message).encode()


@st.composite
def _damaged(draw: st.DrawFn) -> bytes:
    """A request in which some bytes are replaced by others."""
    frame = bytearray(_frame(draw(REQUESTS)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(frame)))
        frame[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(frame)


FRAMES = st.one_of(REQUESTS.map(_frame), _damaged(), VALUES.map(_frame), st.binary(max_size=60))
"""Frames without the newline at their end; some contain a newline themselves."""
