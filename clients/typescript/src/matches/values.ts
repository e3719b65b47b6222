// What matches are made of: seats and clocks, a match as its reader may see it, events, answers.
//
// They are plain data, not meant to be changed. Times are milliseconds since 1970 UTC on the server's clock; durations
// are milliseconds. The paragraphs behind them are those of docs/matches.md. This file knows neither the wire nor a game.
import type { MoveCheck, MovePage, Outcome, Position, SeatScore } from "../values.js";
import type { View } from "../views.js";

/**
 * Who asks about which match: its id, and the token of a seat, of the host or of spectators; "": nobody's.
 *
 * Whoever has the token of a seat is the seat: keep it from others. It is not shown when an access is printed, and no
 * part of its JSON; to store it, ask for `access.token`.
 */
export class Access {
  readonly matchId: string;
  readonly #token: string;

  constructor(matchId: string, token = "") {
    this.matchId = matchId;
    this.#token = token;
  }

  /** The token, or "". */
  get token(): string {
    return this.#token;
  }

  toString(): string {
    return `<Access ${this.matchId}${this.#token ? " with a token" : ""}>`;
  }
}

/** An access, or the id of a match for a reader without a token. */
export type Who = Access | string;

/** Who fills a seat: whoever joins first, whoever has its token, or the engine. */
export type SeatKind = "open" | "reserved" | "engine";

/** Where a match is: seats are still to be taken and nothing is dealt, it is played, or it has ended. */
export type MatchStatus = "waiting" | "running" | "over";

/** The forms of a record. */
export type RecordFormat = "text" | "json";

/** How long a seat may think; `perMove` and `perGame` make them. */
export interface TimeControl {
  /** The clock is full again after every move, or is one for the whole game. */
  readonly kind: "per_move" | "per_game";
  /** 100 to 2,592,000,000 (30 days). */
  readonly limitMs: number;
  /** Added after every move, 0 to 3,600,000; "per_game" only. */
  readonly incrementMs: number;
}

/** A seat of a match that is to be made; `openSeat`, `reservedSeat` and `engineSeat` make them. */
export interface SeatSetup {
  readonly kind: SeatKind;
  /** No clock unless said. */
  readonly time?: TimeControl | undefined;
  /** "engine" only: 1 (a friendly beginner) to 10; or `playouts` instead. */
  readonly level?: number | undefined;
  /** "engine" only: 1 to 100,000 a move at full strength; or `level` instead. */
  readonly playouts?: number | undefined;
}

/** A seat as it is. */
export interface Seat {
  /** From 0. */
  readonly seat: number;
  readonly kind: SeatKind;
  /** Somebody has taken it. */
  readonly joined: boolean;
  /** What its player gave. */
  readonly name: string;
  /** Undefined without a clock. */
  readonly time: TimeControl | undefined;
  /** On its clock at Match.nowMs; undefined without a clock. */
  readonly leftMs: number | undefined;
  /** What its player mixed into the deal; empty until the match is over. */
  readonly entropy: Uint8Array;
  /** Of the engine that plays it; 0 when it plays by playouts, or does not play it. */
  readonly level: number;
  /** As `level`. */
  readonly playouts: number;
}

/** A proposal to take moves back that waits for consent. */
export interface UndoProposal {
  /** Who proposes. */
  readonly seat: number;
  readonly toPly: number;
  /** Seats that have accepted, the proposer included. */
  readonly accepted: readonly number[];
}

/** What the server committed itself to before anybody joined, and after the end the proof. */
export interface FairDeal {
  /** A SHA-256 of 32 bytes. */
  readonly commitment: Uint8Array;
  /** 32 bytes; empty until the match is over. */
  readonly secret: Uint8Array;
  /** 32 bytes; empty until the match is over. */
  readonly seed: Uint8Array;
  /** As Dealt.order; empty until the match is over. */
  readonly order: Uint8Array;
}

/** How a match ended. */
export interface MatchEnd {
  /** One of Game.ends, "resigned", "timeout" or "unfinished" (a record that stops before). */
  readonly end: string;
  /** Who resigned or ran out of time. */
  readonly seat: number | undefined;
  /** Per seat. */
  readonly outcomes: readonly Outcome[];
}

