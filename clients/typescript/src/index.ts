// tileengine-client: tile games over gRPC, typed.
//
//     import { connect } from "tileengine-client";
//
//     const client = connect("127.0.0.1:50051");
//     for (const game of await client.games()) console.log(game.slug, game.title);
//     client.close();
//
// The package names no game: what games there are, `games()` says.
export type {
  Analysis,
  Certificate,
  CertificateFields,
  Prospect,
  RankedMove,
  ReviewedMove,
  Suggestion,
  Why,
} from "./analyses.js";
export type { Options, Wanted } from "./arguments.js";
export type { Answers } from "./batches.js";
export type { Choose, Left, PlayOptions, Turn } from "./bots.js";
export { playSeats } from "./bots.js";
export type { CallOptions, Channel, ConnectOptions, TlsOptions } from "./channel.js";
export type { StreamOptions } from "./client.js";
export { Client, connect } from "./client.js";
export * as errors from "./errors.js";
export { TileengineError } from "./errors.js";
export * as matches from "./matches/index.js";
export { Access } from "./matches/index.js";
export type { Moves, MovesOptions } from "./moves.js";
export type {
  AnalyseManyOptions,
  AnalyseOptions,
  BalancedOptions,
  BudgetOptions,
  DealOptions,
  Expected,
  ForWhom,
  GradedOptions,
  NodesOptions,
  PageOptions,
  ReviewOptions,
  SearchOptions,
  SuggestOptions,
  ViewOptions,
} from "./queries.js";
export * as queries from "./queries.js";
export type { Query } from "./query.js";
export type { Report } from "./readers.js";
export type {
  BalancedDeal,
  Difficulty,
  Goal,
  GradedDeal,
  Line,
  Solution,
  TurningPoint,
} from "./solutions.js";
export type {
  Applied,
  Dealt,
  Game,
  Move,
  MoveCheck,
  MoveColumns,
  MoveKind,
  MoveLike,
  Option,
  OptionValue,
  Outcome,
  PlaceOdds,
  PositionInfo,
  PositionLike,
  Preset,
  Promised,
  Score,
  SeatScore,
  Viewer,
} from "./values.js";
export { MovePage, NO_PIECE, NO_PLACE, Position } from "./values.js";
export type {
  Box,
  Cell,
  Counter,
  Feature,
  FeatureItem,
  Label,
  Mark,
  Piece,
  Point,
  Stroke,
  View,
  Zone,
} from "./views.js";
