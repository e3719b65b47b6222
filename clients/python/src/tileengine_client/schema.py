"""The schema at run time: message classes and method paths, built from schema.binpb in a descriptor pool of its own.

A private pool, because protobuf's default pool takes each file name once in a process: with it, this client could not
be imported beside the engine, or beside another version of itself. There is no generated code, and hence no generated
code that must match the version of protobuf. This file knows no game and no transport.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import EnumDescriptor

PACKAGE = "tileengine.v1"
SERVICE = f"{PACKAGE}.RulesService"
"""The service whose health says that the server serves."""
PURE = (SERVICE, f"{PACKAGE}.AnalysisService", f"{PACKAGE}.SolverService")
"""Services whose methods are pure functions."""
MATCHES = f"{PACKAGE}.MatchService"
"""The service whose methods are about matches."""
ONCE = ("UndoMoves", "AnswerUndo", "ResignMatch", "DeleteMatch")
"""Methods of MATCHES that refuse to do again what was done; any other call may be made again when it failed."""

_POOL = descriptor_pool.DescriptorPool()


def _load() -> None:
    bundled = files(__package__).joinpath("schema.binpb").read_bytes()
    for file in descriptor_pb2.FileDescriptorSet.FromString(bundled).file:
        _POOL.AddSerializedFile(file.SerializeToString())
    # The two messages of grpc.health.v1 that are needed, so that the client does not depend on another package.
    health = descriptor_pb2.FileDescriptorProto(name="health.proto", package="grpc.health.v1", syntax="proto3")
    field = descriptor_pb2.FieldDescriptorProto
    for name, kind, message in (
        ("service", field.TYPE_STRING, "HealthCheckRequest"),
        ("status", field.TYPE_INT32, "HealthCheckResponse"),
    ):
        made = health.message_type.add(name=message)
        made.field.add(name=name, number=1, type=kind, label=field.LABEL_OPTIONAL)
    _POOL.AddSerializedFile(health.SerializeToString())


_load()


class Method(NamedTuple):
    """How one method is called."""

    path: str
    request: Any
    response: Any
    streams: bool = False


def message(name: str) -> Any:
    """The class of a message of the package, "DealRequest", or of one with its full name."""
    full = name if "." in name else f"{PACKAGE}.{name}"
    return message_factory.GetMessageClass(_POOL.FindMessageTypeByName(full))


class Names(dict[int, str]):
    """Names of an enum's values by number; a number this schema does not know yet becomes "value_NUMBER"."""

    def __missing__(self, number: int) -> str:
        return f"value_{number}"


def names_of(enum: EnumDescriptor | None) -> Names:
    """Names in lower case, without the prefix that all values of an enum share ("MOVE_KIND_TAKE": "take")."""
    if enum is None:
        return Names()
    prefix = len(enum.values[0].name) - len("UNSPECIFIED")
    return Names({value.number: value.name[prefix:].lower() for value in enum.values})


def enum_names(name: str) -> Names:
    """The same for an enum of the package by its name, "MoveKind" or "Viewer.Sight"."""
    return names_of(_POOL.FindEnumTypeByName(f"{PACKAGE}.{name}"))


METHODS: dict[str, Method] = {
    method.name: Method(
        f"/{service}/{method.name}",
        message_factory.GetMessageClass(method.input_type),
        message_factory.GetMessageClass(method.output_type),
        method.client_streaming or method.server_streaming,
    )
    for service in (*PURE, MATCHES)
    for method in _POOL.FindServiceByName(service).methods
}
"""Every method of these services by its name."""

HEALTH = Method(
    "/grpc.health.v1.Health/Check",
    message("grpc.health.v1.HealthCheckRequest"),
    message("grpc.health.v1.HealthCheckResponse"),
)
HEALTH_SERVING = 1
"""HealthCheckResponse.status of a server that takes calls."""
