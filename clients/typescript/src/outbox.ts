// What is to be sent over a stream, in order: one side puts messages in, gRPC takes them out. It knows no message. Its
// bound is that of whoever puts something in: both users of this file wait for answers before they put in more.

/** A queue that ends. */
export class Outbox<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #ended = false;
  #wake: () => void = () => {};

  /** Puts something in. */
  put(message: T): void {
    this.#waiting.push(message);
    this.#wake();
  }

  /** Nothing more will be put in. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const message = this.#waiting.shift();
      if (message !== undefined) {
        yield message;
      } else if (this.#ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
