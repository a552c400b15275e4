"""A client of the provider in device_flow_program.py: `device_flow_client_program.py TOKENS
DEVICE_CODE SECONDS` asks for the token every so many seconds, as RFC 8628 says, until it gets one
(exit status 0) or never will (1). It writes each error that it is told, one a line; the last says
why it failed."""

import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def main(tokens: str, device_code: str, seconds: str) -> int:
    interval = float(seconds)
    told = {"grant_type": _GRANT, "device_code": device_code, "client_id": "sayso-test"}
    data = urllib.parse.urlencode(told).encode()
    while True:
        try:
            with urllib.request.urlopen(tokens, data) as reply:  # noqa: S310 (the test's own)
                print(json.load(reply)["token_type"], flush=True)
                return 0
        except urllib.error.HTTPError as refusal:
            error = json.load(refusal)["error"]
        print(error, flush=True)
        if error == "slow_down":
            interval += 0.3  # RFC 8628 says 5 s, too long for a test
        elif error != "authorization_pending":
            return 1
        time.sleep(interval)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
