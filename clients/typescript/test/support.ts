// What the tests share: a real server for each file of tests, and clients of it. The games are named in tests only.
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as net from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import type { Client, Position } from "tileengine-client";
import { connect } from "tileengine-client";

/** The package's folder, seen from build/test/. */
export const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
export const ROOT = join(PACKAGE, "..", "..");
export const PYTHON = process.env.TILEENGINE_PYTHON ?? "python";
export const SLUGS = ["triple_peaks", "triominos", "tantrix", "triz"] as const;
const STOP_MS = 10_000;

/** Of child processes: the engine is importable, whether it is installed or not. */
export const ENVIRONMENT = {
  ...process.env,
  PYTHONPATH: [ROOT, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
  PYTHONIOENCODING: "utf-8",
  PYTHONDONTWRITEBYTECODE: "1",
};

/** A server that was started; it is ended by its own process. */
export class Server {
  private constructor(
    readonly address: string,
    readonly child: ChildProcess,
  ) {}

  static async start(...options: string[]): Promise<Server> {
    const command = [
      "-m",
      "tileengine",
      "serve",
      ...(options.includes("--address") ? [] : ["--address", "127.0.0.1:0"]),
    ];
    const child = spawn(PYTHON, [...command, ...options], {
      cwd: ROOT,
      env: ENVIRONMENT,
      stdio: ["ignore", "ignore", "pipe"],
    });
    assert.ok(child.stderr);
    // The first line says where it listens; the others are read, so that the pipe never fills.
    const lines = createInterface({ input: child.stderr });
    const [first] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string | undefined];
    assert.ok(first, "the server ended before it listened: is the engine installed for TILEENGINE_PYTHON (or python)?");
    lines.on("line", () => {});
    return new Server(String(JSON.parse(first).address), child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    const kill = setTimeout(() => this.child.kill("SIGKILL"), STOP_MS);
    this.child.kill("SIGTERM");
    await ended;
    clearTimeout(kill);
  }
}

/** A server and a client for all tests of a file. */
export class Fixture {
  #server: Server | undefined;
  #client: Client | undefined;
  readonly #extra: Server[] = [];

  constructor(...options: string[]) {
    before(async () => {
      this.#server = await Server.start(...options);
      this.#client = connect(this.#server.address);
      await this.#client.waitReady();
    });
    after(async () => {
      this.#client?.close();
      await Promise.all([this.#server, ...this.#extra].map((server) => server?.stop()));
    });
  }

  get address(): string {
    assert.ok(this.#server);
    return this.#server.address;
  }

  get client(): Client {
    assert.ok(this.#client);
    return this.#client;
  }

  /** Another server, ended with the others. */
  async start(...options: string[]): Promise<Server> {
    const server = await Server.start(...options);
    this.#extra.push(server);
    return server;
  }
}

/** The first position of a game. */
export async function dealt(client: Client, slug: string): Promise<Position> {
  return (await client.deal(slug, { seed: 7 })).position;
}

/** All that an iterable gives. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

/** A port of the loopback on which nobody listens. */
export async function freePort(): Promise<number> {
  const held = net.createServer().listen(0, "127.0.0.1");
  await once(held, "listening");
  const { port } = held.address() as net.AddressInfo;
  held.close();
  await once(held, "close");
  return port;
}

/** Runs a program to its end: what it wrote. */
export async function run(
  command: string,
  args: readonly string[],
  cwd = PACKAGE,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(command, args, { cwd, env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
  const [stdout, stderr] = ["", ""].map(() => [] as string[]) as [string[], string[]];
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}
