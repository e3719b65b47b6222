// Writes the generated code from the schema of the engine (proto/) and from the two small files in schema/.
// Usage: node scripts/generate.mjs [FOLDER]   FOLDER: where to write instead of src/gen (to compare).
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));
const root = resolve(home, "..", "..");
const bin = join(home, "node_modules", ".bin");
const out = resolve(process.argv[2] ?? join(home, "src", "gen"));

const template = JSON.stringify({
  version: "v2",
  plugins: [{ local: join(bin, "protoc-gen-es"), out, opt: ["target=ts", "import_extension=js"] }],
});

function run(...args) {
  // Nothing is fetched: all that the schema imports is here. A folder of its own keeps buf out of the cache of its user.
  const cache = mkdtempSync(join(tmpdir(), "buf-"));
  try {
    const done = spawnSync(join(bin, "buf"), args, {
      stdio: "inherit",
      env: { ...process.env, BUF_CACHE_DIR: cache },
    });
    if (done.status !== 0) process.exit(done.status ?? 1);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

rmSync(out, { recursive: true, force: true });
for (const input of [join(root, "proto"), join(home, "schema")]) run("generate", "--template", template, input);
