"""The certificate of one run of a plugin: made at the start, told to the host, and gone with the process.

The host trusts this certificate and no other, so it can't be fooled by another server at the address. It does not show
one of its own: hosts of go-plugin have P-521 keys, which the TLS of grpc does not take from clients. Who may connect is
therefore decided by the permissions of the socket, and `serve.py` gives a certificate to unix sockets only.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta

import grpc

from tileengine.transport.config import BadSetting

DAYS = 3650
"""How long it is valid; no run is longer."""


def make() -> tuple[grpc.ServerCredentials, str]:
    """Credentials with a new key, and the certificate as the host is told: DER in base64 without padding.

    Raises BadSetting when the library for it is missing.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
    except ImportError:
        raise BadSetting(
            "the host wants TLS (AutoMTLS), which needs a library: pip install 'tileengine[plugin]'"
        ) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))  # clocks of one machine agree; those of containers nearly do
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    credentials = grpc.ssl_server_credentials([(pem, certificate.public_bytes(serialization.Encoding.PEM))])
    told = base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode("ascii").rstrip("=")
    return credentials, told
