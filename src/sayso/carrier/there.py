"""What runs at the other machine: it finds a place for the socket, and waits.

sshd never unlinks such a socket and ignores what the client says about that (OpenSSH 9.2), so each
one has a name of its own, and who made it takes it away.
"""

from __future__ import annotations

COMMAND = "sh -s"
"""By whatever shell the person has there: csh and fish take it as well."""

MARK = "@sayso@"
"""Begins our one line. What login files print comes before it."""
PLACE, CANNOT = "place", "cannot"
"""The word after the mark, which the path follows, or what is wrong."""

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
"""Sockets that nobody listens at any more; one that is that young is perhaps about to be."""

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
"""For POSIX' sh, on standard input. The directory is the one where clients look: as
platforms/linux/endpoint.py has it, without SAYSO_SOCKET. All is read before any of it runs, for
`cat` reads what comes after. The socket goes when the connection does, in whatever way: then the
input ends."""
