// The README's snippets and the samples run as they stand, and the snippets are checked by the compiler as well.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { Fixture, PACKAGE, run } from "./support.js";

const fixture = new Fixture();
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");
const SNIPPETS = [...README.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((found) => found[1] ?? "");
const SAMPLES = readdirSync(join(PACKAGE, "samples"));
// Inside the package, so that they import it by its name.
const FOLDER = join(PACKAGE, "build", "snippets");

test("the README has snippets, and every sample is named in it", () => {
  assert.ok(SNIPPETS.length >= 8);
  for (const sample of SAMPLES) assert.ok(README.includes(`samples/${sample}`), sample);
});

for (const [index, snippet] of SNIPPETS.entries()) {
  test(`snippet ${index} runs as it stands`, async () => {
    mkdirSync(FOLDER, { recursive: true });
    const path = join(FOLDER, `${index}.mjs`);
    writeFileSync(path, snippet.replaceAll("127.0.0.1:50051", fixture.address));
    const done = await run(process.execPath, [path]);
    assert.equal(done.code, 0, done.stderr);
    assert.ok(done.stdout.trim());
    assert.equal(done.stderr, "");
  });
}

// Under `strict`, as most programs are; without the further checks of this package.
test("the snippets have the right types", async () => {
  const folder = join(PACKAGE, "build", "snippets-checked");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, snippet] of SNIPPETS.entries()) {
    writeFileSync(join(folder, `snippet${index}.ts`), snippet);
  }
  const config = {
    extends: "../../tsconfig.json",
    compilerOptions: { rootDir: "../..", noUncheckedIndexedAccess: false },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const done = await run(process.execPath, [join(PACKAGE, "node_modules", "typescript", "bin", "tsc"), "-p", folder]);
  assert.equal(done.code, 0, done.stdout);
});

for (const sample of SAMPLES) {
  test(`sample ${sample} runs`, async () => {
    const name = basename(sample, ".ts");
    const picture = join(PACKAGE, "build", "positions.svg");
    const more = name === "draw" ? [picture, "6"] : [];
    const path = join(PACKAGE, "build", "samples", `${name}.js`);
    const done = await run(process.execPath, [path, fixture.address, ...more]);
    assert.equal(done.code, 0, done.stderr);
    assert.ok(done.stdout.trim());
    if (name === "draw") {
      const svg = readFileSync(picture, "utf8");
      assert.ok(svg.startsWith("<svg") && !/NaN|undefined|Infinity/.test(svg));
      for (const game of await fixture.client.games()) assert.ok(svg.includes(game.title));
    }
  });
}
