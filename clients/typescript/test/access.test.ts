// Servers that do not talk to everybody: API keys and TLS.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { connect, errors, matches, playSeats, queries } from "tileengine-client";
import { collect, PYTHON, ROOT, run, Server } from "./support.js";

const GAME = "triominos";
const keys = new Map<string, string>();
const servers: Server[] = [];
let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "te-"));
  const lines: string[] = [];
  for (const role of ["trusted", "player"]) {
    const made = await run(PYTHON, ["-m", "tileengine", "keys", "new", role], ROOT);
    assert.equal(made.code, 0, made.stderr);
    for (const line of made.stdout.trim().split("\n")) {
      const value = line.slice(line.indexOf(": ") + 2);
      if (line.startsWith("key")) keys.set(role, value);
      else lines.push(value);
    }
  }
  await writeFile(join(folder, "keys"), `${lines.join("\n")}\n`);
  const issue = ["-m", "trustme", "-q", "-d", folder, "-i", "127.0.0.1", "localhost"];
  assert.equal((await run(PYTHON, issue, ROOT)).code, 0);
  const [cert, key, ca] = ["server.pem", "server.key", "client.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const tls = ["--tls-cert", cert, "--tls-key", key];
  servers.push(
    await Server.start("--api-keys", join(folder, "keys")),
    await Server.start(...tls),
    await Server.start(...tls, "--tls-client-ca", ca),
  );
});

after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

function server(index: number): string {
  const found = servers[index];
  assert.ok(found);
  return found.address;
}

test("a key opens what its role may call", async () => {
  for (const [apiKey, rules, play] of [
    ["", errors.Unauthenticated, errors.Unauthenticated],
    ["te_wrong", errors.Unauthenticated, errors.Unauthenticated],
    [keys.get("trusted"), undefined, errors.PermissionDenied],
    [keys.get("player"), errors.PermissionDenied, undefined],
  ] as const) {
    const client = connect(server(0), { apiKey });
    await client.waitReady();
    for (const [ask, refused] of [
      [() => client.ask(queries.games()), rules],
      [() => client.ask(matches.list()), play],
    ] as const) {
      if (refused === undefined) assert.ok(await ask());
      else await assert.rejects(ask(), refused);
    }
    client.close();
  }
});

test("streams carry the key too", async () => {
  const player = connect(server(0), { apiKey: keys.get("player") });
  const made = await player.ask(matches.create(GAME, { seats: [matches.reservedSeat(), matches.reservedSeat()] }));
  const seats = made.seats.filter((access) => access !== undefined);
  const left = await playSeats(player, seats, () => null);
  assert.deepEqual(
    left.map((one) => one.cause),
    ["over", "over"],
  );
  assert.equal((await collect(player.watch(made.match.matchId))).at(-1)?.kind, "ended");
  player.close();
  const trusted = connect(server(0), { apiKey: keys.get("trusted") });
  const { position } = await trusted.deal(GAME, { seed: 1 });
  assert.equal((await collect(trusted.stream([[queries.score(position)]]))).length, 1);
  assert.ok((await trusted.analyse(position, { playouts: 50 })).final);
  trusted.close();
});

test("a key is not printed", () => {
  const client = connect("127.0.0.1:1", { apiKey: "te_secret" });
  for (const shown of [client, client.channel]) {
    const texts = [inspect(shown, { depth: 20, showHidden: true }), JSON.stringify(shown), String(shown)];
    assert.ok(texts.every((text) => !text.includes("te_secret")));
  }
  client.close();
});

test("TLS, with an authority of one's own", async () => {
  const ca = await readFile(join(folder, "client.pem"));
  const client = connect(server(1), { tls: { ca } });
  await client.waitReady();
  assert.ok((await client.games()).length > 0);
  client.close();
  const [, port] = server(1).split(":");
  const named = connect(`127.0.0.1:${port}`, { tls: { ca: ca.toString(), serverName: "localhost" } });
  assert.ok(await named.ping());
  named.close();
});

test("a server that can't be trusted, or does not speak TLS, is unavailable", async () => {
  const ca = await readFile(join(folder, "client.pem"));
  for (const [index, tls] of [
    [1, true],
    [1, false],
    [1, { ca, serverName: "elsewhere.example" }],
    [0, { ca }],
  ] as const) {
    const client = connect(server(index), { tls });
    await assert.rejects(client.ping(), errors.Unavailable, String(index));
    client.close();
  }
});

test("a server that wants a certificate gets one", async () => {
  const [ca, cert, key] = await Promise.all(
    ["client.pem", "server.pem", "server.key"].map((name) => readFile(join(folder, name))),
  );
  const client = connect(server(2), { tls: { ca, cert, key } });
  assert.ok(await client.ping());
  client.close();
  const stranger = connect(server(2), { tls: { ca } });
  await assert.rejects(stranger.ping(), errors.Unavailable);
  stranger.close();
});
