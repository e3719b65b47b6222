// Every method of the client against a real server, for every game.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import type { Client, Game, Preset, Query } from "tileengine-client";
import { connect, errors, NO_PIECE, NO_PLACE, queries } from "tileengine-client";
import { collect, dealt, Fixture, run, SLUGS } from "./support.js";

const fixture = new Fixture();

test("ping gives the payload back", async () => {
  assert.deepEqual([...(await fixture.client.ping(Uint8Array.of(0, 255)))], [0, 255]);
  assert.equal((await fixture.client.ping()).length, 0);
});

test("games say what they offer", async () => {
  const games = await fixture.client.games();
  assert.deepEqual(games.map((game) => game.slug).sort(), [...SLUGS].sort());
  for (const game of games) {
    assert.ok(game.title && game.pieces.length && game.phases.length && game.ends.length && game.parts.length);
    assert.ok(1 <= game.seatsMin && game.seatsMin <= game.seatsDefault);
    assert.ok(game.seatsDefault <= game.seatsMax && game.seatsMax <= 6);
    const names = new Set(game.options.map((option) => option.name));
    for (const preset of game.presets) assert.ok(Object.keys(preset.settings).every((name) => names.has(name)));
    for (const option of game.options) assert.equal(option.kind === "choice", option.choices.length > 0);
    JSON.stringify(game);
  }
});

test("every preset deals by name and by its settings", async () => {
  const { client } = fixture;
  for (const game of await client.games()) {
    for (const preset of game.presets) {
      const seats = await suiting(client, game, preset);
      const named = await client.deal(game.slug, { seats, preset: preset.name, seed: 3 });
      const spelled = await client.deal(game.slug, { seats, options: preset.settings, seed: 3 });
      assert.ok(named.position.equals(spelled.position));
    }
  }
});

/** The first number of seats that a preset goes with. */
async function suiting(client: Client, game: Game, preset: Preset): Promise<number> {
  for (let seats = game.seatsMin; seats <= game.seatsMax; seats += 1) {
    try {
      await client.deal(game.slug, { seats, preset: preset.name });
      return seats;
    } catch (failure) {
      assert.ok(failure instanceof errors.BadOption);
    }
  }
  return assert.fail(`${preset.name} goes with no number of seats`);
}

test("every option takes its default as text and as value", async () => {
  const { client } = fixture;
  for (const game of await client.games()) {
    const plain = (await client.deal(game.slug, { seed: 3 })).position;
    for (const option of game.options) {
      let value: boolean | number | string = option.default;
      if (option.kind === "bool") value = option.default === "true";
      if (option.kind === "int") value = Number(option.default);
      for (const given of [value, option.default]) {
        const made = await client.deal(game.slug, { options: { [option.name]: given }, seed: 3 });
        assert.ok(made.position.equals(plain), option.name);
      }
    }
  }
});

