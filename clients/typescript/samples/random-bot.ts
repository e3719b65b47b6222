// A bot that plays any legal move against the engine: random-bot [ADDRESS [GAME [LEVEL]]].
//
// It makes a match of its own with a seat for itself and one for the engine; to play elsewhere, give `playSeats` an
// `Access` of the match's id and the seat's token.
import { connect, matches, playSeats, type Turn } from "tileengine-client";

const [address = "127.0.0.1:50051", slug = "triominos", level = "2"] = process.argv.slice(2);

/** The bot: replace this. `turn.position` is what RulesService and AnalysisService take as a position. */
function choose(turn: Turn): number {
  const move = turn.moves[Math.floor(Math.random() * turn.moves.length)];
  if (move === undefined) throw new Error("a turn has a move");
  return move;
}

const client = connect(address);
await client.waitReady();
const setups = [matches.reservedSeat(), matches.engineSeat({ level: Number(level) })];
const [mine] = (await client.ask(matches.create(slug, { seats: setups }))).seats;
if (mine === undefined) throw new Error("a reserved seat has a token");
const [left] = await playSeats(client, [mine], choose, { name: "random bot" });
if (left?.match?.end === undefined) throw left?.error;
console.log(`${left.cause}: ${left.match.end.end} after ${left.match.ply} moves`);
for (const seat of left.match.seats) console.log(`${seat.name}: ${left.match.scores[seat.seat]?.total} points`);
client.close();
