"""Another user, or another program, in the place of the daemon, of its log or of its callers."""

from defences.defence import Defence, Threat

_ENDPOINT = "platforms/linux/endpoint.py"
_TRUST = "platforms/linux/trust.py"
_NATIVE = "platforms/linux/native.py"
_CONNECTION = "daemon/connection.py"

THREAT = Threat(
    "strangers",
    (
        Defence(
            name="users-of-our-own",
            guards="another user's program passes for one of the person's",
            file=_NATIVE,
            old="if uid != os.geteuid():",
            new="if False:",
            test="platforms/linux/test_peer.py::TestRefused::test_another_user",
        ),
        Defence(
            name="daemon-looks-who-connects",
            guards="another user asks, and reads what is open",
            file=_CONNECTION,
            old="        self._peer.check_user(sock)\n",
            new="",
            test="daemon/test_hostile_connections.py"
            "::TestPeers::test_one_that_is_refused_is_never_read",
        ),
        Defence(
            name="refused-is-not-heard",
            guards="who was refused asks on",
            file=_CONNECTION,
            old="self.fail(None, error)\n            self.close()\n\n    def connection_lost",
            new="self.fail(None, error)\n\n    def connection_lost",
            test="daemon/test_hostile_connections.py"
            "::TestPeers::test_one_that_is_refused_is_never_read",
        ),
        Defence(
            name="client-looks-who-answers",
            guards="another user's program says yes, or hears a password's question",
            file=_ENDPOINT,
            old="        _connect(sock, place.path, timeout)\n        check_user(sock)\n",
            new="        _connect(sock, place.path, timeout)\n",
            test="platforms/linux/test_endpoint.py"
            "::TestConnect::test_a_daemon_of_another_user_hears_nothing",
        ),
        Defence(
            name="client-looks-where-it-goes",
            guards="a socket in a place that others can write to is believed",
            file=_ENDPOINT,
            old="        os.close(_open_directory(place.directory))\n",
            new="        os.close(os.open(place.directory, os.O_PATH))\n",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_open_to_others",
        ),
        Defence(
            name="place-is-no-link",
            guards="a link leads to a place of somebody else's",
            file=_ENDPOINT,
            old="os.open(directory, os.O_PATH | os.O_NOFOLLOW)",
            new="os.open(directory, os.O_PATH)",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_a_symbolic_link",
        ),
        Defence(
            name="place-is-a-directory",
            guards="a file in its place is a fault of ours later on",
            file=_TRUST,
            old="if not stat.S_ISDIR(status.st_mode):",
            new="if False:",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_a_file",
        ),
        Defence(
            name="place-is-not-called-a-directory",
            guards="of a link in its place it is said that it is no directory",
            file=_TRUST,
            old="if stat.S_ISLNK(status.st_mode):",
            new="if False:",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_a_symbolic_link",
        ),
        Defence(
            name="place-is-ours",
            guards="another user's directory holds the socket",
            file=_TRUST,
            old="if status.st_uid != os.geteuid():",
            new="if False:",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_of_another_user",
        ),
        Defence(
            name="place-is-shut",
            guards="others put a socket of theirs into the directory",
            file=_TRUST,
            old="if mode != 0o700:",
            new="if False:",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_open_to_others",
        ),
        Defence(
            name="place-is-made-shut",
            guards="the directory is open to others, or the umask shuts us out",
            file=_ENDPOINT,
            old="        os.mkdir(directory, 0o700)\n        os.chmod(directory, 0o700)",
            new="        os.mkdir(directory)",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_is_made_for_us_alone",
        ),
        Defence(
            name="place-in-a-place-of-ours",
            guards="whom the parent belongs to puts another directory there",
            file=_ENDPOINT,
            old="        if status.st_uid != os.geteuid():\n            reason",
            new="        if False:\n            reason",
            test="platforms/linux/test_endpoint.py"
            "::TestDirectory::test_is_not_made_where_another_user_could_swap_it",
        ),
        Defence(
            name="place-in-a-place-of-ours-alone",
            guards="who may write to the parent puts another directory there",
            file=_ENDPOINT,
            old="elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):",
            new="elif False:",
            test="platforms/linux/test_endpoint.py"
            "::TestDirectory::test_is_not_made_where_others_may_write",
        ),
        Defence(
            name="place-of-the-session-is-ours",
            guards="where the session's directory is another's, nobody can ask",
            file=_ENDPOINT,
            old="return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()",
            new="return True",
            test="platforms/linux/test_endpoint.py"
            "::TestPath::test_is_in_no_session_directory_of_another_user",
        ),
        Defence(
            name="paths-are-absolute",
            guards="where a program stands decides which daemon it asks",
            file=_ENDPOINT,
            old="    if not os.path.isabs(path):\n",
            new="    if False:\n",
            test="platforms/linux/test_endpoint.py::TestPath::test_is_absolute_and_not_the_lock",
        ),
        Defence(
            name="paths-fit",
            guards="a path that the system cuts leads elsewhere, or nowhere",
            file=_ENDPOINT,
            old="    if size > MAX_PATH:\n",
            new="    if False:\n",
            test="platforms/linux/test_endpoint.py"
            "::TestPath::test_names_its_length_when_it_is_too_long",
        ),
        Defence(
            name="socket-is-not-the-lock",
            guards="a daemon takes its own lock for a stale socket",
            file=_ENDPOINT,
            old="    if place.name == _LOCK:\n",
            new="    if False:\n",
            test="platforms/linux/test_endpoint.py::TestPath::test_is_absolute_and_not_the_lock",
        ),
        Defence(
            name="one-daemon",
            guards="two daemons, and two dialogs for one question",
            file=_ENDPOINT,
            old="            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)\n",
            new="            pass\n",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_second_daemon_is_refused_and_the_first_goes_on",
        ),
        Defence(
            name="lock-is-the-one-there",
            guards="a daemon holds the lock that another has removed, and both listen",
            file=_ENDPOINT,
            old="if _is_at(directory, _LOCK, _identity(os.fstat(lock))):",
            new="if True:",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_lock_that_is_removed_as_it_is_taken_is_none",
        ),
        Defence(
            name="lock-is-no-link",
            guards="a link in the lock's place makes a file elsewhere",
            file=_ENDPOINT,
            old="os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600",
            new="os.O_RDWR | os.O_CREAT, 0o600",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_lock_that_is_a_link_is_not_followed",
        ),
        Defence(
            name="stale-sockets-alone-are-cleared",
            guards="a file of somebody's is removed",
            file=_ENDPOINT,
            old="return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.geteuid()",
            new="return status.st_uid == os.geteuid()",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_file_in_the_way_is_left_alone",
        ),
        Defence(
            name="our-sockets-alone-are-cleared",
            guards="another user's socket is removed",
            file=_ENDPOINT,
            old="return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.geteuid()",
            new="return stat.S_ISSOCK(status.st_mode)",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_socket_of_another_user_is_left_alone",
        ),
        Defence(
            name="living-sockets-stay",
            guards="another program's socket is taken away while it listens",
            file=_ENDPOINT,
            old="if _answers(place.path):",
            new="if False:",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_living_socket_of_another_program_is_left_alone",
        ),
        Defence(
            name="full-sockets-live",
            guards="a program that is too busy to answer loses its socket",
            file=_ENDPOINT,
            old="            return True\n    return True",
            new="            return False\n    return True",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_a_living_socket_of_another_program_is_left_alone",
        ),
        Defence(
            name="socket-is-shut",
            guards="where the directory was opened, others connect",
            file=_ENDPOINT,
            old="os.fchmod(sock.fileno(), 0o600)",
            new="pass",
            test="platforms/linux/test_endpoint.py::TestDirectory::test_is_made_for_us_alone",
        ),
        Defence(
            name="what-is-removed-is-ours",
            guards="a daemon that ends takes the socket of the next one away",
            file=_ENDPOINT,
            old="    if _is_at(directory, name, file):\n        with",
            new="    if True:\n        with",
            test="platforms/linux/test_endpoint.py"
            "::TestListen::test_stop_leaves_the_files_of_a_daemon_that_took_the_place",
        ),
        Defence(
            name="connecting-has-an-end",
            guards="a daemon that takes nobody holds its callers for ever",
            file=_ENDPOINT,
            old="    sock.setsockopt(\n"
            "        socket.SOL_SOCKET, socket.SO_SNDTIMEO, "
            "_TIMEVAL.pack(*divmod(microseconds, 1_000_000))\n    )\n",
            new="",
            test="platforms/linux/test_endpoint.py"
            "::TestConnect::test_a_daemon_that_takes_no_connection",
        ),
        Defence(
            name="inherited-descriptors-stay-here",
            guards="a dialog inherits the socket, and holds the lock of a daemon that died",
            file=_ENDPOINT,
            old="        os.set_inheritable(descriptor, False)\n",
            new="        pass\n",
            test="platforms/linux/test_pair.py"
            "::test_another_process_goes_on_with_the_listening_socket",
        ),
        Defence(
            name="no-daemon-under-sudo",
            guards="root's daemon asks on the person's screen, and root's questions are theirs",
            file="client/spawn.py",
            old="    if _under_sudo(environ):\n",
            new="    if False:\n",
            test="client/test_spawn.py::test_under_sudo_none_is_started",
        ),
        Defence(
            name="daemon-ignores-pythonpath",
            guards="a module from the asker's environment runs in the daemon",
            file="client/spawn.py",
            old='        "-E",\n',
            new="",
            test="client/test_spawn.py::test_it_loads_no_module_of_its_starters",
        ),
        Defence(
            name="daemon-in-a-session-of-its-own",
            guards="Ctrl-C for the asker ends the daemon, and every other's question",
            file="client/spawn.py",
            old="        start_new_session=True,\n",
            new="",
            test="client/test_spawn.py::test_it_is_cut_off_from_its_starter",
        ),
    ),
)
