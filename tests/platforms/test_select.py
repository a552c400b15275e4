"""The one switch on the system."""

import subprocess
import sys

import pytest

from sayso.errors import Unsupported
from sayso.platforms import select


@pytest.mark.parametrize(
    "part",
    [
        select.endpoint,
        select.peer,
        select.processes,
        select.starter,
        select.session,
        select.dialogs,
        select.attention,
        select.notifications,
        select.sound,
        select.loop,
        select.children,
    ],
)
@pytest.mark.parametrize("system", ["freebsd14", "openbsd7"])
def test_another_system_is_named_in_the_refusal(
    part: object, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert callable(part)
    with pytest.raises(Unsupported, match=f"sayso does not run on {system} yet") as caught:
        part()
    assert caught.value.remedy == "it runs on: Linux, Windows, macOS"


def test_what_a_client_needs_loads_no_toolkit_and_no_event_loop() -> None:
    script = (
        "import sys; from sayso.platforms import select; select.endpoint();"
        "heavy = {'gi', 'asyncio', 'subprocess', 'pydantic', 'dataclasses'};"
        "print(*sorted(heavy & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == b"\n"
