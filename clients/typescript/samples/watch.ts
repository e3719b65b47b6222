// Follows a game as a spectator, who sees no hand: watch [ADDRESS [GAME [MOVES]]].
import { connect } from "tileengine-client";

const [address = "127.0.0.1:50051", slug = "triominos", plies = "10"] = process.argv.slice(2);
const client = connect(address);
await client.waitReady();
let { position } = await client.deal(slug, { seed: 1 });
for (let ply = 0; ply < Number(plies) && !position.info.over; ply += 1) {
  const moves = await client.moves(position, { gains: true, notation: true }).list();
  const move = moves.reduce((best, one) => ((one.gain ?? 0) > (best.gain ?? 0) ? one : best));
  ({ position } = await client.apply(position, move));
  const view = await client.view(position, { public: true });
  const zones = view.zones.map((zone) => `${zone.name} ${zone.size}`).join(", ");
  console.log(`${position.info.ply} ${move.notation} +${move.gain} totals ${position.info.totals} (${zones})`);
}
client.close();
