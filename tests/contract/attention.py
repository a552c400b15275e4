"""What every platform tells of what the person does. A backend's own test inherits this."""

from sayso.platforms.contract.attention import Attention


class AttentionContract:
    """Fixtures: `attention`; and `nowhere`, the name of a screen that is not there."""

    def test_without_a_screen_there_is_no_telling(self, attention: Attention, nowhere: str) -> None:
        assert attention.idle(nowhere) is None
        assert attention.full_screen(nowhere) is False
