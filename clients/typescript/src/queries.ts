// Questions: one function per method builds its request and says how the response is read.
//
// A client asks one by its method of the same name, or by `ask`; `Client.batch` and `Client.stream` take many at once.
// Arguments are checked (arguments.ts) only where the schema decides: names of games, options, kinds. The rules are the
// server's. Questions about matches are in matches/. This file knows no transport and no game.
import type { ReviewedMove, Suggestion } from "./analyses.js";
import type { Options, Wanted } from "./arguments.js";
import * as args from "./arguments.js";
import { BadField, BadSeed } from "./errors.js";
import { AimSchema, AnalysisService, PrioritySchema } from "./gen/tileengine/v1/analysis_service_pb.js";
import { RulesService } from "./gen/tileengine/v1/rules_service_pb.js";
import { DifficultySchema, SolverService } from "./gen/tileengine/v1/solver_service_pb.js";
import { Names } from "./names.js";
import { Query } from "./query.js";
import type { Report } from "./readers.js";
import * as readers from "./readers.js";
import type { BalancedDeal, Difficulty, Goal, GradedDeal, Solution, TurningPoint } from "./solutions.js";
import type {
  Applied,
  Dealt,
  Game,
  MoveCheck,
  MoveLike,
  MovePage,
  PlaceOdds,
  Position,
  PositionLike,
  Score,
} from "./values.js";
import type { View } from "./views.js";

/** Moves of one page, unless said otherwise. */
export const PAGE_MOVES = 4096;

const RULES = RulesService.method;
const ANALYSIS = AnalysisService.method;
const SOLVER = SolverService.method;

/** An echo of at most 65536 bytes; not for batches. Asking throws TooLarge. */
export function ping(payload: Uint8Array = new Uint8Array()): Query<Uint8Array> {
  return Query.of(RULES.ping, { payload }, readers.ping);
}

/** All games; not for batches. */
export function games(): Query<readonly Game[]> {
  return Query.of(RULES.listGames, {}, readers.games);
}

/** How a position is dealt. */
export interface DealOptions {
  /** Number of seats; the game's usual number unless said. */
  readonly seats?: number | undefined;
  /** Name of settings to start from; options go over it. */
  readonly preset?: string | undefined;
  /** Options of the game by name. */
  readonly options?: Options | undefined;
  /** 0 .. 2^256 - 1 (above 2^53 as a bigint) or 1 to 32 bytes; unpredictable unless said. */
  readonly seed?: number | bigint | Uint8Array | undefined;
  /** A dealt order instead of the seed's, as Dealt.order. */
  readonly order?: Uint8Array | undefined;
}

/** A first position; see Client.deal. */
export function deal(game: string, wanted: DealOptions = {}): Query<Dealt> {
  return Query.of(
    RULES.deal,
    {
      game: args.game(game),
      seats: args.whole("seats", wanted.seats ?? 0, 0),
      preset: wanted.preset ?? "",
      ...given("options", args.options(game, wanted.options)),
      seed: args.seed(wanted.seed),
      order: wanted.order ?? new Uint8Array(),
    },
    readers.dealt,
  );
}

/** Which page of moves is wanted, and what of them. */
export interface PageOptions extends Wanted {
  /** At most so many, 1 to 65536; PAGE_MOVES unless said. */
  readonly limit?: number | undefined;
  /** Only moves after this action: MovePage.nextAfter of the page before. */
  readonly after?: number | undefined;
  /** Fill `gain`. */
  readonly gains?: boolean | undefined;
  /** Fill `notation`. */
  readonly notation?: boolean | undefined;
}

/** One page of legal moves; for the rest see Client.moves. */
export function movePage(position: PositionLike, wanted: PageOptions = {}): Query<MovePage> {
  return Query.of(
    RULES.listMoves,
    {
      position: args.position(position),
      ...args.wanted(wanted),
      limit: args.whole("limit", wanted.limit ?? PAGE_MOVES, 1),
      after: args.whole("after", wanted.after ?? 0, 0),
      withGain: wanted.gains ?? false,
      withNotation: wanted.notation ?? false,
    },
    readers.page,
  );
}

/** How many legal moves there are. */
export function countMoves(position: PositionLike, wanted: Wanted = {}): Query<number> {
  const fields = { position: args.position(position), ...args.wanted(wanted), countOnly: true };
  return Query.of(RULES.listMoves, fields, readers.count);
}

