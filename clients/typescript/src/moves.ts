// Legal moves, fetched page by page as they are read. It knows which page to ask for next; the asking is the client's.
import { BadField } from "./errors.js";
import type { PageOptions } from "./queries.js";
import { movePage, PAGE_MOVES } from "./queries.js";
import type { Query } from "./query.js";
import type { Move, MovePage, PositionLike } from "./values.js";

/** Which legal moves are wanted, and what of them. */
export interface MovesOptions extends Omit<PageOptions, "after" | "limit"> {
  /** At most so many; all unless said. */
  readonly limit?: number | undefined;
  /** Moves of one call, 1 to 65536; PAGE_MOVES unless said. */
  readonly pageSize?: number | undefined;
}

/** Legal moves in canonical order. Nothing is asked before they are read, and each reading asks afresh. */
export class Moves implements AsyncIterable<Move> {
  readonly #ask: (query: Query<MovePage>) => Promise<MovePage>;
  readonly #position: PositionLike;
  readonly #wanted: MovesOptions;

  constructor(ask: (query: Query<MovePage>) => Promise<MovePage>, position: PositionLike, wanted: MovesOptions) {
    this.#ask = ask;
    this.#position = position;
    this.#wanted = wanted;
  }

  /** The same as columns, for bulk users: one MovePage a call; the first may be empty. */
  async *pages(): AsyncGenerator<MovePage, void, undefined> {
    const { limit, pageSize = PAGE_MOVES, ...wanted } = this.#wanted;
    let left = limit ?? Number.POSITIVE_INFINITY;
    if (!(left >= 1)) throw new BadField("a limit is at least 1", { field: "limit" });
    let after = 0;
    do {
      const page = await this.#ask(movePage(this.#position, { ...wanted, limit: Math.min(pageSize, left), after }));
      yield page;
      left -= page.length;
      after = page.nextAfter;
    } while (after !== 0 && left > 0);
  }

  /** All of them, at most Game.actionsMax. */
  async list(): Promise<Move[]> {
    const found: Move[] = [];
    for await (const page of this.pages()) found.push(...page);
    return found;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Move, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }
}
