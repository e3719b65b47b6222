// The package itself: generated code that is up to date, no game named in the source, what is published.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as client from "tileengine-client";
import { errors } from "tileengine-client";
import { Fixture, PACKAGE, ROOT, run } from "./support.js";

const fixture = new Fixture();
const SOURCE = join(PACKAGE, "src");

function files(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return found.map((one) => join(one.parentPath ?? one.path, one.name).slice(folder.length + 1)).sort();
}

test("the generated code is what the schema gives", async () => {
  const folder = mkdtempSync(join(tmpdir(), "te-"));
  try {
    const done = await run(process.execPath, [join(PACKAGE, "scripts", "generate.mjs"), join(folder, "gen")]);
    assert.equal(done.code, 0, done.stderr);
    const [made, kept] = [join(folder, "gen"), join(SOURCE, "gen")];
    assert.deepEqual(files(kept), files(made));
    const stale = files(made).filter(
      (name) => readFileSync(join(made, name), "utf8") !== readFileSync(join(kept, name), "utf8"),
    );
    assert.deepEqual(stale, [], "generated code is stale: npm run generate");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the source names no game", async () => {
  const names = (await fixture.client.games()).flatMap((game) => [
    game.slug,
    game.title,
    game.slug.replaceAll("_", ""),
  ]);
  for (const name of files(SOURCE).filter((one) => !one.startsWith("gen"))) {
    const text = readFileSync(join(SOURCE, name), "utf8").toLowerCase();
    const found = names.filter((one) => text.includes(one.toLowerCase()));
    assert.deepEqual(found, [], name);
  }
});

test("every file of the source begins with what it is", () => {
  for (const name of files(SOURCE).filter((one) => !one.startsWith("gen"))) {
    assert.match(readFileSync(join(SOURCE, name), "utf8"), /^\/\/ [\s\S]/, name);
  }
});

test("what is offered is there, and every class of failure is", () => {
  for (const name of ["connect", "Client", "matches", "queries", "errors", "playSeats", "Access", "Position"]) {
    assert.ok(name in client, name);
  }
  const classes = Object.values(errors).filter((one) => typeof one === "function" && one.prototype instanceof Error);
  assert.ok(classes.length >= 29);
});

test("the version is that of the Python client, and only what is built is published", async () => {
  const version = /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, "clients", "python", "pyproject.toml"), "utf8"));
  const own = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(own.version, version?.[1]);
  const main = JSON.parse(readFileSync(join(PACKAGE, "package-lock.json"), "utf8"));
  assert.equal(main.version, own.version);
  assert.deepEqual(own.files, ["dist", "LICENSE", "README.md"]);
  assert.equal(readFileSync(join(PACKAGE, "LICENSE"), "utf8"), readFileSync(join(ROOT, "LICENSE"), "utf8"));
});
