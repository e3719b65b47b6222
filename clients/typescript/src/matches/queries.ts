// Questions about matches: one function per method of MatchService builds its request and says how it is read.
//
// A client asks them by `ask`, and `watch` by its method of that name. Ids and secrets that make a call safe to repeat
// are drawn here from the system's randomness, when the question is made: asking it again repeats the same call. Asking
// throws Unauthenticated, NotFound, PermissionDenied, Busy and BadField as the server says; others are named at the
// function. This file knows no transport and no game.
import { randomBytes } from "node:crypto";
import type { DescMessage, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Options, Wanted } from "../arguments.js";
import * as args from "../arguments.js";
import { BadField } from "../errors.js";
import type { SeatSetupSchema, TimeControlSchema } from "../gen/tileengine/v1/match_service_pb.js";
import { MatchService, RecordFormatSchema } from "../gen/tileengine/v1/match_service_pb.js";
import { Names } from "../names.js";
import type { Expected } from "../queries.js";
import type { Method } from "../query.js";
import { Query } from "../query.js";
import type { MoveLike } from "../values.js";
import * as readers from "./readers.js";
import type {
  Access,
  CheckedMove,
  Created,
  Event,
  Joined,
  Match,
  MatchMoves,
  MatchPage,
  MatchStatus,
  MatchView,
  Played,
  RecordFormat,
  SeatSetup,
  TimeControl,
  Undone,
  Verified,
  Who,
} from "./values.js";

/** Bytes that are drawn for tokens and for the deal. */
const SECRET_BYTES = 32;
/** Bytes that are drawn for ids. */
const ID_BYTES = 12;

const FORMATS = new Names(RecordFormatSchema);
const METHODS = MatchService.method;

/** So long for each move: 100 to 2,592,000,000. */
export function perMove(limitMs: number): TimeControl {
  return { kind: "per_move", limitMs, incrementMs: 0 };
}

/** So long for all moves, 100 to 2,592,000,000, and so much more after each, 0 to 3,600,000. */
export function perGame(limitMs: number, incrementMs = 0): TimeControl {
  return { kind: "per_game", limitMs, incrementMs };
}

/** A seat for whoever joins first. */
export function openSeat(time?: TimeControl): SeatSetup {
  return { kind: "open", time };
}

/** A seat for whoever has its token, Created.seats. */
export function reservedSeat(time?: TimeControl): SeatSetup {
  return { kind: "reserved", time };
}

/** A seat that the engine plays: at a level from 1 to 10, or with 1 to 100,000 playouts a move. */
export function engineSeat(plays: Pick<SeatSetup, "level" | "playouts" | "time">): SeatSetup {
  return { kind: "engine", ...plays };
}

/** How a match is made. */
export interface CreateOptions {
  /** The game's usual number, all open and without clocks, unless said. */
  readonly seats?: readonly SeatSetup[] | undefined;
  /** As for `Client.deal`. */
  readonly preset?: string | undefined;
  /** As for `Client.deal`. */
  readonly options?: Options | undefined;
  /** Only readers with a token see it. */
  readonly private?: boolean | undefined;
  /** 1 to 64 of [A-Za-z0-9._-]; one is drawn unless said. */
  readonly matchId?: string | undefined;
}

/**
 * A match of a game, by its slug. Safe to repeat.
 *
 * Asking throws AlreadyExists, Busy (the store is full), Unsupported (no engine), UnknownGame, BadSeats, BadOption.
 */
export function create(game: string, wanted: CreateOptions = {}): Query<Created> {
  const options = args.options(game, wanted.options);
  return about(METHODS.createMatch, wanted.matchId || drawnId(), readers.created, {
    game: args.game(game),
    preset: wanted.preset ?? "",
    ...(options === undefined ? {} : { options }),
    seats: (wanted.seats ?? []).map(setup),
    private: wanted.private ?? false,
    tokenSecret: secret(),
  });
}

/** How a seat is taken. */
export interface JoinOptions {
  /** Which; unless said the first open one, or the reserved one of the access. */
  readonly seat?: number | undefined;
  /** To show, at most 64 characters. */
  readonly name?: string | undefined;
  /** At most 64 bytes to mix into the deal, so that the server alone does not decide it; 32 are drawn unless said. */
  readonly entropy?: Uint8Array | undefined;
}

