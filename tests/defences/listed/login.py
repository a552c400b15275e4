"""A service manager that starts the daemon at login, and what else could come by that way."""

from defences.defence import Defence, Threat

_SUPERVISOR = "platforms/linux/supervisor.py"
_ENDPOINT = "platforms/linux/endpoint.py"
_AUTOSTART = "platforms/linux/autostart.py"
_UNITS = "platforms/linux/units/__init__.py"
_SERVICE = "platforms/linux/units/sayso.service"
_GIVEN = "platforms/linux/test_endpoint_given.py"
_TOLD = "platforms/linux/test_supervisor.py"
_FILES = "platforms/linux/test_autostart.py"
_SYSTEMD = "e2e/test_autostart_systemd.py"
_SUPERVISED = "e2e/test_supervised.py"

THREAT = Threat(
    "start at login",
    (
        Defence(
            name="given-to-this-process",
            guards="a daemon takes a socket that another program was given",
            file=_SUPERVISOR,
            old="if pid != str(os.getpid()):",
            new="if not pid:",
            test=f"{_TOLD}::test_what_is_given_is_for_this_process_alone",
        ),
        Defence(
            name="unit-hardens",
            guards="what the daemon starts may gain privileges",
            file=_SERVICE,
            old="NoNewPrivileges=yes\nLockPersonality=yes\nRestrictRealtime=yes\n"
            "RestrictSUIDSGID=yes\nSystemCallArchitectures=native\n",
            new="",
            test=f"{_SYSTEMD}::test_the_daemon_and_its_successor_are_hardened",
        ),
        Defence(
            name="given-to-no-child",
            guards="a dialog speaks for the daemon to its manager",
            file=_SUPERVISOR,
            old='environ.pop(_NOTIFY, "")',
            new='environ.get(_NOTIFY, "")',
            test=f"{_TOLD}::test_what_is_given_is_for_this_process_alone",
        ),
        Defence(
            name="given-one-socket",
            guards="a daemon serves one of several sockets, and none at the others",
            file=_SUPERVISOR,
            old='if count != "1":',
            new="if not count:",
            test=f"{_TOLD}::test_any_number_but_one_is_refused[2]",
        ),
        Defence(
            name="supervised-by-ours-alone",
            guards="a daemon that a service's question starts speaks for that service",
            file="daemon/start.py",
            old="if not is_supervised:  #",
            new="if False:  #",
            test=f"{_SUPERVISED}"
            "::test_what_was_given_to_the_program_that_started_it_is_not_for_a_daemon",
        ),
        Defence(
            name="given-a-stream",
            guards="a daemon begins with a socket that it can't serve",
            file=_ENDPOINT,
            old="if sock.family != socket.AF_UNIX or sock.type != socket.SOCK_STREAM:",
            new="if False:",
            test=f"{_GIVEN}::test_is_not_what_it_should_be",
        ),
        Defence(
            name="given-a-listener",
            guards="a daemon begins with a socket that nobody can connect to",
            file=_ENDPOINT,
            old="if not sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):",
            new="if False:",
            test=f"{_GIVEN}::test_is_not_what_it_should_be",
        ),
        Defence(
            name="given-our-place",
            guards="a daemon serves where no caller looks",
            file=_ENDPOINT,
            old="if sock.getsockname() != place.path:",
            new="if False:",
            test=f"{_GIVEN}::test_is_not_what_it_should_be",
        ),
        Defence(
            name="given-what-is-there",
            guards="a daemon serves a socket whose place another one has taken",
            file=_ENDPOINT,
            old='if not _is_our_socket(status):\n        return f"is not',
            new='if False:\n        return f"is not',
            test=f"{_GIVEN}::test_is_not_what_it_should_be",
        ),
        Defence(
            name="managers-socket-stays-open",
            guards="the manager can't listen any more after a daemon's end",
            file=_ENDPOINT,
            old='if not self._handover.get("is_given"):',
            new="if True:",
            test=f"{_GIVEN}::test_serves_and_stays_where_it_is",
        ),
        Defence(
            name="managers-socket-stays-there",
            guards="nobody finds the socket that the manager listens with",
            file=_ENDPOINT,
            old='if not any(line.rstrip(b"\\n").endswith(b" " + name) for line in sockets):',
            new="if True:",
            test=f"{_GIVEN}::test_serves_and_stays_where_it_is",
        ),
        Defence(
            name="no-signal-to-the-manager",
            guards="sayso daemon stop ends the person's session manager, and the session with it",
            file="platforms/linux/peer.py",
            old="if _manages_session(pid):",
            new="if False:",
            test="platforms/linux/test_exit.py::test_the_session_manager_is_not_asked_to_end",
        ),
        Defence(
            name="given-up-stays-so",
            guards="a daemon that can't listen is started every 2 s, for ever",
            file=_SERVICE,
            old="RestartPreventExitStatus=2 78\n",
            new="",
            test=f"{_SYSTEMD}::test_one_that_cannot_listen_is_not_started_again_and_again",
        ),
        Defence(
            name="woken-some-times",
            guards="one question to a daemon that can't begin wakes it again at once, for ever",
            file="platforms/linux/units/sayso.socket",
            old="TriggerLimitBurst=20\n",
            new="TriggerLimitBurst=0\n",
            test=f"{_SYSTEMD}"
            "::test_a_question_to_one_that_cannot_begin_wakes_it_some_times_and_is_told_why",
        ),
        Defence(
            name="second-start-names-the-first",
            guards="the manager starts one daemon after another, and watches none",
            file="daemon/second.py",
            old='select.supervisor().tell(notify, {"MAINPID": pid, "READY": 1})',
            new="pass",
            test=f"{_SYSTEMD}::test_a_killed_daemon_keeps_the_answer_and_its_successor_is_watched",
        ),
        Defence(
            name="second-start-waits",
            guards="a daemon that begins or ends just now is not found, and none is watched",
            file="daemon/second.py",
            old="time.monotonic() >= deadline",
            new="True",
            test=f"{_SUPERVISED}::test_a_second_start_waits_for_one_that_ends",
        ),
        Defence(
            name="restart-names-the-keeper",
            guards="the manager takes a restart for the end",
            file="daemon/app.py",
            old='supervisor.tell(notify, {"MAINPID": keeper.pid})',
            new="pass",
            test=f"{_SYSTEMD}::test_a_restart_loses_nothing_and_the_unit_stays_active",
        ),
        Defence(
            name="the-manager-does-not-kill-the-keeper",
            guards="an answer goes when the daemon is killed, for the manager kills the keeper",
            file=_SERVICE,
            old="KillMode=process\n",
            new="",
            test=f"{_SYSTEMD}::test_a_killed_daemon_keeps_the_answer_and_its_successor_is_watched",
        ),
        Defence(
            name="the-manager-does-not-kill-to-end",
            guards="a successor is killed where it is to end, and so comes back",
            file=_SERVICE,
            old="SendSIGKILL=no\n",
            new="",
            test=f"{_SYSTEMD}"
            "::test_stopped_it_ends_with_its_keeper_and_the_next_question_starts_it"
            "[successor-systemctl]",
        ),
        Defence(
            name="any-of-ours-may-tell",
            guards="a successor is not watched",
            file=_SERVICE,
            old="NotifyAccess=all\n",
            new="",
            test=f"{_SYSTEMD}::test_a_restart_loses_nothing_and_the_unit_stays_active",
        ),
        Defence(
            name="started-again",
            guards="nothing runs after daemon and keeper died",
            file=_SERVICE,
            old="Restart=on-failure\n",
            new="",
            test=f"{_SYSTEMD}::test_both_killed_the_manager_starts_it_anew",
        ),
        Defence(
            name="the-socket-of-a-daemon-that-runs",
            guards="a daemon's callers are taken from it while it runs",
            file="platforms/linux/units/sayso.socket",
            old="ConditionPathExists=!%t/sayso/lock\n",
            new="",
            test=f"{_SYSTEMD}::test_a_daemon_that_ran_before_loses_nothing",
        ),
        Defence(
            name="a-persons-unit-stays",
            guards="what the person wrote in a unit is lost",
            file=_UNITS,
            old='return first == f"{_MARK}{_digest(body)}"',
            new="return first.startswith(_MARK)",
            test=f"{_FILES}::test_a_file_that_is_not_as_we_wrote_it_stays"
            f"[systemd/user/sayso.service-edited-enable]",
        ),
        Defence(
            name="a-masked-unit-stays",
            guards="what the person has masked comes back",
            file=_AUTOSTART,
            old="if stat.S_ISREG(os.lstat(path).st_mode):",
            new="if not os.path.exists(path) or not os.path.isfile(path):\n"
            "                return None\n"
            "            if True:",
            test=f"{_FILES}::test_a_file_that_is_not_as_we_wrote_it_stays"
            f"[systemd/user/sayso.service-masked-enable]",
        ),
        Defence(
            name="all-or-nothing",
            guards="half of what starts it at login is there",
            file=_AUTOSTART,
            old="        if error is None:\n            self._undo.pop_all()",
            new="        self._undo.pop_all()",
            test=f"{_FILES}::TestFailures::test_a_manager_that_does_not_answer",
        ),
        Defence(
            name="no-half-file",
            guards="half a unit is left where the disk is full",
            file=_AUTOSTART,
            old="        os.unlink(new)\n        raise",
            new="        raise",
            test=f"{_FILES}::TestFailures::test_a_full_disk",
        ),
        Defence(
            name="what-a-unit-can-name",
            guards="a path's line breaks are lines of the unit",
            file=_UNITS,
            old="program.isprintable()",
            new="True",
            test=f"{_FILES}::TestEnable::test_by_a_program_that_no_file_can_name",
        ),
    ),
)
