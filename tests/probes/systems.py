"""Opens the probe for a system: nothing else knows which system has which probe."""

from collections.abc import Mapping

from probes.probe import Probe
from probes.x11 import X11Probe


def open_probe(environ: Mapping[str, str]) -> Probe:
    """Opens the probe for the screen that this environment names; the caller closes it."""
    return X11Probe(environ)