/** A seat of a match. Safe to repeat. Asking throws MatchState (it is taken, or runs), BadSeats. */
export function join(who: Who, wanted: JoinOptions = {}): Query<Joined> {
  return about(METHODS.joinMatch, who, readers.joined, {
    ...args.optional("seat", wanted.seat),
    name: wanted.name ?? "",
    entropy: wanted.entropy ?? secret(),
    tokenSecret: secret(),
  });
}

/** How a match stands, as the reader may see it. */
export function get(who: Who): Query<Match> {
  return about(METHODS.getMatch, who, readers.answered, {});
}

/** Which matches are listed. */
export interface ListOptions {
  /** Only of this game. */
  readonly game?: string | undefined;
  /** Only in this state. */
  readonly status?: MatchStatus | undefined;
  /** 1 to 100, 50 unless said; fewer may come. */
  readonly pageSize?: number | undefined;
  /** MatchPage.nextPageToken of the page before. */
  readonly pageToken?: string | undefined;
}

/** One page of the matches that are not private, oldest first. */
export function list(wanted: ListOptions = {}): Query<MatchPage> {
  return Query.of(
    METHODS.listMatches,
    {
      game: wanted.game === undefined ? 0 : args.game(wanted.game),
      status: wanted.status === undefined ? 0 : args.numbered("status", wanted.status, readers.STATUSES),
      pageSize: args.whole("page_size", wanted.pageSize ?? 0, 0),
      pageToken: wanted.pageToken ?? "",
    },
    readers.listed,
  );
}

/** Which page of moves is wanted, and what of them. */
export interface MatchMovesOptions extends Wanted {
  /** 1 to 4096, 4096 unless said. */
  readonly limit?: number | undefined;
  /** MovePage.nextAfter of the page before. */
  readonly after?: number | undefined;
  /** Fill `notation`. */
  readonly notation?: boolean | undefined;
}

/** One page of legal moves of the seat, in canonical order. Asking throws MatchState. */
export function moves(who: Who, wanted: MatchMovesOptions = {}): Query<MatchMoves> {
  return about(METHODS.listMatchMoves, who, readers.moves, {
    ...args.wanted(wanted),
    limit: args.whole("limit", wanted.limit ?? 0, 0),
    after: args.whole("after", wanted.after ?? 0, 0),
    withNotation: wanted.notation ?? false,
  });
}

/** Whether the seat may play a move, and why not. Asking throws MatchState, BadText, MalformedMove. */
export function check(who: Who, move: MoveLike): Query<CheckedMove> {
  return about(METHODS.checkMatchMove, who, readers.checked, { move: args.move(move) });
}

/** What the reader sees; geometry: also how to draw it. Asking throws MatchState (nothing is dealt yet). */
export function view(who: Who, wanted: { readonly geometry?: boolean | undefined } = {}): Query<MatchView> {
  return about(METHODS.viewMatch, who, readers.viewed, { geometry: wanted.geometry ?? false });
}

/**
 * Plays a move or a whole turn of at most 1024, all or none; nothing may follow a move that turns something up.
 *
 * Safe to repeat: asked again, it is answered the same and plays nothing. Asking throws IllegalMove, MalformedMove,
 * BadText (each with the index of the move), MatchState, StalePly, Conflict, TooLarge.
 */
export function play(who: Who, moves: MoveLike | readonly MoveLike[], expected: Expected = {}): Query<Played> {
  return about(METHODS.playMoves, who, readers.played, {
    moves: args.moves(moves),
    ...args.optional("expectedPly", expected.expectedPly),
    requestId: drawnId(),
  });
}

/**
 * Takes moves back to a ply: the seat's own last ones at once, others' when all seats consent.
 *
 * Asking throws MatchState (what was turned up can't be taken back), StalePly, Conflict.
 */
export function undo(who: Who, toPly: number, expected: Expected = {}): Query<Undone> {
  return about(METHODS.undoMoves, who, readers.undone, {
    toPly: args.whole("to_ply", toPly, 0),
    ...args.optional("expectedPly", expected.expectedPly),
  });
}

