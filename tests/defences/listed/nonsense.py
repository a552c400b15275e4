"""Bytes on the socket that are no request, or one that means two things."""

from defences.defence import Defence, Threat

_CODEC = "wire/codec.py"
_RPC = "wire/rpc.py"
_CONNECTION = "daemon/connection.py"
_SERVICE = "daemon/service.py"

THREAT = Threat(
    "nonsense",
    (
        Defence(
            name="line-limit",
            guards="a line without end fills the memory",
            file=_CODEC,
            old="if len(self._buffer) >= self._limit:",
            new="if False:",
            test="wire/test_codec.py"
            "::TestLimit::test_a_line_that_can_only_be_over_it_is_not_waited_for",
        ),
        Defence(
            name="line-limit-closes",
            guards="what follows a line too long is read as requests",
            file=_CONNECTION,
            old="            self.close()\n            message = None\n",
            new="            message = None\n",
            test="daemon/test_hostile_connections.py"
            "::TestLines::test_two_mebibytes_in_a_line_close_the_connection",
        ),
        Defence(
            name="line-time",
            guards="half a line holds a connection for ever",
            file=_CONNECTION,
            old="            self._start_frame_timer()\n",
            new="            pass\n",
            test="daemon/test_hostile_connections.py"
            "::TestSilence::test_half_a_line_and_silence_close_the_connection",
        ),
        Defence(
            name="line-time-from-its-first-byte",
            guards="a byte now and then keeps half a line alive",
            file=_CONNECTION,
            old="if self._decoder.partial and not self._frame_timer:",
            new="self._stop_frame_timer()\n            if self._decoder.partial:",
            test="daemon/test_hostile_connections.py"
            "::TestSilence::test_a_byte_now_and_then_does_not_make_a_line_live_longer",
        ),
        Defence(
            name="nesting-limit",
            guards="brackets within brackets keep the daemon busy",
            file=_CODEC,
            old="if _deeper_than(value, MAX_NESTING):",
            new="if False:",
            test="wire/test_codec.py::TestNesting::test_the_deepest_branch_counts",
        ),
        Defence(
            name="nesting-is-no-fault-of-ours",
            guards="brackets without end are an error that nobody expects",
            file=_CODEC,
            old="except RecursionError as error:",
            new="except ZeroDivisionError as error:",
            test="wire/test_codec.py::TestNesting::test_brackets_without_end_are_not_read",
        ),
        Defence(
            name="members-once",
            guards="a request means one thing to us and another to a program before us",
            file=_CODEC,
            old="if len(members) < len(pairs):",
            new="if False:",
            test="wire/test_codec.py"
            "::TestOneLine::test_what_is_no_message_is_an_error_that_says_why",
        ),
        Defence(
            name="no-nan-in",
            guards="a clock that never comes to its end",
            file=_CODEC,
            old="parse_constant=_no_constant, ",
            new="",
            test="wire/test_codec.py"
            "::TestOneLine::test_what_is_no_message_is_an_error_that_says_why",
        ),
        Defence(
            name="no-nan-out",
            guards="a line that no other language can read",
            file=_CODEC,
            old="allow_nan=False, ",
            new="",
            test="wire/test_codec.py::TestEncode::test_what_json_does_not_have_is_refused",
        ),
        Defence(
            name="utf-8-alone",
            guards="bytes that are no text become one by guessing",
            file=_CODEC,
            old='line.decode("utf-8")',
            new='line.decode("utf-8", "replace")',
            test="wire/test_codec.py"
            "::TestOneLine::test_what_is_no_message_is_an_error_that_says_why",
        ),
        Defence(
            name="objects-alone",
            guards="a line that is no object ends in a fault of ours",
            file=_CODEC,
            old="if not isinstance(value, dict):",
            new="if False:",
            test="wire/test_codec.py"
            "::TestOneLine::test_what_is_no_message_is_an_error_that_says_why",
        ),
        Defence(
            name="a-bad-line-costs-itself",
            guards="one bad line costs the connection, and all that waits on it",
            file=_CODEC,
            old="                yield error\n                continue",
            new="                raise",
            test="wire/test_codec.py::TestLines::test_a_bad_line_costs_one_error_in_its_place",
        ),
        Defence(
            name="secret-size",
            guards="a size without bounds locks all the memory that there is",
            file=_CODEC,
            old="if type(size) is not int or not 0 <= size <= MAX_SECRET:",
            new="if False:",
            test="wire/test_secrets_wire.py"
            "::TestAnnounced::test_a_size_that_no_secret_has_is_an_error",
        ),
        Defence(
            name="secrets-where-expected",
            guards="a caller sends raw bytes to a daemon that asked for none",
            file=_CODEC,
            old="if self._secrets is not None and isinstance(part, dict)",
            new="if isinstance(part, dict)",
            test="wire/test_secrets_wire.py"
            "::TestAnnounced::test_where_no_secrets_are_expected_it_is_a_member_like_others",
        ),
        Defence(
            name="secret-is-awaited",
            guards="half a password holds a connection for ever",
            file=_CODEC,
            old=" or self._announced is not None",
            new="",
            test="wire/test_secrets_wire.py"
            "::TestRawBytes::test_until_they_are_whole_the_message_is_partial",
        ),
        Defence(
            name="secret-not-in-the-line",
            guards="a password is copied about as text of JSON",
            file="wire/screen.py",
            old='if kind is Submitted and not isinstance(params["secret"], Secret):',
            new="if False:",
            test="wire/test_secrets_wire.py::TestSubmitted::test_anything_else_broke_the_protocol",
        ),
        Defence(
            name="members-known",
            guards="a misspelt member is passed over, and what it meant as well",
            file=_RPC,
            old="    if extra:\n",
            new="    if False:\n",
            test="wire/test_rpc.py::TestRequests::test_a_member_at_fault_is_named",
        ),
        Defence(
            name="rpc-version",
            guards="a message of another protocol passes for a request",
            file=_RPC,
            old='    if message.get("jsonrpc") != "2.0":\n        raise InvalidRequest',
            new="    if False:\n        raise InvalidRequest",
            test="wire/test_rpc.py::TestRequests::test_a_member_at_fault_is_named",
        ),
        Defence(
            name="method-is-text",
            guards="a method that is no text ends in a fault of ours",
            file=_RPC,
            old="    if not isinstance(method, str):\n",
            new="    if False:\n",
            test="wire/test_rpc.py::TestRequests::test_a_member_at_fault_is_named",
        ),
        Defence(
            name="params-are-an-object",
            guards="parameters by position are taken for others",
            file=_RPC,
            old='    if not isinstance(params, dict):\n        raise InvalidRequest(\'"params"',
            new='    if False:\n        raise InvalidRequest(\'"params"',
            test="wire/test_rpc.py::TestRequests::test_a_member_at_fault_is_named",
        ),
        Defence(
            name="id-is-plain",
            guards="a reply can't be told from another's",
            file=_RPC,
            old='if not is_request_id(message["id"]):',
            new="if False:",
            test="wire/test_rpc.py::TestRequests::test_a_member_at_fault_is_named",
        ),
        Defence(
            name="true-is-no-id",
            guards="the replies to 1 and to true can't be told apart",
            file=_RPC,
            old=" and not isinstance(value, bool)",
            new="",
            test="wire/test_rpc.py::TestRequests::test_a_member_at_fault_is_named",
        ),
        Defence(
            name="an-id-at-a-time",
            guards="of two replies nobody knows which is the yes to which question",
            file=_SERVICE,
            old="if request.id in self._in_flight.get(connection, {}):",
            new="if False:",
            test="daemon/test_hostile_connections.py"
            "::TestRequestsInFlight::test_an_id_in_flight_is_not_taken_twice",
        ),
        Defence(
            name="methods-known",
            guards="a method that is not there ends in a fault of ours",
            file=_SERVICE,
            old="if method is None:",
            new="if False:",
            test="daemon/test_hostile_connections.py"
            "::TestLines::test_a_bad_line_costs_one_error_and_not_the_connection",
        ),
    ),
)
