"""Whether keys count where the keyboard focus is: only if the person took the focus there.

Assistive technology, and so any program, can give a control the focus. Whoever presses a key then
did not mean that control, and may not even have seen it.
"""

from collections.abc import Hashable


class Focus:
    """The keyboard focus of one window: which control has it, and by whose hand."""

    def __init__(self, trusting: bool = False) -> None:
        """`trusting`: programs may move the focus for the person, who allows that."""
        self._trusting = trusting
        self._holder: Hashable = None
        self._counts = False

    def placed(self, control: Hashable, counts: bool) -> None:
        """We gave the focus to this control ourselves. `counts`: keys count there at once, as one
        that is not meant for the control does no harm."""
        self._holder, self._counts = control, counts

    def moved(self, control: Hashable, by_device: bool) -> bool:
        """The focus has moved. `control`: the control that has it now; None: none has. Returns
        whether the person must first see that."""
        if control == self._holder:
            return False
        self._holder, self._counts = control, by_device or self._trusting
        return control is not None and not self._counts

    def touched(self) -> None:
        """The person typed into the control that has the focus, or pressed that control."""
        self._counts = self._holder is not None

    def counts_at(self, control: Hashable) -> bool:
        """Whether a key works `control`: only if that is where the focus was last known to be, as a
        program may have moved it since."""
        return self._counts and control == self._holder

    @property
    def counts(self) -> bool:
        """Whether a key works the control that has the focus."""
        return self._counts
