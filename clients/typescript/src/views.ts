// What a viewer sees of a position, in one flat form for all games, with the geometry to draw it.
//
// x grows to the right, y upwards; the unit is the game's (about the side of a cell). Points are [x, y]. Lists of
// points, cells and the box are empty or undefined unless geometry was asked for. This file knows neither the wire nor
// a game.

/** x and y. */
export type Point = readonly [number, number];

/** Where pieces lie: "board", "hand", "stock". */
export interface Zone {
  readonly name: string;
  /** Whose it is; undefined for a zone of the table. */
  readonly seat: number | undefined;
  /** True when this viewer does not see which pieces lie here. */
  readonly hidden: boolean;
  /** How many pieces lie here, hidden ones as well. */
  readonly size: number;
}

/** A filled shape or an open line of a piece. */
export interface Stroke {
  /** Index into Game.colours; undefined: paper when filled, else ink. */
  readonly colour: number | undefined;
  readonly filled: boolean;
  readonly points: readonly Point[];
}

/** A text of at most 7 bytes around its centre. */
export interface Label {
  readonly centre: Point;
  readonly text: string;
}

/** One piece. */
export interface Piece {
  /** Index into View.zones. */
  readonly zone: number;
  /** Its number; undefined when it lies face down. */
  readonly piece: number | undefined;
  /** Its notation; "" when it lies face down. */
  readonly name: string;
  /** The place it lies on; undefined off the board. */
  readonly place: number | undefined;
  readonly rotation: number;
  /** Position within its zone, from 0. */
  readonly index: number;
  /** In the board's coordinates when it lies there, else around the origin. */
  readonly strokes: readonly Stroke[];
  /** As strokes. */
  readonly labels: readonly Label[];
}

/** A public number, "round". */
export interface Counter {
  readonly name: string;
  /** Whose it is; undefined for the table's. */
  readonly seat: number | undefined;
  readonly value: number;
}

/** Something true of a place: "open" (a piece could go here), "forced". */
export interface Mark {
  readonly name: string;
  /** For whom; undefined when for all. */
  readonly seat: number | undefined;
  readonly place: number;
  /** A number that the game's rules page explains; 0 when there is none. */
  readonly value: number;
}

/** One step of a feature: a place and up to two numbers of the game (sides, a jewel); -1: none. */
export interface FeatureItem {
  readonly place: number;
  readonly a: number;
  readonly b: number;
}

/** A thing made of several places: "line", "loop", "group". */
export interface Feature {
  readonly name: string;
  /** Whose; undefined for nobody's. */
  readonly seat: number | undefined;
  /** Index into Game.colours; undefined when it has none. */
  readonly colour: number | undefined;
  /** Its size or length, as the game counts it. */
  readonly value: number;
  /** True when its polylines are closed. */
  readonly closed: boolean;
  readonly items: readonly FeatureItem[];
  readonly polylines: readonly (readonly Point[])[];
}

/** The outline of a place, anticlockwise, at most 16 corners. */
export interface Cell {
  readonly place: number;
  /** Its name in notation: "U(3,-1)". */
  readonly name: string;
  readonly polygon: readonly Point[];
  /** Mean of the corners. */
  readonly centre: Point;
}

/** The smallest upright rectangle around all cells. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** All that one viewer sees. */
export interface View {
  readonly zones: readonly Zone[];
  readonly pieces: readonly Piece[];
  readonly counters: readonly Counter[];
  readonly marks: readonly Mark[];
  readonly features: readonly Feature[];
  readonly cells: readonly Cell[];
  readonly box: Box | undefined;
}
