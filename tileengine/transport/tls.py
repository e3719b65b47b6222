"""Certificates of a server: read once at the start, checked before anything listens. It knows no service.

With a client CA the server asks for a certificate of every client and refuses those which that CA did not sign
(mutual TLS). New files are read after a restart.
"""

from __future__ import annotations

import ssl
from pathlib import Path

import grpc

from tileengine.transport.config import BadSetting, ServerConfig


def credentials(config: ServerConfig) -> grpc.ServerCredentials | None:
    """The credentials of a server, None when it has no certificate. Raises BadSetting for files that can't be used."""
    if not config.tls_cert:
        return None
    # grpc says nothing about what is wrong with a file; Python's ssl does.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # Without a callback an encrypted key would make OpenSSL ask at the terminal.
        context.load_cert_chain(config.tls_cert, config.tls_key, password=lambda: "")
    except (OSError, ssl.SSLError) as failure:
        raise BadSetting(f"can't use certificate {config.tls_cert} with key {config.tls_key}: {failure}") from None
    roots = None
    if config.tls_client_ca:
        try:
            context.load_verify_locations(config.tls_client_ca)
        except (OSError, ssl.SSLError) as failure:
            raise BadSetting(f"can't use the client CA {config.tls_client_ca}: {failure}") from None
        roots = Path(config.tls_client_ca).read_bytes()
    pair = (Path(config.tls_key).read_bytes(), Path(config.tls_cert).read_bytes())
    return grpc.ssl_server_credentials([pair], roots, require_client_auth=roots is not None)