for (const slug of SLUGS) {
  test(`${slug}: a deal is given again by its seed and by its order`, async () => {
    const { client } = fixture;
    const { position, seed, order } = await client.deal(slug);
    assert.ok(seed.length >= 1 && seed.length <= 32);
    assert.ok((await client.deal(slug, { seed })).position.equals(position));
    assert.ok((await client.deal(slug, { seed, order })).position.equals(position));
    const [number, bytes, big] = await Promise.all(
      [7, Uint8Array.of(7), 7n].map(async (same) => (await client.deal(slug, { seed: same })).position),
    );
    assert.ok(number && bytes && big && number.equals(bytes) && number.equals(big));
    const long = 2n ** 255n + 5n;
    assert.equal((await client.deal(slug, { seed: long })).seed.length, 32);
  });

  test(`${slug}: a position is its bytes, and neither print nor JSON shows them`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    assert.ok((await client.restore(position.bytes)).equals(position));
    assert.equal(position.bytes.buffer.byteLength, position.bytes.length, "no window on the whole response");
    assert.equal(position.info.viewer.sight, "all");
    assert.equal(position.info.totals.length, position.info.seats);
    assert.deepEqual(await client.score(position.bytes), await client.score(position));
    assert.ok(String(position).includes(slug));
    assert.ok(inspect({ position }).includes(String(position)));
    const json = JSON.parse(JSON.stringify(position));
    assert.equal(json.hash, position.info.hash.toString(16).padStart(16, "0"));
    assert.ok(!JSON.stringify(json).includes(Buffer.from(position.bytes).toString("base64")));
    assert.ok(!("bytes" in json));
  });

  test(`${slug}: moves are listed, counted, filtered, checked and played`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const moves = await client.moves(position, { gains: true, notation: true }).list();
    assert.equal(moves.length, await client.countMoves(position));
    assert.ok(moves.length > 0);
    assert.ok(moves.every((move, index) => index === 0 || (moves[index - 1]?.action ?? 0) < move.action));
    for (const move of moves.slice(0, 10)) {
      const { notation, gain, kind, place, piece } = move;
      assert.ok(notation !== undefined && gain !== undefined);
      const said = await client.check(position, move);
      assert.deepEqual([said.legal, said.action, said.notation, said.gain], [true, move.action, notation, gain]);
      const after = await client.apply(position, move, { expectedPly: position.info.ply });
      assert.deepEqual(after.gains, [gain]);
      assert.equal(after.position.info.ply, position.info.ply + 1);
      for (const same of [notation, move.action, [move]]) {
        assert.ok((await client.apply(position, same)).position.equals(after.position));
      }
      const near = await client.moves(position, { kind, place, piece }).list();
      assert.ok(near.some((one) => one.action === move.action));
      assert.equal(near.length, await client.countMoves(position, { kind, place, piece }));
    }
    for await (const plain of client.moves(position, { limit: 1 })) {
      assert.deepEqual([plain.gain, plain.notation], [undefined, undefined]);
    }
  });

  test(`${slug}: moves page by themselves`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const all = (await client.moves(position, { limit: 40 }).list()).map((move) => move.action);
    for (const pageSize of [1, 2, 3, 65536]) {
      const some = await client.moves(position, { limit: 40, pageSize }).list();
      assert.deepEqual(
        some.map((move) => move.action),
        all,
      );
      const listed = client.moves(position, { pageSize, limit: 5 });
      const pages = await collect(listed.pages());
      assert.ok(pages.every((page) => page.length <= pageSize && page.length === [...page].length));
      assert.deepEqual(
        pages.flatMap((page) => [...page.action]),
        all.slice(0, 5),
      );
      assert.equal(pages[0]?.total, await client.countMoves(position));
      const again = (await listed.list()).map((move) => move.action);
      assert.deepEqual(again, all.slice(0, 5), "each reading asks afresh");
    }
  });

  test(`${slug}: a page is columns and a sequence of moves`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const [page] = await collect(client.moves(position, { gains: true, notation: true }).pages());
    assert.ok(page);
    for (const column of [page.kind, page.place, page.piece, page.rotation, page.extra, page.gain, page.notation]) {
      assert.equal(column.length, page.length);
    }
    for (const [index, move] of [...page].entries()) {
      assert.deepEqual(move, page.at(index));
      assert.equal(move.place ?? NO_PLACE, page.place[index]);
      assert.equal(move.piece ?? NO_PIECE, page.piece[index]);
    }
    assert.equal(page.at(page.length), undefined);
  });

  test(`${slug}: observing hides and resampling fills`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const seat = position.info.turn ?? 0;
    const seen = await client.observe(position, seat);
    assert.deepEqual(seen.info.viewer, { sight: "seat", seat });
    assert.deepEqual((await client.observe(position)).info.viewer, { sight: "public", seat: undefined });
    assert.ok((await client.observe(seen, seat)).equals(seen));
    const guess = await client.resample(seen, 11);
    assert.equal(guess.info.viewer.sight, "all");
    assert.ok((await client.observe(guess, seat)).equals(seen));
    assert.ok((await client.resample(seen, 11n)).equals(guess));
  });

  test(`${slug}: views have geometry when it is asked for`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const [first] = await client.moves(position, { limit: 1 }).list();
    assert.ok(first);
    const after = (await client.apply(position, first)).position;
    const [plain, drawn] = [await client.view(after), await client.view(after, { geometry: true })];
    assert.deepEqual([plain.zones, plain.counters, plain.marks], [drawn.zones, drawn.counters, drawn.marks]);
    assert.deepEqual([plain.cells, plain.box], [[], undefined]);
    const { box } = drawn;
    assert.ok(box);
    const places = new Set(drawn.cells.map((cell) => cell.place));
    for (const cell of drawn.cells) {
      assert.ok(cell.polygon.length >= 3 && cell.polygon.length <= 16);
      assert.ok(cell.polygon.every(([x, y]) => box.minX <= x && x <= box.maxX && box.minY <= y && y <= box.maxY));
    }
    assert.ok(drawn.pieces.every((piece) => piece.place === undefined || places.has(piece.place)));
    assert.ok(drawn.pieces.some((piece) => piece.strokes.length > 0));
    assert.deepEqual(await client.view(after, { seat: 0 }), await client.view(await client.observe(after, 0)));
    assert.deepEqual(await client.view(after, { public: true }), await client.view(await client.observe(after)));
  });

  test(`${slug}: scores have parts`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const score = await client.score(position);
    const game = (await client.games()).find((one) => one.slug === slug);
    assert.ok(game && !score.final);
    assert.deepEqual(
      score.seats.map((one) => [one.seat, one.total, one.outcome]),
      position.info.totals.map((total, seat) => [seat, total, "running"]),
    );
    assert.ok(score.seats.every((one) => Object.keys(one.parts).every((part) => game.parts.includes(part))));
  });

  test(`${slug}: text and back`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const text = await client.toText(position);
    assert.ok(!text.includes("\n"));
    assert.ok((await client.fromText(text)).equals(position));
  });

  test(`${slug}: a batch answers as the single questions do`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    const seat = position.info.turn ?? 0;
    const seen = await client.observe(position, seat);
    const [move] = await client.moves(position, { notation: true, gains: true }).list();
    assert.ok(move);
    const questions = [
      queries.deal(slug, { seed: 7 }),
      queries.movePage(position, { gains: true, notation: true }),
      queries.countMoves(position),
      queries.check(position, move),
      queries.apply(position, [move]),
      queries.score(position),
      queries.view(position, { geometry: true }),
      queries.observe(position, seat),
      queries.resample(seen, 3),
      queries.toText(position),
      queries.restore(position.bytes),
      queries.placeOdds(position),
      queries.score(Uint8Array.of(1, 2, 3)),
    ] as const;
    const answers = await client.batch(questions);
    const broken = answers.at(-1);
    assert.ok(broken instanceof errors.BadPosition);
    for (const [index, question] of (questions as readonly Query<unknown>[]).slice(0, -1).entries()) {
      assert.deepEqual(answers[index], await client.ask(question), String(question));
    }
    const batches = [questions.slice(0, 3), questions.slice(3, 6), [], questions.slice(6, 12)];
    const streamed = await collect(client.stream(batches, { inFlight: 2 }));
    assert.deepEqual(streamed, [answers.slice(0, 3), answers.slice(3, 6), [], answers.slice(6, 12)]);
  });

  test(`${slug}: odds of places are chances`, async () => {
    const { client } = fixture;
    const position = await dealt(client, slug);
    for (const one of await client.ask(queries.placeOdds(position, [], { seat: 0 }))) {
      assert.equal(one.holds.length, position.info.seats);
      assert.ok([...one.holds, one.nextDraw].every((chance) => chance >= 0 && chance <= 1));
      assert.ok(one.copies <= one.unseen);
    }
  });
}

