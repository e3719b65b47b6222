// Response messages become values. Pure functions of a message; they know no transport and no game.
import type { Analysis, RankedMove, ReviewedMove, Suggestion } from "./analyses.js";
import { Certificate } from "./analyses.js";
import { GAMES, MOVE_KINDS } from "./arguments.js";
import type { TileengineError } from "./errors.js";
import { ServerFault } from "./errors.js";
import { fromWire } from "./failures.js";
import type * as analysisPb from "./gen/tileengine/v1/analysis_service_pb.js";
import type * as gamePb from "./gen/tileengine/v1/game_pb.js";
import { OptionInfo_KindSchema } from "./gen/tileengine/v1/game_pb.js";
import type * as positionPb from "./gen/tileengine/v1/position_pb.js";
import { OutcomeSchema, Viewer_SightSchema } from "./gen/tileengine/v1/position_pb.js";
import type * as rulesPb from "./gen/tileengine/v1/rules_service_pb.js";
import type * as solverPb from "./gen/tileengine/v1/solver_service_pb.js";
import { SolveGoalSchema } from "./gen/tileengine/v1/solver_service_pb.js";
import { Names } from "./names.js";
import type { BalancedDeal, Goal, GradedDeal, Line, Solution, TurningPoint } from "./solutions.js";
import type {
  Applied,
  Dealt,
  Game,
  MoveCheck,
  MoveKind,
  Option,
  Outcome,
  PlaceOdds,
  Score,
  SeatScore,
  Viewer,
} from "./values.js";
import { MovePage, Position } from "./values.js";
import type { Feature, Piece, Point, View } from "./views.js";

const OPTION_KINDS = new Names(OptionInfo_KindSchema);
const OUTCOMES = new Names(OutcomeSchema, "running");
const SIGHTS = new Names(Viewer_SightSchema, "all");
/** What the solver can look for. */
export const GOALS = new Names(SolveGoalSchema);

/** A number of 64 bits that is known to stay small: points, times, counts. */
export function small(value: bigint): number {
  const found = Number(value);
  if (!Number.isSafeInteger(found)) throw new ServerFault(`a number of the server is out of range: ${value}`);
  return found;
}

export function ping(response: rulesPb.PingResponse): Uint8Array {
  return response.payload;
}

export function games(response: rulesPb.ListGamesResponse): readonly Game[] {
  return response.games.map(game);
}

function game(info: gamePb.GameInfo): Game {
  return {
    slug: info.slug,
    title: info.title,
    rulesVersion: info.rulesVersion,
    seatsMin: info.seatsMin,
    seatsMax: info.seatsMax,
    seatsDefault: info.seatsDefault,
    actionsMax: info.actionsMax,
    pliesMax: info.pliesMax,
    pieces: info.pieces,
    options: info.options.map(option),
    presets: info.presets.map(({ name, meaning, settings }) => ({ name, meaning, settings })),
    phases: info.phases,
    ends: info.ends,
    parts: info.parts,
    prospects: info.prospects.map(({ name, unit, meaning }) => ({ name, unit, meaning })),
    colours: info.colours,
    hiddenHands: info.hiddenHands,
    hiddenStock: info.hiddenStock,
  };
}

function option(info: gamePb.OptionInfo): Option {
  const { name, low, high, choices, paragraph, meaning } = info;
  const kind = OPTION_KINDS.of(info.kind) as Option["kind"];
  return { name, kind, low, high, choices, default: info.defaultValue, paragraph, meaning };
}

/** The position of a PositionState. */
export function position(state: positionPb.PositionState | undefined): Position {
  const info = state?.info;
  if (state === undefined || info === undefined) throw new ServerFault("the server sent no position");
  // A copy: what was read is a window on the whole response, which may hold more than this reader may hand on.
  return new Position(state.position.slice(), {
    game: GAMES.of(info.game),
    seats: info.seats,
    ply: info.ply,
    turn: info.over ? undefined : info.turn,
    phase: info.phase,
    over: info.over,
    end: info.end,
    viewer: viewer(info.viewer),
    hash: info.hash,
    canonicalId: info.canonicalId,
    totals: info.totals.map(small),
  });
}

