"""How every platform works without a service manager. A backend's own test inherits this."""

from collections.abc import Mapping

import pytest

from sayso.platforms.contract.supervisor import SocketActivation, Supervisor


class SupervisorContract:
    """Fixtures: `supervisor`; and `alone`, an environment in which there is no service manager."""

    def test_nothing_is_given(self, supervisor: Supervisor, alone: Mapping[str, str]) -> None:
        environ = dict(alone)
        assert supervisor.given(environ) == SocketActivation(None, "")
        assert environ == alone

    def test_none_starts_a_daemon(self, supervisor: Supervisor, alone: Mapping[str, str]) -> None:
        assert supervisor.start(alone, ("nothing", "to", "start")) is None

    def test_where_nobody_wants_to_be_told_nothing_happens(
        self, supervisor: Supervisor, caplog: pytest.LogCaptureFixture
    ) -> None:
        supervisor.tell("", {"READY": 1})
        assert caplog.text == ""
