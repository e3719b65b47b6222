// The bot's side of BotService, against a real server.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Access, Client, Turn } from "tileengine-client";
import { errors, matches, playSeats } from "tileengine-client";
import { Fixture, SLUGS } from "./support.js";

const fixture = new Fixture();
const GAME = "triominos";

/** The seats of so many matches, all reserved. */
async function tables(client: Client, count: number, game = GAME): Promise<Access[]> {
  const seats = Array.from({ length: game === "triple_peaks" ? 1 : 2 }, () => matches.reservedSeat());
  const made = await Promise.all(Array.from({ length: count }, () => client.ask(matches.create(game, { seats }))));
  return made.flatMap((one) => one.seats.filter((access) => access !== undefined));
}

function first(turn: Turn): number {
  assert.ok(turn.moves[0] !== undefined && turn.deadlineMs > 0 && turn.position.length > 0);
  return turn.moves[0];
}

for (const slug of SLUGS) {
  test(`${slug}: one bot plays all seats of two matches`, async () => {
    const { client } = fixture;
    const seats = await tables(client, 2, slug);
    const left = await playSeats(client, seats, first, { name: "twins" });
    assert.deepEqual(new Set(left.map((one) => one.matchId)), new Set(seats.map((access) => access.matchId)));
    assert.equal(left.length, seats.length);
    for (const one of left) {
      assert.deepEqual([one.cause, one.error, one.match?.status], ["over", undefined, "over"]);
      assert.ok(one.match?.seats.every((seat) => seat.name === "twins"));
    }
  });
}

test("a bot may ask the server what to play", async () => {
  const { client } = fixture;
  const seats = await tables(client, 1);
  let asked = 0;
  const left = await playSeats(client, seats, async (turn) => {
    asked += 1;
    if (asked > 6) return null;
    return (await client.suggest(turn.position, { level: 1 })).move;
  });
  assert.deepEqual(
    left.map((one) => one.match?.end?.end),
    ["resigned", "resigned"],
  );
});

test("a wrong move costs the seat", async () => {
  const { client } = fixture;
  const left = await playSeats(client, await tables(client, 1), () => 0xffffffff, { missesMax: 1 });
  assert.deepEqual(
    left.map((one) => one.match?.end?.end),
    ["resigned", "resigned"],
  );
});

test("a bot that fails or forgets to answer ends its stream, not the match", async () => {
  const { client } = fixture;
  const seats = await tables(client, 1);
  const broken = new Error("a bug of the bot");
  const fails = () => {
    throw broken;
  };
  await assert.rejects(playSeats(client, seats, fails), broken);
  const forgets = (() => undefined) as unknown as () => null;
  await assert.rejects(playSeats(client, seats, forgets), TypeError);
  const left = await playSeats(client, seats, first);
  assert.deepEqual(
    left.map((one) => one.cause),
    ["over", "over"],
  );
});

test("failures are the client's own", async () => {
  const { client } = fixture;
  const [left] = await playSeats(client, [new matches.Access("nowhere", "token")], first);
  assert.ok(left?.cause === "failed" && left.error instanceof errors.TileengineError && left.match === undefined);
  const [seat] = await tables(client, 1);
  assert.ok(seat);
  await assert.rejects(playSeats(client, [seat], first, { moveMs: 1 }), errors.BadField);
  await assert.rejects(playSeats(client, [], first), errors.BadField);
  await assert.rejects(playSeats(client, Array(65).fill(seat), first), errors.BadField);
});

test("playing is bounded, and can be given up", async () => {
  const { client } = fixture;
  const [mine] = await tables(client, 1); // nobody takes the other seat
  assert.ok(mine);
  await assert.rejects(playSeats(client, [mine], first, { timeoutMs: 300 }), errors.DeadlineExceeded);
  await assert.rejects(playSeats(client, [mine], first, { signal: AbortSignal.timeout(200) }), errors.Cancelled);
});