function viewer(found: positionPb.Viewer | undefined): Viewer {
  const sight = SIGHTS.of(found?.sight ?? 0) as Viewer["sight"];
  return { sight, seat: sight === "seat" ? found?.seat : undefined };
}

/** Any response that is a position: of Observe, Resample, Convert. */
export function state(response: { state?: positionPb.PositionState | undefined }): Position {
  return position(response.state);
}

export function text(response: rulesPb.ConvertPositionResponse): string {
  return response.text;
}

/** Any response with a position, its seed and its order. */
export function dealt(response: {
  state?: positionPb.PositionState | undefined;
  seed: Uint8Array;
  order: Uint8Array;
}): Dealt {
  return { position: position(response.state), seed: response.seed.slice(), order: response.order.slice() };
}

/** The total of a ListMovesResponse. */
export function count(response: rulesPb.ListMovesResponse): number {
  return response.total;
}

/** ListMovesResponse, ListMatchMovesResponse. */
export function page(response: {
  total: number;
  nextAfter: number;
  moves?: positionPb.MoveList | undefined;
}): MovePage {
  const moves = response.moves;
  return new MovePage(response.total, response.nextAfter, {
    action: moves?.action ?? [],
    kind: (moves?.kind ?? []).map((kind) => MOVE_KINDS.of(kind) as MoveKind),
    place: moves?.place ?? [],
    piece: moves?.piece ?? [],
    rotation: moves?.rotation ?? [],
    extra: moves?.extra ?? [],
    gain: (moves?.gain ?? []).map(small),
    notation: moves?.notation ?? [],
  });
}

export function check(response: rulesPb.CheckMoveResponse): MoveCheck {
  return {
    legal: response.legal,
    action: response.action,
    notation: response.notation,
    error: response.error && fromWire(response.error),
    forcedBy: response.forcedBy,
    forcedText: response.forcedText,
    forcedPlaces: response.forcedPlaces,
    gain: response.legal ? small(response.gain) : undefined,
  };
}

export function applied(response: rulesPb.ApplyMovesResponse): Applied {
  return { position: position(response.state), gains: response.gains.map(small) };
}

export function outcome(number: number): Outcome {
  return OUTCOMES.of(number) as Outcome;
}

export function seatScore(one: positionPb.SeatScore): SeatScore {
  return {
    seat: one.seat,
    total: small(one.total),
    parts: Object.fromEntries(one.parts.map((part) => [part.name, small(part.value)])),
    outcome: outcome(one.outcome),
  };
}

export function score(response: rulesPb.ScorePositionResponse): Score {
  return { seats: response.scores.map(seatScore), final: response.final };
}

export function odds(response: rulesPb.ListPlaceOddsResponse): readonly PlaceOdds[] {
  return response.odds.map(({ place, name, pieces, copies, unseen, holds, nextDraw }) => {
    return { place, name, pieces, copies, unseen, holds, nextDraw };
  });
}

// -- views ------------------------------------------------------------------------------------------------------------

function points(xy: readonly number[]): Point[] {
  const found: Point[] = [];
  for (let index = 0; index + 1 < xy.length; index += 2) found.push([xy[index] ?? 0, xy[index + 1] ?? 0]);
  return found;
}

/** ViewPositionResponse, ViewMatchResponse. */
export function view(response: { view?: positionPb.View | undefined }): View {
  const seen = response.view;
  if (seen === undefined) throw new ServerFault("the server sent no view");
  const box = seen.box;
  return {
    zones: seen.zones.map(({ name, seat, hidden, size }) => ({ name, seat, hidden, size })),
    pieces: seen.pieces.map(piece),
    counters: seen.counters.map(({ name, seat, value }) => ({ name, seat, value: small(value) })),
    marks: seen.marks.map(({ name, seat, place, value }) => ({ name, seat, place, value })),
    features: seen.features.map(feature),
    cells: seen.cells.map((cell) => ({
      place: cell.place,
      name: cell.name,
      polygon: points(cell.polygon),
      centre: [cell.centreX, cell.centreY],
    })),
    box: box && { minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY },
  };
}

