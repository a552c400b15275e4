"""Device codes as they are asked for and finished: which addresses a dialog may offer to open."""

from typing import Any

import pytest

from sayso.core.events import BoundRequest, Request
from sayso.core.questions import DeviceCode
from sayso.wire.messages import Finish, parse, parse_ask
from support.requests import TICKET, ask_refusal, over_the_wire, refusal

ASK = {
    "kind": "device_code",
    "message": "Sign in",
    "address": "https://example.com/device",
    "code": "WDJB-MJHT",
}


def ask(**changes: Any) -> Request:
    return parse_ask(over_the_wire(ASK | changes))


def refused(**changes: Any) -> tuple[str | None, str]:
    error = ask_refusal(over_the_wire(ASK | changes))
    return error.field, error.message.partition(": ")[2]


def test_it_says_what_it_says() -> None:
    words: dict[str, Any] = {"title": "T", "details": "D"}
    told = {name: value for name, value in ASK.items() if name != "kind"} | words
    assert ask(**words).question == DeviceCode(**told)


@pytest.mark.parametrize("field", ["address", "code"])
def test_what_it_needs(field: str) -> None:
    given = {name: value for name, value in ASK.items() if name != field}
    assert ask_refusal(given).field == field


@pytest.mark.parametrize("field", ["approve", "deny", "default"])
def test_it_has_no_labels_and_no_field(field: str) -> None:
    assert refused(**{field: "x"}) == (field, "is not a field of this method")


class TestAddress:
    @pytest.mark.parametrize(
        "address",
        [
            "https://example.com",
            "HTTPS://Example.com:443/device?user_code=WDJB%2DMJHT#here",
            "https://xn--mnchen-3ya.example/",
            "https://[2001:db8::1]:8443/",
            "https://example.com/@me",
            "https://example.com?user=a@b",
            "http://localhost/",
            "http://127.0.0.1:5000/device",
            "http://127.8.9.10",
            "http://[::1]:5000/",
            "https://example.com/" + "x" * (2048 - len("https://example.com/")),
        ],
    )
    def test_one_that_may_be_opened(self, address: str) -> None:
        question = ask(address=address).question
        assert isinstance(question, DeviceCode)
        assert question.address == address

    @pytest.mark.parametrize(
        ("address", "why"),
        [
            ("", "must not be empty"),
            ("example.com", "must begin with https://"),
            ("https:example.com", "must begin with https://"),
            ("//example.com", "must begin with https://"),
            ("ftp://example.com", "must begin with https://"),
            ("javascript://example.com/%0aalert(1)", "must begin with https://"),
            ("file:///etc/passwd", "must begin with https://"),
            (" https://example.com", "must begin with https://"),
            *(
                (address, "must begin with https://; http:// may lead only to this machine")
                for address in (
                    "http://example.com",
                    "http://localhost.example.com",
                    "http://127.0.0.1.example.com",
                    "http://0.0.0.0",
                    "http://127.1",
                    "http://2130706433",
                    "http://[::]",
                    "http://10.0.0.1",
                )
            ),
            *(
                (
                    address,
                    "must hold no user information: nothing before an @ in front of the host",
                )
                for address in (
                    "https://google.com@evil.example",
                    "https://user:password@example.com",
                    "https://@example.com",
                    "http://localhost@evil.example/",
                )
            ),
            *(
                (address, "its host must be in ASCII: xn--… for one in other letters")
                for address in ("https://münchen.example", "https://\u0430pple.com/device")
            ),
            *(
                (address, "must be in ASCII, all else percent-encoded")
                for address in (
                    "https://example.com/ü",
                    "https://example.com/a b",
                    "https://example.com/\n",
                    "https://example.com/\x00",
                    "https://example.com/\u202e",
                    "https://google.com\\@evil.example",
                    "https://evil.example\\.google.com",
                    "https://exa\tmple.com",
                    "https://example.com/<b>",
                )
            ),
            *(
                (address, "its host or port is not valid")
                for address in (
                    "https://",
                    "https:///device",
                    "https://:443/",
                    "https://example.com:port",
                    "https://example.com:99999",
                    "https://[::1",
                    "https://exa%6dple.com",
                    "https://a:b:c",
                )
            ),
            (
                "https://example.com/" + "x" * (2049 - len("https://example.com/")),
                "must be at most 2048 bytes of UTF-8",
            ),
            (1, "must be a text"),
            (None, "must be a text"),
        ],
    )
    def test_one_that_may_not(self, address: object, why: str) -> None:
        assert refused(address=address) == ("address", why)


class TestCode:
    @pytest.mark.parametrize("code", ["1", "WDJB-MJHT", "a b", "é", "x" * 64])
    def test_one_that_can_be_typed(self, code: str) -> None:
        question = ask(code=code).question
        assert isinstance(question, DeviceCode)
        assert question.code == code

    @pytest.mark.parametrize(
        "code", ["", " ", "x" * 65, "two\nlines", "a\tb", "a\u200bb", "\u202eab", "\x1b", 1, None]
    )
    def test_one_that_can_not(self, code: object) -> None:
        assert refused(code=code)[0] == "code"


class TestItsLife:
    @pytest.mark.parametrize("given", [{}, {"bound": True}, {"limit": 60}])
    def test_is_its_calls(self, given: dict[str, Any]) -> None:
        assert isinstance(ask(**given), BoundRequest)

    @pytest.mark.parametrize("field", ["wait", "retention"])
    def test_nothing_of_it_is_kept_then(self, field: str) -> None:
        assert refused(**{field: 10})[0] == field
        request = ask(bound=False, **{field: 10})
        assert not request.bound
        assert getattr(request, field) == 10

    @pytest.mark.parametrize("timeout", [60, 1800])
    def test_has_the_bounds_of_a_code(self, timeout: int) -> None:
        assert ask(timeout=timeout).timeout == timeout

    @pytest.mark.parametrize("timeout", [59, 1801, 5, None, "900"])
    def test_has_no_others(self, timeout: object) -> None:
        error = ask_refusal(over_the_wire(ASK | {"timeout": timeout}))
        assert (error.field, error.remedy) == ("timeout", "timeout takes 60 to 1800")


class TestFinish:
    @pytest.mark.parametrize("named", [{"number": 3}, {"ticket": TICKET}])
    @pytest.mark.parametrize("done", [True, False])
    def test_says_which_and_how(self, named: dict[str, Any], done: bool) -> None:
        params = parse(Finish, named | {"done": done})
        told = {"number": 0, "ticket": "", "done": done} | named
        assert (params.number, params.ticket, params.done) == (
            told["number"],
            told["ticket"],
            told["done"],
        )

    @pytest.mark.parametrize("named", [{}, {"number": 3, "ticket": TICKET}])
    def test_names_one(self, named: dict[str, Any]) -> None:
        error = refusal(Finish, named | {"done": True})
        assert error.field == "ticket or number"

    @pytest.mark.parametrize("done", [None, 1, "true"])
    def test_is_done_or_not(self, done: object) -> None:
        assert refusal(Finish, {"number": 3, "done": done}).field == "done"

    def test_says_so(self) -> None:
        assert refusal(Finish, {"number": 3}).field == "done"
