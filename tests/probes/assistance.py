"""What assistive technology does over AT-SPI, for all probes whose eyes look over it."""

from probes.eyes import Eyes
from probes.probe import BUTTON, Assistance


class AtspiAssistance(Assistance):
    _eyes: Eyes

    def listen(self) -> None:
        assert self._eyes.look("listen")["done"]

    def announced(self, pid: int) -> list[str]:
        words: list[str] = self._eyes.look("announced", pid=pid)["words"]
        return words

    def act(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        return bool(self._eyes.look("act", name=name, role=role, pid=pid)["done"])

    def write(self, name: str, text: str, at: int, *, pid: int | None = None) -> bool:
        return bool(self._eyes.look("write", name=name, pid=pid, text=text, at=at)["done"])

    def cut(self, name: str, start: int, end: int, *, pid: int | None = None) -> bool:
        return bool(self._eyes.look("cut", name=name, pid=pid, start=start, end=end)["done"])

    def focus(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        return bool(self._eyes.look("focus", name=name, role=role, pid=pid)["done"])

    def scroll(self, to: float, *, pid: int | None = None) -> bool:
        return bool(self._eyes.look("scroll", role="scroll bar", pid=pid, to=to)["done"])

    def place_caret(self, name: str, at: int, *, pid: int | None = None) -> bool:
        wanted = {"name": name, "role": "text", "pid": pid}
        return bool(self._eyes.look("place_caret", at=at, **wanted)["done"])
