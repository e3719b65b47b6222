// Every kind of failure, provoked for real: by the server, by a server that is gone, or before anything is sent.
//
// What the engine's server never does on purpose (being busy, bugs) a small server of this file answers instead.
import assert from "node:assert/strict";
import { once } from "node:events";
import * as http2 from "node:http2";
import * as net from "node:net";
import { after, test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import type { Client } from "tileengine-client";
import { connect, errors, matches, queries, TileengineError } from "tileengine-client";
import { ErrorInfoSchema, RetryInfoSchema } from "../src/gen/google/rpc/error_details_pb.js";
import { ErrorReasonSchema } from "../src/gen/tileengine/v1/error_pb.js";
import { collect, dealt, Fixture, freePort, Server } from "./support.js";

const fixture = new Fixture();
const GAME = "triple_peaks";

type Kind = abstract new (...args: never[]) => TileengineError;

/** A final position: cards are drawn until nothing is left to do. */
async function finished(client: Client) {
  let position = await dealt(client, GAME);
  while (!position.info.over) {
    const move = (await client.moves(position).list()).at(-1);
    assert.ok(move);
    position = (await client.apply(position, move)).position;
  }
  return position;
}

async function flipped(client: Client, index: number): Promise<Uint8Array> {
  const bytes = Uint8Array.from((await dealt(client, GAME)).bytes);
  const at = index < 0 ? bytes.length + index : index;
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  return bytes;
}

const CASES: [string, Kind, (c: Client) => unknown][] = [
  ["ILLEGAL_MOVE", errors.IllegalMove, async (c) => c.apply(await dealt(c, GAME), ["draw", "-AC@0"])],
  ["GAME_OVER", errors.GameOver, async (c) => c.apply(await finished(c), "draw")],
  ["GAME_OVER", errors.GameOver, async (c) => c.suggest(await finished(c))],
  ["GAME_OVER", errors.GameOver, async (c) => c.analyse(await finished(c))],
  ["MALFORMED_MOVE", errors.MalformedMove, async (c) => c.apply(await dealt(c, GAME), 0xffffffff)],
  ["HIDDEN_INFORMATION", errors.HiddenInformation, async (c) => c.apply(await c.observe(await dealt(c, GAME)), "draw")],
  ["TRUNCATED", errors.BadPosition, async (c) => c.score((await dealt(c, GAME)).bytes.slice(0, -9))],
  ["NOT_A_POSITION", errors.BadPosition, async (c) => c.score(new Uint8Array(200).fill(0x78))],
  ["FOREIGN_FORMAT", errors.BadPosition, async (c) => c.score(await flipped(c, 2))],
  ["BAD_CHECKSUM", errors.BadPosition, async (c) => c.score(await flipped(c, -20))],
  ["UNKNOWN_GAME", errors.UnknownGame, (c) => c.deal("chess")],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal(GAME, { options: { wings: true } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal(GAME, { options: { multiplier: "sometimes" } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal(GAME, { options: { progressive: "maybe" } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal("triominos", { options: { target: "many" } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal("triominos", { options: { target: 1.5 } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal("triominos", { options: { target: 2 ** 31 } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal("triominos", { options: { target: -1 } })],
  ["BAD_OPTION", errors.BadOption, (c) => c.deal(GAME, { preset: "nothing" })],
  ["BAD_SEATS", errors.BadSeats, (c) => c.deal(GAME, { seats: 5 })],
  ["BAD_SEATS", errors.BadSeats, async (c) => c.view(await dealt(c, GAME), { seat: 3 })],
  ["BAD_ORDER", errors.BadOrder, (c) => c.deal(GAME, { order: new Uint8Array(52) })],
  ["BAD_TEXT", errors.BadText, async (c) => c.check(await dealt(c, GAME), "hello")],
  ["BAD_TEXT", errors.BadText, (c) => c.fromText("hello")],
  ["BAD_SEED", errors.BadSeed, (c) => c.deal(GAME, { seed: new Uint8Array(33) })],
  ["BAD_SEED", errors.BadSeed, (c) => c.deal(GAME, { seed: -1 })],
  ["BAD_SEED", errors.BadSeed, (c) => c.deal(GAME, { seed: 2n ** 256n })],
  ["BAD_SEED", errors.BadSeed, (c) => c.deal(GAME, { seed: 2 ** 60 })],
  ["BAD_SEED", errors.BadSeed, async (c) => c.resample(await c.observe(await dealt(c, GAME)), -1)],
  ["TOO_LARGE", errors.TooLarge, (c) => c.ping(new Uint8Array(70_000))],
  ["TOO_LARGE", errors.TooLarge, async (c) => c.moves(await dealt(c, GAME), { pageSize: 70_000 }).list()],
  ["STALE_PLY", errors.StalePly, async (c) => c.apply(await dealt(c, GAME), "draw", { expectedPly: 9 })],
  ["BAD_FIELD", errors.BadField, (c) => c.score(new Uint8Array())],
  ["BAD_FIELD", errors.BadField, async (c) => c.resample(await dealt(c, GAME), 1)],
  ["BAD_FIELD", errors.BadField, async (c) => c.moves(await dealt(c, GAME), { kind: "jump" }).list()],
  ["BAD_FIELD", errors.BadField, async (c) => c.moves(await dealt(c, GAME), { limit: 0 }).list()],
  ["BAD_FIELD", errors.BadField, async (c) => c.moves(await dealt(c, GAME), { place: -1 }).list()],
  ["BAD_FIELD", errors.BadField, async (c) => c.apply(await dealt(c, GAME), 1.5)],
  ["BAD_FIELD", errors.BadField, async (c) => c.view(await dealt(c, GAME), { seat: 0, public: true })],
  ["BAD_FIELD", errors.BadField, (c) => c.batch([queries.ping()])],
  ["BAD_FIELD", errors.BadField, (c) => c.batch([matches.get("x")])],
  ["BAD_FIELD", errors.BadField, async (c) => c.stream([], { inFlight: 0 })],
];

for (const [number, [reason, kind, provoke]] of CASES.entries()) {
  test(`failure ${number}: ${reason}`, async () => {
    const failure = await caught(async () => provoke(fixture.client));
    assert.equal(failure.constructor, kind);
    assert.equal(failure.name, kind.name);
    assert.equal(failure.reason, reason);
    assert.equal(failure.code, (kind as unknown as typeof TileengineError).status);
    assert.ok(failure.message);
  });
}

async function caught(provoke: () => Promise<unknown>): Promise<TileengineError> {
  try {
    await provoke();
  } catch (failure) {
    assert.ok(failure instanceof TileengineError, String(failure));
    return failure;
  }
  return assert.fail("nothing was thrown");
}

test("every reason of the schema has a class, and no class another reason", () => {
  const known = ErrorReasonSchema.values.filter((value) => value.number !== 0);
  assert.deepEqual(
    [...errors.BY_REASON.keys()].sort(),
    known.map((value) => value.name.replace("ERROR_REASON_", "")).sort(),
  );
});

test("an illegal move carries the rule, in a call as in a batch", async () => {
  const { client } = fixture;
  const position = await dealt(client, GAME);
  const failure = await caught(() => client.apply(position, ["draw", "-AC@0"]));
  assert.ok(failure.paragraph);
  assert.equal(failure.index, 1);
  assert.equal(failure.metadata.paragraph, failure.paragraph);
  const [answered] = await client.batch([queries.apply(position, ["draw", "-AC@0"])]);
  assert.ok(answered instanceof errors.IllegalMove);
  for (const name of ["reason", "paragraph", "places", "numbers", "index", "field", "code", "message"] as const) {
    assert.deepEqual(answered[name], failure[name], name);
  }
});

test("a stale ply says where the position is", async () => {
  const { client } = fixture;
  const position = await dealt(client, GAME);
  const failure = await caught(() => client.apply(position, "draw", { expectedPly: 9 }));
  assert.ok(failure instanceof errors.StalePly);
  assert.equal(failure.ply, 0);
  const [answered] = await client.batch([queries.apply(position, "draw", { expectedPly: 9 })]);
  assert.ok(answered instanceof errors.StalePly);
  assert.equal(answered.ply, undefined);
});

test("settings have bounds", () => {
  for (const settings of [
    { timeoutMs: 0 },
    { timeoutMs: 1e9 },
    { retries: 5 },
    { retries: -1 },
    { messageBytesMax: 0 },
    { messageBytesMax: 2 ** 32 },
  ]) {
    assert.throws(() => connect("127.0.0.1:1", settings), RangeError);
  }
});

test("addresses, keys and tokens that can't be any are refused, and not shown", async () => {
  for (const address of ["", "host", "http://host:1", "host:1/path", "me@host:1", "host:port", "unix:", "::1:5"]) {
    assert.throws(() => connect(address), TypeError, address);
  }
  for (const address of ["host:1", "[::1]:50051", "unix:/tmp/s", "a-b.example:443"]) connect(address).close();
  const secret = "te_é\n";
  assert.throws(
    () => connect("host:1", { apiKey: secret }),
    (failure) => failure instanceof TypeError && !failure.message.includes("te_"),
  );
  const failure = await caught(() => fixture.client.ask(matches.get(new matches.Access("x", secret))));
  assert.ok(failure instanceof errors.BadField && !failure.message.includes("te_"));
});

test("silence is a deadline", async () => {
  const silent = net.createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = `127.0.0.1:${(silent.address() as net.AddressInfo).port}`;
  const client = connect(address, { timeoutMs: 200 });
  for (const ask of [() => client.ping(), () => collect(client.watch("x", { timeoutMs: 200 }))]) {
    const failure = await caught(ask);
    assert.ok(failure instanceof errors.DeadlineExceeded);
    assert.deepEqual([failure.code, failure.reason], ["DEADLINE_EXCEEDED", ""]);
    assert.match(failure.message, /withTimeout/);
  }
  client.close();
  silent.close();
});

test("a message over the size is refused, either way", async () => {
  const small = connect(fixture.address, { messageBytesMax: 2_000 });
  await assert.rejects(small.ping(new Uint8Array(60_000)), errors.ResourceExhausted);
  await assert.rejects(small.games(), errors.ResourceExhausted);
  assert.equal((await small.ping(new Uint8Array(100))).length, 100);
  small.close();
});

test("no server is unavailable, with advice", async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const client = connect(address);
  const failure = await caught(() => client.ping());
  assert.ok(failure instanceof errors.Unavailable);
  assert.ok(failure.message.includes(`tileengine serve --address ${address}`));
  await assert.rejects(client.waitReady(300), errors.Unavailable);
  client.close();
});

test("a server that goes is unavailable, for calls and for streams under way", async () => {
  const server = await Server.start();
  const client = connect(server.address);
  await client.waitReady();
  const { match } = await client.ask(matches.create("triominos"));
  const events = client.watch(match.matchId);
  assert.equal((await events.next()).value?.kind, "created");
  const next = caught(() => events.next());
  server.child.kill("SIGKILL");
  await once(server.child, "exit");
  assert.ok((await next) instanceof errors.Unavailable);
  const failure = await caught(() => client.ping());
  assert.ok(failure instanceof errors.Unavailable);
  assert.equal(failure.reason, "");
  // The same client finds the next server there.
  await fixture.start("--address", server.address);
  await client.waitReady();
  assert.ok(await client.ping());
  client.close();
});

test("a call is given up by its signal", async () => {
  const { client } = fixture;
  const position = await dealt(client, GAME);
  await assert.rejects(client.ping(undefined, { signal: AbortSignal.abort() }), errors.Cancelled);
  const giveUp = new AbortController();
  const search = client.suggest(position, { timeMs: 600_000, proofNodes: 0, timeoutMs: 60_000, signal: giveUp.signal });
  setImmediate(() => giveUp.abort());
  await assert.rejects(search, errors.Cancelled);
  const { match } = await client.ask(matches.create("triominos"));
  const leave = new AbortController();
  const events = client.watch(match.matchId, { signal: leave.signal });
  await events.next();
  setImmediate(() => leave.abort());
  await assert.rejects(events.next(), errors.Cancelled);
});

// -- a server that fails on purpose -----------------------------------------------------------------------------------

/** Answers every call with the failures it was given, one after the other, and then as an echo. */
class Failing {
  readonly failures: (Record<string, string> | "reset")[] = [];
  calls = 0;
  readonly #server = http2.createServer();
  readonly #sessions = new Set<http2.ServerHttp2Session>();

  constructor() {
    this.#server.on("session", (session) => this.#sessions.add(session));
    this.#server.on("stream", (stream, headers) => {
      const health = headers[":path"]?.includes("Health") ?? false;
      const body: Buffer[] = [];
      stream.on("error", () => {});
      stream.on("data", (chunk: Buffer) => body.push(chunk));
      stream.on("end", () => {
        this.calls += 1;
        const failure = this.failures.shift();
        const head = { ":status": 200, "content-type": "application/grpc+proto" };
        if (failure === "reset") {
          stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
        } else if (failure !== undefined) {
          stream.respond({ ...head, ...failure }, { endStream: true });
        } else {
          stream.respond(head, { waitForTrailers: true });
          stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
          // An empty answer about its health says nothing.
          stream.end(health ? Buffer.alloc(5) : Buffer.concat(body));
        }
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`;
  }

  close(): void {
    for (const session of this.#sessions) session.destroy();
    this.#server.close();
  }
}

/** Trailers of a failure as the engine's server writes them: a google.rpc.Status, by hand. */
function trailers(code: number, reason?: string, retryMs?: number): Record<string, string> {
  const found: Record<string, string> = { "grpc-status": String(code), "grpc-message": "on purpose" };
  if (reason === undefined) return found;
  const details = [anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason, domain: "tileengine" }))];
  if (retryMs !== undefined) {
    const retryDelay = { seconds: BigInt(Math.floor(retryMs / 1000)), nanos: (retryMs % 1000) * 1e6 };
    details.push(anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay })));
  }
  const bytes = [0x08, code, 0x12, 10, ...Buffer.from("on purpose")];
  for (const { typeUrl, value } of details) {
    const any = [0x0a, typeUrl.length, ...Buffer.from(typeUrl), 0x12, value.length, ...value];
    bytes.push(0x1a, any.length, ...any);
  }
  found["grpc-status-details-bin"] = Buffer.from(bytes).toString("base64").replace(/=+$/, "");
  return found;
}

const failing = new Failing();
after(() => failing.close());
const at = failing.listen();

test("being busy says when to try again", async () => {
  assert.ok(toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason: "BUSY" })).length < 128);
  const client = connect(await at);
  failing.failures.push(trailers(8, "BUSY", 1250));
  const failure = await caught(() => client.ping());
  assert.ok(failure instanceof errors.Busy);
  assert.equal(failure.retryAfterMs, 1250);
  client.close();
});

for (const [code, detail, kind, reason, name] of [
  [13, "INTERNAL", errors.ServerFault, "INTERNAL", "INTERNAL"],
  [3, "FOREIGN_RULES", errors.BadPosition, "FOREIGN_RULES", "INVALID_ARGUMENT"],
  [3, "CORRUPT_POSITION", errors.BadPosition, "CORRUPT_POSITION", "INVALID_ARGUMENT"],
  [3, "OF_TOMORROW", TileengineError, "OF_TOMORROW", "INVALID_ARGUMENT"],
  [14, "STORE_UNAVAILABLE", errors.Unavailable, "STORE_UNAVAILABLE", "UNAVAILABLE"],
  [10, "CONFLICT", errors.Conflict, "CONFLICT", "ABORTED"],
  [8, "STORE_FULL", errors.Busy, "STORE_FULL", "RESOURCE_EXHAUSTED"],
  [12, undefined, errors.Unsupported, "", "UNIMPLEMENTED"],
  [8, undefined, errors.ResourceExhausted, "", "RESOURCE_EXHAUSTED"],
  [7, undefined, errors.PermissionDenied, "", "PERMISSION_DENIED"],
  [5, undefined, errors.NotFound, "", "NOT_FOUND"],
  [2, undefined, TileengineError, "", "UNKNOWN"],
] as const) {
  test(`status ${code} with ${detail}`, async () => {
    const client = connect(await at);
    failing.failures.push(trailers(code, detail));
    const failure = await caught(() => client.ping());
    assert.deepEqual([failure.constructor, failure.reason, failure.code], [kind, reason, name]);
    client.close();
  });
}

test("details that can't be read leave a failure of the client's own", async () => {
  const client = connect(await at);
  failing.failures.push({ ...trailers(7), "grpc-status-details-bin": "/yBubw" });
  assert.ok((await caught(() => client.ping())) instanceof TileengineError);
  client.close();
});

test("retries are bounded, and only for what was unavailable and may be repeated", async () => {
  const client = connect(await at, { retries: 2 });
  const before = () => {
    failing.failures.length = 0;
    failing.calls = 0;
  };
  before();
  failing.failures.push(trailers(14), "reset");
  assert.equal((await client.ping(Uint8Array.of(1))).length, 1);
  assert.equal(failing.calls, 3);
  before();
  failing.failures.push(...Array.from({ length: 9 }, () => trailers(14)));
  await assert.rejects(client.ping(), errors.Unavailable);
  assert.equal(failing.calls, 3);
  before();
  failing.failures.push(trailers(13));
  await assert.rejects(client.ping(), TileengineError);
  assert.equal(failing.calls, 1);
  for (const once of [
    matches.undo("x", 0),
    matches.answerUndo("x", true),
    matches.resign("x"),
    matches.delete(new matches.Access("x", "y")),
  ]) {
    before();
    failing.failures.push(trailers(14));
    await assert.rejects(client.ask(once), errors.Unavailable);
    assert.equal(failing.calls, 1, String(once));
  }
  before();
  client.close();
});

test("a server that does not serve is not ready", async () => {
  const client = connect(await at);
  failing.failures.length = 0;
  const failure = await caught(() => client.waitReady(300));
  assert.match(failure.message, /does not serve/);
  client.close();
});
