// Failures as exceptions: one class per kind that a caller may want to catch, whatever way the failure came.
//
// They are read from what the server says (failures.ts), or thrown here before anything is sent. This file knows no wire,
// no game and no method.

/** Names of the gRPC status codes, by number. */
export const STATUSES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

/** The name of a gRPC status code. */
export type StatusName = (typeof STATUSES)[number];

/** What a failure carries besides its sentence; see TileengineError. */
export interface ErrorDetails {
  readonly reason?: string;
  readonly code?: StatusName;
  readonly field?: string;
  readonly paragraph?: string;
  readonly places?: readonly string[];
  readonly numbers?: readonly number[];
  readonly index?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Base of all failures of this client. `message` is one sentence in English for a person; its wording may change. */
export class TileengineError extends Error {
  /** The status code of this class, unless a failure says otherwise. */
  static readonly status: StatusName = "UNKNOWN";
  /** The reasons that this class stands for. */
  static readonly reasons: readonly string[] = [];

  /** Name in the wire's enum ErrorReason without prefix, "ILLEGAL_MOVE"; "" when the engine did not answer. */
  readonly reason: string;
  /** Name of the gRPC status code. */
  readonly code: StatusName;
  /** Path of the argument that is wrong, "options.target", as the schema spells it; "" when none is. */
  readonly field: string;
  /** Paragraph of the game's rules page that is broken, "T3.2"; "" when none is. */
  readonly paragraph: string;
  /** Names of the places it is about, the most telling first; at most 8. */
  readonly places: readonly string[];
  /** Sides, colours or values that the message speaks of; at most 8. */
  readonly numbers: readonly number[];
  /** In a list of moves, the index (from 0) of the one that failed; undefined elsewhere. */
  readonly index: number | undefined;
  /** All that the server said about it, as text. */
  readonly metadata: Readonly<Record<string, string>>;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    const kind = new.target;
    Object.defineProperty(this, "name", { value: kind.name, configurable: true, writable: true });
    this.reason = details.reason ?? kind.reasons[0] ?? "";
    this.code = details.code ?? kind.status;
    this.field = details.field ?? "";
    this.paragraph = details.paragraph ?? "";
    this.places = details.places ?? [];
    this.numbers = details.numbers ?? [];
    this.index = details.index;
    this.metadata = details.metadata ?? {};
  }
}

/** The move is well formed, and a rule forbids it here; `paragraph` and `places` say which and where. */
export class IllegalMove extends TileengineError {
  static override readonly status = "FAILED_PRECONDITION";
  static override readonly reasons = ["ILLEGAL_MOVE"];
}

/** The position is final. */
export class GameOver extends TileengineError {
  static override readonly status = "FAILED_PRECONDITION";
  static override readonly reasons = ["GAME_OVER"];
}

/** The question needs what an observed position does not hold. */
export class HiddenInformation extends TileengineError {
  static override readonly status = "FAILED_PRECONDITION";
  static override readonly reasons = ["HIDDEN_INFORMATION"];
}

/** The position is not at the ply that was expected: somebody moved in between. */
export class StalePly extends TileengineError {
  static override readonly status = "ABORTED";
  static override readonly reasons = ["STALE_PLY"];

  /** The ply the position is at; undefined when a batch answered, which does not carry it. */
  get ply(): number | undefined {
    const said = this.metadata.ply;
    return said === undefined ? undefined : Number(said);
  }
}

/** A request that can never succeed as it is; `field` says what is wrong with it. */
export class InvalidRequest extends TileengineError {
  static override readonly status: StatusName = "INVALID_ARGUMENT";
}

/** Bytes that are not a position of this server's engine; `reason` says why. */
export class BadPosition extends InvalidRequest {
  static override readonly reasons = [
    "NOT_A_POSITION",
    "TRUNCATED",
    "BAD_CHECKSUM",
    "CORRUPT_POSITION",
    "FOREIGN_FORMAT",
    "FOREIGN_RULES",
  ];
}

/** A number that names no move of the game. */
export class MalformedMove extends InvalidRequest {
  static override readonly reasons = ["MALFORMED_MOVE"];
}

/** A game that this client, or the server, does not know. */
export class UnknownGame extends InvalidRequest {
  static override readonly reasons = ["UNKNOWN_GAME"];
}

/** An option that is unknown, out of range, or does not go with the others; `field` is "options.NAME". */
export class BadOption extends InvalidRequest {
  static override readonly reasons = ["BAD_OPTION"];
}

/** A number of seats, or a seat, that the game does not have. */
export class BadSeats extends InvalidRequest {
  static override readonly reasons = ["BAD_SEATS"];
}

