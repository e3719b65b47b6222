// Arguments become fields of requests; what is impossible by the schema alone is refused here, before anything is sent.
//
// This file knows no transport and no game: options are matched to the game's options message by name.
import type { DescField, MessageInitShape } from "@bufbuild/protobuf";
import { create, ScalarType } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { BadField, BadOption, BadSeed, UnknownGame } from "./errors.js";
import type { Game, GameOptions } from "./gen/tileengine/v1/game_pb.js";
import { GameOptionsSchema, GameSchema } from "./gen/tileengine/v1/game_pb.js";
import type { MoveSchema, ViewerSchema } from "./gen/tileengine/v1/position_pb.js";
import { MoveKindSchema, Viewer_Sight } from "./gen/tileengine/v1/position_pb.js";
import { Names } from "./names.js";
import type { MoveLike, OptionValue, PositionLike } from "./values.js";
import { Position } from "./values.js";

/** Names of games and kinds of moves. */
export const GAMES = new Names(GameSchema);
export const MOVE_KINDS = new Names(MoveKindSchema);

/** Options of a game by name, as the server's list of games spells them. */
export type Options = Readonly<Record<string, OptionValue>>;

/** The number of a game. Throws UnknownGame. */
export function game(slug: string): Game {
  const found = GAMES.numbers.get(slug);
  if (found === undefined) {
    const known = [...GAMES.numbers.keys()].join(", ");
    throw new UnknownGame(`this client knows no game ${JSON.stringify(slug)}, only ${known}`, { field: "game" });
  }
  return found;
}

/** The bytes of a position. */
export function position(given: PositionLike): Uint8Array {
  return given instanceof Position ? given.bytes : given;
}

/** The bytes of a seed, a number of 0 .. 2^256 - 1 or 1 to 32 bytes; none for undefined. Throws BadSeed. */
export function seed(given: number | bigint | Uint8Array | undefined): Uint8Array {
  if (given === undefined) return new Uint8Array();
  if (given instanceof Uint8Array) return given;
  let left = integer(given);
  if (left === undefined || left < 0n || left >= 1n << 256n) {
    throw new BadSeed("a seed is a whole number in 0 .. 2^256 - 1", { field: "seed" });
  }
  const bytes: number[] = [];
  do {
    bytes.push(Number(left & 0xffn));
    left >>= 8n;
  } while (left > 0n);
  return Uint8Array.from(bytes);
}

/** A whole number as a bigint; undefined when it is none, or a number too large to be exact. */
function integer(given: number | bigint): bigint | undefined {
  if (typeof given === "bigint") return given;
  return Number.isSafeInteger(given) ? BigInt(given) : undefined;
}

/** A GameOptions message, or undefined when nothing is set. Throws BadOption. */
export function options(slug: string, given: Options | undefined): GameOptions | undefined {
  const entries = Object.entries(given ?? {});
  if (entries.length === 0) return undefined;
  const message = create(GameOptionsSchema);
  const whole = reflect(GameOptionsSchema, message);
  const arm = GameOptionsSchema.fields.find((field) => field.name === slug);
  if (arm?.fieldKind !== "message") {
    throw new BadOption(`${slug} has no options`, { field: `options.${entries[0]?.[0]}` });
  }
  const inner = reflect(arm.message);
  for (const [name, value] of entries) {
    const field = arm.message.fields.find((one) => one.name === name);
    if (field === undefined) {
      const known = arm.message.fields.map((one) => one.name).join(", ") || "none";
      throw new BadOption(`${slug} has no option ${JSON.stringify(name)}; it has ${known}`, {
        field: `options.${name}`,
      });
    }
    inner.set(field, option(field, value));
  }
  whole.set(arm, inner);
  return message;
}

/** The value as the field takes it. Throws BadOption. */
function option(field: DescField, value: OptionValue): number | boolean {
  const text = String(value);
  const refuse = (wanted: string) =>
    new BadOption(`option ${field.name} ${wanted}, not ${JSON.stringify(text)}`, { field: `options.${field.name}` });
  if (field.fieldKind === "enum") {
    const { numbers } = new Names(field.enum);
    const found = numbers.get(text);
    if (found === undefined) throw refuse(`is one of ${[...numbers.keys()].join(", ")}`);
    return found;
  }
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.BOOL) {
    if (text !== "true" && text !== "false") throw refuse("is one of false, true");
    return text === "true";
  }
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= -(2 ** 31) && number < 2 ** 31)) throw refuse("takes a whole number");
  return number;
}

/** Which moves of a list are wanted: only of a kind, to a place, of a piece. */
export interface Wanted {
  readonly kind?: string | undefined;
  readonly place?: number | undefined;
  readonly piece?: number | undefined;
}

/** The fields that say which moves of a list are wanted. Throws BadField. */
export function wanted(given: Wanted): { kind: number; place?: number; piece?: number } {
  return {
    kind: given.kind === undefined ? 0 : numbered("kind", given.kind, MOVE_KINDS),
    ...optional("place", given.place),
    ...optional("piece", given.piece),
  };
}

/** A field that may be left out, of 32 bits. Throws BadField. */
export function optional<N extends string>(name: N, value: number | undefined): { [K in N]?: number } {
  return value === undefined ? {} : ({ [name]: whole(name, value, 0) } as { [K in N]: number });
}

/** A Move message. Throws BadField. */
export function move(given: MoveLike): MessageInitShape<typeof MoveSchema> {
  if (typeof given === "string") return { name: { case: "notation", value: given } };
  const action = typeof given === "number" ? given : given.action;
  return { name: { case: "action", value: whole("move", action, 0) } };
}

/** One move or several, as a list of Move messages. Throws BadField. */
export function moves(given: MoveLike | readonly MoveLike[]): MessageInitShape<typeof MoveSchema>[] {
  return (Array.isArray(given) ? (given as readonly MoveLike[]) : [given as MoveLike]).map(move);
}

/** A seat, or with undefined the public. Throws BadField. */
export function viewer(seat: number | undefined): MessageInitShape<typeof ViewerSchema> {
  if (seat === undefined) return { sight: Viewer_Sight.PUBLIC };
  return { sight: Viewer_Sight.SEAT, seat: whole("viewer.seat", seat, 0) };
}

/** The number of an enum's value by its name. Throws BadField. */
export function numbered(field: string, value: string, names: Names): number {
  const found = names.numbers.get(value);
  if (found === undefined) {
    const known = [...names.numbers.keys()].join(", ");
    throw new BadField(`${field} is one of ${known}, not ${JSON.stringify(value)}`, { field });
  }
  return found;
}

/** A number that fits a field of 32 bits; upper limits are the server's affair. Throws BadField. */
export function whole(field: string, value: number, low: number): number {
  if (!Number.isInteger(value)) throw new BadField(`${field} is a whole number`, { field });
  if (value < low) throw new BadField(`${field} is at least ${low}`, { field });
  if (value >= 2 ** 32) throw new BadField(`${field} is below 2^32`, { field });
  return value;
}

/** A number that fits a field of 64 bits. Throws BadField. */
export function whole64(field: string, value: number | bigint, low: number): bigint {
  const found = integer(value);
  if (found === undefined) throw new BadField(`${field} is a whole number, above 2^53 a bigint`, { field });
  if (found < low) throw new BadField(`${field} is at least ${low}`, { field });
  if (found >= 1n << 64n) throw new BadField(`${field} is below 2^64`, { field });
  return found;
}
