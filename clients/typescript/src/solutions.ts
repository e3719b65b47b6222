// What the solver answers: solutions with known cards, where a round was lost, graded and balanced deals. Plain data;
// knows neither the wire nor a game.
import type { Dealt } from "./values.js";

/** Moves in the order in which they are played, as columns of equal length. */
export interface Line {
  /** Their numbers. */
  readonly action: readonly number[];
  readonly notation: readonly string[];
  /** The running total after each, in points. */
  readonly total: readonly number[];
}

/** What to look for: any way to clear, the one of the fewest moves, the highest running total. */
export type Goal = "clear" | "shortest_clear" | "maximum_score";

/** How hard a deal is that can be cleared. */
export type Difficulty = "easy" | "medium" | "hard" | "expert";

/** The answer to one goal. */
export interface Solution {
  readonly goal: Goal;
  /** It is exact; else the budget ended first, and `found` false means "not decided". */
  readonly proved: boolean;
  /** The goal can be reached. */
  readonly found: boolean;
  readonly line: Line;
  /** The running total after the line, in points. */
  readonly score: number;
  /** Nodes that the search took. */
  readonly nodes: number;
}

/** Where a round was lost. */
export interface TurningPoint {
  /** False: a budget ended first, and nothing else counts. */
  readonly proved: boolean;
  /** Index of the first move of the round the moves end in. */
  readonly begins: number;
  /** It could be cleared before that move. */
  readonly clearable: boolean;
  /** Index of the move after which it could not be any more; undefined: there is none. */
  readonly index: number | undefined;
  /** How it could have been cleared, instead of that move. */
  readonly line: Line;
  readonly nodes: number;
}

/** A deal that can be cleared. */
export interface GradedDeal {
  readonly dealt: Dealt;
  /** Of 256 random playouts, so many clear it. */
  readonly clears: number;
  /** Deals that were looked at. */
  readonly tries: number;
  /** The proof, a secret. */
  readonly line: Line;
}

/** A deal that favours no seat. */
export interface BalancedDeal {
  readonly dealt: Dealt;
  /** How far apart the seats are, in deviations of one seat's score. */
  readonly spread: number;
  /** Within what was asked. */
  readonly balanced: boolean;
  /** Of each seat's score over random games, in points. */
  readonly means: readonly number[];
  /** Deals that were looked at. */
  readonly tries: number;
}
