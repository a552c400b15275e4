"""Programs that nobody waits for (`setsid -f`), which ask again and again: they count as one."""

from pathlib import Path

from sayso.core.settings import Settings
from support.asking import answer
from support.processes import wait_until
from support.world import World

DENIED, REFUSED = 1, 9
TRIES = 14
_THEN_SAYS = 'place=$1; shift; sayso "$@"; echo $? > "$place.part"; mv "$place.part" "$place"'


class Orphan:
    """A command whose parents have ended by the time that it asks."""

    def __init__(self, world: World, place: Path, *words: str) -> None:
        self._place = place
        command = ["setsid", "-f", "sh", "-c", _THEN_SAYS, "sh", str(place), *words]
        assert world.spawn(command).wait().code == 0

    @property
    def status(self) -> int | None:
        """None: it still asks."""
        return int(self._place.read_text()) if self._place.exists() else None

    def wait(self) -> int:
        """Its status: none of these is 0."""
        return wait_until(lambda: self.status, "its end")


def is_asked(world: World, orphan: Orphan) -> bool:
    """Waits until it is on the screen, or over."""
    return wait_until(lambda: _state(world, orphan), "a question, or its end") == "asked"


def _state(world: World, orphan: Orphan) -> str | None:
    if orphan.status is not None:
        return "over"
    return "asked" if any(each["state"] == "shown" for each in world.prompts()) else None


def test_the_same_is_shown_three_times_of_fourteen(world: World, tmp_path: Path) -> None:
    shown, statuses = 0, []
    for number in range(TRIES):
        orphan = Orphan(world, tmp_path / str(number), "confirm", "Deploy?")
        if is_asked(world, orphan):
            shown += 1
            answer(world, "Deploy?")
        statuses.append(orphan.wait())
    assert shown == Settings.denials
    assert statuses == [DENIED] * shown + [REFUSED] * (TRIES - shown)


def test_all_together_have_the_places_of_one(world: World, tmp_path: Path) -> None:
    orphans = [
        Orphan(world, tmp_path / str(number), "confirm", f"Question {number}?")
        for number in range(TRIES)
    ]
    most = Settings.prompts_per_origin

    def over() -> list[int]:
        return [each.status for each in orphans if each.status is not None]

    wait_until(lambda: len(over()) == TRIES - most, "the others to end")
    assert set(over()) == {REFUSED}
    assert len(world.prompts()) == most
