"""A log that others read or change, that tears or grows, or that holds up what it tells of."""

from defences.defence import Defence, Threat

_CHAIN = "core/chain.py"
_JOURNAL = "platforms/linux/journal.py"
_LOG = "daemon/log.py"
_VOLUME = "daemon/volume.py"
_START = "daemon/start.py"

THREAT = Threat(
    "log",
    (
        Defence(
            name="changed-records-show",
            guards="a no in the log becomes a yes",
            file=_CHAIN,
            old="if hashlib.sha256(line[:-_HASH_SIZE]).hexdigest() != record.hash:",
            new="if False:",
            test="core/test_chain.py::TestVerify::test_names_the_first_bad_record[words changed]",
        ),
        Defence(
            name="records-hang-together",
            guards="records are made anew in the middle of the log",
            file=_CHAIN,
            old="if record.previous != last.hash:",
            new="if False:",
            test="core/test_chain.py"
            "::TestVerify::test_names_the_first_bad_record[changed and hashed anew]",
        ),
        Defence(
            name="left-out-records-show",
            guards="it is not said how many records are gone",
            file=_CHAIN,
            old="if record.seq > expected:",
            new="if False:",
            test="core/test_chain.py::TestVerify::test_names_the_first_bad_record[one left out]",
        ),
        Defence(
            name="moved-records-show",
            guards="it is not said that a record stands elsewhere",
            file=_CHAIN,
            old="if record.seq < expected:",
            new="if False:",
            test="core/test_chain.py::TestVerify::test_names_the_first_bad_record[moved]",
        ),
        Defence(
            name="beginnings-show",
            guards="the oldest records of a file are cut off",
            file=_CHAIN,
            old='return "" if first or record.event == Note.CONTINUED else '
            '"the records before it are gone"',
            new='return ""',
            test="core/test_chain.py::TestVerify::test_names_the_first_bad_record[cut off before]",
        ),
        Defence(
            name="records-have-one-shape",
            guards="what is no record is taken for one",
            file=_CHAIN,
            old="match = _SHAPE.fullmatch(line)",
            new="match = _SHAPE.search(line)",
            test="core/test_chain.py::TestLine::test_what_has_another_shape_is_no_record",
        ),
        Defence(
            name="log-in-a-directory-of-ours",
            guards="others read what the person was asked, or write what was never asked",
            file=_JOURNAL,
            old="if reason := distrust(os.fstat(anchor)):",
            new="if reason := None:",
            test="platforms/linux/test_journal.py"
            "::TestRefused::test_a_directory_that_others_can_read",
        ),
        Defence(
            name="log-directory-is-no-link",
            guards="a link leads the log elsewhere",
            file=_JOURNAL,
            old="os.open(path, os.O_PATH | os.O_NOFOLLOW)",
            new="os.open(path, os.O_PATH)",
            test="platforms/linux/test_journal.py::TestRefused::test_a_directory_that_is_a_link",
        ),
        Defence(
            name="log-directory-is-made-shut",
            guards="others list the log, or the umask shuts us out",
            file=_JOURNAL,
            old="        os.mkdir(path, 0o700)\n        os.chmod(path, 0o700)  "
            "# whatever the umask took away\n",
            new="        os.mkdir(path)\n",
            test="platforms/linux/test_journal.py"
            "::test_file_and_directory_are_private_under_any_umask",
        ),
        Defence(
            name="log-file-is-made-shut",
            guards="others read what the person was asked",
            file=_JOURNAL,
            old="os.open(name, _APPEND, 0o600, dir_fd=self._directory)",
            new="os.open(name, _APPEND, 0o644, dir_fd=self._directory)",
            test="platforms/linux/test_journal.py"
            "::test_file_and_directory_are_private_under_any_umask",
        ),
        Defence(
            name="log-file-is-shut",
            guards="a file that others can read gets the records",
            file=_JOURNAL,
            old="    if mode & 0o077:\n",
            new="    if False:\n",
            test="platforms/linux/test_journal.py::TestRefused::test_a_file_that_others_can_read",
        ),
        Defence(
            name="log-file-is-a-file",
            guards="a device in its place takes the records",
            file=_JOURNAL,
            old="    if not stat.S_ISREG(status.st_mode):\n",
            new="    if False:\n",
            test="platforms/linux/test_journal.py::TestRefused::test_a_device",
        ),
        Defence(
            name="log-file-is-ours",
            guards="another user's file gets the records",
            file=_JOURNAL,
            old="    if status.st_uid != os.geteuid():\n",
            new="    if False:\n",
            test="platforms/linux/test_journal.py::TestRefused::test_a_file_of_another_user",
        ),
        Defence(
            name="log-file-is-no-link",
            guards="a link leads the records into another file",
            file=_JOURNAL,
            old="os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK",
            new="os.O_CREAT | os.O_NONBLOCK",
            test="platforms/linux/test_journal.py::TestRefused::test_a_file_that_is_a_link",
        ),
        Defence(
            name="log-file-is-no-pipe",
            guards="a pipe in its place holds the log up until somebody reads",
            file=_JOURNAL,
            old="os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK",
            new="os.O_CREAT | os.O_NOFOLLOW",
            test="platforms/linux/test_journal.py"
            "::TestRefused::test_a_pipe_instead_of_waiting_for_its_reader",
        ),
        Defence(
            name="log-has-one-writer",
            guards="two daemons tear each other's chain",
            file=_JOURNAL,
            old="        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)\n",
            new="        pass\n",
            test="platforms/linux/test_journal.py::test_one_process_has_it_at_a_time",
        ),
        Defence(
            name="log-is-added-to",
            guards="a new record is written over an old one",
            file=_JOURNAL,
            old="_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT",
            new="_APPEND = os.O_WRONLY | os.O_CREAT",
            test="platforms/linux/test_journal.py::test_what_is_written_is_added_at_the_end",
        ),
        Defence(
            name="log-of-troubles-is-shut",
            guards="others read the daemon's own log",
            file=_START,
            old="return os.open(path, flags, 0o600)",
            new="return os.open(path, flags, 0o644)",
            test="e2e/test_log.py::test_it_is_private_and_status_names_it",
        ),
        Defence(
            name="torn-records-are-cut-off",
            guards="a crash leaves half a record, and what follows is unreadable",
            file=_VOLUME,
            old="            files.cut(self._size)\n",
            new="",
            test="daemon/test_log.py"
            "::TestTorn::test_a_record_that_a_crash_tore_is_cut_off_and_told",
        ),
        Defence(
            name="torn-records-are-told",
            guards="a record is cut off, and nobody knows",
            file=_VOLUME,
            old="self._write(files, self._own(Note.REPAIRED, bytes=self._torn))",
            new="pass",
            test="daemon/test_log.py"
            "::TestTorn::test_a_record_that_a_crash_tore_is_cut_off_and_told",
        ),
        Defence(
            name="log-has-a-size",
            guards="a file grows until the disk is full",
            file=_VOLUME,
            old="if self._size >= self._limits.file_bytes or not files.is_there():",
            new="if not files.is_there():",
            test="daemon/test_log.py"
            "::TestFiles::test_a_full_one_is_followed_by_the_next_and_the_oldest_go",
        ),
        Defence(
            name="log-has-so-many-files",
            guards="the disk is full of old files",
            file=_VOLUME,
            old="            files.remove(name)\n",
            new="            pass\n",
            test="daemon/test_log.py"
            "::TestFiles::test_a_full_one_is_followed_by_the_next_and_the_oldest_go",
        ),
        Defence(
            name="log-that-was-removed-is-made-anew",
            guards="records go into a file that nobody can find",
            file=_VOLUME,
            old=" or not files.is_there()",
            new="",
            test="daemon/test_log.py"
            "::TestFiles::test_one_that_somebody_removed_is_followed_by_the_next",
        ),
        Defence(
            name="log-removes-its-own-files",
            guards="a file of the person's in the log's directory is removed",
            file=_VOLUME,
            old="sorted(filter(chain.is_file_name, files.names()))",
            new="sorted(files.names())",
            test="daemon/test_log.py::TestFiles::test_others_in_the_directory_are_left_alone",
        ),
        Defence(
            name="log-writes-all-of-a-record",
            guards="a disk that takes little at a time tears a record",
            file=_VOLUME,
            old="        while rest:\n            rest = rest[files.write(rest) :]\n",
            new="        files.write(rest)\n",
            test="daemon/test_log.py::TestFullDisk::test_room_for_little_at_a_time",
        ),
        Defence(
            name="log-begins-anew-after-an-error",
            guards="what a failed write left is written on to",
            file=_LOG,
            old="            self._volume.close()\n            self._note(_words(error))",
            new="            self._note(_words(error))",
            test="daemon/test_log.py::TestFullDisk::test_a_record_that_it_tore_is_written_again",
        ),
        Defence(
            name="log-survives-a-fault",
            guards="one failure ends the log, and nobody hears of it",
            file=_LOG,
            old="except Exception as error:  # noqa: BLE001",
            new="except ZeroDivisionError as error:  # noqa: BLE001",
            test="daemon/test_log.py::TestBroken::test_a_fault_of_our_own_is_told_and_ends_nothing",
        ),
        Defence(
            name="log-waits-in-bounds",
            guards="records for a full disk fill the memory",
            file=_LOG,
            old="if len(self._waiting) < self._limits.waiting:",
            new="if True:",
            test="daemon/test_log.py::TestFullDisk::test_what_was_missed_is_counted_and_told",
        ),
        Defence(
            name="log-tells-what-it-missed",
            guards="records are left out, and nothing shows it",
            file=_LOG,
            old="                self._waiting.append(_Missed(1, now, now))",
            new="                pass",
            test="daemon/test_log.py::TestFullDisk::test_what_was_missed_is_counted_and_told",
        ),
        Defence(
            name="log-written-before-it-is-forgotten",
            guards="a record is lost when the disk is full for a moment",
            file=_LOG,
            old="self._volume.append(entry.entry() if isinstance(entry, _Missed) else entry)\n"
            "            with self._changed:\n                self._waiting.popleft()",
            new="with self._changed:\n                self._waiting.popleft()\n            "
            "self._volume.append(entry.entry() if isinstance(entry, _Missed) else entry)",
            test="daemon/test_log.py::TestFullDisk::test_records_wait_for_room",
        ),
        Defence(
            name="log-holds-nobody-up",
            guards="a slow disk keeps the daemon from its end",
            file=_LOG,
            old="self._thread.join(within)",
            new="self._thread.join()",
            test="daemon/test_log.py::TestSlowDisk::test_holds_up_the_end_for_a_moment_only",
        ),
        Defence(
            name="log-holds-no-ticket",
            guards="who reads the log fetches answers",
            file="core/topic.py",
            old="shorten(_reason(outcome), WORDS))",
            new="repr(outcome))",
            test="core/test_broker_log.py::TestStory::test_of_an_answer",
        ),
    ),
)
