// What the client's methods return, but for views: games, positions, moves, scores. They are not meant to be changed,
// and have no method that calls a server. This file knows neither the wire nor a game.
//
// Numbers: points, counts, times and numbers of events are `number`, though the wire gives some of them 64 bits: they
// stay below 2^53. Hashes and the seeds of searches use all 64 bits and are `bigint`.
import type { TileengineError } from "./errors.js";

/** How a game went for a seat. */
export type Outcome = "running" | "lost" | "shared" | "won";

/** Value of an option: what its kind says, or the same as text ("true", "400", "strict"). */
export type OptionValue = boolean | number | string;

/** What a move does; a kind newer than this client is "value_NUMBER". */
export type MoveKind = "place" | "take" | "draw" | "pass" | "lay_triple";

/** One option of a game. */
export interface Option {
  /** As in `deal`: "bridge_rule". */
  readonly name: string;
  /** "int": low .. high; "choice": one of `choices`. */
  readonly kind: "bool" | "int" | "choice";
  readonly low: number;
  readonly high: number;
  readonly choices: readonly string[];
  /** As text. */
  readonly default: string;
  /** Of the game's rules page. */
  readonly paragraph: string;
  /** One sentence. */
  readonly meaning: string;
}

/** A named setting of options, as texts that `deal` takes as they are. */
export interface Preset {
  readonly name: string;
  readonly meaning: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Something that positions of a game promise a seat beyond its score. */
export interface Promised {
  readonly name: string;
  /** What is counted: "tiles". */
  readonly unit: string;
  readonly meaning: string;
}

/** What a game is and offers. */
export interface Game {
  /** Its short name, by which methods take it. */
  readonly slug: string;
  /** Its name for people. */
  readonly title: string;
  readonly rulesVersion: number;
  readonly seatsMin: number;
  readonly seatsMax: number;
  readonly seatsDefault: number;
  /** No list of legal moves is longer. */
  readonly actionsMax: number;
  /** No game is longer, in moves. */
  readonly pliesMax: number;
  /** Names by number. */
  readonly pieces: readonly string[];
  readonly options: readonly Option[];
  readonly presets: readonly Preset[];
  /** Values of PositionInfo.phase. */
  readonly phases: readonly string[];
  /** Values of PositionInfo.end. */
  readonly ends: readonly string[];
  /** Names in a score. */
  readonly parts: readonly string[];
  /** What positions promise beyond the score, by the names that RankedMove.prospects uses. */
  readonly prospects: readonly Promised[];
  /** Names by number. */
  readonly colours: readonly string[];
  /** Seats hold pieces that others do not see. */
  readonly hiddenHands: boolean;
  /** What will be drawn is hidden. */
  readonly hiddenStock: boolean;
}

/** Whose view a position is: "all" (nothing is erased), "public", or "seat" with the seat's number. */
export interface Viewer {
  readonly sight: "all" | "public" | "seat";
  readonly seat: number | undefined;
}

/** The public facts of a position. */
export interface PositionInfo {
  /** Slug of its game. */
  readonly game: string;
  /** 1 to 6. */
  readonly seats: number;
  /** Moves since the deal. */
  readonly ply: number;
  /** Seat to move, from 0; undefined when over. */
  readonly turn: number | undefined;
  /** What that seat has to do. */
  readonly phase: string;
  readonly over: boolean;
  /** "running", or how the game ended. */
  readonly end: string;
  readonly viewer: Viewer;
  /** Of the bytes. */
  readonly hash: bigint;
  /** Equal for positions that are the same up to the game's symmetries. */
  readonly canonicalId: bigint;
  /** Per seat the running or final points. */
  readonly totals: readonly number[];
}

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * A position: 64 to 4096 bytes that are all of it, and what they say.
 *
 * The bytes hold every secret of the game unless it is an observed position: keep them from players. They are not shown
 * when a position is printed or becomes JSON.
 */
export class Position {
  readonly #bytes: Uint8Array;
  /** What the bytes say. */
  readonly info: PositionInfo;

  constructor(bytes: Uint8Array, info: PositionInfo) {
    this.#bytes = bytes;
    this.info = info;
  }