/** Whether a move is legal, and why not. */
export function check(position: PositionLike, move: MoveLike): Query<MoveCheck> {
  return Query.of(RULES.checkMove, { position: args.position(position), move: args.move(move) }, readers.check);
}

/** The ply that a caller believes a position or a match to be at. */
export interface Expected {
  /** The call fails with StalePly unless it is there; any unless said. */
  readonly expectedPly?: number | undefined;
}

/** The position after a move or several, at most 1024. */
export function apply(
  position: PositionLike,
  moves: MoveLike | readonly MoveLike[],
  expected: Expected = {},
): Query<Applied> {
  const fields = {
    position: args.position(position),
    moves: args.moves(moves),
    ...args.optional("expectedPly", expected.expectedPly),
  };
  return Query.of(RULES.applyMoves, fields, readers.applied);
}

/** The points of every seat. */
export function score(position: PositionLike): Query<Score> {
  return Query.of(RULES.scorePosition, { position: args.position(position) }, readers.score);
}

/** For whom something is shown: a seat, the public, or (neither given) the position's own viewer. */
export interface ForWhom {
  readonly seat?: number | undefined;
  readonly public?: boolean | undefined;
}

/** For whom a view is, and whether it says how to draw it. */
export interface ViewOptions extends ForWhom {
  /** Also cells, strokes, labels, polylines and the box. */
  readonly geometry?: boolean | undefined;
}

/** What a seat, the public or the position's own viewer sees. */
export function view(position: PositionLike, wanted: ViewOptions = {}): Query<View> {
  const fields = { position: args.position(position), ...viewer(wanted), geometry: wanted.geometry ?? false };
  return Query.of(RULES.viewPosition, fields, readers.view);
}

function viewer(wanted: ForWhom) {
  if (wanted.public && wanted.seat !== undefined) {
    throw new BadField("a view is for a seat or for the public, not for both", { field: "viewer" });
  }
  return wanted.public || wanted.seat !== undefined ? { viewer: args.viewer(wanted.seat) } : {};
}

/** The position without what a seat, or with undefined the public, may not know. */
export function observe(position: PositionLike, seat?: number): Query<Position> {
  const fields = { position: args.position(position), viewer: args.viewer(seat) };
  return Query.of(RULES.observePosition, fields, readers.state);
}

/** A whole position that agrees with an observed one; seed: 0 .. 2^64 - 1. */
export function resample(position: PositionLike, seed: number | bigint): Query<Position> {
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!whole || seed < 0 || seed >= 1n << 64n) {
    throw new BadSeed("the seed of a resampling is in 0 .. 2^64 - 1", { field: "seed" });
  }
  return Query.of(RULES.resamplePosition, { position: args.position(position), seed: BigInt(seed) }, readers.state);
}

/** The one-line text of a position. */
export function toText(position: PositionLike): Query<string> {
  const source = { case: "position", value: args.position(position) } as const;
  return Query.of(RULES.convertPosition, { source }, readers.text);
}

/** The position of a text of at most 8192 characters. */
export function fromText(text: string): Query<Position> {
  return Query.of(RULES.convertPosition, { source: { case: "text", value: text } }, readers.state);
}

/** The position of stored bytes, checked, with its public facts. */
export function restore(data: Uint8Array): Query<Position> {
  return Query.of(RULES.convertPosition, { source: { case: "position", value: data } }, readers.state);
}

/**
 * Which unseen pieces still fit places, and who may hold one, from what a viewer knows alone; clients have no method for
 * it: ask it with `ask`.
 *
 * places: at most 256; none: every place that the view marks "open". Asking throws BadSeats, HiddenInformation, TooLarge.
 */
export function placeOdds(
  position: PositionLike,
  places: readonly number[] = [],
  wanted: ForWhom = {},
): Query<readonly PlaceOdds[]> {
  const fields = {
    position: args.position(position),
    ...viewer(wanted),
    places: places.map((place) => args.whole("places", place, 0)),
  };
  return Query.of(RULES.listPlaceOdds, fields, readers.odds);
}

// -- searches (not for batches) ---------------------------------------------------------------------------------------

const AIMS = new Names(AimSchema, "balanced");
const PRIORITIES = new Names(PrioritySchema, "usual");

