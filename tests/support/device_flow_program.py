"""A provider of device codes (RFC 8628) on the loopback interface, made with Authlib.

It writes its address on one line. The person signs in by opening /device?user_code=CODE&answer=yes
there, or refuses with answer=no. Opening /expire makes all codes expire.
"""

import os
import time
from typing import Any

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # plain HTTP will do, on this machine alone

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc8628 import (
    DeviceAuthorizationEndpoint,
    DeviceCodeGrant,
    DeviceCredentialDict,
)
from flask import Flask, request
from werkzeug.serving import make_server

LIFETIME = 600
INTERVAL = 0.2
"""Seconds between two requests of a client for the token. A client that waits less than half as
long is told to slow down."""


class Client(ClientMixin):  # type: ignore[misc]  # Authlib has no types
    """A public client (one without a secret), which may use device codes and nothing else."""

    def get_client_id(self) -> str:
        return "sayso-test"

    def get_default_redirect_uri(self) -> str:
        return ""

    def get_allowed_scope(self, scope: str) -> str:
        return scope

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return False

    def check_client_secret(self, client_secret: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return False

    def check_grant_type(self, grant_type: str) -> bool:
        return bool(grant_type == DeviceCodeGrant.GRANT_TYPE)


CREDENTIALS: dict[str, dict[str, Any]] = {}
"""Credentials that were handed out, by device code."""
ANSWERS: dict[str, bool] = {}
"""Whether the person agreed, by user code."""
ASKED: dict[str, float] = {}
"""When a client last asked (time.monotonic), by device code."""


class Endpoint(DeviceAuthorizationEndpoint):  # type: ignore[misc]  # Authlib has no types
    CLIENT_AUTH_METHODS = ("none",)
    EXPIRES_IN = LIFETIME
    INTERVAL = INTERVAL

    def get_verification_uri(self) -> str:
        return f"http://{request.host}/device"

    def save_device_credential(self, client_id: str, scope: str, data: dict[str, Any]) -> None:
        told = {"client_id": client_id, "scope": scope, "expires_at": time.time() + LIFETIME}
        CREDENTIALS[data["device_code"]] = data | told


class Grant(DeviceCodeGrant):  # type: ignore[misc]  # Authlib has no types
    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def query_device_credential(self, device_code: str) -> DeviceCredentialDict | None:
        told = CREDENTIALS.get(device_code)
        return None if told is None else DeviceCredentialDict(told)

    def query_user_grant(self, user_code: str) -> tuple[str, bool] | None:
        return ("ada", ANSWERS[user_code]) if user_code in ANSWERS else None

    def should_slow_down(self, credential: DeviceCredentialDict) -> bool:
        code = credential["device_code"]
        since = time.monotonic() - ASKED.get(code, 0.0)
        ASKED[code] = time.monotonic()
        return since < INTERVAL / 2


def main() -> None:
    app = Flask(__name__)
    server = AuthorizationServer(app, query_client=lambda _: Client(), save_token=lambda *_: None)
    server.register_endpoint(Endpoint)
    server.register_grant(Grant)

    @app.post("/codes")
    def codes() -> Any:
        return server.create_endpoint_response(Endpoint.ENDPOINT_NAME)

    @app.post("/token")
    def token() -> Any:
        return server.create_token_response()

    @app.get("/device")
    def device() -> str:
        ANSWERS[request.args["user_code"]] = request.args["answer"] == "yes"
        return "Thank you."

    @app.get("/expire")
    def expire() -> str:
        for told in CREDENTIALS.values():
            told["expires_at"] = time.time() - 1
        return "They have expired."

    serving = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"http://127.0.0.1:{serving.server_port}", flush=True)
    serving.serve_forever()


if __name__ == "__main__":
    main()
