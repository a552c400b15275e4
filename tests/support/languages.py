"""Switches this process to a language, like a dialog that is started with `LANGUAGE`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sayso.presentation import translation


@contextmanager
def spoken(language: str) -> Iterator[dict[str, str]]:
    """Translates texts into this language until the end. Yields the variables for a dialog's
    environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", language)
        translation.use(translation.find())
        yield {"LANGUAGE": os.environ["LANGUAGE"]}
    translation.use(translation.find())
