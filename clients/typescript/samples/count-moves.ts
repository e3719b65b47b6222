// Counts the legal moves of a first position of every game: count-moves [ADDRESS].
import { connect } from "tileengine-client";

const [address = "127.0.0.1:50051"] = process.argv.slice(2);
const client = connect(address);
await client.waitReady();
for (const game of await client.games()) {
  const { position } = await client.deal(game.slug, { seed: 1 });
  console.log(`${game.title}: ${await client.countMoves(position)} moves`);
}
client.close();
