// Plays random moves to the end of a game: random-game [ADDRESS [GAME [SEED]]].
import { connect } from "tileengine-client";

const [address = "127.0.0.1:50051", slug = "triominos", seed = "1"] = process.argv.slice(2);
const client = connect(address);
await client.waitReady();
let { position } = await client.deal(slug, { seed: Number(seed) });
while (!position.info.over) {
  const moves = await client.moves(position).list();
  const move = moves[Math.floor(Math.random() * moves.length)];
  if (move === undefined) throw new Error("a game that runs has a move");
  ({ position } = await client.apply(position, move));
}
console.log(`${position.info.end} after ${position.info.ply} moves`);
for (const { seat, total, outcome, parts } of (await client.score(position)).seats) {
  console.log(`seat ${seat}: ${total} points, ${outcome}, ${JSON.stringify(parts)}`);
}
client.close();
