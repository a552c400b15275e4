"""A password that is left in memory, is swapped out, dumped, or read there by others."""

from defences.defence import Defence, Threat

_MEMORY = "platforms/linux/memory.py"
_SESSION = "platforms/linux/session.py"
_CORE = "core/secret.py"
_OUTBOX = "daemon/outbox.py"
_SCREEN = "daemon/screen.py"

_IMAGES = "faults/test_memory.py"
_LOCKED = "platforms/linux/test_memory.py"
_HARDENED = "e2e/test_hardened.py"
_UNLOCKABLE = "daemon/test_unlockable_memory.py"

THREAT = Threat(
    "password memory",
    (
        Defence(
            name="locked",
            guards="it is swapped out to the disk",
            file=_MEMORY,
            old="    pin(ctypes.addressof(ctypes.c_char.from_buffer(pages)), size)\n",
            new="",
            test=f"{_LOCKED}::test_it_is_locked_for_as_long_as_somebody_has_it",
        ),
        Defence(
            name="or-refused",
            guards="it is taken though it can't be locked",
            file=_MEMORY,
            old="if libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)):",
            new="if libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(size)) and False:",
            test=f"{_LOCKED}::test_where_nothing_may_be_locked_it_says_so_and_what_to_do",
        ),
        Defence(
            name="in-no-core-file",
            guards="a crash writes it down",
            file=_MEMORY,
            old="        pages.madvise(mmap.MADV_DONTDUMP)\n",
            new="",
            test=f"{_LOCKED}::test_it_is_in_no_core_file_and_empty_in_forked_children",
        ),
        Defence(
            name="in-no-fork",
            guards="a child that the program forks has it for ever",
            file=_MEMORY,
            old="        pages.madvise(_MADV_WIPEONFORK)\n",
            new="",
            test=f"{_LOCKED}::test_it_is_in_no_core_file_and_empty_in_forked_children",
        ),
        Defence(
            name="refused-before-shown",
            guards="it is typed where it can't be kept",
            file="core/broker.py",
            old="if event.obstacle is not None:",
            new="if False:",
            test=f"{_UNLOCKABLE}::test_nothing_is_shown_and_the_caller_hears_why",
        ),
        Defence(
            name="refused-before-asked",
            guards="the caller asks for what it can't keep",
            file="client/exchange.py",
            old="        yield Guard()  # before anything is shown\n",
            new="        pass\n",
            test=f"{_HARDENED}::"
            "test_where_nothing_can_be_locked_no_password_is_asked_for[the caller]",
        ),
        Defence(
            name="heard-in-locked-memory",
            guards="the daemon reads it into a buffer that is swapped out",
            file=_SCREEN,
            old="        self._room = _locked(ROOM)\n",
            new="        pass\n",
            test=f"{_UNLOCKABLE}::test_what_can_be_locked_no_more_is_not_taken[before it is shown]",
        ),
        Defence(
            name="wiped-where-it-was-heard",
            guards="it stays where the daemon read it",
            file=_SCREEN,
            old="            wipe(data)\n",
            new="            pass\n",
            test=f"{_IMAGES}::test_a_daemon_that_has_handed_it_over",
        ),
        Defence(
            name="wiped-once-handed-over",
            guards="it stays in the daemon when the caller has it",
            file=_OUTBOX,
            old="                head.wipe()\n            else:",
            new="                pass\n            else:",
            test="daemon/test_secrets.py::test_it_is_shown_submitted_and_committed",
        ),
        Defence(
            name="wiped-though-not-taken",
            guards="it stays in the daemon when the caller has gone",
            file=_OUTBOX,
            old="                each.wipe()\n",
            new="                pass\n",
            test="daemon/test_secrets.py::test_one_who_never_reads_leaves_nothing_behind",
        ),
        Defence(
            name="past-the-transport",
            guards="a caller that does not read leaves it in a buffer of the daemon's",
            file=_OUTBOX,
            old="elif self._send(head):",
            new="elif self._transport.write(bytes(head.view())) is None:",
            test=f"{_IMAGES}::test_a_daemon_whose_caller_does_not_take_it",
        ),
        Defence(
            name="wiped-where-the-client-heard-it",
            guards="it stays where the client read it",
            file="client/exchange.py",
            old="                wipe(data)\n",
            new="                pass\n",
            test="client/test_exchange_secrets.py::TestSecret::test_what_was_received_is_wiped",
        ),
        Defence(
            name="client-hears-in-locked-memory",
            guards="the client reads it into a buffer that is swapped out",
            file="client/exchange.py",
            old='        if kind == "password":\n            yield Guard()\n',
            new="",
            test="client/test_exchange_secrets.py::TestSecret::test_is_received_into_locked_memory",
        ),
        Defence(
            name="wiped-when-dropped",
            guards="it stays where an exception took its way",
            file=_CORE,
            old="    def __del__(self) -> None:\n        self.wipe()\n",
            new="",
            test="core/test_secret.py::test_what_nobody_holds_any_more_is_wiped",
        ),
        Defence(
            name="shows-nothing",
            guards="a log or a traceback writes it down",
            file=_CORE,
            old='return "Secret(…)"',
            new="return str(bytes(self._data))",
            test="wire/test_secrets_wire.py::TestRoom::"
            "test_no_traceback_shows_what_came_even_with_all_that_its_frames_hold",
        ),
        Defence(
            name="field-locked",
            guards="what is typed is swapped out while it stands in the field",
            file="platforms/linux/gtk/typed.py",
            old="    lock(buffer)\n",
            new="",
            test=f"{_HARDENED}::test_a_dialog_locks_memory_for_a_password_alone",
        ),
        Defence(
            name="field-locked-as-it-grows",
            guards="a long password is swapped out while it stands in the field",
            file="platforms/linux/gtk/secret_field.py",
            old="        typed.lock(changed.get_buffer())\n",
            new="",
            test="dialog/test_password.py::test_what_is_long_is_locked_too",
        ),
        Defence(
            name="not-to-be-traced",
            guards="a program of the same user reads memory, environment or descriptors of ours",
            file=_SESSION,
            old="    native.set_undumpable()\n",
            new="",
            test=f"{_HARDENED}::test_nobody_gets_in",
        ),
        Defence(
            name="daemon-hardened",
            guards="a program of the same user reads answers and passwords in the daemon's memory",
            file="daemon/start.py",
            old="        session.harden()\n",
            new="",
            test=f"{_HARDENED}::test_nobody_gets_in",
        ),
        Defence(
            name="keeper-hardened",
            guards="a program of the same user reads and changes what a successor will believe",
            file="keeper/main.py",
            old="    select.session().harden()\n",
            new="",
            test=f"{_HARDENED}::test_nobody_gets_in",
        ),
        Defence(
            name="dialog-hardened",
            guards="a program of the same user reads what is typed in the dialog's memory",
            file="dialog/main.py",
            old="        select.session().harden()\n",
            new="",
            test=f"{_HARDENED}::test_nobody_gets_in",
        ),
        Defence(
            name="no-core-file",
            guards="a crash writes all memory down",
            file=_SESSION,
            old="    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n",
            new="",
            test=f"{_HARDENED}::test_nobody_gets_in",
        ),
    ),
)
