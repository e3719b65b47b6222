"""The client lives without the engine, and beside it in one process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from google.protobuf import descriptor_pb2

import tileengine_client

WITHOUT_ENGINE = """
import importlib.abc, sys

class Nothing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "tileengine":
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Nothing())
from tileengine_client import Client
with Client(sys.argv[1]) as client:
    client.wait_ready()
    print(sum(1 for game in client.games()))
"""

BESIDE = """
import sys
if sys.argv[2] == "engine first":
    import tileengine.v1.rules_service_pb2
import tileengine_client
import tileengine.v1.rules_service_pb2 as theirs
from tileengine_client import Client, schema
ours = schema.METHODS["Deal"].request
assert ours is not theirs.DealRequest
assert ours.DESCRIPTOR.full_name == theirs.DealRequest.DESCRIPTOR.full_name
with Client(sys.argv[1]) as client:
    print(sum(1 for game in client.games()))
"""


def run(code: str, environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_the_engine(environment: dict[str, str], address: str, client: tileengine_client.Client) -> None:
    assert run(WITHOUT_ENGINE, environment, address) == str(len(client.games()))


def test_beside_the_engine(environment: dict[str, str], address: str, client: tileengine_client.Client) -> None:
    for order in ("engine first", "client first"):
        assert run(BESIDE, environment, address, order) == str(len(client.games()))


def test_the_schema_is_that_of_the_engine() -> None:
    """The bundled schema equals what the engine was generated from; `.ci/generate` writes both."""
    from tileengine.v1 import error_pb2, game_pb2, position_pb2, rules_service_pb2

    bundled = Path(tileengine_client.__file__).with_name("schema.binpb").read_bytes()
    ours = {file.name: file for file in descriptor_pb2.FileDescriptorSet.FromString(bundled).file}
    for module in (error_pb2, game_pb2, position_pb2, rules_service_pb2):
        theirs = descriptor_pb2.FileDescriptorProto.FromString(module.DESCRIPTOR.serialized_pb)
        mine = ours[theirs.name]
        for file in (mine, theirs):
            for message in file.message_type:
                for field in message.field:
                    field.ClearField("json_name")
            file.ClearField("source_code_info")
        assert [m.name for m in mine.message_type] == [m.name for m in theirs.message_type]
        assert [f for m in mine.message_type for f in m.field] == [f for m in theirs.message_type for f in m.field]
        assert list(mine.enum_type) == list(theirs.enum_type)


def test_every_name_that_is_offered_exists() -> None:
    assert sorted(tileengine_client.__all__) == sorted(set(tileengine_client.__all__))
    for name in tileengine_client.__all__:
        assert hasattr(tileengine_client, name)