/** What all searches take. */
export interface SearchOptions {
  /** Decides all random choices, 0 .. 2^64 - 1; 0 unless said. */
  readonly seed?: number | bigint | undefined;
  /** Who goes first when searches wait; "usual" unless said. */
  readonly priority?: "usual" | "urgent" | "background" | undefined;
}

/** When a search stops, and what it plays for. */
export interface BudgetOptions {
  /** Playouts, 1 to 2000000; the same on every machine. */
  readonly playouts?: number | undefined;
  /** Milliseconds, 1 to 600000. */
  readonly timeMs?: number | undefined;
  /** Nodes that the proof of an endgame may take, 0 (none is tried) to 10000000; 100000 unless said. */
  readonly proofNodes?: number | undefined;
  /** What to play for: winning, the margin in points, or half of each ("balanced", unless said). */
  readonly aim?: "balanced" | "win" | "score" | undefined;
}

function search(wanted: SearchOptions) {
  return {
    seed: args.whole64("seed", wanted.seed ?? 0, 0),
    priority: args.numbered("priority", wanted.priority ?? "usual", PRIORITIES),
  };
}

/** A Budget, if anything is said. Limits that are said are at least 1; a proof may be 0: none. */
function budget(wanted: BudgetOptions) {
  const { playouts, timeMs, proofNodes } = wanted;
  if (playouts === undefined && timeMs === undefined && proofNodes === undefined) return {};
  return {
    budget: {
      playouts: playouts === undefined ? 0 : args.whole("budget.playouts", playouts, 1),
      timeMs: timeMs === undefined ? 0 : args.whole("budget.time_ms", timeMs, 1),
      ...given("proofNodes", proofNodes === undefined ? undefined : args.whole("budget.proof_nodes", proofNodes, 0)),
    },
  };
}

/** How a move is chosen. */
export interface SuggestOptions extends SearchOptions, BudgetOptions {
  /** 1 (a friendly beginner) to 10; 10 unless said. A budget goes instead of the level's own playouts. */
  readonly level?: number | undefined;
}

/** A move to play; see Client.suggest. */
export function suggest(position: PositionLike, wanted: SuggestOptions = {}): Query<Suggestion> {
  return Query.of(
    ANALYSIS.suggestMove,
    {
      position: args.position(position),
      level: wanted.level === undefined ? 0 : args.whole("level", wanted.level, 1),
      ...budget(wanted),
      aim: args.numbered("aim", wanted.aim ?? "balanced", AIMS),
      ...search(wanted),
    },
    readers.suggestion,
  );
}

/** How a position is analysed. */
export interface AnalyseOptions extends SearchOptions, BudgetOptions {
  /** Only these moves are considered, at most 256; all unless said. */
  readonly allow?: readonly MoveLike[] | undefined;
  /** These moves are not considered, at most 256. */
  readonly avoid?: readonly MoveLike[] | undefined;
  /** Ranked moves of an answer, 1 to 256; 16 unless said. */
  readonly movesMax?: number | undefined;
}

/** How several positions are analysed; `allow` and `avoid` go with a single position only. */
export interface AnalyseManyOptions extends AnalyseOptions {
  /** A report after every so many playouts, 100 to 2000000; unless said only final ones. */
  readonly reportEvery?: number | undefined;
}

/** Analyses of up to 16 positions, one response a report; see Client.analyseMany. */
export function analyseMany(positions: readonly PositionLike[], wanted: AnalyseManyOptions = {}): Query<Report> {
  return Query.of(
    ANALYSIS.analyzePositions,
    {
      positions: positions.map(args.position),
      ...budget(wanted),
      aim: args.numbered("aim", wanted.aim ?? "balanced", AIMS),
      allow: (wanted.allow ?? []).map(args.move),
      avoid: (wanted.avoid ?? []).map(args.move),
      reportEvery: args.whole("report_every", wanted.reportEvery ?? 0, 0),
      movesMax: args.whole("moves_max", wanted.movesMax ?? 0, 0),
      ...search(wanted),
    },
    readers.analysed,
  );
}

/** How moves are reviewed. */
export interface ReviewOptions extends SearchOptions {
  /** Playouts of each estimate, two a move, 1 to 100000; 500 unless said. */
  readonly playouts?: number | undefined;
}

