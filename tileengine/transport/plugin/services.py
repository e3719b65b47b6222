"""What hosts call besides the games: end the plugin, read its output, offer it callbacks.

The three services have names of their own and messages of a few bytes, so they are served as bytes and need no schema.
Streams stay open until the plugin ends; nothing is ever sent on them, since this plugin writes to stdout once and calls
nobody back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

Context = grpc.aio.ServicerContext[bytes, bytes]
EMPTY = b""


class HostServices:
    """The handlers. stop: set when the host asks the plugin to end."""

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop

    def handlers(self) -> dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]]:
        """Per service, its methods by name."""
        return {
            "plugin.GRPCController": {"Shutdown": grpc.unary_unary_rpc_method_handler(self._shutdown)},
            "plugin.GRPCStdio": {"StreamStdio": grpc.unary_stream_rpc_method_handler(self._stdio)},
            "plugin.GRPCBroker": {"StartStream": grpc.stream_stream_rpc_method_handler(self._broker)},
        }

    async def _shutdown(self, request: bytes, context: Context) -> bytes:
        self._stop.set()
        return EMPTY

    async def _stdio(self, request: bytes, context: Context) -> AsyncIterator[bytes]:
        await self._stop.wait()
        return
        yield EMPTY

    async def _broker(self, requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[bytes]:
        await self._stop.wait()
        return
        yield EMPTY
