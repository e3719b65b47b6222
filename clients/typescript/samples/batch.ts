// Deals a thousand positions and counts their moves, in few calls: batch [ADDRESS [GAME]].
import { connect, queries, TileengineError } from "tileengine-client";

const [address = "127.0.0.1:50051", slug = "triominos"] = process.argv.slice(2);
const client = connect(address, { timeoutMs: 30_000 });
await client.waitReady();
const deals = Array.from({ length: 1000 }, (_, seed) => queries.deal(slug, { seed }));
const positions = (await client.batch(deals)).flatMap((one) => (one instanceof TileengineError ? [] : [one.position]));
const tenths = Array.from({ length: 10 }, (_, first) => positions.filter((_, index) => index % 10 === first));
const batches = tenths.map((some) => some.map((position) => queries.countMoves(position)));
const counts: number[] = [];
for await (const answers of client.stream(batches, { inFlight: 3 })) {
  for (const count of answers) if (!(count instanceof TileengineError)) counts.push(count);
}
const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
console.log(
  `${counts.length} positions, ${Math.min(...counts)} to ${Math.max(...counts)} moves, mean ${mean.toFixed(1)}`,
);
client.close();
