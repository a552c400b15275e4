"""What every platform reports about itself. A backend's own test inherits this."""

import os
from collections.abc import Mapping
from pathlib import Path

from sayso.platforms.contract.doctor import Doctor, Health


class DoctorContract:
    """Fixtures: `doctor`; and `home` and `environ`, as for PlacesContract, without a screen."""

    def test_it_finds_each_thing_once_in_one_line_and_changes_nothing(
        self, doctor: Doctor, home: Path, environ: Mapping[str, str]
    ) -> None:
        """One thing is broken: without a screen no question can be shown."""
        before = dict(os.environ)
        found = list(doctor.examine(environ))
        assert len({each.name for each in found}) == len(found) > 1
        assert all(each.words and "\n" not in each.words for each in found)
        assert Health.BROKEN in {each.health for each in found}
        assert list(home.iterdir()) == []
        assert dict(os.environ) == before
