"""The script that runs on the other machine: it finds a path for the socket, and waits.

sshd never unlinks a forwarded socket, and ignores the client's option for that (OpenSSH 9.2). So
each socket has a name of its own, and the script that chose the name removes the socket.
"""

from __future__ import annotations

COMMAND = "sh -s"
"""The command that starts the script there; any login shell can run it, csh and fish included."""

MARK = "@sayso@"
"""Begins the one line that the script prints. What login files print comes before that line."""
PLACE, CANNOT = "place", "cannot"
"""The word after the mark: after PLACE follows the socket's path, after CANNOT what is wrong."""

_SWEEP = """
import os, socket, stat, sys, time
for entry in os.scandir(sys.argv[1]):
    status = entry.stat(follow_symlinks=False)
    if stat.S_ISSOCK(status.st_mode) and time.time() - status.st_mtime > 10:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(1)
            try:
                sock.connect(entry.path)
            except ConnectionRefusedError:
                os.unlink(entry.path)
            except OSError:
                pass
"""
"""Python program that removes sockets on which nobody listens any more. A socket younger than 10 s
is left: somebody may be about to listen on it."""

SCRIPT = f"""\
say() {{
    printf '\\n{MARK} %s\\n' "$*"
}}
cannot() {{
    say {CANNOT} "$@"
    exit 1
}}
ours() {{
    set -- "$1" $(ls -ldn -- "$1" 2>&1)
    case $2 in d*) ;; *) return 1 ;; esac
    [ "$4" = "$uid" ]
}}
make() {{
    mkdir -- "$1" 2>/dev/null
    [ ! -L "$1" ] || cannot "$1 is a symbolic link"
    [ -d "$1" ] || cannot "$1 is no directory, and none can be made there"
    ours "$1" || cannot "$1 is another user's"
    set -- "$1" $(ls -ldn -- "$1")
    case $2 in drwx------ | drwx------[.@]) ;; *) cannot "$1 has the mode $2" ;; esac
}}
carry() {{
    umask 077
    set -f
    LC_ALL=C
    export LC_ALL
    unset IFS
    uid=$(id -u)
    case $XDG_RUNTIME_DIR in
    /*) place=$XDG_RUNTIME_DIR/sayso ;;
    *) if ours "/run/user/$uid"; then place=/run/user/$uid/sayso; else place=/tmp/sayso-$uid; fi ;;
    esac
    case $place in *[!A-Za-z0-9/._+@-]*) cannot "no socket can be forwarded to $place" ;; esac
    make "$place"
    place=$place/forwarded
    make "$place"
    if command -v python3 >/dev/null 2>&1; then
        python3 -I -c '{_SWEEP}' "$place" </dev/null >/dev/null 2>&1
    fi
    name=$(od -An -N6 -tx1 /dev/urandom 2>/dev/null | tr -d ' \\n')
    place=$place/${{name:-$$}}
    [ "${{#place}}" -le 107 ] || cannot "$place is too long for a socket"
    trap 'rm -f -- "$place"; exit' HUP INT TERM
    say {PLACE} "$place"
    cat >/dev/null
    rm -f -- "$place"
}}
carry
exit
"""
"""The script for a POSIX sh, which reads it from standard input. The directory is the one where
clients look: as in platforms/linux/endpoint.py, without SAYSO_SOCKET. sh reads the whole script
before it runs any of it, as `cat` reads the input that follows. When the connection ends, in
whatever way, the input ends, and the script removes the socket."""