/** What moves that were played gave away, and what luck brought; see Client.review. */
export function review(
  position: PositionLike,
  moves: readonly MoveLike[],
  wanted: ReviewOptions = {},
): Query<readonly ReviewedMove[]> {
  return Query.of(
    ANALYSIS.reviewMoves,
    {
      position: args.position(position),
      moves: args.moves(moves),
      playouts: args.whole("playouts", wanted.playouts ?? 0, 0),
      ...search(wanted),
    },
    readers.review,
  );
}

// -- the solver (not for batches; clients have no methods for these: ask them with `ask`) -----------------------------

const DIFFICULTIES = new Names(DifficultySchema);

/** How much the solver may look at. */
export interface NodesOptions {
  /** Budget of each search in nodes, 1 to 10000000; a million unless said. */
  readonly nodes?: number | undefined;
}

/**
 * Exact answers where all cards are known: for hosts and puzzles, never for a player in a game that runs.
 *
 * position: whole. goals: none: all three, in the order of Goal. Asking throws HiddenInformation, UnknownGame (no
 * solver), BadField, Busy.
 */
export function solve(
  position: PositionLike,
  goals: readonly Goal[] = [],
  wanted: NodesOptions = {},
): Query<readonly Solution[]> {
  const fields = {
    position: args.position(position),
    goals: goals.map((goal) => args.numbered("goals", goal, readers.GOALS)),
    nodes: nodes(wanted),
  };
  return Query.of(SOLVER.solvePosition, fields, readers.solved);
}

/**
 * The move after which a round could not be cleared any more. position: whole, before the moves, of which there are at
 * most 1024. Asking throws what `solve` does, and IllegalMove, GameOver, MalformedMove, BadText with the move's index.
 */
export function turningPoint(
  position: PositionLike,
  moves: readonly MoveLike[],
  wanted: NodesOptions = {},
): Query<TurningPoint> {
  const fields = { position: args.position(position), moves: args.moves(moves), nodes: nodes(wanted) };
  return Query.of(SOLVER.findTurningPoint, fields, readers.turningPoint);
}

/** How a graded deal is found. */
export interface GradedOptions extends Pick<DealOptions, "options" | "seed"> {
  /** Deals to look at before giving up, 1 to 1000; 200 unless said. */
  readonly tries?: number | undefined;
}

/** A deal that can be cleared. Asking throws UnknownGame, BadOption, BadSeed, BadField (or none fits), Busy. */
export function dealGraded(game: string, difficulty: Difficulty, wanted: GradedOptions = {}): Query<GradedDeal> {
  return Query.of(
    SOLVER.dealGraded,
    {
      game: args.game(game),
      ...given("options", args.options(game, wanted.options)),
      difficulty: args.numbered("difficulty", difficulty, DIFFICULTIES),
      seed: args.seed(wanted.seed),
      tries: args.whole("tries", wanted.tries ?? 0, 0),
    },
    readers.graded,
  );
}

/** How a balanced deal is found. */
export interface BalancedOptions extends Pick<DealOptions, "options" | "seats" | "seed"> {
  /** How far apart mean scores may be, in deviations of a seat's score, over 0 and up to 10; 0.15 unless said. */
  readonly spreadMax?: number | undefined;
  /** Deals to look at, 1 to 64; 32 unless said. The most even one is the answer. */
  readonly tries?: number | undefined;
}

/**
 * Hands and a stock that favour no seat of a game for two or more. Asking throws UnknownGame, BadSeats, BadOption,
 * BadSeed, BadField, Busy.
 */
export function dealBalanced(game: string, wanted: BalancedOptions = {}): Query<BalancedDeal> {
  return Query.of(
    SOLVER.dealBalanced,
    {
      game: args.game(game),
      seats: args.whole("seats", wanted.seats ?? 0, 0),
      ...given("options", args.options(game, wanted.options)),
      seed: args.seed(wanted.seed),
      spreadMax: wanted.spreadMax ?? 0,
      tries: args.whole("tries", wanted.tries ?? 0, 0),
    },
    readers.balanced,
  );
}

function nodes(wanted: NodesOptions): bigint {
  return wanted.nodes === undefined ? 0n : args.whole64("nodes", wanted.nodes, 1);
}

/** A field that is only there when it has a value. */
function given<N extends string, V>(name: N, value: V | undefined): { [K in N]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [K in N]: V });
}
