"""A connection to a message bus (D-Bus): jeepney encodes and decodes messages, asyncio waits.

jeepney's own connections decode whatever comes; `bus_message` says why that is too much.

A connection belongs to one task, which calls methods and waits for signals. The task learns only
that a signal came: it then asks for the state anew, and so trusts no signal's content.
"""

import sys

assert sys.platform == "linux"

import asyncio
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney import Message as Outgoing
from jeepney.auth import BEGIN, AuthenticationError, Authenticator
from jeepney.bus import get_bus
from jeepney.bus_messages import DBus

from sayso.platforms.contract.presence import Lost
from sayso.platforms.linux import bus_message
from sayso.platforms.linux.bus_message import Message

_WITHIN = 10.0
"""Seconds for the bus, or a program that is asked over it, to answer."""

_LARGEST = 1 << 17
"""Bytes of the largest message that is decoded. Those needed here have some hundred."""

_LARGEST_OF_ALL = 1 << 27
"""Bytes of the largest message that D-Bus allows."""

_READ = 4096


class Refused(Exception):
    """The program that was asked replied with an error, or is not there; `name` is D-Bus's name of
    the error."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def path_of(address: str) -> str | None:
    """The path of the bus's socket; None: the socket is not in the file system. Raises Lost."""
    socket = _socket(address)
    return None if socket.startswith("\0") else socket


def _socket(address: str) -> str:
    try:
        return str(get_bus(address))
    except (RuntimeError, ValueError) as error:
        raise Lost(f"no such address of a bus can be used: {address}") from error


class Bus:
    """A connection, to be used as an asynchronous context manager. Every method raises Lost where
    the bus has gone, does not answer in time, or sends nonsense."""

    def __init__(self, address: str) -> None:
        """`address`: as D-Bus writes it ("unix:path=/run/…"), or "SYSTEM"."""
        self._socket = _socket(address)
        self._received = b""
        """Bytes that were received, and are not decoded yet."""
        self._to_skip = 0
        """Bytes still to come of a message that is skipped."""
        self._serial = 0
        self._signalled = False
        """A signal came during the wait for a reply."""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> "Bus":
        name = self._socket.replace("\0", "@")
        try:
            async with asyncio.timeout(_WITHIN):
                self._reader, self._writer = await asyncio.open_unix_connection(self._socket)
                await self._say_who(self._writer)
                await self._exchange(DBus().Hello())
        except TimeoutError as error:
            self._abort()
            raise Lost(f"{name} says nothing for {_WITHIN:g} s") from error
        except OSError as error:
            self._abort()
            raise Lost(f"{name}: {error.strerror or error}") from error
        except (AuthenticationError, Refused) as error:
            self._abort()
            raise Lost(f"{name} does not let us in") from error
        except BaseException:
            self._abort()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._abort()

    async def subscribe(self, rule: str) -> None:
        await self._ask(DBus().AddMatch(rule))

    async def unsubscribe(self, rule: str) -> None:
        await self._ask(DBus().RemoveMatch(rule))

    async def properties(self, name: str, path: str, interface: str) -> dict[str, tuple[str, Any]]:
        """The properties of an object, each as its type (as D-Bus writes it) and its value. Raises
        Refused as well."""
        address = DBusAddress(path, name, "org.freedesktop.DBus.Properties")
        body = await self._ask(new_method_call(address, "GetAll", "s", (interface,)))
        if len(body) != 1 or not isinstance(body[0], dict):
            raise Lost(f"{name} does not say what its properties are")
        return body[0]

    async def signal(self) -> None:
        """Returns once a signal has come since the last return."""
        while not self._signalled:
            self._signalled = _is_signal(await self._receive())
        self._signalled = False

    async def _say_who(self, writer: asyncio.StreamWriter) -> None:
        """Authenticates by our user id, which the system vouches for."""
        authenticator = Authenticator()
        for data in authenticator:
            writer.write(data)
            await writer.drain()
            authenticator.feed(await self._read())
        writer.write(BEGIN)

    async def _ask(self, message: Outgoing) -> tuple[Any, ...]:
        try:
            async with asyncio.timeout(_WITHIN):
                return await self._exchange(message)
        except TimeoutError as error:
            to = message.header.fields[HeaderFields.destination]
            raise Lost(f"{to} does not answer within {_WITHIN:g} s") from error
        except OSError as error:
            raise Lost(f"the bus has gone: {error}") from error

    async def _exchange(self, message: Outgoing) -> tuple[Any, ...]:
        assert self._writer is not None
        self._serial += 1
        self._writer.write(message.serialise(self._serial))
        await self._writer.drain()
        while True:
            reply = await self._receive()
            if _is_signal(reply):
                self._signalled = True
            elif reply.fields.get(HeaderFields.reply_serial) == self._serial:
                if reply.kind is MessageType.error:
                    raise Refused(str(reply.fields.get(HeaderFields.error_name)))
                return reply.body

    async def _receive(self) -> Message:
        while (message := self._next()) is None:
            data = await self._read()
            skipped = min(len(data), self._to_skip)
            self._to_skip -= skipped
            self._received += data[skipped:]
        return message

    def _next(self) -> Message | None:
        """Decodes the next message; None: it has not arrived whole."""
        try:
            while (size := bus_message.size(self._received)) is not None and size > _LARGEST:
                self._skip(size)
            if size is None or len(self._received) < size:
                return None
            whole, self._received = self._received[:size], self._received[size:]
            return bus_message.read(whole)
        except Lost:
            raise
        except Exception as error:  # malformed data makes jeepney raise anything
            raise Lost("the bus sent what can't be read") from error

    def _skip(self, size: int) -> None:
        """Skips a message that is larger than any we ask for. Anybody on the bus may send us one,
        and must not end our connection by it."""
        if size > _LARGEST_OF_ALL:
            raise Lost("the bus sends more than it may")
        self._to_skip = max(0, size - len(self._received))
        self._received = self._received[size:]

    async def _read(self) -> bytes:
        try:
            data = await self._reader.read(_READ)
        except OSError as error:
            raise Lost(f"the bus has gone: {error}") from error
        if not data:
            raise Lost("the bus has gone")
        return data

    def _abort(self) -> None:
        if self._writer:
            self._writer.transport.abort()


def _is_signal(message: Message) -> bool:
    """Whether the message is a signal to everybody. What the bus sends to us alone (about our own
    name on it) changes nothing."""
    to_us = HeaderFields.destination in message.fields
    return message.kind is MessageType.signal and not to_us
