"""Where every platform keeps a person's files. A backend's own test inherits this."""

from collections.abc import Mapping
from pathlib import Path

from sayso.platforms.contract.places import Places


class PlacesContract:
    """Fixtures: `places`; `home`, an empty directory; and `environ`, the environment of a process
    whose person has that home directory, with nothing else in it."""

    def test_the_home_is_the_persons(
        self, places: Places, home: Path, environ: Mapping[str, str]
    ) -> None:
        assert places.home(environ) == str(home)

    def test_the_others_are_two_below_it_and_are_not_made(
        self, places: Places, home: Path, environ: Mapping[str, str]
    ) -> None:
        found = {Path(places.configuration(environ)), Path(places.state(environ))}
        assert len(found) == 2
        assert all(home in each.parents for each in found)
        assert list(home.iterdir()) == []

    def test_files_of_the_session_have_a_place_of_their_own(
        self, places: Places, home: Path, environ: Mapping[str, str]
    ) -> None:
        found = Path(places.session_files(environ))
        assert found.is_absolute()
        assert found not in {Path(places.configuration(environ)), Path(places.state(environ))}
        assert list(home.iterdir()) == []

    def test_variables_are_set_in_files_of_the_home(
        self, places: Places, home: Path, environ: Mapping[str, str]
    ) -> None:
        """Variables may be set in files. No file is in both lists, and none is made."""
        found = places.login_files(environ)
        every = [Path(path) for path in (*found.profiles, *found.others)]
        assert len(set(every)) == len(every)
        every += [Path(found.directory)] if found.directory else []
        assert all(home in each.parents for each in every)
        assert list(home.iterdir()) == []

    def test_a_home_is_known_where_the_environment_names_none(self, places: Places) -> None:
        home = places.home({})
        assert Path(home).is_absolute()
        assert Path(home) in Path(places.configuration({})).parents
