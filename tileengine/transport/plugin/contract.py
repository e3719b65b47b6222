"""What host and plugin tell each other before the first call: variables of the environment, and one line on stdout.

Nothing here listens, writes or knows grpc.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COOKIE_KEY = "TILEENGINE_PLUGIN"
COOKIE_VALUE = "57d2c0a8b1f94e6a9c3e7d1025b86f4e"
"""A host sets this variable to this value. It is no secret: it tells a host from a person at a terminal."""
CORE_VERSION = 1
"""Version of the line itself."""
VERSIONS = (1,)
"""Versions of what this plugin serves, ascending. 1: the services of `tileengine.v1`."""
HEALTH = "plugin"
"""The name under which hosts ask for its health."""


class NoHost(Exception):
    """Nobody who knows this plugin started it; the message is for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class Host:
    """What a host asks for.

    version: the highest that both know, or the lowest of ours when they share none: the host then refuses.
    socket_dir: where the unix socket goes; "": a folder of our own. socket_group: name or number of the group that may
    connect; "": only the user. tls: it wants TLS ("AutoMTLS"). multiplex: it asked about multiplexing.
    """

    version: int
    socket_dir: str = ""
    socket_group: str = ""
    tls: bool = False
    multiplex: bool = False


def read(environ: Mapping[str, str]) -> Host:
    """The host's wishes. Raises NoHost."""
    if environ.get(COOKIE_KEY) != COOKIE_VALUE:
        raise NoHost(
            "this is a plugin: a host program starts it and talks to it (docs/plugin.md says how). "
            "To run a server by hand: tileengine serve"
        )
    return Host(
        version=_version(environ.get("PLUGIN_PROTOCOL_VERSIONS", "")),
        socket_dir=environ.get("PLUGIN_UNIX_SOCKET_DIR", ""),
        socket_group=environ.get("PLUGIN_UNIX_SOCKET_GROUP", ""),
        tls=bool(environ.get("PLUGIN_CLIENT_CERT", "")),
        multiplex=bool(environ.get("PLUGIN_MULTIPLEX_GRPC", "")),
    )


def _version(listed: str) -> int:
    """The highest version of a list in any order that we know too, else our lowest; what is no number is skipped."""
    theirs = {int(word) for word in listed.split(",") if word.strip().isdecimal()}
    return max(theirs.intersection(VERSIONS), default=VERSIONS[0])


def handshake(host: Host, path: str, certificate: str = "") -> str:
    """The line for the host, without its end.

    path: of the unix socket. certificate: the server's, DER in base64 without padding; "": no TLS.
    """
    fields = [str(CORE_VERSION), str(host.version), "unix", path, "grpc", certificate]
    if host.multiplex:
        fields.append("false")
    return "|".join(fields)
