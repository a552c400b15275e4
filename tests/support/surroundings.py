"""What the tests themselves run in: nothing that the person who runs them has set."""

from collections.abc import MutableMapping

_KEPT = ("CI", "PATH", "SYSTEMROOT", "TEMP", "TMPDIR")
_KEPT_PREFIXES = ("COV_", "COVERAGE_", "PYTEST_")


def make_anew(environ: MutableMapping[str, str], home: str) -> None:
    """Leaves in this environment what finds programs, and what the tools of the tests have set."""
    for name in list(environ):
        if name not in _KEPT and not name.startswith(_KEPT_PREFIXES):
            del environ[name]
    environ.update(HOME=home, LANG="C.UTF-8", XDG_RUNTIME_DIR=home)
