"""By what a window is known where the person goes from one to another.

Wine tells no other program of it, so the window is asked here.
"""

import sys

import pytest

assert sys.platform == "win32"

from sayso.platforms.windows.native import icons
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation import mark_pictures


def test_a_window_has_a_small_icon_and_a_big_one() -> None:
    small, big = icons.known_by(Toplevel("title").window)
    assert small
    assert big
    assert small != big


@pytest.mark.parametrize("dpi", [96, 192])
def test_they_are_as_large_as_the_system_draws_them(dpi: int) -> None:
    small, big = icons.sizes(dpi)
    assert 0 < small < big <= mark_pictures.SIZES[-1]


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(OSError, match=r"\S"):
        icons.of_picture(b"no picture", 16)
