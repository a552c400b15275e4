"""A client's configuration that is damaged by entering sayso in it."""

from defences.defence import Defence, Threat

_CHANGE = "frontends/mcp/install/change.py"
_FILES = "configuration/files.py"
_TESTS = "frontends/mcp/test_install.py"

THREAT = Threat(
    "client's file",
    (
        Defence(
            name="edit-says-the-same",
            guards="an edit that went wrong changes another server or setting",
            file=_CHANGE,
            old="        _check(editor, before, after, client.servers)\n",
            new="",
            test=f"{_TESTS}::test_an_edit_that_would_say_something_else_is_not_made",
        ),
        Defence(
            name="foreign-server-stays",
            guards="a server of the same name that is none of ours is changed or removed",
            file=_CHANGE,
            old="if there is not None and not _is_ours(there):",
            new="if False:",
            test=f"{_TESTS}::test_a_server_of_the_same_name_that_is_not_ours_stays",
        ),
        Defence(
            name="newer-file-stays",
            guards="what the client wrote in the meantime is lost",
            file=_FILES,
            old="            _check_unchanged(file)\n",
            new="",
            test=f"{_TESTS}::test_what_the_client_wrote_meanwhile_is_not_lost",
        ),
        Defence(
            name="another-users-file-stays",
            guards="under sudo a person's configuration becomes root's",
            file=_FILES,
            old="if ours.st_uid != theirs.st_uid:",
            new="if False:",
            test=f"{_TESTS}::test_another_users_file_is_left_alone",
        ),
        Defence(
            name="read-only-file-stays",
            guards="a file that was made read-only is replaced",
            file=_FILES,
            old="if not theirs.st_mode & stat.S_IWUSR:",
            new="if False:",
            test=f"{_TESTS}::test_a_read_only_file_is_left_alone",
        ),
        Defence(
            name="mode-stays",
            guards="a configuration with secrets becomes readable for others, or unreadable",
            file=_FILES,
            old="    shutil.copystat(old, new)\n",
            new="",
            test=f"{_TESTS}::test_in_and_out_again_keeps_every_byte",
        ),
        Defence(
            name="link-stays",
            guards="a link to a file elsewhere is replaced by a file",
            file=_FILES,
            old="Path(os.path.realpath(path))",
            new="path",
            test=f"{_TESTS}::test_a_link_stays_a_link",
        ),
        Defence(
            name="comments-are-told",
            guards="a file that its client refuses is taken for whole",
            file=_CHANGE,
            old="_Json(comments=form is Form.JSONC)",
            new="_Json(comments=True)",
            test=f"{_TESTS}::test_comments_are_a_fault_where_the_client_takes_none",
        ),
    ),
)