function piece(found: positionPb.Piece): Piece {
  return {
    zone: found.zone,
    piece: found.piece,
    name: found.name,
    place: found.place,
    rotation: found.rotation,
    index: found.index,
    strokes: found.strokes.map(({ colour, filled, xy }) => ({ colour, filled, points: points(xy) })),
    labels: found.labels.map(({ x, y, text }) => ({ centre: [x, y], text })),
  };
}

function feature(found: positionPb.Feature): Feature {
  return {
    name: found.name,
    seat: found.seat,
    colour: found.colour,
    value: found.value,
    closed: found.closed,
    items: found.items.map(({ place, a, b }) => ({ place, a, b })),
    polylines: found.polylines.map((line) => points(line.xy)),
  };
}

// -- searches ---------------------------------------------------------------------------------------------------------

function ranked(move: analysisPb.RankedMove | undefined): RankedMove {
  if (move === undefined) throw new ServerFault("the server sent no move");
  return {
    action: move.action,
    notation: move.notation,
    visits: move.visits,
    rating: move.rating,
    value: move.value,
    win: move.win,
    score: move.score,
    spread: move.spread,
    line: move.line,
    lineNotation: move.lineNotation,
    why: move.why.map(({ part, seat, points: gained }) => ({ part, seat, points: small(gained) })),
    prospects: move.prospects.map(({ name, seat, before, after }) => ({ name, seat, before, after })),
    proved: move.proved,
  };
}

function certificate(found: analysisPb.Certificate | undefined): Certificate {
  if (found === undefined) throw new ServerFault("the server sent no certificate");
  return new Certificate(found);
}

export function suggestion(response: analysisPb.SuggestMoveResponse): Suggestion {
  return {
    move: ranked(response.move),
    certificate: certificate(response.certificate),
    proved: response.proved,
  };
}

/** A report about one position of several: the index of the position, and what came of it. */
export type Report = readonly [index: number, answer: Analysis | TileengineError];

export function analysed(response: analysisPb.AnalyzePositionsResponse): Report {
  if (response.result.case === "error") return [response.index, fromWire(response.result.value)];
  const found = response.result.value;
  if (found === undefined) throw new ServerFault("the server sent no analysis");
  return [
    response.index,
    {
      seat: found.seat,
      moves: found.moves.map(ranked),
      movesTotal: found.movesTotal,
      nodes: found.nodes,
      final: found.final,
      certificate: certificate(found.certificate),
      proved: found.proved,
    },
  ];
}

export function review(response: analysisPb.ReviewMovesResponse): readonly ReviewedMove[] {
  return response.moves.map((one) => ({
    ply: one.ply,
    seat: one.seat,
    action: one.action,
    notation: one.notation,
    bestAction: one.bestAction,
    bestNotation: one.bestNotation,
    before: one.before,
    after: one.after,
    skill: one.skill,
    luck: one.luck,
  }));
}

// -- the solver -------------------------------------------------------------------------------------------------------

function line(found: solverPb.SolutionLine | undefined): Line {
  return {
    action: found?.action ?? [],
    notation: found?.notation ?? [],
    total: (found?.total ?? []).map(small),
  };
}

export function solved(response: solverPb.SolvePositionResponse): readonly Solution[] {
  return response.solutions.map((one) => ({
    goal: GOALS.of(one.goal) as Goal,
    proved: one.proved,
    found: one.found,
    line: line(one.line),
    score: small(one.score),
    nodes: small(one.nodes),
  }));
}

export function turningPoint(response: solverPb.FindTurningPointResponse): TurningPoint {
  return {
    proved: response.proved,
    begins: response.begins,
    clearable: response.clearable,
    index: response.index,
    line: line(response.line),
    nodes: small(response.nodes),
  };
}

export function graded(response: solverPb.DealGradedResponse): GradedDeal {
  return { dealt: dealt(response), clears: response.clears, tries: response.tries, line: line(response.line) };
}

export function balanced(response: solverPb.DealBalancedResponse): BalancedDeal {
  const { spread, means, tries } = response;
  return { dealt: dealt(response), spread, balanced: response.balanced, means, tries };
}
