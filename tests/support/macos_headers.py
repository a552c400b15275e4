"""Structures, numbers and calls of the macOS platform, as a program in C that a compiler refuses
where Apple's headers say otherwise. The compiler, and those headers, are of PyPI's `ziglang`."""

import ctypes
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ARCHITECTURES = ("aarch64", "x86_64")

_HEADERS = (
    "bsm/audit.h",
    "copyfile.h",
    "fcntl.h",
    "launch.h",
    "libproc.h",
    "limits.h",
    "mach/mach_time.h",
    "mach/vm_inherit.h",
    "malloc/malloc.h",
    "stddef.h",
    "stdlib.h",
    "sys/mman.h",
    "sys/param.h",
    "sys/proc.h",
    "sys/proc_info.h",
    "sys/socket.h",
    "sys/sysctl.h",
    "sys/syslimits.h",
    "sys/types.h",
    "sys/ucred.h",
    "sys/un.h",
    "time.h",
)


def program(
    numbers: Mapping[str, int],
    layouts: Iterable[tuple[str, type[ctypes.Structure]]],
    functions: Iterable[str],
) -> str:
    """`layouts`: each with its name in C. It is linked with each of the functions, too."""
    claims = [f"(long long)({name}) == {value}LL" for name, value in numbers.items()]
    for name, layout in layouts:
        claims.append(f"sizeof({name}) == {ctypes.sizeof(layout)}")
        for field, offset, size in _fields(layout):
            claims.append(f"offsetof({name}, {field}) == {offset}")
            claims.append(f"sizeof((({name} *)0)->{field}) == {size}")
    return "\n".join(
        (
            *(f"#include <{name}>" for name in _HEADERS),
            "int ptrace(int, int, char *, int); /* no header here has it */",
            *(f'_Static_assert({claim}, "{claim}");' for claim in claims),
            f"void *const called[] = {{{', '.join(f'(void *){name}' for name in functions)}}};",
            "int main(void) { return called[0] == NULL; }\n",
        )
    )


def _fields(
    layout: type[ctypes.Structure], path: str = "", start: int = 0
) -> Iterator[tuple[str, int, int]]:
    """Of these and of those within them: name, offset, size."""
    for name, kind, *_ in layout._fields_:
        if name.startswith("_"):
            continue
        place = start + getattr(layout, name).offset
        yield path + name, place, ctypes.sizeof(kind)
        if issubclass(kind, ctypes.Structure):
            yield from _fields(kind, f"{path}{name}.", place)


def complaints(source: str, architecture: str, place: Path) -> str:
    """What the compiler and the linker say; empty: all is as the headers have it."""
    path = place / "claims.c"
    path.write_text(source)
    compiler = (sys.executable, "-m", "ziglang", "cc", "-target", f"{architecture}-macos")
    done = subprocess.run(
        [*compiler, "-D_DARWIN_C_SOURCE", "-o", str(place / "claims"), str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={"PATH": "/usr/bin:/bin", "HOME": str(place), "ZIG_GLOBAL_CACHE_DIR": str(CACHE)},
    )
    return "" if done.returncode == 0 else done.stderr or "it failed without a word"


CACHE = Path(__file__).parents[2] / ".cache" / "zig"
"""What it has made of the system's library, which takes it half a minute."""
