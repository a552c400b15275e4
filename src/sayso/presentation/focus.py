"""Whether the keyboard counts where it is: there alone to which the person took it.

Assistive technology, and so any program, can give a control the focus. Whoever presses a key then
did not mean that control, and may not even have seen it.
"""

from collections.abc import Hashable


class Focus:
    """Of one window: which control has it, and by whose hand."""

    def __init__(self, trusting: bool = False) -> None:
        """`trusting`: programs may move it for the person, who allows that."""
        self._trusting = trusting
        self._holder: Hashable = None
        self._counts = False

    def placed(self, control: Hashable, counts: bool) -> None:
        """By us, for a start. `counts`: a key that is not meant for it does no harm there."""
        self._holder, self._counts = control, counts

    def moved(self, control: Hashable, by_device: bool) -> bool:
        """`control`: that has it now; None: none has. Whether the person is to see that first."""
        if control == self._holder:
            return False
        self._holder, self._counts = control, by_device or self._trusting
        return control is not None and not self._counts

    def touched(self) -> None:
        """The person typed into the control that has it, or pressed it."""
        self._counts = self._holder is not None

    def counts_at(self, control: Hashable) -> bool:
        """The same, if this one has it: a program may have moved it since."""
        return self._counts and control == self._holder

    @property
    def counts(self) -> bool:
        """Whether a key works the control that has it."""
        return self._counts
