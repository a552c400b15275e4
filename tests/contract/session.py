"""What every platform tells about the person's session. A backend's own test inherits this."""

import re
from collections.abc import Callable, Mapping, MutableMapping

import pytest

from sayso.platforms.contract.session import Session

DAY = 86_400.0


class SessionContract:
    """Fixtures: `session`; `environ`, of a process in a session with a screen, and `screen`, that
    screen's name; `bare`, of a process in a session without a screen, which the session may lose
    only when this fixture is asked for; `activated`, of a process that was started with the right
    to come to the front, or None if this system hands on no such right; and `slept`, a function
    that reads the clock of a machine which was suspended for a day."""

    def test_the_clock_never_goes_back(self, session: Session) -> None:
        readings = [session.now() for _ in range(100)]
        assert readings == sorted(readings)

    def test_it_runs_through_suspend(self, session: Session, slept: Callable[[], float]) -> None:
        before = session.now()
        assert before + DAY <= slept() <= session.now() + DAY

    def test_a_screen_is_named_where_there_is_one(
        self, session: Session, environ: Mapping[str, str], screen: str
    ) -> None:
        assert session.screen(environ) == screen

    def test_none_is_named_where_there_is_none(
        self, session: Session, bare: Mapping[str, str]
    ) -> None:
        assert session.screen(bare) is None

    def test_a_screen_that_nobody_knows_better_stays(
        self, session: Session, environ: Mapping[str, str], screen: str
    ) -> None:
        joined = dict(environ)
        session.join(joined)
        assert session.screen(joined) == screen

    def test_where_nobody_knows_any_there_is_none(
        self, session: Session, bare: Mapping[str, str]
    ) -> None:
        joined = dict(bare)
        session.join(joined)
        assert session.screen(joined) is None

    def test_a_right_to_come_to_the_front_is_taken_once(
        self, session: Session, activated: MutableMapping[str, str] | None
    ) -> None:
        if activated is None:
            pytest.skip("this system hands on no right to come to the front")
        right = session.take_activation(activated)
        assert right
        assert right not in activated.values()
        assert session.take_activation(activated) is None

    def test_a_daemon_does_not_have_it(
        self, session: Session, activated: MutableMapping[str, str] | None
    ) -> None:
        own = session.environment(activated or {})
        assert session.take_activation(own) is None

    def test_a_daemon_is_on_the_askers_screen_and_has_nothing_else_of_it(
        self, session: Session, environ: Mapping[str, str], screen: str
    ) -> None:
        own = session.environment({**environ, "SAYSO_TRIED_BY_NOBODY": "1"})
        assert session.screen(own) == screen
        assert "SAYSO_TRIED_BY_NOBODY" not in own
        assert own == session.environment(environ)

    def test_why_there_is_no_screen_is_told_in_variables_of_this_system_alone(
        self, session: Session
    ) -> None:
        words = session.no_screen()
        assert words.startswith("there is no screen: ")
        assert {*re.findall("[A-Z_]{4,}", words)} <= {*session.variables()}
