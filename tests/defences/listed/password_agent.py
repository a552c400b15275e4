"""Defences without which a password for systemd would be asked by, or handed to, somebody else."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall

REQUESTS = "platforms/linux/test_password_requests.py"
READ = f"{REQUESTS}::TestRead"
REPLY = f"{REQUESTS}::TestReply"
REQUEST = "frontends/password_agent/test_request.py"
AGENT = "frontends/password_agent/test_agent.py"
ROOM = "platforms.linux.password_requests"

THREATS = (
    Threat(
        "a request for a password that is not what it seems",
        (
            Defence(
                "password-request-no-link",
                "what lies at the end of a link is taken for a request",
                ROOM,
                Sets("_NO_LINKS", "0"),
                f"{READ}::test_what_nobody_can_trust_is_not[link]",
            ),
            Defence(
                "password-request-size",
                "a request is cut, and says something else",
                f"{ROOM}:read",
                Takes("_MOST", False),
                f"{READ}::test_what_nobody_can_trust_is_not[huge]",
            ),
            Defence(
                "password-request-owner",
                "another user asks in root's name",
                f"{ROOM}:_check_owner",
                Takes("st_uid", False),
                f"{READ}::test_another_user_s_is_not[False]",
            ),
            Defence(
                "password-request-writers",
                "another user changes a request, or puts one there",
                f"{ROOM}:_check_writers",
                Takes("st_mode", False),
                f"{READ}::test_what_nobody_can_trust_is_not[directory]",
            ),
            Defence(
                "password-request-says-nothing-twice",
                "a newline in a message brings a socket of its own",
                "frontends.password_agent.request:_given",
                Takes("given", False),
                f"{REQUEST}::test_what_is_none[twice]",
            ),
        ),
    ),
    Threat(
        "a password for systemd that goes elsewhere",
        (
            Defence(
                "password-reply-beside",
                "it goes to a socket of anybody's",
                f"{ROOM}:connect",
                Takes("samestat", True),
                f"{REPLY}::test_goes_nowhere_else",
            ),
            Defence(
                "password-reply-owner",
                "it goes to another user's socket",
                f"{ROOM}:connect",
                WithoutCall("_check_owner"),
                f"{REPLY}::test_goes_to_no_other_user",
            ),
            Defence(
                "password-reply-never-waits",
                "a program that reads nothing hangs the agent",
                f"{ROOM}:Reply.__init__",
                WithoutCall("setblocking"),
                f"{REPLY}::test_waits_for_nobody",
            ),
            Defence(
                "password-goes-with-its-program",
                "it is typed for a program that has gone",
                f"{ROOM}:watch_exit",
                Returns("lambda: None"),
                f"{AGENT}::TestItCountsNoMore::test_with_who_asked",
            ),
            Defence(
                "password-goes-with-its-request",
                "it is typed for a request that was taken back",
                "frontends.password_agent.agent:Agent._look",
                WithoutCall("task.cancel"),
                f"{AGENT}::TestItCountsNoMore::test_with_its_file",
            ),
        ),
    ),
)
