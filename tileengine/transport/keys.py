"""Static API keys: a file of hashes with roles, and the services that each role may call. It knows no grpc.

A key is `te_` and 32 random bytes in base64url. Only its SHA-256 is stored: the keys are random, so a slow hash would
add nothing. One line a key: `sha256:HEX ROLE[,ROLE]`; empty lines and `# comments` are skipped.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path

from tileengine.transport.config import BadSetting

KEYS_MAX = 10_000
KEY_CHARS_MAX = 128
HEADER = "x-api-key"
_PREFIX = "te_"
_SCHEME = "sha256:"

ROLES: dict[str, frozenset[str]] = {
    "trusted": frozenset(
        {"tileengine.v1.RulesService", "tileengine.v1.SolverService", "tileengine.v1.AnalysisService"}
    ),
    "player": frozenset({"tileengine.v1.MatchService", "tileengine.v1.BotService"}),
    "admin": frozenset(),
}
"""What each role may call. trusted holds whole positions, hidden pieces included; player goes through matches only.

admin may call everything, and is the only role for a service that is in no row. Any key may use reflection.
"""


@dataclass(frozen=True, slots=True)
class Key:
    """A known key. caller: the first 8 hex digits of its hash, what logs and limits know it by."""

    caller: str
    roles: frozenset[str]

    def may_call(self, service: str) -> bool:
        """True when one of its roles may call the service (full name)."""
        return "admin" in self.roles or any(service in ROLES[role] for role in self.roles)


class KeyRing:
    """The keys of a file."""

    def __init__(self, hashes: dict[str, frozenset[str]]) -> None:
        # Looked up by a digest under a secret of this process, so that the time of a look-up tells nothing about the
        # stored hashes, however many keys there are.
        self._secret = secrets.token_bytes(32)
        self._keys = {self._blind(digest): (digest, Key(digest[:8], roles)) for digest, roles in hashes.items()}

    def _blind(self, digest: str) -> bytes:
        return hmac.digest(self._secret, digest.encode(), "sha256")

    def find(self, presented: str | bytes) -> Key | None:
        """The key, None when it is unknown. Takes the same time for every unknown key."""
        raw = presented.encode(errors="replace") if isinstance(presented, str) else presented
        if len(raw) > KEY_CHARS_MAX:
            return None
        digest = hashlib.sha256(raw).hexdigest()
        found = self._keys.get(self._blind(digest))
        if found is None or not hmac.compare_digest(found[0], digest):
            return None
        return found[1]


def read(path: str) -> KeyRing:
    """The keys of a file. Raises BadSetting with the line that is wrong, never with what it says."""
    try:
        text = Path(path).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as failure:
        raise BadSetting(f"can't read the API keys of {path}: {type(failure).__name__}") from None
    hashes: dict[str, frozenset[str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.partition("#")[0].split()
        if not fields:
            continue
        where = f"{path}, line {number}"
        if fields[0].startswith(_PREFIX):
            raise BadSetting(f"{where}: this is a key; the file takes its hash (tileengine keys new prints both)")
        digest = fields[0].removeprefix(_SCHEME).lower()
        if len(fields) != 2 or not fields[0].startswith(_SCHEME) or not _is_digest(digest):
            raise BadSetting(f"{where}: not `sha256:HEX ROLE[,ROLE]`")
        roles = frozenset(fields[1].split(","))
        if not roles <= set(ROLES):
            raise BadSetting(f"{where}: a role is one of {', '.join(ROLES)}")
        if digest in hashes:
            raise BadSetting(f"{where}: the same key again")
        hashes[digest] = roles
        if len(hashes) > KEYS_MAX:
            raise BadSetting(f"{path} has more than {KEYS_MAX} keys")
    if not hashes:
        raise BadSetting(f"{path} has no key, so nobody could call this server")
    return KeyRing(hashes)


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def new(roles: str) -> tuple[str, str]:
    """A new key and its line for the file. roles: as in the file. Raises BadSetting for an unknown role."""
    if not set(roles.split(",")) <= set(ROLES):
        raise BadSetting(f"a role is one of {', '.join(ROLES)}")
    key = _PREFIX + secrets.token_urlsafe(32)
    return key, f"{_SCHEME}{hashlib.sha256(key.encode()).hexdigest()} {roles}"
