"""Checks the structures, constants and functions that the macOS platform declares, with a C program
that does not compile if Apple's headers differ. The compiler and those headers come from PyPI's
`ziglang`."""

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
    """The C program. `numbers`: constants by name. `layouts`: structures with their names in C.
    `functions`: names that must link."""
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
    """The fields of a structure and of the structures inside it: name, offset, size."""
    for name, kind, *_ in layout._fields_:
        if name.startswith("_"):
            continue
        place = start + getattr(layout, name).offset
        yield path + name, place, ctypes.sizeof(kind)
        if issubclass(kind, ctypes.Structure):
            yield from _fields(kind, f"{path}{name}.", place)


def complaints(source: str, architecture: str, place: Path) -> str:
    """Errors of the compiler and the linker; empty: everything agrees with the headers."""
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
"""Cache for what the compiler makes of the system's library, which takes half a minute."""
