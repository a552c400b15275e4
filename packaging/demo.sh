#!/bin/sh
# Installs sayso into this clone and shows it: three questions, answered in time, late, and never.
#
#     sh packaging/demo.sh             with a screen you answer; without, a robot on a virtual one
#     sh packaging/demo.sh --wayland   a robot on a virtual one of Wayland's, whatever screen there is
#     sh packaging/demo.sh --remove    takes everything away again
#
# The exit status is 0 when all three came out right, 2 when a package is missing.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

usage="Usage: sh packaging/demo.sh [--wayland | --remove]"

main() {
    wayland=
    case "$*" in
    "") ;;
    --wayland) wayland=--wayland ;;
    --remove)
        leave_root "$@"
        remove
        exit 0
        ;;
    -h | --help) say "$usage" && exit 0 ;;
    *) say "$usage" >&2 && exit 2 ;;
    esac
    install_packages python3-venv python3-gi gir1.2-gtk-3.0 libxss1 \
        gir1.2-ayatanaappindicator3-0.1 gir1.2-gsound-1.0 sound-theme-freedesktop
    [ -z "${WAYLAND_DISPLAY-}$wayland" ] || install_packages gir1.2-gtklayershell-0.1
    if [ -n "$wayland" ]; then
        install_packages sway grim dbus at-spi2-core gir1.2-atspi-2.0
    elif ! has_screen; then
        install_packages xvfb openbox xdotool dbus at-spi2-core gir1.2-atspi-2.0
    fi
    leave_root "$@"
    make_venv '[desktop]'
    if [ -n "$wayland" ]; then
        say "A robot answers in a session of sway that is shown nowhere."
        play --wayland
    elif has_screen; then
        show
    else
        say "No screen here: a robot answers on a virtual one."
        play
    fi
}

# A daemon that ran before goes on. One that the demo started would serve a sayso that is installed
# elsewhere afterwards, and not know that one's commands as sayso's own.
show() {
    "$venv/bin/sayso" status >/dev/null 2>&1 && ran=yes || ran=
    status=0
    "$venv/bin/sayso" demo || status=$?
    [ -n "$ran" ] || stop_daemon >/dev/null
    return $status
}

has_screen() {
    [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && /usr/bin/python3 -c '
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
raise SystemExit(not Gtk.init_check(None)[0])' 2>/dev/null
}

play() {
    status=0
    if [ -n "$wayland" ] && [ "$(id -u)" = 0 ]; then
        # sway does not run as root
        sh "$root/packaging/unprivileged.sh" --robot "$@" || status=$?
    else
        "$venv/bin/python" "$root/packaging/robot.py" "$own" "$@" || status=$?
    fi
    say
    say "Transcript: $own/transcript.txt"
    for picture in "$own"/*.png; do
        [ ! -e "$picture" ] || say "Screenshot: $picture"
    done
    return $status
}

remove() {
    disable_autostart
    stop_daemon
    if [ -s "$own/packages" ]; then
        packages=$(sort -u "$own/packages" | tr '\n' ' ')
        say "These system packages stay. If nothing else needs them, remove them with:"
        say "    sudo apt-get remove --autoremove ${packages% }"
    fi
    rm -rf "$venv" "$own" "$root/src/sayso/presentation/locale"
    find "$root/src" "$root/tests" "$root/packaging" -name __pycache__ -prune -exec rm -r {} +
    say "Removed: .venv, .demo and caches of Python. The daemon's logs stay:"
    say "    ${XDG_STATE_HOME:-$HOME/.local/state}/sayso"
}

# What starts this clone's daemon at login.
disable_autostart() {
    entry=${XDG_CONFIG_HOME:-$HOME/.config}/autostart/sayso.desktop
    grep -qsF "TryExec=$venv/bin/python" "$entry" || return 0
    "$venv/bin/sayso" autostart disable
}

# The daemon that runs, if it is this clone's.
stop_daemon() {
    [ -x "$venv/bin/sayso" ] || return 0
    pid=$("$venv/bin/sayso" status --json | "$venv/bin/python" -c '
import json, sys
print(json.load(sys.stdin).get("daemon", {}).get("pid", ""))')
    [ -n "$pid" ] || return 0
    program=$(tr '\0' '\n' <"/proc/$pid/cmdline" | head -n 1)
    if [ "$program" = "$venv/bin/python" ]; then
        "$venv/bin/sayso" daemon stop
    fi
}

main "$@"
