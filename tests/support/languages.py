"""This process speaks a language, as a dialog does that is started with `LANGUAGE`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sayso.presentation import translation


@contextmanager
def spoken(language: str) -> Iterator[dict[str, str]]:
    """What a dialog is to have in its environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", language)
        translation.use(translation.find())
        yield {"LANGUAGE": os.environ["LANGUAGE"]}
    translation.use(translation.find())
