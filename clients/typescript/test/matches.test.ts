// Matches against a real server: what is asked, what comes back, who may see it, and repeating.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import type { Client } from "tileengine-client";
import { Access, errors, matches, queries } from "tileengine-client";
import { AnalysisService } from "../src/gen/tileengine/v1/analysis_service_pb.js";
import { MatchService } from "../src/gen/tileengine/v1/match_service_pb.js";
import { RulesService } from "../src/gen/tileengine/v1/rules_service_pb.js";
import { SolverService } from "../src/gen/tileengine/v1/solver_service_pb.js";
import { collect, Fixture, SLUGS } from "./support.js";

const fixture = new Fixture();
const GAME = "triominos";
const OPEN = [matches.openSeat(), matches.openSeat()];
const WATCH = { timeoutMs: 60_000 };

/** Two players at a new table. */
async function table(client: Client, game = GAME): Promise<matches.Joined[]> {
  const { match } = await client.ask(matches.create(game, { seats: OPEN }));
  const first = await client.ask(matches.join(match.matchId, { name: "A" }));
  return [first, await client.ask(matches.join(match.matchId, { name: "B" }))];
}

async function firstMove(client: Client, seat: matches.Joined): Promise<number> {
  const action = (await client.ask(matches.moves(seat.access))).moves.action[0];
  assert.ok(action);
  return action;
}

/** The match as its last player saw it, and who is to move. */
function standing(players: readonly matches.Joined[]): {
  match: matches.Match;
  mover: matches.Joined;
  other: matches.Joined;
} {
  const match = players.at(-1)?.match;
  assert.ok(match?.turn !== undefined);
  return { match, mover: at(players, match.turn), other: at(players, 1 - match.turn) };
}

function at(players: readonly matches.Joined[], seat: number | undefined): matches.Joined {
  const found = seat === undefined ? undefined : players[seat];
  assert.ok(found);
  return found;
}

test("every method of the services can be asked", () => {
  const [access, bytes] = [new Access("x", "y"), new Uint8Array(1)];
  const asked = [
    matches.create(GAME),
    matches.join(access),
    matches.get(access),
    matches.list(),
    matches.play(access, 1),
    matches.undo(access, 0),
    matches.answerUndo(access, true),
    matches.resign(access),
    matches.delete(access),
    matches.moves(access),
    matches.check(access, 1),
    matches.view(access),
    matches.record(access),
    matches.importRecord("x"),
    matches.verifyRecord("x"),
    queries.ping(),
    queries.games(),
    queries.deal(GAME),
    queries.movePage(bytes),
    queries.check(bytes, 1),
    queries.apply(bytes, 1),
    queries.score(bytes),
    queries.view(bytes),
    queries.observe(bytes),
    queries.resample(bytes, 1),
    queries.toText(bytes),
    queries.placeOdds(bytes),
    queries.suggest(bytes),
    queries.analyseMany([bytes]),
    queries.review(bytes, [1]),
    queries.solve(bytes),
    queries.turningPoint(bytes, [1]),
    queries.dealGraded("triple_peaks", "easy"),
    queries.dealBalanced(GAME),
  ];
  const services = [RulesService, AnalysisService, SolverService, MatchService];
  const all = services.flatMap((service) => service.methods.map((method) => method.name));
  // These have methods of the client instead, which other tests call.
  const others = ["WatchMatch", "Batch", "StreamBatch"];
  assert.deepEqual([...new Set([...asked.map((one) => one.method.name), ...others])].sort(), all.sort());
});

