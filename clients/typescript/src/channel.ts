// The connection to a server: settings, keys, deadlines, retries. Every call goes through it; it knows no game, and of
// methods only which ones may be asked again.
import { setMaxListeners } from "node:events";
import * as net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  DescMessage,
  DescMethod,
  DescMethodStreaming,
  DescMethodUnary,
  Message,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import type { DeadlineExceeded } from "./errors.js";
import { BadField, Cancelled, Unavailable } from "./errors.js";
import { fromCall, tooLate } from "./failures.js";
import { MatchService } from "./gen/tileengine/v1/match_service_pb.js";
import type { Query } from "./query.js";

/** gRPC clients of other languages make at most five attempts, and so does this one. */
export const RETRIES_MAX = 4;
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 1000;
/** What gRPC's header takes as milliseconds: about 27 hours. */
const TIMEOUT_MAX_MS = 99_999_999;

const ADDRESS = /^(unix:.+|(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+):\d{1,5})$/i;
/** What may stand in a header as it is. */
const HEADER = /^[\x21-\x7e]*$/;

/** Methods that refuse to do again what was done; any other call may be made again when it failed. */
const ONCE = new Set<string>(
  [MatchService.method.undoMoves, MatchService.method.answerUndo, MatchService.method.resignMatch].map(path),
).add(path(MatchService.method.deleteMatch));

