// Response messages of MatchService become values. Pure functions of a message; they know no transport and no game.
import { GAMES } from "../arguments.js";
import { ServerFault } from "../errors.js";
import type * as pb from "../gen/tileengine/v1/match_service_pb.js";
import {
  MatchEvent_KindSchema,
  MatchStatusSchema,
  SeatKindSchema,
  TimeControl_KindSchema,
} from "../gen/tileengine/v1/match_service_pb.js";
import { Names } from "../names.js";
import * as readers from "../readers.js";
import { small } from "../readers.js";
import type {
  CheckedMove,
  Created,
  Event,
  EventKind,
  Joined,
  Match,
  MatchEnd,
  MatchMoves,
  MatchPage,
  MatchStatus,
  MatchView,
  Played,
  Seat,
  SeatKind,
  TimeControl,
  Undone,
  Verified,
} from "./values.js";
import { Access } from "./values.js";

export const STATUSES = new Names(MatchStatusSchema);
export const SEAT_KINDS = new Names(SeatKindSchema);
export const TIME_KINDS = new Names(TimeControl_KindSchema);
const EVENT_KINDS = new Names(MatchEvent_KindSchema);

function time(found: pb.TimeControl | undefined): TimeControl | undefined {
  if (found === undefined || found.kind === 0) return undefined;
  const kind = TIME_KINDS.of(found.kind) as TimeControl["kind"];
  return { kind, limitMs: found.limitMs, incrementMs: found.incrementMs };
}

function seat(info: pb.SeatInfo): Seat {
  const control = time(info.time);
  return {
    seat: info.seat,
    kind: SEAT_KINDS.of(info.kind) as SeatKind,
    joined: info.joined,
    name: info.name,
    time: control,
    leftMs: control && small(info.leftMs),
    entropy: info.entropy,
    level: info.engine?.level ?? 0,
    playouts: info.engine?.playouts ?? 0,
  };
}

function end(found: pb.MatchEnd | undefined): MatchEnd | undefined {
  return found && { end: found.end, seat: found.seat, outcomes: found.outcomes.map(readers.outcome) };
}

/** The match of any response that has one. */
export function match(found: pb.Match | undefined): Match {
  if (found === undefined) throw new ServerFault("the server sent no match");
  const { undo, fair } = found;
  const status = STATUSES.of(found.status) as MatchStatus;
  const position = found.state && readers.position(found.state);
  const nothing = new Uint8Array();
  return {
    matchId: found.matchId,
    game: GAMES.of(found.game),
    rulesVersion: found.rulesVersion,
    options: found.options,
    status,
    seats: found.seats.map(seat),
    event: small(found.event),
    position,
    turn: status === "running" ? position?.info.turn : undefined,
    ply: position?.info.ply ?? 0,
    scores: found.scores.map(readers.seatScore),
    horizonPly: found.horizonPly,
    freePly: found.freePly,
    undo: undo && { seat: undo.seat, toPly: undo.toPly, accepted: undo.accepted },
    fair: {
      commitment: fair?.commitment ?? nothing,
      secret: fair?.secret ?? nothing,
      seed: fair?.seed ?? nothing,
      order: fair?.order ?? nothing,
    },
    end: end(found.end),
    createdMs: small(found.createdMs),
    nowMs: small(found.nowMs),
    private: found.private,
  };
}

/** Any response that is a match: of Get, Resign. */
export function answered(response: { match?: pb.Match | undefined }): Match {
  return match(response.match);
}

export function nothing(_: pb.DeleteMatchResponse): void {}

export function created(response: pb.CreateMatchResponse): Created {
  const made = match(response.match);
  return {
    match: made,
    host: new Access(made.matchId, response.hostToken),
    seats: response.seatTokens.map((token) => (token ? new Access(made.matchId, token) : undefined)),
    spectators: new Access(made.matchId, response.spectatorToken),
  };
}

/** ImportRecordResponse; nobody can sit down at a match that is over. */
export function imported(response: pb.ImportRecordResponse): Created {
  const made = match(response.match);
  return {
    match: made,
    host: new Access(made.matchId, response.hostToken),
    seats: made.seats.map(() => undefined),
    spectators: new Access(made.matchId),
  };
}

export function joined(response: pb.JoinMatchResponse): Joined {
  const found = match(response.match);
  return { seat: response.seat, access: new Access(found.matchId, response.seatToken), match: found };
}

export function listed(response: pb.ListMatchesResponse): MatchPage {
  return { matches: response.matches.map(match), nextPageToken: response.nextPageToken };
}

export function moves(response: pb.ListMatchMovesResponse): MatchMoves {
  return { ply: response.ply, moves: readers.page(response) };
}

export function checked(response: pb.CheckMatchMoveResponse): CheckedMove {
  if (response.check === undefined) throw new ServerFault("the server sent no answer about the move");
  return { ply: response.ply, check: readers.check(response.check) };
}

export function viewed(response: pb.ViewMatchResponse): MatchView {
  return { ply: response.ply, event: small(response.event), view: readers.view(response) };
}

export function played(response: pb.PlayMovesResponse): Played {
  const { result } = response;
  if (result === undefined) throw new ServerFault("the server did not say what was played");
  return {
    event: small(result.event),
    ply: result.ply,
    gains: result.gains.map(small),
    over: result.over,
    match: match(response.match),
  };
}

/** UndoMovesResponse, AnswerUndoResponse. */
export function undone(response: { done: boolean; match?: pb.Match | undefined }): Undone {
  return { done: response.done, match: match(response.match) };
}

export function watched(response: pb.WatchMatchResponse): Event {
  const { event } = response;
  if (event === undefined) throw new ServerFault("the server sent no event");
  return {
    number: small(event.event),
    kind: EVENT_KINDS.of(event.kind) as EventKind,
    timeMs: small(event.timeMs),
    seat: event.seat,
    ply: event.ply,
    actions: event.actions,
    notations: event.notations,
    end: end(event.end),
    match: response.match && match(response.match),
  };
}

export function record(response: pb.GetRecordResponse): string {
  return response.record;
}

export function verified(response: pb.VerifyRecordResponse): Verified {
  const { valid, problem, line, passed } = response;
  return { valid, problem, line: line || undefined, passed, record: response.record };
}