for (const slug of SLUGS) {
  test(`${slug}: a match is made, joined, played and ends`, async () => {
    const { client } = fixture;
    const game = (await client.games()).find((one) => one.slug === slug);
    assert.ok(game);
    const setups = Array.from({ length: game.seatsDefault }, () => matches.openSeat());
    const made = await client.ask(matches.create(slug, { seats: setups }));
    const { matchId } = made.match;
    assert.deepEqual(
      [made.match.status, made.match.game, made.match.position, made.match.turn, made.match.ply],
      ["waiting", slug, undefined, undefined, 0],
    );
    const players: matches.Joined[] = [];
    for (const seat of setups.keys()) players.push(await client.ask(matches.join(matchId, { name: `P${seat}` })));
    assert.deepEqual(
      players.map((one) => one.seat),
      [...setups.keys()],
    );
    let match = players.at(-1)?.match;
    assert.equal(match?.status, "running");
    for (let turn = 0; turn < 3; turn += 1) {
      assert.ok(match);
      const mover = at(players, match.turn);
      const found = await client.ask(matches.moves(mover.access, { limit: 2, notation: true }));
      assert.equal(found.ply, match.ply);
      const move = found.moves.at(0);
      assert.ok(move?.notation && found.moves.length <= 2);
      const said = await client.ask(matches.check(mover.access, move.notation));
      assert.deepEqual([said.ply, said.check.legal, said.check.action], [match.ply, true, move.action]);
      const played: matches.Played = await client.ask(matches.play(mover.access, move, { expectedPly: match.ply }));
      assert.deepEqual([played.ply, played.gains.length, played.over], [match.ply + 1, 1, false]);
      match = played.match;
    }
    const [first] = players;
    assert.ok(first && match);
    const seen = await client.ask(matches.view(first.access, { geometry: true }));
    assert.deepEqual([seen.ply, seen.event, seen.view.box !== undefined], [match.ply, match.event, true]);
    const end = await client.ask(matches.resign(first.access));
    assert.deepEqual([end.status, end.end?.end, end.end?.seat, end.turn], ["over", "resigned", 0, undefined]);
    assert.deepEqual([end.fair.secret.length, end.fair.seed.length], [32, 32]);
    assert.ok(end.fair.order.length > 0 && end.seats.every((seat) => seat.entropy.length > 0));
    JSON.stringify(end);
  });
}

test("options, clocks and engines are told back", async () => {
  const { client } = fixture;
  const { match, seats } = await client.ask(
    matches.create(GAME, {
      preset: "classic",
      options: { target: 200 },
      seats: [
        matches.openSeat(matches.perGame(60_000, 1_000)),
        matches.reservedSeat(matches.perMove(30_000)),
        matches.engineSeat({ level: 3 }),
        matches.engineSeat({ playouts: 50 }),
      ],
    }),
  );
  assert.equal(match.options.target, "200");
  const [person, reserved, level, playouts] = match.seats;
  assert.ok(person && reserved && level && playouts);
  assert.deepEqual(person.time, { kind: "per_game", limitMs: 60_000, incrementMs: 1_000 });
  assert.equal(person.leftMs, 60_000);
  assert.deepEqual(reserved.time, matches.perMove(30_000));
  assert.deepEqual([level.kind, level.level, level.playouts, level.leftMs], ["engine", 3, 0, undefined]);
  assert.deepEqual([playouts.level, playouts.playouts], [0, 50]);
  assert.deepEqual(
    match.seats.map((seat) => seat.joined),
    [false, false, true, true],
  );
  assert.deepEqual(
    seats.map((access) => access !== undefined),
    [false, true, false, false],
  );
});

test("a reserved seat wants its token", async () => {
  const { client } = fixture;
  const made = await client.ask(matches.create(GAME, { seats: [matches.reservedSeat(), matches.reservedSeat()] }));
  const second = made.seats[1];
  assert.ok(second);
  assert.equal((await client.ask(matches.join(second, { name: "B" }))).seat, 1);
  await assert.rejects(client.ask(matches.join(made.match.matchId, { seat: 0 })), errors.TileengineError);
});

for (const slug of SLUGS.filter((one) => one !== "triple_peaks")) {
  test(`${slug}: nobody sees the hand of another`, async () => {
    const { client } = fixture;
    const game = (await client.games()).find((one) => one.slug === slug);
    const players = await table(client, slug);
    const matchId = at(players, 0).access.matchId;
    const everybody = [matchId, ...players.map((player) => player.access)];
    const seen = await Promise.all(everybody.map((who) => client.ask(matches.view(who))));
    for (const [index, { view }] of seen.entries()) {
      for (const [number, zone] of view.zones.entries()) {
        if (zone.name !== "hand") continue;
        assert.equal(zone.hidden, game?.hiddenHands && zone.seat !== index - 1, `${index} ${zone.seat}`);
        const faces = view.pieces.filter((piece) => piece.zone === number && piece.piece !== undefined);
        assert.equal(faces.length, zone.hidden ? 0 : zone.size);
      }
    }
    const positions = await Promise.all(everybody.map(async (who) => (await client.ask(matches.get(who))).position));
    assert.equal(new Set(positions.map((one) => one && Buffer.from(one.bytes).toString("hex"))).size, 3);
    assert.deepEqual(
      positions.map((one) => one?.info.viewer.sight),
      ["public", "seat", "seat"],
    );
    // What a seat got is no more than what observing gives: asking about others is refused.
    const [, mine] = positions;
    assert.ok(mine);
    await assert.rejects(client.view(mine, { seat: 1 }), errors.HiddenInformation);
  });
}