test("moves are lazy", async () => {
  const nowhere = connect("127.0.0.1:1");
  nowhere.moves(new Uint8Array());
  nowhere.close();
});

test("an illegal move is an answer of check", async () => {
  const position = await dealt(fixture.client, "triple_peaks");
  const said = await fixture.client.check(position, "-AC@0");
  assert.deepEqual([said.legal, said.gain], [false, undefined]);
  assert.ok(said.error instanceof errors.IllegalMove && said.error.paragraph);
});

test("a stream takes what comes over time, and each batch may depend on the answer before it", async () => {
  const { client } = fixture;
  let position = await dealt(client, "triple_peaks");
  async function* batches() {
    while (position.info.ply < 5) yield [queries.apply(position, "draw")] as const;
  }
  for await (const [answer] of client.stream(batches(), { inFlight: 1 })) {
    assert.ok(!(answer instanceof errors.TileengineError));
    position = answer.position;
  }
  assert.equal(position.info.ply, 5);
});

test("a stream that is left ends its source and the call", async () => {
  const { client } = fixture;
  let ended = false;
  function* endless() {
    try {
      for (;;) yield [queries.deal("triz", { seed: 1 })] as const;
    } finally {
      ended = true;
    }
  }
  for await (const answers of client.stream(endless(), { inFlight: 3 })) {
    assert.equal(answers.length, 1);
    break;
  }
  assert.ok(ended);
  assert.ok(await client.ping());
});

test("a hundred calls share a connection", async () => {
  const { client } = fixture;
  const warnings: Error[] = [];
  process.on("warning", (warning) => warnings.push(warning));
  const position = await dealt(client, "tantrix");
  const counts = await Promise.all(Array.from({ length: 100 }, () => client.countMoves(position)));
  assert.equal(new Set(counts).size, 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});

test("a client with another timeout is on the same connection", async () => {
  const other = connect(fixture.address);
  assert.equal(other.address, fixture.address);
  assert.ok(await other.withTimeout(5_000).ping());
  other.withTimeout(5_000).close();
  await assert.rejects(other.ping(), errors.Cancelled);
  await assert.rejects(other.waitReady(), errors.Cancelled);
  await assert.rejects(collect(other.watch("x")), errors.Cancelled);
});

test("a unix socket will do", async () => {
  const folder = await mkdtemp(join(tmpdir(), "te-"));
  try {
    const address = `unix:${join(folder, "s")}`;
    await fixture.start("--address", address);
    const client = connect(address);
    await client.waitReady();
    assert.deepEqual(await client.ping(Uint8Array.of(9)), Uint8Array.of(9));
    client.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a program ends by itself, closed or not, with streams that were left", async () => {
  for (const last of ["client.close()", ""]) {
    const code = `
      import { connect, matches } from "tileengine-client";
      const client = connect(${JSON.stringify(fixture.address)});
      await client.waitReady();
      const made = await client.ask(matches.create("triominos"));
      for await (const event of client.watch(made.match.matchId)) { console.log(event.kind); break; }
      ${last}`;
    const done = await run(process.execPath, ["--input-type=module", "-e", code]);
    assert.deepEqual([done.code, done.stdout.trim(), done.stderr], [0, "created", ""]);
  }
});
