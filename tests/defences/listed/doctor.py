"""A doctor that calls well what is not: its exit is 0 only where a question could be shown."""

from defences.defence import Defence, Threat

_LINUX = "platforms/linux/doctor.py"
_SURVEY = "platforms/linux/gtk/survey.py"
_TESTS = "e2e/test_doctor.py"

THREAT = Threat(
    "doctor's exit",
    (
        Defence(
            name="exit-tells",
            guards="a script goes on where no question can be shown",
            file="frontends/cli/doctor.py",
            old="exits.NO_INTERACTOR if broken else exits.OK",
            new="exits.OK",
            test=f"{_TESTS}::test_without_a_display",
        ),
        Defence(
            name="finds-no-display",
            guards="no display is called well",
            file=_SURVEY,
            old="yield Finding(kind, Health.BROKEN,",
            new="yield Finding(kind, Health.WORKS,",
            test=f"{_TESTS}::test_with_a_display_that_cannot_be_opened",
        ),
        Defence(
            name="finds-no-toolkit",
            guards="a missing toolkit ends the survey, with no word of what is missing",
            file="platforms/linux/dialogs.py",
            old="except (ImportError, ValueError) as error:",
            new="except ValueError as error:",
            test=f"{_TESTS}::test_without_the_toolkit",
        ),
        Defence(
            name="survives-the-toolkit",
            guards="a toolkit that ends the process is called well",
            file=_LINUX,
            old="subprocess.CalledProcessError, ValueError, TypeError",
            new="TypeError",
            test=f"{_TESTS}::test_with_a_toolkit_that_ends_the_process",
        ),
        Defence(
            name="finds-an-open-directory",
            guards="a directory that others can write to is called well",
            file="platforms/linux/trust.py",
            old="if mode != 0o700:",
            new="if False:",
            test=f"{_TESTS}::test_with_a_directory_that_others_can_read",
        ),
        Defence(
            name="finds-a-taken-place",
            guards="a file in the socket's place is called well",
            file=_LINUX,
            old="        endpoint.check_free(path)\n",
            new="",
            test=f"{_TESTS}::test_with_a_file_in_the_sockets_place",
        ),
        Defence(
            name="finds-a-daemon-without-screen",
            guards="a daemon that can show nothing is called well",
            file="frontends/cli/doctor.py",
            old='if status["screen"] is None:',
            new="if False:",
            test=f"{_TESTS}::test_with_a_daemon_that_has_no_screen",
        ),
        Defence(
            name="finds-a-broken-login",
            guards="what does not start at login any more is called well",
            file="frontends/cli/doctor.py",
            old="if status.trouble:",
            new="if False:",
            test=f"{_TESTS}::test_start_at_login",
        ),
        Defence(
            name="finds-no-tray-icon",
            guards="a missing library of the tray's icon ends the survey",
            file="platforms/linux/tray.py",
            old="except (ImportError, ValueError) as error:",
            new="except ValueError as error:",
            test=f"{_TESTS}::test_without_what_the_trays_icon_takes",
        ),
        Defence(
            name="finds-sudo",
            guards="under sudo, where no daemon is started, all is called well",
            file=_LINUX,
            old='"SUDO_UID" in environ',
            new="False",
            test=f"{_TESTS}::test_under_sudo",
        ),
        Defence(
            name="doubts-wayland",
            guards="what was never tried is called well",
            file=_LINUX,
            old='kind == "wayland" or',
            new="",
            test=f"{_TESTS}::test_a_wayland_session_is_not_yet_tested",
        ),
    ),
)