test("wrong tokens and wrong ids are refused", async () => {
  const { client } = fixture;
  const { access } = at(await table(client), 0);
  const wrong = new Access(access.matchId, access.token.slice(0, -1));
  await assert.rejects(client.ask(matches.get(wrong)), errors.Unauthenticated);
  await assert.rejects(collect(client.watch(wrong, WATCH)), errors.Unauthenticated);
  await assert.rejects(client.ask(matches.get("nowhere")), errors.NotFound);
});

test("a private match is shown to its spectators only", async () => {
  const { client } = fixture;
  const made = await client.ask(matches.create(GAME, { seats: OPEN, private: true }));
  assert.ok((await client.ask(matches.get(made.spectators))).private);
  await assert.rejects(client.ask(matches.get(made.match.matchId)), errors.NotFound);
});

test("tokens and secrets are shown to whoever asks for them by name, and to nobody else", async () => {
  const { client } = fixture;
  const made = await client.ask(
    matches.create(GAME, { seats: [matches.reservedSeat(), matches.openSeat()], private: true }),
  );
  const [reserved] = made.seats;
  assert.ok(reserved);
  const player = await client.ask(matches.join(reserved));
  const tokens = [player.access.token, reserved.token, made.host.token, made.spectators.token];
  assert.ok(tokens.every((token) => token.length > 20));
  const creation = matches.create(GAME);
  const asked = [matches.play(player.access, 1), matches.join(reserved), creation];
  for (const shown of [made, player, ...tokens.map((token) => new Access("x", token)), ...asked, client]) {
    const deep = { depth: 20, showHidden: true, getters: false };
    for (const text of [inspect(shown, deep), inspect(shown), String(shown), JSON.stringify({ shown })]) {
      assert.ok(!tokens.some((token) => text.includes(token)), text);
      assert.ok(!text.includes("tokenSecret"));
    }
  }
  const again = new Access(player.access.matchId, player.access.token);
  assert.equal((await client.ask(matches.get(again))).matchId, made.match.matchId);
});

test("questions may be asked again", async () => {
  const { client } = fixture;
  const creation = matches.create(GAME, { seats: OPEN });
  const made = await client.ask(creation);
  assert.equal((await client.ask(creation)).host.token, made.host.token);
  const joins = [matches.join(made.match.matchId), matches.join(made.match.matchId)];
  const players: matches.Joined[] = [];
  for (const question of joins) players.push(await client.ask(question));
  for (const [index, question] of joins.entries()) {
    assert.equal((await client.ask(question)).access.token, players[index]?.access.token);
  }
  const { match, mover } = standing(players);
  const play = matches.play(mover.access, await firstMove(client, mover));
  const [once, again] = [await client.ask(play), await client.ask(play)];
  assert.deepEqual([again.event, again.ply, again.gains], [once.event, once.ply, once.gains]);
  assert.equal(again.match.ply, match.ply + 1);
});

test("moves that may not be played are refused and change nothing", async () => {
  const { client } = fixture;
  const { match: before, mover, other } = standing(await table(client));
  const move = await firstMove(client, mover);
  await assert.rejects(
    client.ask(matches.play(mover.access, move, { expectedPly: before.ply + 1 })),
    (failure) => failure instanceof errors.StalePly && failure.ply === before.ply,
  );
  await assert.rejects(client.ask(matches.play(other.access, move)), errors.PermissionDenied);
  await assert.rejects(client.ask(matches.play(before.matchId, move)), errors.Unauthenticated);
  await assert.rejects(client.ask(matches.play(mover.access, "hello")), errors.BadText);
  assert.equal((await client.ask(matches.moves(other.access))).moves.total, 0);
  const after = await client.ask(matches.get(mover.access));
  assert.deepEqual([after.event, after.ply], [before.event, before.ply]);
});

