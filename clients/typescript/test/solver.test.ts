// The solver's questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Move } from "tileengine-client";
import { errors, queries } from "tileengine-client";
import { dealt, Fixture } from "./support.js";

const fixture = new Fixture();
const GAME = "triple_peaks";

test("a solution can be played", async () => {
  const { client } = fixture;
  const { position } = (await client.ask(queries.dealGraded(GAME, "easy", { seed: 3 }))).dealt;
  const found = await client.ask(queries.solve(position));
  assert.deepEqual(
    found.map((one) => one.goal),
    ["clear", "shortest_clear", "maximum_score"],
  );
  for (const { proved, found: reached, line, score } of found) {
    assert.ok(proved && reached);
    assert.deepEqual([line.notation.length, line.total.length], [line.action.length, line.action.length]);
    const end = (await client.apply(position, line.action)).position;
    assert.ok(end.equals((await client.apply(position, line.notation)).position));
    assert.deepEqual([(await client.score(end)).seats[0]?.total, line.total.at(-1)], [score, score]);
  }
  const [clear, shortest, most] = found;
  assert.ok(clear && shortest && most);
  assert.ok(shortest.line.action.length <= clear.line.action.length && most.score >= clear.score);
  assert.deepEqual(await client.ask(queries.solve(position, ["maximum_score"], { nodes: 1_000_000 })), [most]);
});

test("a graded deal is proved, and given again by its seed", async () => {
  const { client } = fixture;
  for (const difficulty of ["easy", "hard"] as const) {
    const options = { score_floor: "none" };
    const deal = await client.ask(queries.dealGraded(GAME, difficulty, { seed: 5, options }));
    const again = await client.deal(GAME, { seed: deal.dealt.seed, options });
    assert.ok(again.position.equals(deal.dealt.position));
    assert.ok(deal.clears >= 0 && deal.clears <= 256);
    assert.ok((await client.apply(deal.dealt.position, deal.line.action)).position.info.over);
  }
});

test("the turning point is before the end", async () => {
  const { client } = fixture;
  const { position } = (await client.ask(queries.dealGraded(GAME, "easy", { seed: 4 }))).dealt;
  const moves: Move[] = [];
  for (let after = position; !after.info.over; ) {
    const move = (await client.moves(after).list()).at(-1); // nothing but stock cards
    assert.ok(move);
    moves.push(move);
    after = (await client.apply(after, move)).position;
  }
  const found = await client.ask(queries.turningPoint(position, moves));
  assert.ok(found.proved && found.clearable && found.index !== undefined);
  const kept = (await client.apply(position, moves.slice(0, found.index))).position;
  const lost = (await client.apply(position, moves.slice(0, found.index + 1))).position;
  const [before] = await client.ask(queries.solve(kept, ["clear"]));
  const [after] = await client.ask(queries.solve(lost, ["clear"]));
  assert.deepEqual([before?.found, after?.found], [true, false]);
});

test("a balanced deal", async () => {
  const { client } = fixture;
  for (const slug of ["triominos", "tantrix", "triz"]) {
    const found = await client.ask(queries.dealBalanced(slug, { seats: 2, seed: 2, spreadMax: 0.3, tries: 4 }));
    assert.deepEqual([found.means.length, found.dealt.position.info.seats], [2, 2]);
    assert.equal(found.balanced, found.spread <= 0.3);
    assert.ok(found.tries >= 1 && found.tries <= 4);
    const again = await client.deal(slug, { seats: 2, seed: found.dealt.seed });
    assert.ok(again.position.equals(found.dealt.position));
  }
});

test("what the solver refuses", async () => {
  const { client } = fixture;
  const position = await dealt(client, GAME);
  await assert.rejects(client.ask(queries.solve(await dealt(client, "triz"))), errors.UnknownGame);
  await assert.rejects(client.ask(queries.solve(await client.observe(position))), errors.HiddenInformation);
  await assert.rejects(client.ask(queries.turningPoint(position, ["draw", "-AC@0"])), errors.IllegalMove);
  await assert.rejects(client.ask(queries.dealBalanced(GAME)), errors.TileengineError);
  assert.throws(() => queries.solve(position, ["win" as "clear"]), errors.BadField);
  assert.throws(() => queries.solve(position, [], { nodes: 0 }), errors.BadField);
  assert.throws(() => queries.dealGraded(GAME, "absurd" as "easy"), errors.BadField);
});
