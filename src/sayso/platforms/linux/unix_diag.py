"""Which socket another one is connected with: sock_diag(7), linux/unix_diag.h."""

import sys

assert sys.platform == "linux"

import os
import socket
import struct

_NETLINK_SOCK_DIAG = 4
_SOCK_DIAG_BY_FAMILY = 20
_NLM_F_REQUEST = 1
_SHOW_PEER = 0x04
_ATTRIBUTE_PEER = 2
_ANY = 0xFFFFFFFF
"""All states; and no cookie, which would tell a socket from an earlier one with the same inode."""

_HEADER = struct.Struct("=IHHII")  # netlink(7), nlmsghdr: length, type, flags, sequence, port
_REQUEST = struct.Struct("=BBHIIIII")
"""unix_diag_req: family, protocol, padding, states, inode, what to show, cookie."""
_MESSAGE = struct.Struct("=BBBBIII")
"""unix_diag_msg: family, type, state, padding, inode, cookie."""
_ATTRIBUTE = struct.Struct("=HH")  # nlattr: length, type; what follows is padded to four bytes
_NUMBER = struct.Struct("=I")
_REPLY = 4096


def peer_inode(sock: socket.socket) -> int | None:
    """The inode of the Unix socket that this one is connected with; None: there is none, or it is
    in another network namespace than ours. Raises OSError where the kernel does not tell."""
    inode = os.fstat(sock.fileno()).st_ino
    if inode > _ANY:
        return None
    asked = _REQUEST.pack(socket.AF_UNIX, 0, 0, _ANY, inode, _SHOW_PEER, _ANY, _ANY)
    header = _HEADER.pack(_HEADER.size + len(asked), _SOCK_DIAG_BY_FAMILY, _NLM_F_REQUEST, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_SOCK_DIAG) as kernel:
        kernel.setblocking(False)  # it has answered when `send` returns
        kernel.send(header + asked)
        return _peer(kernel.recv(_REPLY), inode)


def _peer(reply: bytes, inode: int) -> int | None:
    """The peer's inode in this reply; None: the reply has none, or is an error, which has another
    type."""
    length, kind, *_ = _HEADER.unpack_from(reply)
    told = reply[_HEADER.size : length]
    if kind != _SOCK_DIAG_BY_FAMILY or _MESSAGE.unpack_from(told)[4] != inode:
        return None
    place = _MESSAGE.size
    while place + _ATTRIBUTE.size <= len(told):
        size, attribute = _ATTRIBUTE.unpack_from(told, place)
        if attribute == _ATTRIBUTE_PEER:
            found: int = _NUMBER.unpack_from(told, place + _ATTRIBUTE.size)[0]
            return found
        place += max(size + 3 & ~3, _ATTRIBUTE.size)
    return None