/** Plays first moves until a match is as wanted: the match and its last mover. */
async function playUntil(client: Client, players: matches.Joined[], reached: (match: matches.Match) => boolean) {
  let { match } = standing(players);
  for (let turn = 0; turn < 60; turn += 1) {
    const mover = at(players, match.turn);
    match = (await client.ask(matches.play(mover.access, await firstMove(client, mover)))).match;
    if (reached(match)) return { match, mover };
  }
  return assert.fail("not reached in sixty moves");
}

test("moves that turned nothing up are taken back at once", async () => {
  const { client } = fixture;
  const { match, mover } = await playUntil(client, await table(client), (one) => one.freePly < one.ply);
  const undone = await client.ask(matches.undo(mover.access, match.freePly, { expectedPly: match.ply }));
  assert.deepEqual([undone.done, undone.match.ply, undone.match.turn], [true, match.freePly, mover.seat]);
});

test("what was turned up is not taken back", async () => {
  const { client } = fixture;
  const { match, mover } = await playUntil(client, await table(client), (one) => one.horizonPly > 0);
  await assert.rejects(client.ask(matches.undo(mover.access, match.horizonPly - 1)), errors.MatchState);
});

for (const accept of [true, false]) {
  test(`a proposal to take moves back is ${accept ? "accepted" : "declined"}`, async () => {
    const { client } = fixture;
    const players = await table(client);
    const { match, mover } = await playUntil(client, players, (one) => one.horizonPly < one.freePly);
    const asked = await client.ask(matches.undo(mover.access, match.horizonPly, { expectedPly: match.ply }));
    const { undo } = asked.match;
    assert.ok(!asked.done && undo);
    assert.deepEqual([undo.toPly, undo.accepted], [match.horizonPly, [undo.seat]]);
    const other = at(players, 1 - undo.seat);
    const answered = await client.ask(matches.answerUndo(other.access, accept, { expectedPly: match.ply }));
    assert.deepEqual([answered.done, answered.match.undo], [accept, undefined]);
    assert.equal(answered.match.ply, accept ? undo.toPly : match.ply);
  });
}

test("lists come page by page, and what is deleted is gone", async () => {
  const { client } = fixture;
  const made = await Promise.all(Array.from({ length: 5 }, () => client.ask(matches.create("triz", { seats: OPEN }))));
  const found: string[] = [];
  for (let pageToken: string | undefined = ""; pageToken !== undefined; ) {
    const page: matches.MatchPage = await client.ask(
      matches.list({ game: "triz", status: "waiting", pageSize: 2, pageToken }),
    );
    assert.ok(page.matches.length <= 2);
    for (const one of page.matches) {
      assert.deepEqual([one.game, one.status, one.position], ["triz", "waiting", undefined]);
      found.push(one.matchId);
    }
    pageToken = page.nextPageToken || undefined;
  }
  assert.ok(made.every((one) => found.includes(one.match.matchId)));
  assert.equal(new Set(found).size, found.length);
  for (const { host } of made) {
    await client.ask(matches.delete(host));
    await assert.rejects(client.ask(matches.get(host)), errors.NotFound);
  }
});

for (const slug of SLUGS) {
  test(`${slug}: a whole match against the engine, watched to its end`, async () => {
    const { client } = fixture;
    const alone = slug === "triple_peaks";
    const seats = [matches.openSeat(), ...(alone ? [] : [matches.engineSeat({ level: 1 })])];
    const { match } = await client.ask(matches.create(slug, { seats }));
    const me = await client.ask(matches.join(match.matchId, { name: "me" }));
    const seen: matches.Event[] = [];
    for await (const event of client.watch(me.access, WATCH)) {
      seen.push(event);
      if (event.match?.turn === me.seat) {
        const move = await firstMove(client, me);
        await client.ask(matches.play(me.access, move, { expectedPly: event.match.ply }));
      }
    }
    assert.deepEqual(
      seen.map((event) => event.number),
      seen.map((_, index) => index + 1),
    );
    assert.deepEqual([seen[0]?.kind, seen.at(-1)?.kind], ["created", "ended"]);
    assert.ok(seen.at(-1)?.end?.outcomes.length === seats.length);
    const plays = seen.filter((event) => event.kind === "played");
    assert.ok(plays.every((event) => event.actions.length === event.notations.length && event.actions.length > 0));
    const rest = await collect(client.watch(match.matchId, { ...WATCH, afterEvent: seen.length - 2 }));
    assert.deepEqual(
      rest.map((event) => event.number),
      [seen.length - 1, seen.length],
    );
    const checked = await client.ask(matches.verifyRecord(await client.ask(matches.record(me.access))));
    assert.ok(checked.valid, checked.problem);
    assert.ok(["deal", "commitment", "moves", "result"].every((name) => checked.passed.includes(name)));
  });
}

