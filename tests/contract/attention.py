"""What every platform tells about what the person does. A backend's own test inherits this."""

from sayso.platforms.contract.attention import Attention


class AttentionContract:
    """Fixtures: `attention`; and `nowhere`, the name of a screen that does not exist."""

    def test_without_a_screen_there_is_no_telling(self, attention: Attention, nowhere: str) -> None:
        assert attention.idle(nowhere) is None
        assert attention.full_screen(nowhere) is False
