"""The pictures of the mark."""

from pathlib import Path

import pytest

from sayso.presentation import mark_pictures


def test_there_is_one_of_each_size() -> None:
    for size in mark_pictures.SIZES:
        assert Path(mark_pictures.path(size)).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("pixels", "size"), [(16, 16), (20, 32), (40, 48), (128, 128), (256, 128)])
def test_the_one_that_fits(pixels: int, size: int) -> None:
    assert mark_pictures.fitting(pixels) == size