test("two seats play while a spectator watches, who is shown no more than is public", async () => {
  const { client } = fixture;
  const players = await table(client, "tantrix");
  const matchId = at(players, 0).access.matchId;
  const watching = collect(client.watch(matchId, WATCH));
  const playing = players.map(async (player) => {
    for await (const event of client.watch(player.access, WATCH)) {
      if (event.match?.turn !== player.seat) continue;
      if (event.match.ply >= 12) await client.ask(matches.resign(player.access));
      else
        await client.ask(
          matches.play(player.access, await firstMove(client, player), { expectedPly: event.match.ply }),
        );
    }
  });
  await Promise.all(playing);
  const events = await watching;
  assert.equal(events.at(-1)?.kind, "ended");
  assert.ok(events.some((event) => event.kind === "resigned"));
  for (const { match } of events) {
    if (match?.position && match.status === "running") assert.equal(match.position.info.viewer.sight, "public");
  }
});

test("a watch is bounded, can be left, and ends when the match is deleted", async () => {
  const { client } = fixture;
  const made = await client.ask(matches.create(GAME, { seats: OPEN }));
  const { matchId } = made.match;
  for await (const event of client.watch(matchId)) {
    assert.equal(event.kind, "created");
    break;
  }
  await assert.rejects(collect(client.watch(matchId, { timeoutMs: 300 })), errors.DeadlineExceeded);
  await assert.rejects(collect(client.watch("nowhere", WATCH)), errors.NotFound);
  const kinds: string[] = [];
  for await (const event of client.watch(matchId, WATCH)) {
    kinds.push(event.kind);
    if (event.kind === "created") await client.ask(matches.delete(made.host));
  }
  assert.deepEqual(kinds, ["created", "deleted"]);
});

test("records are kept, converted and checked", async () => {
  const { client } = fixture;
  const players = await table(client);
  const { match, mover } = standing(players);
  await client.ask(matches.play(mover.access, await firstMove(client, mover)));
  await client.ask(matches.resign(at(players, 0).access));
  const text = await client.ask(matches.record(match.matchId));
  const json = await client.ask(matches.record(match.matchId, { format: "json" }));
  assert.equal(JSON.parse(json).match, match.matchId);
  const said = await client.ask(matches.verifyRecord(json, { convertTo: "text" }));
  assert.deepEqual([said.valid, said.problem, said.line, said.record], [true, "", undefined, text]);
  const wrong = await client.ask(matches.verifyRecord("nonsense"));
  assert.deepEqual([wrong.valid, wrong.line, wrong.problem !== ""], [false, 1, true]);
  const importing = matches.importRecord(text);
  const kept = await client.ask(importing);
  assert.equal((await client.ask(importing)).host.token, kept.host.token);
  assert.deepEqual([kept.match.status, kept.seats], ["over", [undefined, undefined]]);
  await client.ask(matches.delete(kept.host));
  await assert.rejects(client.ask(matches.importRecord("nonsense")), errors.BadRecord);
});

test("what the schema alone forbids is refused here", () => {
  for (const make of [
    () => matches.create("chess"),
    () => matches.create(GAME, { options: { colour: 1 } }),
    () => matches.create(GAME, { seats: [{ kind: "throne" as "open" }] }),
    () => matches.create(GAME, { seats: [matches.openSeat(matches.perMove(-1))] }),
    () => matches.create(GAME, { seats: [matches.engineSeat({ level: -1 })] }),
    () => matches.list({ status: "lost" as "over" }),
    () => matches.record("x", { format: "pdf" as "text" }),
    () => matches.undo("x", -1),
    () => matches.join("x", { seat: -1 }),
    () => matches.get(""),
  ]) {
    assert.throws(make, (failure) => failure instanceof errors.InvalidRequest && failure.field !== "");
  }
});
