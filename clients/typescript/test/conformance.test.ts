// The golden playthroughs of the engine, played again through the client: deals, legal moves, gains, scores, hashes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Client, Game, OptionValue } from "tileengine-client";
import { queries, TileengineError } from "tileengine-client";
import { Fixture, ROOT, SLUGS } from "./support.js";

const fixture = new Fixture();
const LISTED = 12;
const OUTCOMES = ["lost", "shared", "won"];

/** A deal of seeds/<slug>.json. */
interface Entry {
  name: string;
  why: string;
  seed: number;
  seats?: number;
  preset?: string;
  options?: Record<string, OptionValue>;
  order?: number[];
}

/** The lines of each playthrough of tests/golden/<slug>.txt, by the name of its deal. */
function golden(slug: string): Map<string, string[]> {
  const text = readFileSync(join(ROOT, "tests", "golden", `${slug}.txt`), "utf8");
  const parts = text.split("\n== ").slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), part.trimEnd().split("\n").slice(1)]));
}

function seeds(slug: string): Entry[] {
  return JSON.parse(readFileSync(join(ROOT, "seeds", `${slug}.json`), "utf8")).deals;
}

function good<T>(answer: T | TileengineError): T {
  if (answer instanceof TileengineError) throw answer;
  return answer;
}

function signed(value: number): string {
  return `${value >= 0 ? "+" : ""}${value}`;
}

test("every game has a file of seeds and one of golden games", () => {
  const files = readdirSync(join(ROOT, "tests", "golden")).map((name) => name.replace(".txt", ""));
  assert.deepEqual(files.sort(), [...SLUGS].sort());
});

for (const slug of SLUGS) {
  const lines = golden(slug);
  test(`${slug}: the golden games are all named deals`, () => {
    assert.deepEqual(
      [...lines.keys()],
      seeds(slug).map((entry) => entry.name),
    );
  });
  for (const entry of seeds(slug)) {
    test(`${slug}: ${entry.name}`, async () => {
      const { client } = fixture;
      const game = (await client.games()).find((one) => one.slug === slug);
      assert.ok(game);
      // Words only, since the golden files pad them with blanks.
      const wanted = (lines.get(entry.name) ?? []).map((line) => line.trim().split(/\s+/).join(" "));
      const made = await replay(client, game, entry, wanted);
      // What the engine alone counts and names: the reason for the deal, its options, counts beyond the first move.
      const [why, settings, dealt, perft, ...rest] = wanted;
      assert.equal(why, entry.why.trim().split(/\s+/).join(" "));
      assert.ok(settings?.startsWith(`seats ${made.seats}, seed ${entry.seed}, options`));
      assert.equal(dealt, `dealt ${made.order}`);
      assert.equal(perft?.split(" ")[1], String(made.first));
      assert.deepEqual(made.lines, rest);
    });
  }
}

/** Plays the moves of a golden game; writes what happened as the golden file does. */
async function replay(client: Client, game: Game, entry: Entry, wanted: readonly string[]) {
  const { seats, preset, options, seed } = entry;
  const order = entry.order && Uint8Array.from(entry.order);
  const dealt = await client.deal(game.slug, { seats, preset, options, seed, order });
  const lines: string[] = [];
  let { position } = dealt;
  const first = await client.countMoves(position);
  for (const line of wanted) {
    const played = / plays (\S+) /.exec(line)?.[1];
    if (played === undefined) continue;
    const { ply, turn, phase, totals } = position.info;
    const asked = [
      queries.movePage(position, { limit: LISTED, notation: true }),
      queries.apply(position, played),
    ] as const;
    const [listed, applied] = await client.batch(asked);
    const { total, notation } = good(listed);
    const after = good(applied);
    const more = total > notation.length ? ` and ${total - notation.length} more` : "";
    const gain = (after.position.info.totals[turn ?? 0] ?? 0) - (totals[turn ?? 0] ?? 0);
    assert.deepEqual(after.gains, [gain]);
    lines.push(
      `${ply} seat ${turn} ${phase} plays ${played} ${signed(gain)} of ${total}: ${notation.join(" ")}${more}`,
    );
    position = after.position;
  }
  const { info } = position;
  const score = await client.score(position);
  for (const { seat, total, parts } of score.seats) {
    const named = game.parts.filter((part) => parts[part]).map((part) => `${part} ${parts[part]}`);
    lines.push(`seat ${seat}: ${total} (${named.join(", ") || "nothing"})`);
  }
  const numbers = score.seats.map((one) => OUTCOMES.indexOf(one.outcome));
  const outcome = info.over ? `(${numbers.join(", ")}${numbers.length === 1 ? "," : ""})` : "None";
  const json = position.toJSON();
  lines.push(`${info.end} after ${info.ply} moves, outcome ${outcome}, hash ${json.hash}`);
  lines.push(`canonical ${json.canonicalId}`);
  return { seats: info.seats, order: Buffer.from(dealt.order).toString("hex"), first, lines };
}