  /** All of it, to be stored and sent; not to be changed. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Whether another position has the same bytes. */
  equals(other: Position): boolean {
    const [mine, theirs] = [this.#bytes, other.#bytes];
    return mine.length === theirs.length && mine.every((byte, index) => byte === theirs[index]);
  }

  /** Its public facts, for JSON: hashes as 16 hexadecimal digits. */
  toJSON(): Record<string, unknown> {
    return { ...this.info, hash: hex64(this.info.hash), canonicalId: hex64(this.info.canonicalId) };
  }

  toString(): string {
    const { game, seats, ply, over, turn, phase, hash } = this.info;
    const state = over ? "over" : `turn=${turn} phase=${phase}`;
    return `<Position ${game} seats=${seats} ply=${ply} ${state} hash=${hex64(hash)}>`;
  }

  [INSPECT](): string {
    return this.toString();
  }
}

function hex64(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}

/** A position, or its bytes as they were stored. */
export type PositionLike = Position | Uint8Array;

/** A first position, with the seed (32 bytes at most) and the dealt order that would give it again: two secrets. */
export interface Dealt {
  readonly position: Position;
  readonly seed: Uint8Array;
  readonly order: Uint8Array;
}

/** One legal move. */
export interface Move {
  /** Its number, above 0. */
  readonly action: number;
  readonly kind: MoveKind;
  /** Where it goes; undefined for moves without a place. */
  readonly place: number | undefined;
  /** Which piece it moves; undefined for moves without one. */
  readonly piece: number | undefined;
  /** The rotation (and flip) of the piece, 0 to 15. */
  readonly rotation: number;
  /** What else it says, 0 to 7. */
  readonly extra: number;
  /** Points it adds to the mover's total at once; undefined unless asked for. */
  readonly gain: number | undefined;
  /** Its text; undefined unless asked for. */
  readonly notation: string | undefined;
}

/** A move: as it was listed or suggested, its number, or its notation. */
export type MoveLike = { readonly action: number } | number | string;

/** What MovePage.place holds for moves without a place. */
export const NO_PLACE = 32767;
/** What MovePage.piece holds for moves without a piece. */
export const NO_PIECE = 127;

/** The columns of a MovePage, of equal length; gain and notation are empty unless they were asked for. */
export interface MoveColumns {
  /** Numbers of the moves. */
  readonly action: readonly number[];
  /** What each does. */
  readonly kind: readonly MoveKind[];
  /** Where each goes; NO_PLACE for moves without a place. */
  readonly place: readonly number[];
  /** Which piece each moves; NO_PIECE for moves without one. */
  readonly piece: readonly number[];
  /** How each piece is turned. */
  readonly rotation: readonly number[];
  /** What else each says. */
  readonly extra: readonly number[];
  /** Points each adds to the mover's total at once. */
  readonly gain: readonly number[];
  /** Each in the game's notation. */
  readonly notation: readonly string[];
}

/** Legal moves as columns, in canonical order (ascending action), and as a sequence of Move. */
export class MovePage implements MoveColumns, Iterable<Move> {
  readonly action: readonly number[];
  readonly kind: readonly MoveKind[];
  readonly place: readonly number[];
  readonly piece: readonly number[];
  readonly rotation: readonly number[];
  readonly extra: readonly number[];
  readonly gain: readonly number[];
  readonly notation: readonly string[];
  /** Moves of all pages together. */
  readonly total: number;
  /** What `after` is for the next page; 0 on the last one. */
  readonly nextAfter: number;

  constructor(total: number, nextAfter: number, columns: MoveColumns) {
    this.total = total;
    this.nextAfter = nextAfter;
    this.action = columns.action;
    this.kind = columns.kind;
    this.place = columns.place;
    this.piece = columns.piece;
    this.rotation = columns.rotation;
    this.extra = columns.extra;
    this.gain = columns.gain;
    this.notation = columns.notation;
  }

  /** Moves of this page. */
  get length(): number {
    return this.action.length;
  }

  /** The move at an index from 0; undefined beyond the last one. */
  at(index: number): Move | undefined {
    const action = this.action[index];
    const kind = this.kind[index];
    if (action === undefined || kind === undefined) return undefined;
    const [place, piece] = [this.place[index], this.piece[index]];
    return {
      action,
      kind,
      place: place === NO_PLACE ? undefined : place,
      piece: piece === NO_PIECE ? undefined : piece,
      rotation: this.rotation[index] ?? 0,
      extra: this.extra[index] ?? 0,
      gain: this.gain[index],
      notation: this.notation[index],
    };
  }

  *[Symbol.iterator](): IterableIterator<Move> {
    for (let index = 0; index < this.length; index += 1) {
      const move = this.at(index);
      if (move !== undefined) yield move;
    }
  }
}

/** What the rules say to a move. */
export interface MoveCheck {
  readonly legal: boolean;
  readonly action: number;
  readonly notation: string;
  /** Why it may not be played, as the exception that `apply` would throw; undefined when it is legal. */
  readonly error: TileengineError | undefined;
  /** Paragraph that leaves no other choice, or "". */
  readonly forcedBy: string;
  /** The same in a sentence. */
  readonly forcedText: string;
  /** Names of the places that force it. */
  readonly forcedPlaces: readonly string[];
  /** Points it adds to the mover's total at once; undefined when illegal, 0 on observed positions. */
  readonly gain: number | undefined;
}

/** The position after some moves, and per move the points it added to its mover's total at once. */
export interface Applied {
  readonly position: Position;
  readonly gains: readonly number[];
}

/** The points of one seat. */
export interface SeatScore {
  readonly seat: number;
  readonly total: number;
  /** By name; whether they add up to the total is the game's affair. */
  readonly parts: Readonly<Record<string, number>>;
  readonly outcome: Outcome;
}

/** The points of every seat, in the order of seats. */
export interface Score {
  readonly seats: readonly SeatScore[];
  /** The game is over. */
  readonly final: boolean;
}

/** Who may fill a place, from what a viewer knows; every arrangement of the unseen pieces counts as equally likely. */
export interface PlaceOdds {
  readonly place: number;
  readonly name: string;
  /** Numbers of the unseen pieces that fit there. */
  readonly pieces: readonly number[];
  /** How many unseen pieces that are, copies counted. */
  readonly copies: number;
  /** How many pieces are unseen in all. */
  readonly unseen: number;
  /** Per seat the chance, 0 to 1, that it holds a piece that fits. */
  readonly holds: readonly number[];
  /** The chance, 0 to 1, that the next piece drawn from the stock fits; 0 when nothing is left to draw. */
  readonly nextDraw: number;
}
