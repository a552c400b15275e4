"""What a prompt asks for. The words are those that OpenSSH 9.2, sudo 1.9 and git 2.39 say."""

import pytest

from sayso.frontends.askpass.prompt import WRONG, Wanted, read, tries_again

HOST = """\
The authenticity of host 'example.org (192.0.2.7)' can't be established.
ED25519 key fingerprint is SHA256:0000000000000000000000000000000000000000000.
This key is not known by any other names.
Are you sure you want to continue connecting (yes/no/[fingerprint])? """
CHANGED = "Please type 'yes', 'no' or the fingerprint: "


@pytest.mark.parametrize(
    ("prompt", "program", "title"),
    [
        ("[sudo] password for mia: ", "sudo", "Password for sudo"),
        ("[sudo] Passwort für mia: ", "", "Password for sudo"),
        ("Senha: ", "sudo", "Password for sudo"),
        ("Enter passphrase for key '/home/mia/.ssh/id_ed25519': ", "ssh", "Passphrase of a key"),
        ("Enter passphrase for /home/mia/.ssh/id (will confirm each use): ", "ssh-add",
         "Passphrase of a key"),
        ("Enter PIN for 'OpenPGP card': ", "ssh-add", "PIN of a key"),
        ("Enter PIN and confirm user presence for ED25519-SK key mine: ", "ssh", "PIN of a key"),
        ("Enter new passphrase (empty for no passphrase): ", "ssh-keygen", "Passphrase of a key"),
        ("Enter lock password: ", "ssh-add", "Password for ssh-add"),
        ("mia@example.org's password: ", "ssh", "Password for mia@example.org"),
        ("Retype mia@example.org's new password: ", "ssh", "Password for example.org"),
        ("'s password: ", "ssh", "Password for ssh"),
        ("(mia@example.org) Verification code: ", "ssh", "A question of mia@example.org"),
        ("(mia@evil) Enter passphrase for key '/home/mia/.ssh/id': ", "ssh",
         "A question of mia@evil"),
        ("(mia@evil) Enter PIN for 'OpenPGP card': ", "ssh", "A question of mia@evil"),
        ("(mia@evil) Its fingerprint? (yes/no/[fingerprint])? ", "ssh", "A question of mia@evil"),
        ("(mia@evil) Password for 'https://example.org': ", "ssh", "A question of mia@evil"),
        ("(none at all) passphrase: ", "other", "Password for other"),
        ("Password for 'https://mia@example.org': ", "git-remote-https",
         "Password for https://example.org"),
        ("Password for 'https://example.org/shop.git': ", "git-remote-https",
         "Password for https://example.org/shop.git"),
        ("Username of somebody: ", "other", "Password for other"),
        ("Username for 'https://example.org': and a line\n", "other", "Password for other"),
        ("", "", "Password"),
    ],
)  # fmt: skip
def test_a_secret_whatever_is_not_known(prompt: str, program: str, title: str) -> None:
    is_key = title.endswith(" of a key")
    options = {"for_key": True} if is_key else {}
    assert read(prompt, "", program) == Wanted("password", title, options=options)


@pytest.mark.parametrize(
    ("prompt", "program", "title"),
    [
        ("git@passphrase.evil's password: ", "ssh", "Password for git@passphrase.evil"),
        ("passphrase@evil's password: ", "ssh", "Password for passphrase@evil"),
        ("Enter passphrase for key '/home/mia/.ssh/id'@evil's password: ", "ssh",
         "Password for evil"),
        ("Bad passphrase, try again for key@evil's old password: ", "ssh", "Password for evil"),
        ("(x) mia@good's password: ", "ssh", "Password for ssh"),
        ("[sudo] password for mia: ", "ssh", "Password for ssh"),
        (f"{'good.' * 60}@evil's password: ", "ssh", "Password for evil"),
        ("(x y@evil) Enter passphrase for key '/home/mia/.ssh/id': ", "ssh", "A question of evil"),
        ("(x) y@evil) Enter passphrase for key '/home/mia/.ssh/id': ", "ssh", "A question of evil"),
        ("(x y@evil) Its fingerprint? (yes/no/[fingerprint])? ", "ssh", "A question of evil"),
        ("Password for 'https://me for https://good@evil': ", "git", "Password for git"),
        ("Password for 'https://good/y@evil': ", "git", "Password for git"),
        (f"Password for 'https://{'good.' * 60}@evil': ", "git", "Password for https://evil"),
        (f"Password for 'https://{'good.' * 60}evil': ", "", "Password for git"),
    ],
)  # fmt: skip
def test_what_somebody_else_has_chosen_makes_no_title(
    prompt: str, program: str, title: str
) -> None:
    assert read(prompt, "", program) == Wanted("password", title)


def test_the_password_of_an_edited_file_is_sudo_s() -> None:
    assert read("[sudo] password for mia: ", "", "sudoedit").title == "Password for sudo"


def test_a_passphrase_that_was_wrong() -> None:
    wanted = read("Bad passphrase, try again for /home/mia/.ssh/id: ", "", "ssh-add")
    assert wanted == Wanted(
        "password", "Passphrase of a key", options={"error": WRONG, "for_key": True}
    )


def test_a_user_s_name_is_no_secret() -> None:
    wanted = read("Username for 'https://example.org': ", "", "git")
    assert wanted == Wanted("text", "User name for https://example.org")


class TestTheKeyOfAHost:
    def test_is_a_choice_or_its_fingerprint(self) -> None:
        wanted = read(HOST, "", "ssh")
        assert (wanted.kind, wanted.title, wanted.options) == (
            "select",
            "Host key",
            {"custom": True},
        )
        assert wanted.choices == ("yes", "no")

    def test_of_an_old_ssh_has_no_fingerprint(self) -> None:
        old = HOST.replace("/[fingerprint]", "")
        assert read(old, "", "ssh").options == {"custom": False}

    def test_is_asked_again(self) -> None:
        wanted = read(CHANGED, "", "ssh")
        assert wanted.choices == ("yes", "no")
        assert wanted.options == {"custom": True, "error": "That was none of these."}

    def test_that_the_server_has_more_of_says_nothing_of_trust(self) -> None:
        wanted = read("Accept updated hostkeys? (yes/no): ", "", "ssh")
        assert (wanted.kind, wanted.title, wanted.choices) == (
            "select",
            "A question of ssh",
            ("yes", "no"),
        )


@pytest.mark.parametrize(
    ("prompt", "hint", "kind", "title"),
    [
        ("Allow use of key mine?\nKey fingerprint SHA256:0.", "confirm", "confirm", "Use of a key"),
        ("Allow shared connection to example.org? ", "confirm", "confirm", "A question of ssh"),
        ("Confirm user presence for key ED25519-SK SHA256:0", "none", "notice",
         "Touch your security key"),
        ("Wait", "none", "notice", "A question of ssh"),
        ("Password: ", "other", "password", "Password for ssh"),
    ],
)  # fmt: skip
def test_what_ssh_hints_at(prompt: str, hint: str, kind: str, title: str) -> None:
    wanted = read(prompt, hint, "ssh")
    assert (wanted.kind, wanted.title) == (kind, title)


def test_a_title_is_one_line_that_is_short_enough() -> None:
    address = f"https://example.org/{'x' * 300}"
    assert len(read(f"Password for '{address}': ", "", "git").title) == 200
    assert read("Password: ", "", "a\nb\u202e").title == "Password for a b"


def test_who_tries_again() -> None:
    assert tries_again("sudo")
    assert not tries_again("git-remote-https")
