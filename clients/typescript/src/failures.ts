// What the server says of failures becomes exceptions: the details of failed calls, and the Error messages inside batches.
//
// A failure is told by its reason or its status code, never by its text. This file knows no game and no method.
import { ConnectError } from "@connectrpc/connect";
import type { Kind, StatusName } from "./errors.js";
import {
  AlreadyExists,
  BY_REASON,
  Cancelled,
  DeadlineExceeded,
  InvalidRequest,
  NotFound,
  PermissionDenied,
  ResourceExhausted,
  STATUSES,
  TileengineError,
  Unauthenticated,
  Unavailable,
  Unsupported,
} from "./errors.js";
import { ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import type { Error as WireError } from "./gen/tileengine/v1/error_pb.js";
import { ErrorReasonSchema } from "./gen/tileengine/v1/error_pb.js";
import { Names } from "./names.js";

const DOMAIN = "tileengine";
const REASONS = new Names(ErrorReasonSchema);

const BY_STATUS: ReadonlyMap<StatusName, Kind> = new Map(
  [
    Cancelled,
    ResourceExhausted,
    Unavailable,
    DeadlineExceeded,
    Unsupported,
    InvalidRequest,
    NotFound,
    AlreadyExists,
    Unauthenticated,
    PermissionDenied,
  ].map((kind): [StatusName, Kind] => [kind.status, kind]),
);

/** The exception of an Error message, as batches and checks carry it. It is returned, not thrown. */
export function fromWire(error: WireError): TileengineError {
  const reason = REASONS.of(error.reason).toUpperCase();
  const kind = BY_REASON.get(reason) ?? TileengineError;
  const { field, paragraph, places, numbers, index } = error;
  return new kind(error.message, { reason, field, paragraph, places, numbers, index });
}

/** The exception of a failed call. givenUp: whether the caller ended it. */
export function fromCall(failure: unknown, address: string, givenUp: boolean): TileengineError {
  if (failure instanceof TileengineError) return failure;
  const found = ConnectError.from(failure);
  const info = found.findDetails(ErrorInfoSchema).find((detail) => detail.domain === DOMAIN);
  if (info === undefined) {
    const code = ownStatus(found, givenUp);
    const kind = BY_STATUS.get(code) ?? TileengineError;
    return new kind(advice(code, found.rawMessage, address), { reason: "", code, cause: found });
  }
  const { metadata } = info;
  const delay = found.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const kind = BY_REASON.get(info.reason) ?? TileengineError;
  return new kind(found.rawMessage, {
    reason: info.reason,
    code: STATUSES[found.code] ?? "UNKNOWN",
    field: metadata.field ?? "",
    paragraph: metadata.paragraph ?? "",
    places: words(metadata.places),
    numbers: words(metadata.numbers).map(Number),
    index: metadata.index === undefined ? undefined : Number(metadata.index),
    metadata,
    retryAfterMs: delay && Number(delay.seconds) * 1000 + delay.nanos / 1e6,
    cause: found,
  });
}

function words(text: string | undefined): string[] {
  return text ? text.split(" ").filter((word) => word !== "") : [];
}

/** The status of a failure that the engine did not explain. A connection that broke has many codes, and is one kind. */
function ownStatus(found: ConnectError, givenUp: boolean): StatusName {
  const status = STATUSES[found.code] ?? "UNKNOWN";
  if (status === "DEADLINE_EXCEEDED" || status === "RESOURCE_EXHAUSTED") return status;
  if (givenUp) return "CANCELLED";
  return status === "CANCELLED" || fromSystem(found) ? "UNAVAILABLE" : status;
}

/** True when an error of the operating system, of TLS or of HTTP/2 is behind it. */
function fromSystem(failure: unknown): boolean {
  for (let cause = failure, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if ("code" in cause && typeof cause.code === "string") return true;
  }
  return false;
}

/** What gRPC says, with what to do about it. */
function advice(code: StatusName, message: string, address: string): string {
  if (code === "UNAVAILABLE") {
    return (
      `no server answers at ${address} (${message}); start one with \`tileengine serve --address ${address}\`, ` +
      "or check the address"
    );
  }
  if (code === "DEADLINE_EXCEEDED") {
    return `no answer from ${address} in time (${message}); allow more with Client.withTimeout`;
  }
  return message;
}

/** The failure of a call whose time is up. */
export function tooLate(address: string, timeoutMs: number): DeadlineExceeded {
  return new DeadlineExceeded(advice("DEADLINE_EXCEEDED", `waited ${Math.max(0, timeoutMs)} ms`, address));
}

/** The failure of waiting for a server: it was reached and does not serve, or nothing was there. */
export function notReady(address: string, waitedMs: number, reached: boolean): Unavailable {
  const message = reached
    ? `the server at ${address} answers, but does not serve after ${waitedMs} ms`
    : advice("UNAVAILABLE", `waited ${waitedMs} ms`, address);
  return new Unavailable(message, { reason: "" });
}

/** The failure of a stream that the server ended before it had answered everything. */
export function endedEarly(address: string): Unavailable {
  const message = `the server at ${address} ended the stream before its last answer; send the rest again`;
  return new Unavailable(message, { reason: "" });
}
