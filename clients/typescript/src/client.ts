// The client: each method asks one question and answers within the timeout.
//
// What is asked and how it is read is in queries.ts and readers.ts, the calling in channel.ts. This file knows no game
// and no field of a message but the answers of batches.
import { create } from "@bufbuild/protobuf";
import type { Analysis, ReviewedMove, Suggestion } from "./analyses.js";
import type { Wanted } from "./arguments.js";
import type { Answers } from "./batches.js";
import { unwrap, wrap } from "./batches.js";
import type { CallOptions, ConnectOptions } from "./channel.js";
import { Channel, timeout } from "./channel.js";
import { BadField, TileengineError, Unavailable } from "./errors.js";
import { endedEarly, notReady } from "./failures.js";
import { Health, HealthCheckResponse_ServingStatus } from "./gen/grpc/health/v1/health_pb.js";
import type { BatchResponse, StreamBatchResponse } from "./gen/tileengine/v1/rules_service_pb.js";
import { RulesService, StreamBatchRequestSchema } from "./gen/tileengine/v1/rules_service_pb.js";
import type { Event, Who } from "./matches/index.js";
import type { WatchOptions } from "./matches/queries.js";
import { watch } from "./matches/queries.js";
import type { MovesOptions } from "./moves.js";
import { Moves } from "./moves.js";
import { Outbox } from "./outbox.js";
import type { DealOptions, Expected } from "./queries.js";
import * as queries from "./queries.js";
import { Query } from "./query.js";
import type { Report } from "./readers.js";
import type { Applied, Dealt, Game, MoveCheck, MoveLike, Position, PositionLike, Score } from "./values.js";
import type { View } from "./views.js";

/** Milliseconds that a call may take, unless said otherwise. */
export const TIMEOUT_MS = 10_000;
/** Milliseconds that a stream may last, unless said otherwise. */
export const STREAM_TIMEOUT_MS = 3_600_000;
/** Milliseconds between two looks at a server that does not serve yet. */
const READY_POLL_MS = 50;

/** How batches are sent over one call. */
export interface StreamOptions extends CallOptions {
  /** Batches that are sent before the first answer is awaited, 1 or more; 4 unless said. */
  readonly inFlight?: number | undefined;
}

/**
 * A client of one server. Close it, or let it go: an idle connection does not keep the process alive.
 *
 * Every method may throw Unavailable, DeadlineExceeded, ResourceExhausted and Cancelled, and those that take a position
 * BadPosition; others are named at the method. All derive from TileengineError. Options of a method hold those of a
 * call, `timeoutMs` and `signal`, as well.
 */
export class Client {
  readonly #channel: Channel;
  readonly #timeoutMs: number;

  private constructor(channel: Channel, timeoutMs: number) {
    this.#channel = channel;
    this.#timeoutMs = timeoutMs;
  }

  /** See `connect`. */
  static connect(address: string, options: ConnectOptions): Client {
    return new Client(new Channel(address, options), timeout(options.timeoutMs ?? TIMEOUT_MS));
  }

  /** Where the server is. */
  get address(): string {
    return this.#channel.address;
  }

  /** The connection itself, for calls that have no method here. */
  get channel(): Channel {
    return this.#channel;
  }