/** A dealt order that is not an arrangement of the game's pieces. */
export class BadOrder extends InvalidRequest {
  static override readonly reasons = ["BAD_ORDER"];
}

/** A text that is the notation of no move, or of no position. */
export class BadText extends InvalidRequest {
  static override readonly reasons = ["BAD_TEXT"];
}

/** A seed of more than 32 bytes, or a negative one. */
export class BadSeed extends InvalidRequest {
  static override readonly reasons = ["BAD_SEED"];
}

/** A list, a text or a message over its bound. */
export class TooLarge extends InvalidRequest {
  static override readonly reasons = ["TOO_LARGE"];
}

/** A required field is missing, or a field holds a value it may not. */
export class BadField extends InvalidRequest {
  static override readonly reasons = ["BAD_FIELD"];
}

/** Not a record of a match, or one that contradicts the rules; `metadata.line` says where. */
export class BadRecord extends InvalidRequest {
  static override readonly reasons = ["BAD_RECORD"];
}

/** No match has this id, or none that this caller may know of. */
export class NotFound extends TileengineError {
  static override readonly status = "NOT_FOUND";
  static override readonly reasons = ["UNKNOWN_MATCH"];
}

/** Another match has this id. */
export class AlreadyExists extends TileengineError {
  static override readonly status = "ALREADY_EXISTS";
  static override readonly reasons = ["MATCH_EXISTS"];
}

/** The call has no token or key and needs one, or one that the server does not know. */
export class Unauthenticated extends TileengineError {
  static override readonly status = "UNAUTHENTICATED";
  static override readonly reasons = ["UNAUTHENTICATED", "BAD_KEY"];
}

/** The token or key is known, and may not do this (now). */
export class PermissionDenied extends TileengineError {
  static override readonly status = "PERMISSION_DENIED";
  static override readonly reasons = ["WRONG_SEAT", "WRONG_ROLE"];
}

/** The match is not in the state that this needs: a seat is taken, it is over, moves can't be taken back. */
export class MatchState extends TileengineError {
  static override readonly status = "FAILED_PRECONDITION";
  static override readonly reasons = ["SEAT_TAKEN", "MATCH_STATE", "REVEALS", "UNDO_REFUSED"];
}

/** Others changed the match at the same time, again and again; try again. */
export class Conflict extends TileengineError {
  static override readonly status = "ABORTED";
  static override readonly reasons = ["CONFLICT"];
}

/** A bound of the server or of this client was met: too many calls at once, or a message over its size. */
export class ResourceExhausted extends TileengineError {
  static override readonly status = "RESOURCE_EXHAUSTED";

  /** Milliseconds to wait before the next try; undefined when the server did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The server is full; try again after `retryAfterMs`. */
export class Busy extends ResourceExhausted {
  static override readonly reasons = ["BUSY", "STORE_FULL"];
}

/** A bug of the server; its log has the rest. */
export class ServerFault extends TileengineError {
  static override readonly status = "INTERNAL";
  static override readonly reasons = ["INTERNAL"];
}

/** No server answers at the address, or the connection broke. Every question may be asked again without harm. */
export class Unavailable extends TileengineError {
  static override readonly status = "UNAVAILABLE";
  static override readonly reasons = ["STORE_UNAVAILABLE"];
}

/** The answer did not come within the client's timeout, or the work took longer than the server allows. */
export class DeadlineExceeded extends TileengineError {
  static override readonly status = "DEADLINE_EXCEEDED";
}

/** The server does not have this method: it is older than this client, or another service. */
export class Unsupported extends TileengineError {
  static override readonly status = "UNIMPLEMENTED";
  static override readonly reasons = ["UNSUPPORTED"];
}

/** The caller gave the call up: its signal was aborted, or the client was closed. */
export class Cancelled extends TileengineError {
  static override readonly status = "CANCELLED";
}

/** A class of failures. */
export type Kind = new (message: string, details?: ErrorDetails) => TileengineError;

const KINDS = [
  IllegalMove,
  GameOver,
  HiddenInformation,
  StalePly,
  InvalidRequest,
  BadPosition,
  MalformedMove,
  UnknownGame,
  BadOption,
  BadSeats,
  BadOrder,
  BadText,
  BadSeed,
  TooLarge,
  BadField,
  BadRecord,
  NotFound,
  AlreadyExists,
  Unauthenticated,
  PermissionDenied,
  MatchState,
  Conflict,
  ResourceExhausted,
  Busy,
  ServerFault,
  Unavailable,
  DeadlineExceeded,
  Unsupported,
  Cancelled,
] as const;

/** The class of every reason; a test holds it against the schema. */
export const BY_REASON: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap((kind) => kind.reasons.map((reason): [string, Kind] => [reason, kind])),
);
