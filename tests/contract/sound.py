"""What every platform's sound does. A backend's own test inherits this."""

from contract.loop import Until
from sayso.platforms.contract.sound import Sound


class SoundContract:
    """Fixtures: `silent`, a sound that can't be heard; and `until`, as for LoopContract."""

    def test_why_nothing_is_heard_is_told_in_one_line(self, silent: Sound, until: Until) -> None:
        """It is told each time: after a failure the next sound is tried."""
        told: list[str] = []
        for _ in range(2):
            silent.play(told.append)
            until(lambda: bool(told))
            words = told.pop()
            assert words.strip()
            assert words.isprintable()