/** Consents to a proposal to take moves back, or declines it. Asking throws MatchState, StalePly, Conflict. */
export function answerUndo(who: Who, accept: boolean, expected: Expected = {}): Query<Undone> {
  const fields = { accept, ...args.optional("expectedPly", expected.expectedPly) };
  return about(METHODS.answerUndo, who, readers.undone, fields);
}

/** Gives up. Asking throws MatchState, Conflict. */
export function resign(who: Who): Query<Match> {
  return about(METHODS.resignMatch, who, readers.answered, {});
}

/** Deletes a match; Created.host may. */
function remove(host: Access): Query<void> {
  return about(METHODS.deleteMatch, host, readers.nothing, {});
}

export { remove as delete };

/** From where a match is watched. */
export interface WatchOptions {
  /** Only events after this number; from the first one unless said. */
  readonly afterEvent?: number | undefined;
}

/** The events of a match; see Client.watch. */
export function watch(who: Who, wanted: WatchOptions = {}): Query<Event> {
  const afterEvent = args.whole64("after_event", wanted.afterEvent ?? 0, 0);
  return about(METHODS.watchMatch, who, readers.watched, { afterEvent });
}

/** The record of a match; after its end with the deal. Asking throws MatchState. */
export function record(who: Who, wanted: { readonly format?: RecordFormat | undefined } = {}): Query<string> {
  const format = args.numbered("format", wanted.format ?? "text", FORMATS);
  return about(METHODS.getRecord, who, readers.record, { format });
}

/**
 * A match that is over, from its record of at most 1,048,576 bytes in either form. Safe to repeat.
 *
 * Asking throws BadRecord, AlreadyExists, Busy (the store is full), TooLarge.
 */
export function importRecord(record: string, wanted: { readonly matchId?: string | undefined } = {}): Query<Created> {
  const fields = { record, tokenSecret: secret() };
  return about(METHODS.importRecord, wanted.matchId || drawnId(), readers.imported, fields);
}

/** Replays a record and checks all of it; convertTo: also return it in this form. Asking throws TooLarge. */
export function verifyRecord(
  record: string,
  wanted: { readonly convertTo?: RecordFormat | undefined } = {},
): Query<Verified> {
  const { convertTo: form } = wanted;
  const convertTo = form === undefined ? 0 : args.numbered("convert_to", form, FORMATS);
  return Query.of(METHODS.verifyRecord, { record, convertTo }, readers.verified);
}

/** A question about one match. Throws BadField. */
function about<I extends DescMessage, O extends DescMessage, T>(
  method: Method<I, O>,
  who: Who,
  read: (response: MessageShape<O>) => T,
  fields: Omit<MessageInitShape<I>, "matchId" | "$typeName">,
): Query<T> {
  const matchId = typeof who === "string" ? who : who.matchId;
  if (!matchId) throw new BadField("the id of a match is at least one character", { field: "match_id" });
  const request = { ...fields, matchId } as unknown as MessageInitShape<I>;
  return Query.of(method, request, read, typeof who === "string" ? "" : who.token);
}

function secret(): Uint8Array {
  return Uint8Array.from(randomBytes(SECRET_BYTES));
}

function drawnId(): string {
  return randomBytes(ID_BYTES).toString("hex");
}

function setup(given: SeatSetup): MessageInitShape<typeof SeatSetupSchema> {
  const engine = {
    level: args.whole("seats.engine.level", given.level ?? 0, 0),
    playouts: args.whole("seats.engine.playouts", given.playouts ?? 0, 0),
  };
  return {
    kind: args.numbered("seats.kind", given.kind, readers.SEAT_KINDS),
    ...(given.time === undefined ? {} : { time: control(given.time) }),
    ...(given.kind === "engine" ? { engine } : {}),
  };
}

function control(time: TimeControl): MessageInitShape<typeof TimeControlSchema> {
  return {
    kind: args.numbered("seats.time.kind", time.kind, readers.TIME_KINDS),
    limitMs: args.whole("seats.time.limit_ms", time.limitMs, 0),
    incrementMs: args.whole("seats.time.increment_ms", time.incrementMs, 0),
  };
}
