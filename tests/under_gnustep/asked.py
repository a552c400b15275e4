"""A question on the double, and a hand whose keys are as the test says: no key of X's is held, or
another program's."""

import sys

assert sys.platform == "linux"

from dataclasses import dataclass

from probes.gnustep import GnustepProbe
from probes.probe import Control
from sayso.core.questions import Choice
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import DialogProcess, take_keyboard
from support.processes import wait_until

RETURN, TAB, SPACE, ESCAPE, DOWN = "\r", "\t", " ", "\x1b", "\uf701"
BUTTON, OPTION, TEXT = "push button", "radio button", "text"
APPROVED = screen.Answer(Choice.APPROVE)


@dataclass
class Asked:
    """A dialog that has the keyboard, where the person took the focus by keys."""

    probe: GnustepProbe
    dialog: DialogProcess

    def show(self, order: screen.Show) -> None:
        """Its keys count from the start: nothing else keeps a held one from what it would do."""
        self.dialog.tell(replace(order, arming=0.0))
        assert self.dialog.hear() == screen.Painted()
        take_keyboard(self.probe, self.dialog.pid)

    def see(self, name: str, role: str = BUTTON) -> Control:
        return self.probe.find(name, role=role, pid=self.dialog.pid)[0]

    def has_focus(self, name: str, role: str = BUTTON) -> bool:
        return "focused" in self.see(name, role).states

    def go_to(self, name: str, role: str = BUTTON) -> None:
        def there() -> bool:
            if not self.has_focus(name, role):
                self.strike(TAB)
            return self.has_focus(name, role)

        wait_until(there, name)

    def strike(self, character: str, *, is_repeated: bool = False) -> None:
        self.probe.strike(character, is_repeated=is_repeated, pid=self.dialog.pid)

    def strikes(self, *characters: str) -> None:
        for character in characters:
            self.strike(character)

    def click(self, name: str, role: str = BUTTON) -> None:
        self.probe.click(self.see(name, role))

    def posted_by(self, process: int) -> None:
        """What comes from now on is; 0: a device's."""
        self.probe.posted_by(process)

    def hold(self, *characters: str) -> None:
        for character in characters * 2:
            self.strike(character, is_repeated=True)

    def said(self) -> list[screen.Order | screen.Report]:
        """But for what merely tells that somebody is at work there."""
        heard = self.dialog.hear_all()
        return [each for each in heard if not isinstance(each, screen.Activity | screen.Drafted)]