function path(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

/** How a TLS connection is made; texts in PEM form. */
export interface TlsOptions {
  /** Authorities to trust, instead of those that Node.js knows. */
  readonly ca?: string | Uint8Array | undefined;
  /** This client's certificate, for servers that want one. */
  readonly cert?: string | Uint8Array | undefined;
  /** The key of it. */
  readonly key?: string | Uint8Array | undefined;
  /** The name that the server's certificate must bear; the host of the address unless said. */
  readonly serverName?: string | undefined;
}

/** How a client talks to its server. */
export interface ConnectOptions {
  /** Milliseconds that a call may take, 1 to 99,999,999, all attempts together; 10,000 unless said. */
  readonly timeoutMs?: number | undefined;
  /** Bytes of one message, either way, 1 to 4,294,967,295; 16 MiB unless said. */
  readonly messageBytesMax?: number | undefined;
  /** Further attempts after Unavailable, 0 to 4, with growing pauses of 0.1 s to 1 s; 0 unless said. */
  readonly retries?: number | undefined;
  /** For servers that want one. It is not shown, and should not cross a network without TLS; nor should tokens. */
  readonly apiKey?: string | undefined;
  /** True, or how; not encrypted unless said, as the server listens on loopback. */
  readonly tls?: boolean | TlsOptions | undefined;
}

/** What may be said of a single call. */
export interface CallOptions {
  /** Milliseconds that it may take, instead of the client's timeout. */
  readonly timeoutMs?: number | undefined;
  /** Gives the call up when it is aborted; it then fails with Cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds of a timeout. Throws RangeError. */
export function timeout(value: number): number {
  if (!(value > 0 && value <= TIMEOUT_MAX_MS)) {
    throw new RangeError(`timeoutMs is a number of milliseconds above 0 and up to ${TIMEOUT_MAX_MS}`);
  }
  return value;
}

/** A connection, opened by the first call. */
export class Channel {
  /** Where the server is. */
  readonly address: string;
  readonly #transport: Transport;
  readonly #sessions: Http2SessionManager;
  readonly #apiKey: string;
  readonly #retries: number;
  readonly #closing = new AbortController();

  /** Throws RangeError for settings out of range, TypeError for an address or a key that can't be one. */
  constructor(address: string, options: ConnectOptions) {
    const { retries = 0, messageBytesMax = 16 * 2 ** 20 } = options;
    if (!Number.isInteger(retries) || retries < 0 || retries > RETRIES_MAX) {
      throw new RangeError(`retries is in 0 .. ${RETRIES_MAX}`);
    }
    if (!Number.isInteger(messageBytesMax) || messageBytesMax < 1 || messageBytesMax >= 2 ** 32) {
      throw new RangeError("messageBytesMax is in 1 .. 4294967295");
    }
    if (!ADDRESS.test(address)) {
      throw new TypeError(`an address is "HOST:PORT" or "unix:PATH", not ${JSON.stringify(address)}`);
    }
    // Neither is shown: the transport would put it into the text of its own failure.
    if (!HEADER.test(options.apiKey ?? "")) throw new TypeError("an API key is printable ASCII without blanks");
    this.address = address;
    this.#retries = retries;
    this.#apiKey = options.apiKey ?? "";
    // As many calls as are under way listen to it.
    setMaxListeners(0, this.#closing.signal);
    const url = urlOf(address, options.tls !== undefined && options.tls !== false);
    this.#sessions = new Http2SessionManager(url, undefined, nodeOptions(address, options.tls));
    this.#transport = createGrpcTransport({
      baseUrl: url,
      sessionManager: this.#sessions,
      readMaxBytes: messageBytesMax,
      writeMaxBytes: messageBytesMax,
    });
  }

  /** Closes the connection; calls under way and later ones fail with Cancelled. */
  close(): void {
    this.#closing.abort();
    this.#sessions.abort();
  }

  /** Asks a question that has one answer, again when that is harmless and the server was not there. */
  async ask<T>(query: Query<T>, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
    const until = performance.now() + timeoutMs;
    const attempts = ONCE.has(path(query.method)) ? 1 : this.#retries + 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const left = until - performance.now();
        return query.read(await this.unary(unary(query.method), query.request, left, signal, query.token));
      } catch (failure) {
        const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (attempt - 1)) * (0.8 + 0.4 * Math.random());
        const again = attempt < attempts && failure instanceof Unavailable;
        if (!again || performance.now() + pauseMs >= until) throw failure;
        await this.pause(pauseMs, signal);
      }
    }
  }

  /** One call of a method with one answer. */
  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    token = "",
  ): Promise<MessageShape<O>> {
    const ends = new Ends(signal, this.#closing.signal);
    try {
      if (!(timeoutMs > 0)) throw tooLate(this.address, timeoutMs);
      const header = this.#header(token);
      const answer = await this.#transport.unary(method, ends.signal, Math.ceil(timeoutMs), header, request);
      return answer.message;
    } catch (failure) {
      throw fromCall(failure, this.address, ends.signal.aborted);
    } finally {
      ends.release();
    }
  }

  /** The answers of a stream. Leaving the loop over them ends the call, on the server as well. */
  async *stream(
    method: DescMethod,
    requests: AsyncIterable<Message>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    token = "",
  ): AsyncGenerator<Message, void, undefined> {
    // The deadline is kept here: the transport's own timer would outlive a loop that is left early.
    const ends = new Ends(signal, this.#closing.signal);
    let late: DeadlineExceeded | undefined;
    const timer = setTimeout(() => {
      late = tooLate(this.address, timeoutMs);
      ends.abort();
    }, timeoutMs);
    try {
      const header = [...this.#header(token), ["grpc-timeout", `${Math.ceil(timeoutMs)}m`] as [string, string]];
      const answers = await this.#transport.stream(streaming(method), ends.signal, 0, header, requests);
      yield* answers.message;
    } catch (failure) {
      throw late ?? fromCall(failure, this.address, ends.signal.aborted);
    } finally {
      clearTimeout(timer);
      ends.abort();
    }
  }

  /** Waits. Throws Cancelled when the wait is given up. */
  async pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const ends = new Ends(signal, this.#closing.signal);
    try {
      await sleep(waitMs, undefined, { signal: ends.signal });
    } catch {
      throw new Cancelled("the wait was given up");
    } finally {
      ends.release();
    }
  }

  #header(token: string): [string, string][] {
    const found: [string, string][] = this.#apiKey ? [["x-api-key", this.#apiKey]] : [];
    if (!HEADER.test(token)) throw new BadField("a token is printable ASCII without blanks", { field: "token" });
    if (token) found.push(["authorization", `Bearer ${token}`]);
    return found;
  }
}

/** What ends a call before its time: its caller's signal, or closing. It listens to both until it is released. */
class Ends {
  readonly #controller = new AbortController();
  readonly #others: readonly AbortSignal[];

  constructor(...others: (AbortSignal | undefined)[]) {
    this.#others = others.filter((one) => one !== undefined);
    for (const one of this.#others) {
      if (one.aborted) this.abort();
      else one.addEventListener("abort", this.abort);
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly abort = (): void => {
    this.release();
    this.#controller.abort();
  };

  release(): void {
    for (const one of this.#others) one.removeEventListener("abort", this.abort);
  }
}

function unary(method: DescMethod): DescMethodUnary {
  if (method.methodKind !== "unary") throw new TypeError(`${method.name} is a stream: it has many answers`);
  return method as DescMethodUnary;
}

function streaming(method: DescMethod): DescMethodStreaming {
  if (method.methodKind === "unary") throw new TypeError(`${method.name} is no stream: it has one answer`);
  return method as DescMethodStreaming;
}

function urlOf(address: string, tls: boolean): string {
  const host = address.startsWith("unix:") ? "localhost" : address;
  return `${tls ? "https" : "http"}://${host}`;
}

function nodeOptions(address: string, tls: boolean | TlsOptions | undefined) {
  const { ca, cert, key, serverName } = typeof tls === "object" ? tls : {};
  return {
    ...(ca === undefined ? {} : { ca: pem(ca) }),
    ...(cert === undefined ? {} : { cert: pem(cert) }),
    ...(key === undefined ? {} : { key: pem(key) }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(address.startsWith("unix:") ? { createConnection: () => net.connect(address.slice("unix:".length)) } : {}),
  };
}

function pem(given: string | Uint8Array): string | Buffer {
  return typeof given === "string" ? given : Buffer.from(given);
}
