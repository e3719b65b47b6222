"""Deals a thousand positions and counts their moves, in few calls: python async_batch.py [ADDRESS [GAME]]."""

import asyncio
import sys

from tileengine_client import AsyncClient, TileengineError, queries


async def main(address: str, slug: str) -> None:
    """Deals in one batch, counts in a stream of ten."""
    async with AsyncClient(address, timeout=30) as client:
        await client.wait_ready()
        dealt = await client.batch([queries.deal(slug, seed=seed) for seed in range(1000)])
        positions = [one.position for one in dealt if not isinstance(one, TileengineError)]
        batches = [[queries.count_moves(position) for position in positions[first::10]] for first in range(10)]
        counts: list[int] = []
        async for answers in client.stream(batches, in_flight=3):
            counts += [count for count in answers if not isinstance(count, TileengineError)]
        print(f"{len(counts)} positions, {min(counts)} to {max(counts)} moves, mean {sum(counts) / len(counts):.1f}")


asyncio.run(main(*[*sys.argv[1:], *["127.0.0.1:50051", "triominos"][len(sys.argv) - 1 :]]))
