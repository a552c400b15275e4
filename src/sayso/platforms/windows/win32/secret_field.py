"""The field for a password: hidden, shown while the person wants that, and handed over once."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from contextlib import suppress

from sayso.platforms.windows.native import controls, looks, messages, painting, shell, windows
from sayso.platforms.windows.native.controls import (
    CHANGES_CONTROLS,
    EDIT,
    SET_TEXT,
    EditMessage,
    EditStyle,
)
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.windows import Style
from sayso.platforms.windows.win32 import typed
from sayso.platforms.windows.win32.button import Mark, PushButton
from sayso.platforms.windows.win32.device import is_by_other
from sayso.platforms.windows.win32.frame import Framed
from sayso.platforms.windows.win32.labels import Label
from sayso.platforms.windows.win32.notes import Notes
from sayso.platforms.windows.win32.part import Control, Part
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.presentation import catalogue
from sayso.presentation.dialog import SecretField as Words
from sayso.presentation.typed_text import secret_obstacle

_NEVER_CUT = 4_000_000
"""Characters, more than anybody types: a password that is too long is refused, not cut by the
control."""
_GAP = 6
_BULLET = 0x25CF
_TO_CLIPBOARD = frozenset([Message.COPY, Message.CUT, Message.CONTEXT_MENU])


class _Entry(Control):
    """A line for a password or a name. Its text never goes to the clipboard, nor, while it is
    hidden, to another program: Windows ensures that for a hidden field, but Wine does not."""

    refuses = CHANGES_CONTROLS - {EditMessage.INSERT, SET_TEXT}
    _is_hidden = True

    def __init__(self, room: Room) -> None:
        self._on_changed: Callable[[], None] = lambda: None
        style = Style.TAB_STOP | EditStyle.PASSWORD | EditStyle.MOVES_SIDEWAYS
        super().__init__(room, EDIT, "", style=style)
        windows.never_mirror(self.window)  # it shows what is typed in the order of typing
        windows.send(self.window, EditMessage.LIMIT, _NEVER_CUT)
        typed.prepare(self.window)
        self.hide(True)

    def watch(self, on_changed: Callable[[], None]) -> None:
        self._on_changed = on_changed

    def hide(self, hidden: bool) -> None:
        self._is_hidden = hidden
        windows.send(self.window, EditMessage.HIDE_AS, _BULLET if hidden else 0)
        windows.draw_anew(self.window)

    def height(self, width: int) -> int:
        return painting.measure("", None, self.font)[1]

    def restyle(self) -> None:
        super().restyle()
        looks.dress(self.window, dark=self.room.look.is_dark)

    def colors(self, dc: int) -> int:
        palette = self.room.look.palette
        return painting.set_colors(dc, palette.text, palette.sheet)

    def on_command(self, code: int) -> None:
        if code == EditMessage.CHANGED:
            self._on_changed()

    def on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        if self._is_hidden and is_by_other():
            if message == EditMessage.LINE:
                return 0
            if message == Message.GET_TEXT:
                count = min(controls.length(window), max(wparam - 1, 0))
                return controls.write(lparam, chr(_BULLET) * count)
        if message in _TO_CLIPBOARD or (message == Message.CHAR and wparam in _COPY_KEYS):
            return 0
        if message == Message.PASTE:
            with suppress(OSError):  # another program has the clipboard just now
                shell.paste(window, self._insert)  # the control would take just the first line
            return 0
        return super().on_message(window, message, wparam, lparam)

    def _insert(self, address: int) -> None:
        windows.send(self.window, EditMessage.INSERT, 1, address)


_COPY_KEYS = frozenset([3, 24, VirtualKey.RETURN, ord("\n"), VirtualKey.TAB])
"""Ctrl+C and Ctrl+X as characters; and the characters at which the system would beep."""


class SecretField(Part):
    """One entry for a password, or two that must be the same, perhaps one for a name; a button that
    shows the password (the eye), and a line of notes."""

    def __init__(self, room: Room, words: Words) -> None:
        """Raises MemoryNotLocked."""
        self._room = room
        self._on_typing: Callable[[], None] = lambda: None
        self._labels: list[Label] = []
        self._is_shown = False
        self._user = self._entry(words.user) if words.user else None
        self._hidden = [self._entry(catalogue.FIELD())]
        if words.repeat:
            self._hidden.append(self._entry(catalogue.REPEAT()))
        if self._user:
            self._user.hide(False)
        self._entries = [*([self._user] if self._user else []), *self._hidden]
        self._frames = [Framed(room, entry) for entry in self._entries]
        self.first = self._entries[0]
        self.eye = PushButton(room, "", Mark.REVEAL)
        faults = [catalogue.TOO_LONG()]
        if words.repeat:
            faults.append(catalogue.NOT_THE_SAME())
        self._notes = Notes(room, words.error, faults)
        self._caps_lock = Label(room, color="error")
        self._show(False)
        self.look_at_caps_lock()
        for entry in self._entries:
            entry.watch(self._changed)

    @property
    def has_focus(self) -> bool:
        """Whether keys go into one of the entries."""
        return any(entry.has_focus for entry in self._entries)

    @property
    def eye_has_focus(self) -> bool:
        return self.eye.has_focus

    def submits(self, stroke: Stroke) -> bool:
        """Whether the key submits what is typed: Return does, where an entry has the focus."""
        return self.has_focus and stroke.key == VirtualKey.RETURN

    @property
    def obstacle(self) -> str:
        """What keeps the password from being submitted, in words; empty: nothing does."""
        first, *others = [entry.window for entry in self._hidden]
        user = self._user.window if self._user else None
        return secret_obstacle(
            user=controls.length(user) if user else None,
            breaks=lambda: user is not None and typed.has_line_break(user),
            length=controls.length(first),
            size=lambda: typed.size(first) + (typed.size(user) + 1 if user else 0),
            is_repeated=lambda: all(typed.same(first, other) for other in others),
        )

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text of an entry has changed."""
        self._on_typing = on_typing

    def set_alive(self, alive: bool) -> None:
        for each in self._entries:
            windows.enable(each.window, enabled=alive)
        self.eye.set_alive(alive)

    def toggle(self) -> None:
        """Shows what is typed, or hides it again."""
        self._show(not self._is_shown)

    def read(self) -> memoryview:
        """A copy of what was typed, as UTF-8, for the caller to wipe: the name, if there is one,
        and a newline come first. Raises MemoryNotLocked."""
        first = self._hidden[0].window
        return typed.read(*([self._user.window] if self._user else []), first)

    def clear(self) -> None:
        for entry in self._entries:
            typed.clear(entry.window)
        self._show(False)

    def look_at_caps_lock(self) -> None:
        """Says whether Caps Lock is on. To be called when it may have been pressed."""
        words = catalogue.CAPS_LOCK() if messages.is_on(VirtualKey.CAPS_LOCK) else ""
        if words != self._caps_lock.words:
            self._caps_lock.say(words)
            self._caps_lock.announce(words)

    def height(self, width: int) -> int:
        px = self._room.look.px
        rows = sum(frame.height(width) for frame in self._frames)
        return rows + px(_GAP) * len(self._frames) + self._notes.height(self._notes_width(width))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        px = self._room.look.px
        beside = max(each.natural_width for each in self._labels) + px(12)
        eye = self._frames[0].height(width)
        inner = width - beside - eye - px(_GAP)
        for words, frame in zip(self._labels, self._frames, strict=True):
            own = frame.height(inner)
            line = words.height(beside)
            words.place(x, y + (own - line) // 2, beside - px(_GAP), line)
            frame.place(x + beside, y, inner, own)
            if frame is self._frames[-1]:
                self.eye.place(x + beside + inner + px(_GAP), y, eye, own)
            y += own + px(_GAP)
        caps = self._caps_width
        notes = width - beside - caps - px(12)
        self._notes.place(x + beside, y, notes, self._notes.height(notes))
        line = self._caps_lock.height(max(caps, 1))
        self._caps_lock.place(x + width - caps, y, caps, line)

    @property
    def _caps_width(self) -> int:
        said = painting.measure(catalogue.CAPS_LOCK(), None, self._caps_lock.font)[0]
        return said + self._room.look.px(6)

    def _notes_width(self, width: int) -> int:
        px = self._room.look.px
        beside = max(each.natural_width for each in self._labels) + px(12)
        return width - beside - self._caps_width - px(12)

    def _entry(self, name: str) -> _Entry:
        """Makes an entry, and before it the label that assistive technology takes for the entry's
        name."""
        self._labels.append(Label(self._room, name))
        entry = _Entry(self._room)
        entry.name(name)
        return entry

    def _show(self, shown: bool) -> None:
        self._is_shown = shown
        for entry in self._hidden:
            entry.hide(not shown)
        words = catalogue.CONCEAL() if shown else catalogue.REVEAL()
        self.eye.say_apart(words, Mark.CONCEAL if shown else Mark.REVEAL)

    def _changed(self) -> None:
        begun = all(controls.length(entry.window) for entry in self._entries)
        self._notes.say(self.obstacle if begun else "")
        self._on_typing()
