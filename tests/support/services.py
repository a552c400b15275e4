"""Programs that a test's screen needs: a message bus, the accessibility bus, and more."""

import os
import select
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from probes.probe import Probe
from support.processes import PATIENCE, StillWaiting, alive, kill

SERVICE = "WORLD_SERVICE"
"""Environment variable that marks processes of the screen, as opposed to those under test."""

BUS_CONFIGURATION = """\
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""This bus configuration names no service directories, so that the bus starts no program of the
machine."""

BUS = "dbus-daemon"
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
ACCESSIBILITY = next((each for each in _LAUNCHERS if Path(each).exists()), _LAUNCHERS[0])
"""Started on the session bus, where programs look for the accessibility bus, as on a desktop."""


class Services:
    """Background programs of a screen. They get `environ`, and their files lie in `directory`. End
    them with `close`."""

    probe: Probe

    def __init__(self, directory: Path, environ: dict[str, str]) -> None:
        self._directory = directory
        self._environ = environ
        self._services: dict[str, subprocess.Popen[bytes]] = {}
        """Running programs by name."""

    def _start_bus(self) -> None:
        bus = self._directory / "bus"
        configuration = self._directory / "bus.conf"
        configuration.write_text(BUS_CONFIGURATION.format(socket=bus))
        address = self._announced(
            [BUS, "--nofork", f"--config-file={configuration}", "--print-address={fd}"]
        )
        self._environ["DBUS_SESSION_BUS_ADDRESS"] = address

    def _start_accessibility(self) -> None:
        self._service([ACCESSIBILITY, "--launch-immediately"])

    def _announced(self, argv: Sequence[str], timeout: float = PATIENCE) -> str:
        """Starts a service and returns the line that it writes to a file descriptor; `{fd}` in its
        arguments stands for that descriptor. Raises StillWaiting if no line comes."""
        reading, writing = os.pipe()
        try:
            self._service([each.replace("{fd}", str(writing)) for each in argv], writing)
        finally:
            os.close(writing)
        with os.fdopen(reading) as lines:
            if not select.select([lines], [], [], timeout)[0]:
                raise StillWaiting(f"{argv[0]} said nothing for {timeout:g} s")
            line = lines.readline().strip()
        if not line:
            raise StillWaiting(f"{argv[0]} did not start:\n{self._log.read_text()}")
        return line

    @property
    def _log(self) -> Path:
        return self._directory / "services.log"

    def _service_environ(self) -> dict[str, str]:
        # "memory": the accessibility bus then needs no settings daemon
        return {**self._environ, SERVICE: "1", "GSETTINGS_BACKEND": "memory"}

    def _service(self, argv: Sequence[str], *descriptors: int) -> None:
        program = shutil.which(argv[0])
        assert program, f"{argv[0]} is not installed; packaging/test.sh installs it"
        with self._log.open("ab") as log:
            self._services[argv[0]] = subprocess.Popen(
                [program, *argv[1:]], env=self._service_environ(), pass_fds=descriptors,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
            )  # fmt: skip

    def _kill(self, program: str) -> None:
        service = self._services.pop(program)
        service.kill()
        service.wait(PATIENCE)

    def close(self) -> None:
        if hasattr(self, "probe"):
            self.probe.close()
        for service in reversed(self._services.values()):
            service.terminate()
        for service in self._services.values():
            service.wait(PATIENCE)
        self._end_helpers()

    def _end_helpers(self) -> None:
        """Kills the helpers that the accessibility bus has started and does not end itself."""
        marks = (str(self._directory).encode(), f"{SERVICE}=1".encode())
        for seen in list(alive()):
            if all(mark in seen.environ for mark in marks):
                kill(seen.pid)
