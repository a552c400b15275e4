"""The menu bar, of which GNUstep has hardly more than the names.

An item has a button, as Apple's has; here it stands in a small window of its own, at the top left
of the screen, and whoever presses it opens the item's menu there. The menu's delegate is told of
that, though of its end after what was chosen, and not before. A picture can be a template: that is
kept, and nothing is drawn otherwise for it.
"""

from ctypes import CFUNCTYPE, c_bool, c_void_p
from typing import Any

from macos_double import classes, frameworks, objects, runtime

SIDE = 24
"""Points of the button, each way."""

_buttons: dict[int, Any] = {}
"""By the item."""


def items() -> list[Any]:
    """Those whose button somebody asked for."""
    return [objects.wrap(each) for each in _buttons]


_templates: set[int] = set()
"""Pictures that are one."""


def begin() -> None:
    """GNUstep's classes have what they lack from now on."""
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
    """GNUstep has none."""
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
    """In its window."""
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
    """The class of the button, made as the first is wanted."""
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
