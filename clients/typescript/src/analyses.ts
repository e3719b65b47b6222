// What searches answer: ranked moves, suggestions, reviews. Plain data; knows neither the wire nor a game.

/** One thing a move does at once. */
export interface Why {
  /** Of the mover's score (Game.parts), or "total" of another seat. */
  readonly part: string;
  readonly seat: number;
  readonly points: number;
}

/** One thing a position promises a seat beyond its score, before and after a move. */
export interface Prospect {
  /** Of Game.prospects, which has unit and meaning. */
  readonly name: string;
  readonly seat: number;
  readonly before: number;
  readonly after: number;
}

/** What a search knows of a move. `apply` and the others take it like any move. */
export interface RankedMove {
  /** Its number. */
  readonly action: number;
  readonly notation: string;
  /** Playouts that began with it. */
  readonly visits: number;
  /** How good it looks at first sight, in points. */
  readonly rating: number;
  /** Mean utility, 0 to 1; undefined without visits, unless proved. */
  readonly value: number | undefined;
  /** Expected result of the seat to move, 0 (lost) to 1 (won); undefined as `value`. */
  readonly win: number | undefined;
  /** Per seat the expected final score, in points; empty as `value` is undefined. */
  readonly score: readonly number[];
  /** Per seat its standard deviation, in points. */
  readonly spread: readonly number[];
  /** The expected continuation, this move first, as numbers. */
  readonly line: readonly number[];
  /** The same in notation. */
  readonly lineNotation: readonly string[];
  /** What it brings at once. */
  readonly why: readonly Why[];
  /** What it changes of what the position promises. */
  readonly prospects: readonly Prospect[];
  /** No move is better, and score and line are exact. */
  readonly proved: boolean;
}

/** The fields of a Certificate. */
export interface CertificateFields {
  readonly engineVersion: string;
  readonly searchVersion: number;
  readonly seed: bigint;
  readonly playouts: number;
  readonly positionHash: bigint;
  readonly settings: string;
  readonly restriction: bigint;
  readonly tree: bigint;
  readonly proofNodes: number;
}

/** What decided an answer: the same request with these playouts and proofNodes as its budget gives it again. */
export class Certificate implements CertificateFields {
  readonly engineVersion: string;
  readonly searchVersion: number;
  readonly seed: bigint;
  /** Playouts really done. */
  readonly playouts: number;
  /** Of the position as the seat to move sees it. */
  readonly positionHash: bigint;
  /** Of the search, as text. */
  readonly settings: string;
  /** Hash of the moves allowed and avoided; 0 without any. */
  readonly restriction: bigint;
  /** Hash of the whole tree. */
  readonly tree: bigint;
  /** 0: no proof was tried. */
  readonly proofNodes: number;

  constructor(fields: CertificateFields) {
    this.engineVersion = fields.engineVersion;
    this.searchVersion = fields.searchVersion;
    this.seed = fields.seed;
    this.playouts = fields.playouts;
    this.positionHash = fields.positionHash;
    this.settings = fields.settings;
    this.restriction = fields.restriction;
    this.tree = fields.tree;
    this.proofNodes = fields.proofNodes;
  }

  /** For JSON, which has no bigint: those become decimal texts. */
  toJSON(): Record<string, string | number> {
    return Object.fromEntries(
      Object.entries(this).map(([name, value]) => [name, typeof value === "bigint" ? value.toString() : value]),
    );
  }
}

/** A move to play. */
export interface Suggestion {
  readonly move: RankedMove;
  readonly certificate: Certificate;
  /** Against best replies none brings a larger final lead (one seat: a better result). */
  readonly proved: boolean;
}

/** What a search found about a position. */
export interface Analysis {
  /** The seat to move. */
  readonly seat: number;
  /** The best first. */
  readonly moves: readonly RankedMove[];
  /** How many moves were considered, those left out included. */
  readonly movesTotal: number;
  /** Of the tree. */
  readonly nodes: number;
  /** False for a report under way. */
  readonly final: boolean;
  readonly certificate: Certificate;
  /** The first move is proved to be best. */
  readonly proved: boolean;
}

/** A move that was played, in points of the mover's expected final lead (one seat: expected score). */
export interface ReviewedMove {
  readonly ply: number;
  readonly seat: number;
  readonly action: number;
  readonly notation: string;
  readonly bestAction: number;
  readonly bestNotation: string;
  /** Expected with the best move. */
  readonly before: number;
  /** Expected with the move played, before anything is drawn. */
  readonly after: number;
  /** What the choice cost: after - before, 0 or less. */
  readonly skill: number;
  /** What then was drawn or uncovered changed. */
  readonly luck: number;
}
