# What demo.sh and test.sh share. Sourced by them, with $root, the clone, set.

venv=$root/.venv
own=$root/.demo

say() {
    printf '%s\n' "$*"
}

# Installs the Debian packages named, those that are not there yet, and notes which these were.
install_packages() {
    missing=
    for package in "$@"; do
        dpkg-query --show --showformat '${Status}' "$package" 2>/dev/null |
            grep -q '^install ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    line="apt-get install --yes --no-install-recommends$missing"
    say "Installing system packages:$missing"
    if [ "$(id -u)" = 0 ]; then
        run_apt env && note_packages && return 0
    elif command -v sudo >/dev/null; then
        run_apt sudo env && note_packages && return 0
    fi
    say "These packages are needed and could not be installed. As root, run:"
    say "    $line"
    exit 2
}

# The arguments are the command that apt-get is run through.
run_apt() {
    # a source that is broken need not be one that we use: the installation tells
    "$@" DEBIAN_FRONTEND=noninteractive apt-get update --quiet=2 </dev/null || :
    # shellcheck disable=SC2086 # the line is words
    "$@" DEBIAN_FRONTEND=noninteractive $line </dev/null
}

note_packages() {
    mkdir -p "$own"
    printf '%s\n' $missing >>"$own/packages"
    if [ -n "${SUDO_UID-}" ]; then
        chown -R "$SUDO_UID:$SUDO_GID" "$own"
    fi
}

# Under sudo, all that needs no root goes on as the person who called it.
leave_root() {
    if [ "$(id -u)" = 0 ] && [ -n "${SUDO_USER-}" ] && [ "$SUDO_USER" != root ]; then
        exec sudo -H -u "$SUDO_USER" sh "$0" "$@"
    fi
}

# The virtual environment, with an extra of ours if named ("[test]"). Of the system's packages it
# sees PyGObject alone. Not with [gtk]: to build PyGObject takes a compiler, and pycairo, which only
# programs that draw by themselves need.
make_venv() {
    stamp=$venv/.made-with-sayso${1-}
    made_with="$root $(/usr/bin/python3 --version)"
    # translations are compiled as it is installed
    made_with="$made_with $(cat "$root/pyproject.toml" "$root/packaging/lib.sh" \
        "$root"/assets/locale/*.po | cksum)"
    [ "$(cat "$stamp" 2>/dev/null)" != "$made_with" ] || return 0
    say "Installing sayso${1-} into $venv"
    /usr/bin/python3 -m venv "$venv"
    link_pygobject
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable "$root${1-}" </dev/null
    printf '%s\n' "$made_with" >"$stamp"
}

link_pygobject() {
    package=$(/usr/bin/python3 -I -c 'import gi; print(*gi.__path__)')
    modules=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    ln -sfn "$package" "$modules/gi"
}
