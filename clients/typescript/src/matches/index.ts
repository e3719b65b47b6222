// Matches that live in the server: seats with secrets, clocks, undo, watching, records.
//
// The functions are questions for `Client.ask` (queries.ts); what comes back is in values.ts. Programs that play seats
// for a living are bots: see `playSeats`. docs/matches.md of the engine says what the calls mean together.
export type {
  CreateOptions,
  JoinOptions,
  ListOptions,
  MatchMovesOptions,
  WatchOptions,
} from "./queries.js";
export {
  answerUndo,
  check,
  create,
  delete,
  engineSeat,
  get,
  importRecord,
  join,
  list,
  moves,
  openSeat,
  perGame,
  perMove,
  play,
  record,
  reservedSeat,
  resign,
  undo,
  verifyRecord,
  view,
} from "./queries.js";
export type {
  CheckedMove,
  Created,
  Event,
  EventKind,
  FairDeal,
  Joined,
  Match,
  MatchEnd,
  MatchMoves,
  MatchPage,
  MatchStatus,
  MatchView,
  Played,
  RecordFormat,
  Seat,
  SeatKind,
  SeatSetup,
  TimeControl,
  Undone,
  UndoProposal,
  Verified,
  Who,
} from "./values.js";
export { Access } from "./values.js";
