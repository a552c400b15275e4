"""A window whose whole content is a page of ours, drawn by WebKit.

WebKit draws in a process of its own, in a sandbox where the system lets it make one. The page's own
policy says what it may load, and this window sees to the rest: the page leads nowhere else, opens
no window, keeps nothing and saves nothing by itself.
"""

import sys

assert sys.platform == "linux"

import json
import traceback
from typing import TYPE_CHECKING, Any

from gi.repository import Gdk, Gtk, JavaScriptCore, WebKit2

from sayso.errors import SaysoError, ServiceError
from sayso.platforms.contract.page_window import Page
from sayso.platforms.linux import sandbox
from sayso.platforms.linux.gtk.icon import marks

if TYPE_CHECKING:
    from sayso.platforms.contract.page_window import Answer

_CHANNEL = "sayso"
_BRIDGE = f"""
"use strict";
window.sayso = (method, parameters) =>
    window.webkit.messageHandlers.{_CHANNEL}
        .postMessage(JSON.stringify([method, parameters || {{}}])).then(JSON.parse);
"""
_NOBODY = "http://127.0.0.1:1"
"""An address at which nobody listens: on port 1 only root could."""
_OURS = "about:blank"
"""The address of a page that has none."""


class WebPage:
    def __init__(self, page: Page, answer: "Answer") -> None:
        self._answer = answer
        self._is_choosing = self._has_failed = False
        self._window = Gtk.Window(title=page.title)
        self._window.set_icon_list(marks())
        self._window.set_default_size(page.width, page.height)
        _follow_theme(self._window)
        self._window.connect("destroy", lambda *_: Gtk.main_quit())
        self._window.connect("key-press-event", self._on_key)
        view = self._view = WebKit2.WebView(
            web_context=_cut_off(), user_content_manager=self._bridge()
        )
        _bind(view.get_settings())
        view.connect("decide-policy", self._on_policy)
        view.connect("create", lambda *_: None)  # no other window
        view.connect("context-menu", lambda *_: True)
        view.connect("permission-request", _deny)
        view.connect("web-process-terminated", self._on_fault)
        self._window.add(view)
        view.load_html(page.html, None)

    def run(self) -> None:
        """Shows the window until it is closed. Raises ServiceError: the process that draws the page
        has ended before."""
        self._window.show_all()
        self._view.grab_focus()
        Gtk.main()
        sandbox.clear_up()
        if self._has_failed:
            raise ServiceError("what draws the page has ended by itself", remedy="open it again")

    def _on_fault(self, *_: Any) -> None:
        self._has_failed = True
        self._window.destroy()

    def choose_file(self, title: str, name: str) -> str | None:
        """Raises ServiceError: the person is choosing already, or what they chose is no place on
        this machine."""
        if self._is_choosing:
            raise ServiceError("another place is being chosen")
        self._is_choosing = True
        try:
            return self._choose_file(title, name)
        finally:
            self._is_choosing = False

    def _choose_file(self, title: str, name: str) -> str | None:
        dialog = Gtk.FileChooserNative(
            title=title, transient_for=self._window, action=Gtk.FileChooserAction.SAVE, modal=True
        )
        dialog.set_do_overwrite_confirmation(True)
        dialog.set_current_name(name)
        accepted = dialog.run() == Gtk.ResponseType.ACCEPT
        path: str | None = dialog.get_filename() if accepted else None
        dialog.destroy()
        if accepted and path is None:
            raise ServiceError("that is no place on this machine", remedy="choose another one")
        return path

    def _bridge(self) -> Any:
        manager = WebKit2.UserContentManager()
        manager.connect("script-message-with-reply-received", self._on_call)
        manager.register_script_message_handler_with_reply(_CHANNEL, None)
        manager.add_script(
            WebKit2.UserScript.new(
                _BRIDGE,
                WebKit2.UserContentInjectedFrames.TOP_FRAME,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
        return manager

    def _on_call(self, _manager: Any, said: Any, reply: Any) -> bool:
        """Answers the page's script. A page that was taken over may send anything."""
        try:
            method, parameters = json.loads(said.to_string())
            method, parameters = str(method), dict(parameters)
        except (TypeError, ValueError, RecursionError):
            reply.return_error_message("this can't be asked")
            return True
        try:
            text = json.dumps(self._answer(method, parameters))
        except SaysoError as error:
            remedy = f": {error.remedy}" if error.remedy else ""
            reply.return_error_message(f"{error.message}{remedy}")
        except Exception:  # noqa: BLE001 - the page reports any fault to the person
            traceback.print_exc()
            reply.return_error_message("a fault in sayso itself")
        else:
            reply.return_value(JavaScriptCore.Value.new_string(said.get_context(), text))
        return True

    def _on_policy(self, _view: Any, decision: Any, kind: Any) -> bool:
        """Allows nothing but the page itself, which is loaded once."""
        is_ours = (
            kind == WebKit2.PolicyDecisionType.NAVIGATION_ACTION
            and decision.get_navigation_action().get_request().get_uri() == _OURS
            and decision.get_navigation_action().get_navigation_type()
            == WebKit2.NavigationType.OTHER
        )
        if is_ours:
            decision.use()
        else:
            decision.ignore()
        return True

    def _on_key(self, _window: Any, event: Any) -> bool:
        """Closes the window by Ctrl+W or Ctrl+Q, which is usual for windows that are only read."""
        held = event.state & Gtk.accelerator_get_default_mod_mask()
        keys = Gdk.Keymap.get_for_display(self._window.get_display())
        # by the first of the keyboard layouts: a Cyrillic one has neither letter
        _is_there, key, *_rest = keys.translate_keyboard_state(event.hardware_keycode, 0, 0)
        if held == Gdk.ModifierType.CONTROL_MASK and key in (Gdk.KEY_w, Gdk.KEY_q):
            self._window.destroy()
            return True
        return False


_UNUSED = (
    "allow-file-access-from-file-urls",
    "allow-modal-dialogs",
    "allow-universal-access-from-file-urls",
    "enable-developer-extras",
    "enable-dns-prefetching",
    "enable-html5-database",
    "enable-html5-local-storage",
    "enable-media",
    "enable-media-stream",
    "enable-mediasource",
    "enable-page-cache",
    "enable-webaudio",
    "enable-webgl",
    "enable-webrtc",
    "javascript-can-access-clipboard",
    "javascript-can-open-windows-automatically",
)
"""Settings of a browser that are switched off: a page of text needs none of them."""


def _follow_theme(window: Any) -> None:
    """Tells WebKit of a dark theme: it goes by the theme's name, and does not know each dark
    one."""
    is_there, colour = window.get_style_context().lookup_color("theme_bg_color")
    if is_there and colour.red + colour.green + colour.blue < 1.5:  # each is at most 1
        Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", True)


def _cut_off() -> Any:
    """A context that keeps nothing and reaches nothing. Whatever the page's policy and this window
    forbid, WebKit connects to where a page may lead before it asks whether it may. So all that goes
    out, the names to be looked up included, goes to a proxy that does not exist."""
    context = WebKit2.WebContext.new_ephemeral()
    context.set_sandbox_enabled(not sandbox.why_not())
    nobody = WebKit2.NetworkProxySettings.new(_NOBODY, [])
    context.get_website_data_manager().set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, nobody
    )
    return context


def _bind(settings: Any) -> None:
    for name in _UNUSED:
        settings.set_property(name, False)
    settings.set_property("hardware-acceleration-policy", WebKit2.HardwareAccelerationPolicy.NEVER)


def _deny(_view: Any, request: Any) -> bool:
    request.deny()
    return True
