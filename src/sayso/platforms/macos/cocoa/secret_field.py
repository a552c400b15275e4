"""A field for a password: hidden, shown while the person wants it, given away once."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import Any

import AppKit
import objc

from sayso.platforms.macos.cocoa import input_method, look, typed
from sayso.platforms.macos.cocoa.button import Mark, PushButton
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.frame import Framed
from sayso.platforms.macos.cocoa.labels import Label
from sayso.platforms.macos.cocoa.notes import Notes
from sayso.platforms.macos.cocoa.part import Control, Part
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.stroke import Stroke
from sayso.presentation import catalogue
from sayso.presentation.dialog import SecretField as Words
from sayso.presentation.typed_text import secret_obstacle

_GAP, _BESIDE = 6, 12


class SaysoSecret(AppKit.NSSecureTextField):
    """A field for a secret: AppKit keeps the text in it from the clipboard, and the keys from other
    programs."""

    held_by: _Entry

    def acceptsFirstMouse_(self, event: Any) -> bool:  # noqa: N802
        return True

    def controlTextDidChange_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_changed()

    def setStringValue_(self, text: Any) -> None:  # noqa: N802
        with deadly:
            objc.super(SaysoSecret, self).setStringValue_(text)
            self.held_by.on_changed()  # AppKit tells nobody what a program sets


class SaysoName(AppKit.NSTextField):
    """A field for the user's name. People type passwords there as well, so nothing is copied out of
    it."""

    held_by: _Entry

    def acceptsFirstMouse_(self, event: Any) -> bool:  # noqa: N802
        return True

    def controlTextDidChange_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_changed()

    def setStringValue_(self, text: Any) -> None:  # noqa: N802
        with deadly:
            objc.super(SaysoName, self).setStringValue_(text)
            self.held_by.on_changed()  # as above

    def textView_menu_forEvent_atIndex_(  # noqa: N802
        self, view: Any, menu: Any, event: Any, at: int
    ) -> Any:
        return None


class SaysoShown(AppKit.NSTextField):
    """Lies over a secure field, and shows the text in it: the keys still go to the secure field,
    and nothing can be selected or copied."""

    def hitTest_(self, place: Any) -> Any:  # noqa: N802
        return None


class _Entry(Control):
    def __init__(self, room: Room, name: str, *, is_name: bool) -> None:
        self._on_changed: Callable[[], None] = lambda: None
        kind = SaysoName if is_name else SaysoSecret
        view = kind.alloc().initWithFrame_(((0, 0), (10, 10)))
        self._shown = SaysoShown.alloc().initWithFrame_(((0, 0), (10, 10)))
        for each in (view, self._shown):
            each.setBezeled_(False)
            each.setBordered_(False)
            each.setDrawsBackground_(True)
            each.setBackgroundColor_(look.color("sheet"))
            each.setFont_(look.font("text"))
            each.setTextColor_(look.color("text"))
            each.cell().setScrollable_(True)
        view.setDelegate_(view)
        super().__init__(room, view, takes_focus=True)
        self._shown.setEditable_(False)
        self._shown.setSelectable_(False)
        self._shown.setHidden_(True)
        room.add(self._shown)
        self.name(name)

    @property
    def shown(self) -> str | None:
        """The text as the person sees it in letters; None: it is hidden."""
        return None if self._shown.isHidden() else str(self._shown.stringValue())

    @property
    def composing(self) -> bool:
        """Whether an input method is at work here. AppKit gives the field with the focus an
        editor."""
        return input_method.composing_in(self.view.currentEditor())

    def watch(self, on_changed: Callable[[], None]) -> None:
        self._on_changed = on_changed

    def on_changed(self) -> None:
        if not self._shown.isHidden():
            self._shown.takeStringValueFrom_(self.view)
        self._on_changed()

    def hide(self, hidden: bool) -> None:
        if hidden:
            self._shown.setStringValue_("")
        else:
            self._shown.takeStringValueFrom_(self.view)
        self._shown.setHidden_(hidden)

    def clear(self) -> None:
        self.view.setStringValue_("")

    def set_alive(self, alive: bool) -> None:
        if self.view.isEditable() != alive:
            self.view.setEditable_(alive)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        super().place(x, y, width, height)
        self._shown.setFrame_(self.view.frame())

    def height(self, width: int) -> int:
        return look.line_height("text") + 2


class SecretField(Part):
    """One entry for a password, or two that must be the same, perhaps one for a name above; a
    button that shows what is typed, and a line of notes with room of its own."""

    def __init__(self, room: Room, words: Words) -> None:
        """`words`: which entries there are, and what the asker says of them."""
        self._room = room
        self._on_typing: Callable[[], None] = lambda: None
        self._labels: list[Label] = []
        self._is_shown = False
        self._user = self._entry(words.user, is_name=True) if words.user else None
        self._hidden = [self._entry(catalogue.FIELD())]
        if words.repeat:
            self._hidden.append(self._entry(catalogue.REPEAT()))
        self._entries = [*([self._user] if self._user else []), *self._hidden]
        self._frames = [Framed(room, entry) for entry in self._entries]
        self.first = self._entries[0]
        self.eye = PushButton(room, "", Mark.REVEAL)
        faults = [catalogue.TOO_LONG(), *([catalogue.NOT_THE_SAME()] if words.repeat else [])]
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
        """Whether this key submits: Return does, while an entry has the focus and no input method
        is at work."""
        composing = any(entry.composing for entry in self._entries)
        return self.has_focus and stroke.is_return and not composing

    @property
    def obstacle(self) -> str:
        """What keeps the password from being submitted, in words; empty: nothing. Raises
        MemoryNotLocked."""
        first, *others = [entry.view for entry in self._hidden]
        user = self._user.view if self._user else None
        return secret_obstacle(
            user=typed.length(user) if user else None,
            breaks=lambda: typed.has_line_break(user),
            length=typed.length(first),
            size=lambda: typed.size(first) + (typed.size(user) + 1 if user else 0),
            is_repeated=lambda: all(typed.same(first, other) for other in others),
        )

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text of an entry has changed."""
        self._on_typing = on_typing

    def set_alive(self, alive: bool) -> None:
        for each in self._entries:
            each.set_alive(alive)
        self.eye.set_alive(alive)

    def toggle(self) -> None:
        """Shows what is typed, or hides it again."""
        self._show(not self._is_shown)

    def read(self) -> memoryview:
        """A copy of what was typed, as UTF-8, for the caller to wipe: the name, if there is one,
        and a newline come first. Raises MemoryNotLocked."""
        return typed.read(*([self._user.view] if self._user else []), self._hidden[0].view)

    def clear(self) -> None:
        for entry in self._entries:
            entry.clear()
        self._show(False)

    def look_at_caps_lock(self, flags: int | None = None) -> None:
        """Shows or hides the note that Caps Lock is on, as the key may have been pressed. `flags`:
        an event's modifier flags; None: those of now."""
        flags = AppKit.NSEvent.modifierFlags() if flags is None else flags
        is_on = flags & AppKit.NSEventModifierFlagCapsLock
        words = catalogue.CAPS_LOCK() if is_on else ""
        if words != self._caps_lock.words:
            self._caps_lock.say(words)
            self._caps_lock.announce(words)

    def height(self, width: int) -> int:
        rows = sum(frame.height(width) for frame in self._frames)
        return rows + _GAP * len(self._frames) + self._notes.height(self._notes_width(width))

    def place(self, x: int, y: int, width: int, height: int) -> None:
        beside = self._beside
        eye = self.eye.one_line_width
        inner = width - beside - eye - _GAP
        for words, frame in zip(self._labels, self._frames, strict=True):
            own = frame.height(inner)
            line = words.height(beside)
            words.place(x, y + (own - line) // 2, beside - _GAP, line)
            frame.place(x + beside, y, inner, own)
            if frame is self._frames[-1]:
                self.eye.place(x + beside + inner + _GAP, y, eye, own)
            y += own + _GAP
        caps = self._caps_width
        notes = self._notes_width(width)
        self._notes.place(x + beside, y, notes, self._notes.height(notes))
        self._caps_lock.place(x + width - caps, y, caps, self._caps_lock.height(caps))

    @property
    def _beside(self) -> int:
        return max(each.natural_width for each in self._labels) + _BESIDE

    @property
    def _caps_width(self) -> int:
        return look.measure(catalogue.CAPS_LOCK(), None, "text")[0] + _GAP

    def _notes_width(self, width: int) -> int:
        return width - self._beside - self._caps_width - _BESIDE

    def _entry(self, name: str, *, is_name: bool = False) -> _Entry:
        self._labels.append(Label(self._room, name))
        return _Entry(self._room, name, is_name=is_name)

    def _show(self, shown: bool) -> None:
        self._is_shown = shown
        for entry in self._hidden:
            entry.hide(not shown)
        words = catalogue.CONCEAL() if shown else catalogue.REVEAL()
        self.eye.say_apart(words, Mark.CONCEAL if shown else Mark.REVEAL)

    def _changed(self) -> None:
        begun = all(typed.length(entry.view) for entry in self._entries)
        self._notes.say(self.obstacle if begun else "")
        self._on_typing()
