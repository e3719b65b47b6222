// Suggestions, analyses and reviews, for every game; leaving a search stops it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Analysis, Client, Position, RankedMove, SuggestOptions } from "tileengine-client";
import { errors, queries, TileengineError } from "tileengine-client";
import { collect, dealt, Fixture, SLUGS } from "./support.js";

const fixture = new Fixture();

/** Some moves into a game, with a choice. */
async function midway(client: Client, slug: string): Promise<Position> {
  let position = await dealt(client, slug);
  for (let turn = 0; ; turn += 1) {
    const moves = await client.moves(position).list();
    if (turn >= 4 && moves.length >= 2) return position;
    const move = moves[turn % moves.length];
    assert.ok(move);
    position = (await client.apply(position, move)).position;
  }
}

async function checkMove(client: Client, position: Position, move: RankedMove): Promise<void> {
  const said = await client.check(position, move);
  assert.deepEqual([said.legal, said.notation], [true, move.notation]);
  const { game: slug, seats, ply } = position.info;
  assert.equal((await client.apply(position, move)).position.info.ply, ply + 1);
  const game = (await client.games()).find((one) => one.slug === slug);
  assert.ok(game);
  assert.ok(move.why.every((why) => why.part === "total" || game.parts.includes(why.part)));
  const names = game.prospects.map((one) => one.name);
  assert.ok(move.prospects.every((one) => names.includes(one.name) && one.seat < seats && one.before !== one.after));
  if (move.visits > 0) {
    assert.deepEqual([move.score.length, move.spread.length], [seats, seats]);
    assert.ok(move.value !== undefined && move.win !== undefined && move.win >= 0 && move.win <= 1);
    assert.deepEqual([move.line[0], move.lineNotation[0]], [move.action, move.notation]);
  }
}

for (const slug of SLUGS) {
  test(`${slug}: a suggestion can be played, and repeats`, async () => {
    const { client } = fixture;
    const position = await midway(client, slug);
    for (const level of [1, 6]) {
      const found = await client.suggest(position, { level, seed: 5 });
      await checkMove(client, position, found.move);
      assert.deepEqual(await client.suggest(position, { level, seed: 5n }), found);
      // It knows no more than the seat to move.
      const seen = await client.observe(position, position.info.turn);
      assert.deepEqual(await client.suggest(seen, { level, seed: 5 }), found);
    }
  });

  test(`${slug}: a certificate brings the answer back, and is JSON`, async () => {
    const { client } = fixture;
    const position = await midway(client, slug);
    const timed = await client.suggest(position, { timeMs: 100, proofNodes: 0, seed: 3 });
    const { playouts, positionHash } = timed.certificate;
    assert.ok(playouts > 0);
    assert.deepEqual(await client.suggest(position, { playouts, proofNodes: 0, seed: 3 }), timed);
    assert.equal(JSON.parse(JSON.stringify(timed)).certificate.positionHash, positionHash.toString());
  });

  test(`${slug}: an analysis ranks moves, allowed and avoided`, async () => {
    const { client } = fixture;
    const position = await midway(client, slug);
    const found = await client.analyse(position, { playouts: 200, movesMax: 3, seed: 2 });
    assert.deepEqual([found.final, found.seat, found.certificate.playouts], [true, position.info.turn, 200]);
    assert.ok(found.moves.length >= 1 && found.moves.length <= 3);
    assert.equal(found.movesTotal, await client.countMoves(position));
    for (const move of found.moves) await checkMove(client, position, move);
    const [best] = found.moves;
    assert.ok(best);
    assert.equal((await client.analyse(position, { playouts: 100, allow: [best] })).movesTotal, 1);
    const others = await client.analyse(position, { playouts: 100, avoid: [best.notation], movesMax: 256 });
    assert.ok(others.moves.every((move) => move.action !== best.action));
  });

  test(`${slug}: many positions, with reports and a failure`, async () => {
    const { client } = fixture;
    const position = await midway(client, slug);
    const reports = new Map<number, (Analysis | TileengineError)[]>([0, 1, 2].map((index) => [index, []]));
    const broken = Uint8Array.of(1, 2);
    const wanted = { playouts: 300, reportEvery: 100 };
    for await (const [index, report] of client.analyseMany([position, broken, position], wanted)) {
      reports.get(index)?.push(report);
    }
    assert.ok(reports.get(1)?.length === 1 && reports.get(1)?.[0] instanceof errors.BadPosition);
    for (const index of [0, 2]) {
      const finals = (reports.get(index) ?? []).map((report) => !(report instanceof TileengineError) && report.final);
      assert.deepEqual(
        finals,
        finals.map((_, at) => at === finals.length - 1),
      );
    }
    assert.deepEqual(reports.get(0)?.at(-1), reports.get(2)?.at(-1));
  });

  test(`${slug}: a loop that is left ends the search`, async () => {
    // Otherwise the searches left behind would fill the server, and the last question would be refused or late.
    const { client } = fixture;
    const position = await midway(client, slug);
    for (let round = 0; round < 20; round += 1) {
      const wanted = { playouts: 2_000_000, proofNodes: 0, reportEvery: 100, timeoutMs: 120_000 };
      for await (const [, report] of client.analyseMany([position], wanted)) {
        assert.ok(!(report instanceof TileengineError));
        break;
      }
    }
    assert.ok((await client.suggest(position, { level: 1 })).move);
  });

  test(`${slug}: a review tells skill from luck`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const moves: RankedMove[] = [];
    for (let after = position; moves.length < 3; ) {
      const { move } = await client.suggest(after, { level: 1 });
      moves.push(move);
      after = (await client.apply(after, move)).position;
    }
    const found = await client.review(position, moves, { playouts: 50, seed: 4 });
    assert.deepEqual(
      found.map((one) => one.action),
      moves.map((move) => move.action),
    );
    for (const one of found) assert.ok(one.skill <= 0 && Math.abs(one.after - one.before - one.skill) < 1e-6);
    const [first] = moves;
    assert.ok(first);
    await assert.rejects(
      client.review(position, [first, first]),
      (failure) => failure instanceof errors.IllegalMove && failure.index === 1,
    );
  });
}

test("wrong settings are named", async () => {
  const { client } = fixture;
  const position = await dealt(client, "triominos");
  const wrong: [string, SuggestOptions][] = [
    ["level", { level: 0 }],
    ["level", { level: 11 }],
    ["level", { level: 1.5 }],
    ["aim", { aim: "fun" as "win" }],
    ["priority", { priority: "now" as "urgent" }],
    ["seed", { seed: -1 }],
    ["seed", { seed: 1n << 64n }],
    ["seed", { seed: 2 ** 60 }],
    ["budget.playouts", { playouts: 0 }],
    ["budget.playouts", { playouts: 2 ** 32 }],
    ["budget.playouts", { playouts: 2_000_001 }],
    ["budget.time_ms", { timeMs: 0 }],
    ["budget.time_ms", { timeMs: 600_001 }],
    ["budget.proof_nodes", { proofNodes: -1 }],
  ];
  for (const [field, wanted] of wrong) {
    const refused = (failure: unknown) => failure instanceof errors.BadField && failure.field === field;
    await assert.rejects(async () => client.suggest(position, wanted), refused, field);
  }
});

test("searches are no part of a batch", async () => {
  const { client } = fixture;
  const position = await dealt(client, "triz");
  await assert.rejects(client.batch([queries.suggest(position)]), /SuggestMove can't be part of a batch/);
  assert.equal((await collect(client.analyseMany([position], { playouts: 100 }))).length, 1);
});