  /** A client on the same connection whose calls may take so long; closing either closes both. */
  withTimeout(timeoutMs: number): Client {
    return new Client(this.#channel, timeout(timeoutMs));
  }

  /** Closes the connection; calls under way and later ones fail with Cancelled. */
  close(): void {
    this.#channel.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Asks any question of `queries` or `matches`; the methods below are all made of it. */
  async ask<T>(query: Query<T>, call: CallOptions = {}): Promise<T> {
    return this.#channel.ask(query, timeout(call.timeoutMs ?? this.#timeoutMs), call.signal);
  }

  /** The payload, at most 65536 bytes, as the server sent it back. Throws TooLarge. */
  async ping(payload?: Uint8Array, call?: CallOptions): Promise<Uint8Array> {
    return this.ask(queries.ping(payload), call);
  }

  /** Waits until the server serves, at most so many milliseconds. Throws Unavailable. */
  async waitReady(waitMs: number = TIMEOUT_MS, call: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const until = performance.now() + timeout(waitMs);
    const { check } = Health.method;
    let reached = false;
    for (let left = waitMs; left > 0; left = until - performance.now()) {
      try {
        const answer = await this.#channel.unary(check, { service: RulesService.typeName }, left, call.signal);
        if (answer.status === HealthCheckResponse_ServingStatus.SERVING) return;
        reached = true;
      } catch (failure) {
        if (!(failure instanceof TileengineError)) throw failure;
        if (failure.code === "DEADLINE_EXCEEDED") break;
        if (!(failure instanceof Unavailable)) throw failure;
      }
      await this.#channel.pause(Math.max(0, Math.min(READY_POLL_MS, until - performance.now())), call.signal);
    }
    throw notReady(this.address, waitMs, reached);
  }

  /** All games with their options, presets and names. */
  async games(call?: CallOptions): Promise<readonly Game[]> {
    return this.ask(queries.games(), call);
  }

  /** A first position of a game, by its slug. Throws UnknownGame, BadSeats, BadOption, BadSeed, BadOrder. */
  async deal(game: string, wanted?: DealOptions & CallOptions): Promise<Dealt> {
    return this.ask(queries.deal(game, wanted), wanted);
  }

  /**
   * Legal moves in canonical order, fetched as they are read: `for await (const move of client.moves(position))`.
   *
   * Reading throws HiddenInformation, BadField, TooLarge. The options of a call hold for each page.
   */
  moves(position: PositionLike, wanted: MovesOptions & CallOptions = {}): Moves {
    return new Moves((query) => this.ask(query, wanted), position, wanted);
  }

  /** How many legal moves there are, all or filtered. Throws HiddenInformation, BadField. */
  async countMoves(position: PositionLike, wanted?: Wanted & CallOptions): Promise<number> {
    return this.ask(queries.countMoves(position, wanted), wanted);
  }

  /**
   * Whether a move is legal, why not, or what forces it; an illegal move is an answer and not an exception.
   *
   * Throws BadText, MalformedMove, HiddenInformation.
   */
  async check(position: PositionLike, move: MoveLike, call?: CallOptions): Promise<MoveCheck> {
    return this.ask(queries.check(position, move), call);
  }

  /**
   * The position after a move, or several in order, at most 1024, all or none.
   *
   * Throws IllegalMove, GameOver, MalformedMove, BadText (each with the index of the move), StalePly, TooLarge.
   */
  async apply(
    position: PositionLike,
    moves: MoveLike | readonly MoveLike[],
    wanted?: Expected & CallOptions,
  ): Promise<Applied> {
    return this.ask(queries.apply(position, moves, wanted), wanted);
  }

  /** The points of every seat, with their parts. */
  async score(position: PositionLike, call?: CallOptions): Promise<Score> {
    return this.ask(queries.score(position), call);
  }

  /**
   * What a seat, the public, or (neither given) the position's own viewer sees; with `geometry` also how to draw it.
   *
   * Throws BadSeats, BadField, HiddenInformation (of an observed position, for another viewer).
   */
  async view(position: PositionLike, wanted?: queries.ViewOptions & CallOptions): Promise<View> {
    return this.ask(queries.view(position, wanted), wanted);
  }

  /**
   * The position without what a seat, or with undefined the public, may not know: safe to hand out.
   *
   * Throws BadSeats, HiddenInformation.
   */
  async observe(position: PositionLike, seat?: number, call?: CallOptions): Promise<Position> {
    return this.ask(queries.observe(position, seat), call);
  }

  /** A random whole position that agrees with an observed one; seed: 0 .. 2^64 - 1. Throws BadField, BadSeed. */
  async resample(position: PositionLike, seed: number | bigint, call?: CallOptions): Promise<Position> {
    return this.ask(queries.resample(position, seed), call);
  }

  /** The position as one line that a person can paste into a bug report. */
  async toText(position: PositionLike, call?: CallOptions): Promise<string> {
    return this.ask(queries.toText(position), call);
  }

  /** The position of such a line. Throws BadText, BadPosition, TooLarge. */
  async fromText(text: string, call?: CallOptions): Promise<Position> {
    return this.ask(queries.fromText(text), call);
  }

  /** The position of bytes that were stored, checked by the server. */
  async restore(data: Uint8Array, call?: CallOptions): Promise<Position> {
    return this.ask(queries.restore(data), call);
  }

  /**
   * A move to play, with what the search knows of it, why, and what it promises.
   *
   * position: whole, or observed for the seat to move; what that seat may not know has no say. The answer comes before
   * the timeout, with what was found until then. Throws GameOver, HiddenInformation, BadField, Busy.
   */
  async suggest(position: PositionLike, wanted?: queries.SuggestOptions & CallOptions): Promise<Suggestion> {
    return this.ask(queries.suggest(position, wanted), wanted);
  }

  /**
   * Ranked moves of a position, when the search is done.
   *
   * Throws GameOver, HiddenInformation, IllegalMove, BadText, BadField, TooLarge, Busy.
   */
  async analyse(position: PositionLike, wanted: queries.AnalyseOptions & CallOptions = {}): Promise<Analysis> {
    for await (const [, answer] of this.analyseMany([position], { ...wanted, reportEvery: 0 })) {
      if (answer instanceof TileengineError) throw answer;
      return answer;
    }
    throw endedEarly(this.address);
  }

  /**
   * Analyses of up to 16 positions in one call, as they come: [index of the position, report or failure].
   *
   * The last report of each position is final, or the failure of that position alone. Without `playouts` and `timeMs`
   * each takes 2000 playouts. Leaving the loop, or aborting `signal`, stops the searches. Throws BadField, TooLarge,
   * Busy.
   */
  analyseMany(
    positions: readonly PositionLike[],
    wanted: queries.AnalyseManyOptions & CallOptions = {},
  ): AsyncGenerator<Report, void, undefined> {
    return this.#answers(queries.analyseMany(positions, wanted), wanted.timeoutMs ?? this.#timeoutMs, wanted.signal);
  }

  /**
   * Each move's skill and luck. position: whole, where they were played from; moves: in order, 1 to 512.
   *
   * Fewer moves come back when the timeout is near. Throws IllegalMove, GameOver, BadText (each with the index of the
   * move), HiddenInformation, BadField, Busy.
   */
  async review(
    position: PositionLike,
    moves: readonly MoveLike[],
    wanted?: queries.ReviewOptions & CallOptions,
  ): Promise<readonly ReviewedMove[]> {
    return this.ask(queries.review(position, moves, wanted), wanted);
  }

  /**
   * The events of a match after a number, then new ones as they happen, until it has ended.
   *
   * who: whose view of it the events show. `timeoutMs` bounds the whole watch, an hour unless said; when it is met,
   * DeadlineExceeded. After a failure watch again from the last number seen. Leaving the loop, or aborting `signal`,
   * ends the watch. Throws NotFound, Unauthenticated, Busy.
   */
  watch(who: Who, wanted: WatchOptions & CallOptions = {}): AsyncGenerator<Event, void, undefined> {
    return this.#answers(watch(who, wanted), wanted.timeoutMs ?? STREAM_TIMEOUT_MS, wanted.signal);
  }

  /**
   * Many questions in one call, at most 4096: per question its value or its exception, in order.
   *
   * An exception is returned in the place of the answer and does not stop the others. Throws TooLarge.
   */
  async batch<const Q extends readonly Query<unknown>[]>(questions: Q, call?: CallOptions): Promise<Answers<Q>> {
    const read = (response: BatchResponse) => unwrap(questions, response.answers);
    return this.ask(Query.of(RulesService.method.batch, { queries: wrap(questions) }, read), call);
  }

  /**
   * Batch after batch over one call, answered in order as `batch` answers each.
   *
   * Up to `inFlight` batches are taken from `batches` before the first answer is awaited: with 1, a batch may depend on
   * the answer before it. `timeoutMs` bounds the whole conversation, an hour unless said. Leaving the loop ends it.
   */
  stream<Q extends readonly Query<unknown>[]>(
    batches: Iterable<Q> | AsyncIterable<Q>,
    wanted: StreamOptions = {},
  ): AsyncGenerator<Answers<Q>, void, undefined> {
    const { inFlight = 4, timeoutMs = STREAM_TIMEOUT_MS, signal } = wanted;
    if (!(inFlight >= 1)) throw new BadField("inFlight is at least 1", { field: "in_flight" });
    return this.#stream(batches, inFlight, timeout(timeoutMs), signal);
  }

  async *#stream<Q extends readonly Query<unknown>[]>(
    batches: Iterable<Q> | AsyncIterable<Q>,
    inFlight: number,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Answers<Q>, void, undefined> {
    const outbox = new Outbox<ReturnType<typeof request>>();
    const request = (questions: Q) => create(StreamBatchRequestSchema, { queries: wrap(questions) });
    const answers = this.#channel.stream(RulesService.method.streamBatch, outbox, timeoutMs, signal);
    const source = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
    const waiting: Q[] = [];
    let more = true;
    try {
      for (;;) {
        while (more && waiting.length < inFlight) {
          const next = await source.next();
          if (next.done) {
            more = false;
            outbox.end();
          } else {
            outbox.put(request(next.value));
            waiting.push(next.value);
          }
        }
        const questions = waiting.shift();
        if (questions === undefined) return;
        const answer = await answers.next();
        if (answer.done) throw endedEarly(this.address);
        yield unwrap(questions, (answer.value as StreamBatchResponse).answers);
      }
    } finally {
      outbox.end();
      await answers.return();
      if (more) await source.return?.();
    }
  }

  /** The answers of a question that has many. */
  async *#answers<T>(
    query: Query<T>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<T, void, undefined> {
    const { method, request, token } = query;
    async function* once() {
      yield request;
    }
    for await (const response of this.#channel.stream(method, once(), timeout(timeoutMs), signal, token)) {
      yield query.read(response);
    }
  }
}

/**
 * A client of the server at an address, "HOST:PORT" or "unix:PATH". Nothing is opened before the first call.
 *
 * Throws RangeError for options out of range, TypeError for an address or a key that can't be one.
 */
export function connect(address: string, options: ConnectOptions = {}): Client {
  return Client.connect(address, options);
}
