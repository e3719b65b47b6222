// Plays seats of matches: the bot's side of BotService. A bot is a function from a turn to a move.
//
// The function is asked one turn after the other; the server asks again, and in the end resigns for a seat, when an
// answer does not come in time. This file knows no game.
import { create } from "@bufbuild/protobuf";
import * as args from "./arguments.js";
import type { CallOptions } from "./channel.js";
import { timeout } from "./channel.js";
import type { Client } from "./client.js";
import type { TileengineError } from "./errors.js";
import { BadField } from "./errors.js";
import { endedEarly, fromWire } from "./failures.js";
import type {
  MoveRequested,
  PlaySeatsRequest,
  PlaySeatsResponse,
  SeatLeft,
} from "./gen/tileengine/v1/bot_service_pb.js";
import { BotService, PlaySeatsRequestSchema, SeatLeft_CauseSchema } from "./gen/tileengine/v1/bot_service_pb.js";
import type { Access, Match } from "./matches/index.js";
import * as readers from "./matches/readers.js";
import { Names } from "./names.js";
import { Outbox } from "./outbox.js";
import type { MoveLike } from "./values.js";

/** Seats of one stream. */
export const SEATS_MAX = 64;
/** Milliseconds that `playSeats` may take, unless said otherwise: a day. */
export const PLAY_TIMEOUT_MS = 86_400_000;

const CAUSES = new Names(SeatLeft_CauseSchema);

/** A request for a move. */
export interface Turn {
  readonly matchId: string;
  readonly seat: number;
  readonly ply: number;
  /** As the seat sees it, encoded: what RulesService and AnalysisService take. */
  readonly position: Uint8Array;
  /** Numbers of the legal moves, 4096 at most. */
  readonly moves: readonly number[];
  /** Milliseconds from when it was sent until it counts as missed. */
  readonly deadlineMs: number;
  /** Requests in a row that were not answered in time. */
  readonly misses: number;
}

/** The end of a seat. */
export interface Left {
  readonly matchId: string;
  readonly seat: number;
  readonly cause: "over" | "deleted" | "failed" | "left";
  /** Why it failed. */
  readonly error: TileengineError | undefined;
  /** The match that is over. */
  readonly match: Match | undefined;
}

/** The bot: a move, or null to resign. It may take its time: other turns of the same stream wait. */
export type Choose = (turn: Turn) => MoveLike | null | Promise<MoveLike | null>;

/** How seats are played. */
export interface PlayOptions extends CallOptions {
  /** Shown for seats that are joined now, at most 64 characters. */
  readonly name?: string | undefined;
  /** Milliseconds for a move, 100 to 600,000; 30,000 unless said. */
  readonly moveMs?: number | undefined;
  /** After so many requests in a row without a legal move in time, the server resigns, 1 to 10; 3 unless said. */
  readonly missesMax?: number | undefined;
}

/**
 * Plays 1 to 64 seats until all are left; tells how each ended.
 *
 * seats: as in Created.seats or Joined.access. `timeoutMs` bounds it all, a day unless said; the client's own timeout
 * has no say here. What `choose` throws ends the stream and is thrown; the seats stay as they are. Throws
 * TileengineError when the stream fails: take the seats again.
 */
export async function playSeats(
  client: Client,
  seats: Iterable<Access>,
  choose: Choose,
  wanted: PlayOptions = {},
): Promise<Left[]> {
  const taken = [...seats];
  if (taken.length < 1 || taken.length > SEATS_MAX) {
    throw new BadField(`a stream plays 1 to ${SEATS_MAX} seats`, { field: "seats" });
  }
  const outbox = new Outbox<PlaySeatsRequest>();
  for (const { matchId, token } of taken) {
    const value = {
      matchId,
      seatToken: token,
      name: wanted.name ?? "",
      moveMs: args.whole("take.move_ms", wanted.moveMs ?? 0, 0),
      missesMax: args.whole("take.misses_max", wanted.missesMax ?? 0, 0),
    };
    outbox.put(create(PlaySeatsRequestSchema, { message: { case: "take", value } }));
  }
  const timeoutMs = timeout(wanted.timeoutMs ?? PLAY_TIMEOUT_MS);
  const left: Left[] = [];
  try {
    const responses = client.channel.stream(BotService.method.playSeats, outbox, timeoutMs, wanted.signal);
    for await (const response of responses) {
      const { message } = response as PlaySeatsResponse;
      if (message.case === "moveRequested") {
        outbox.put(await answer(message.value, choose));
      } else if (message.case === "left") {
        left.push(end(message.value));
        if (left.length === taken.length) return left;
      }
    }
  } finally {
    outbox.end();
  }
  throw endedEarly(client.address);
}

async function answer(asked: MoveRequested, choose: Choose): Promise<PlaySeatsRequest> {
  const { matchId, seat, ply } = asked;
  const move = await choose({
    matchId,
    seat,
    ply,
    position: asked.position.slice(),
    moves: asked.legal?.moves?.action ?? [],
    deadlineMs: asked.deadlineMs,
    misses: asked.misses,
  });
  // A function that forgets to return must not give a match up.
  if (move === undefined) throw new TypeError("the bot chose no move; null gives the match up");
  if (move === null) {
    return create(PlaySeatsRequestSchema, { message: { case: "resign", value: { matchId, seat } } });
  }
  const value = { matchId, seat, ply, move: args.move(move) };
  return create(PlaySeatsRequestSchema, { message: { case: "answer", value } });
}

function end(left: SeatLeft): Left {
  return {
    matchId: left.matchId,
    seat: left.seat,
    cause: CAUSES.of(left.cause) as Left["cause"],
    error: left.error && fromWire(left.error),
    match: left.match && readers.match(left.match),
  };
}
