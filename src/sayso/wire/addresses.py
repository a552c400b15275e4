"""Which web addresses a dialog may offer to open."""

import ipaddress
import re
from urllib.parse import urlsplit

_ALLOWED = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*")
"""The characters of RFC 3986, section 2. A browser reads others (a backslash, say) as these."""
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")


def check_address(text: str) -> None:
    """Checks one address. Raises ValueError that says what is wrong."""
    scheme, separator, rest = text.partition("://")
    if not separator or scheme.lower() not in ("https", "http"):
        raise ValueError("must begin with https://")
    authority = re.split(r"[/?#\\]", rest, maxsplit=1)[0]
    if "@" in authority:
        raise ValueError("must hold no user information: nothing before an @ in front of the host")
    if not authority.isascii():
        raise ValueError("its host must be in ASCII: xn--… for one in other letters")
    if not _ALLOWED.fullmatch(text):
        raise ValueError("must be in ASCII, all else percent-encoded")
    host = _host(text, authority)
    if scheme.lower() == "http" and not _is_here(host):
        raise ValueError("must begin with https://; http:// may lead only to this machine")


def _host(text: str, authority: str) -> str:
    """The host of an address, lowercase and without brackets. Raises ValueError."""
    try:
        parts = urlsplit(text)
        _ = parts.port  # urlsplit checks the port only when it is read
    except ValueError:
        raise ValueError("its host or port is not valid") from None
    host = re.sub(r":[0-9]*$", "", authority)
    if not _HOST.fullmatch(host):
        raise ValueError("its host or port is not valid")
    return host.strip("[]").lower()


def _is_here(host: str) -> bool:
    """Whether the host is on the loopback interface: `localhost` is, by RFC 6761, section 6.3."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
