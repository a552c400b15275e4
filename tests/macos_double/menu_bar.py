"""The menu bar, of which GNUstep has hardly more than the names.

An item has a button, as Apple's has. Here the button is in a small window of its own at the top
left of the screen, and pressing it opens the item's menu there. The menu's delegate is told of
that; but it is told of the menu's end after the chosen item's action, not before. A picture can be
marked as a template, but is drawn no differently.
"""

from ctypes import CFUNCTYPE, c_bool, c_void_p
from typing import Any

from macos_double import classes, frameworks, objects, runtime

SIDE = 24
"""Width and height of the button in points."""

_buttons: dict[int, Any] = {}
"""Buttons by their items."""


def items() -> list[Any]:
    """The items whose button somebody has asked for."""
    return [objects.wrap(each) for each in _buttons]


_templates: set[int] = set()
"""Pictures that are marked as templates."""


def begin() -> None:
    """Adds to GNUstep's classes the methods that they lack."""
    for name, method, types, function in (
        ("NSStatusItem", "button", "@16@0:8", CFUNCTYPE(c_void_p, c_void_p, c_void_p)(_button)),
        ("NSImage", "isTemplate", "B16@0:8", CFUNCTYPE(c_bool, c_void_p, c_void_p)(_is_template)),
        (
            "NSImage", "setTemplate:", "v20@0:8B16",
            CFUNCTYPE(None, c_void_p, c_void_p, c_bool)(_set_template),
        ),
    ):  # fmt: skip
        runtime.add_method(runtime.class_named(name), method, types, function)
    bar = runtime.class_of(runtime.class_named("NSStatusBar"))
    runtime.replace_method(bar, "systemStatusBar", CFUNCTYPE(c_void_p, c_void_p, c_void_p)(_bar))


def _bar(of_class: int, _selector: int) -> int:
    """The menu bar, which is made at the first call: GNUstep's method returns none."""
    if not _bars:
        _bars.append(runtime.message(of_class, "new"))
    return _bars[0]


_bars: list[int] = []


def _is_template(image: int, _selector: int) -> bool:
    return image in _templates


def _set_template(image: int, _selector: int, is_one: bool) -> None:
    (_templates.add if is_one else _templates.discard)(image)


def _button(item: int, _selector: int) -> int:
    if item not in _buttons:
        _buttons[item] = _shown(objects.wrap(item))
    pointer: int = _buttons[item].pyobjc_id
    return pointer


def _shown(item: Any) -> Any:
    """A button for the item, shown in its window."""
    kind = _classes()
    height = _of("NSScreen").mainScreen().frame().size.height
    place = ((SIDE * len(_buttons), height - SIDE), (SIDE, SIDE))
    window = (
        _of("NSPanel")
        .alloc()
        .initWithContentRect_styleMask_backing_defer_(
            place, 0, _of("NSBackingStoreBuffered"), False
        )
    )
    window.setHidesOnDeactivate_(False)
    button = kind.alloc().initWithFrame_(((0, 0), (SIDE, SIDE)))
    button.setBordered_(False)
    button.setTitle_("")
    button.item = item
    window.contentView().addSubview_(button)
    window.orderFrontRegardless()
    button.keeps = window
    return button


def _of(name: str) -> Any:
    return frameworks.attribute("AppKit", name)


def _classes() -> Any:
    """The class of the buttons, made when the first is wanted."""
    if not _made:

        class DoubleBarButton(classes.look_up("NSStatusBarButton")):  # type: ignore[misc]
            def mouseDown_(self, event: Any) -> None:  # noqa: N802
                menu = self.item.menu()
                menu.delegate().menuWillOpen_(menu)
                _of("NSMenu").popUpContextMenu_withEvent_forView_(menu, event, self)
                menu.delegate().menuDidClose_(menu)

        _made.append(DoubleBarButton)
    return _made[0]


_made: list[Any] = []