/** A match as its reader may see it. */
export interface Match {
  /** 1 to 64 characters. */
  readonly matchId: string;
  /** Slug of its game. */
  readonly game: string;
  readonly rulesVersion: number;
  /** Those that differ from the defaults, as texts. */
  readonly options: Readonly<Record<string, string>>;
  readonly status: MatchStatus;
  /** 1 to 6. */
  readonly seats: readonly Seat[];
  /** Number of the newest event, from 1. */
  readonly event: number;
  /** As the reader sees it; undefined while waiting and in lists. */
  readonly position: Position | undefined;
  /** The seat to move; undefined unless it is running. */
  readonly turn: number | undefined;
  /** Moves since the deal; what `expectedPly` takes. */
  readonly ply: number;
  /** Per seat; empty while waiting and in lists. */
  readonly scores: readonly SeatScore[];
  /** The lowest ply that moves can be taken back to. */
  readonly horizonPly: number;
  /** The lowest ply that the last mover can go back to without asking anybody. */
  readonly freePly: number;
  /** The proposal that waits for consent. */
  readonly undo: UndoProposal | undefined;
  readonly fair: FairDeal;
  /** Undefined until it is over. */
  readonly end: MatchEnd | undefined;
  readonly createdMs: number;
  /** The server's clock at this answer. */
  readonly nowMs: number;
  /** Only readers with a token may see it. */
  readonly private: boolean;
}

/** A match that was made, and what opens it. The server shows tokens only here. */
export interface Created {
  readonly match: Match;
  /** May delete it. */
  readonly host: Access;
  /** Per seat what takes it; undefined for open seats and those of the engine. */
  readonly seats: readonly (Access | undefined)[];
  /** Shows a private match to spectators; without a token when it is not private. */
  readonly spectators: Access;
}

/** A seat that was taken. */
export interface Joined {
  readonly seat: number;
  /** What plays it. */
  readonly access: Access;
  /** As the seat sees it. */
  readonly match: Match;
}

/** Some matches, oldest first, without position and scores. */
export interface MatchPage {
  readonly matches: readonly Match[];
  /** For the next page; "": there is none. */
  readonly nextPageToken: string;
}

/** Legal moves of the seat that asks, empty when it is not to move. */
export interface MatchMoves {
  /** Of the position they belong to. */
  readonly ply: number;
  readonly moves: MovePage;
}

/** What the rules say to a move of the seat that asks; its gain is not told. */
export interface CheckedMove {
  /** Of the position it is about. */
  readonly ply: number;
  readonly check: MoveCheck;
}

/** What the reader sees. */
export interface MatchView {
  readonly ply: number;
  /** Number of the newest event then. */
  readonly event: number;
  readonly view: View;
}

/** What was played, the same for every repetition, and the match as it stands now. */
export interface Played {
  /** Number of the event. */
  readonly event: number;
  /** After the last move. */
  readonly ply: number;
  /** Per move, points for its mover at once. */
  readonly gains: readonly number[];
  /** It ended the match. */
  readonly over: boolean;
  readonly match: Match;
}

/** What became of taking moves back. */
export interface Undone {
  /** They are taken back; if not, `match.undo` is the proposal that waits, if any. */
  readonly done: boolean;
  readonly match: Match;
}

/** What kind of event it is. */
export type EventKind =
  | "created"
  | "joined"
  | "started"
  | "played"
  | "undo_proposed"
  | "undo_accepted"
  | "undo_declined"
  | "undone"
  | "resigned"
  | "timed_out"
  | "ended"
  | "deleted";

/** Something that happened in a match. */
export interface Event {
  /** From 1 without gaps; 0 for "deleted". */
  readonly number: number;
  readonly kind: EventKind;
  readonly timeMs: number;
  /** Whose it is. */
  readonly seat: number | undefined;
  /** After it. */
  readonly ply: number;
  /** Numbers of the moves of "played". */
  readonly actions: readonly number[];
  /** The same in notation. */
  readonly notations: readonly string[];
  /** Of "ended". */
  readonly end: MatchEnd | undefined;
  /** As the reader sees it after the newest event; undefined when newer events are still to come. */
  readonly match: Match | undefined;
}

/** What is right and wrong with a record. */
export interface Verified {
  readonly valid: boolean;
  /** The first fault found; "" when it is valid. */
  readonly problem: string;
  /** Of the text, from 1; undefined for a fault of the JSON form or of the whole. */
  readonly line: number | undefined;
  /** The checks that were made and passed: "syntax", "deal", "commitment", "seed", "moves", "result". */
  readonly passed: readonly string[];
  /** In the form asked for, or "". */
  readonly record: string;
}
