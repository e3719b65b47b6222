// Sits down at a table with the engine and plays a whole match: match [ADDRESS [GAME [LEVEL]]].
//
// Events of the match say when it is our turn; `matches.play` may be asked again when the connection breaks. At the end
// the deal is revealed, and the record proves that it was fair.
import { connect, matches } from "tileengine-client";

const [address = "127.0.0.1:50051", slug = "tantrix", level = "1"] = process.argv.slice(2);
const client = connect(address, { retries: 2 });
await client.waitReady();
const seats = [matches.openSeat(), matches.engineSeat({ level: Number(level) })];
const { match } = await client.ask(matches.create(slug, { seats }));
const me = await client.ask(matches.join(match.matchId, { name: "sample" }));
for await (const event of client.watch(me.access)) {
  console.log(event.number, event.kind, event.seat ?? "", ...event.notations);
  if (event.match?.turn === me.seat) {
    const [move] = (await client.ask(matches.moves(me.access, { limit: 1 }))).moves;
    if (move === undefined) throw new Error("a seat whose turn it is has a move");
    await client.ask(matches.play(me.access, move, { expectedPly: event.match.ply }));
  }
}
const end = await client.ask(matches.get(me.access));
console.log(`${end.end?.end}:`, ...end.scores.map((score) => `${score.total} ${score.outcome}`));
const checked = await client.ask(matches.verifyRecord(await client.ask(matches.record(me.access))));
console.log("the record is", checked.valid ? "right:" : `wrong: ${checked.problem}`, ...checked.passed);
client.close();
