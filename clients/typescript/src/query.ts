// One question: the method it asks, its request, and how the response is read. This file knows no method and no game.
import type { DescMessage, DescMethod, Message, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";

/** A method with the types of its messages. */
export type Method<I extends DescMessage, O extends DescMessage> = DescMethod & { input: I; output: O };

/**
 * One question, to be asked with `Client.ask`, or with others in `Client.batch` and `Client.stream`.
 *
 * Asking the same object again repeats the same call. Requests and tokens hold secrets, so neither is shown when a
 * question is printed or becomes JSON.
 */
export class Query<out T> {
  readonly #method: DescMethod;
  readonly #request: Message;
  readonly #read: (response: Message) => T;
  readonly #token: string;

  private constructor(method: DescMethod, request: Message, read: (response: Message) => T, token: string) {
    this.#method = method;
    this.#request = request;
    this.#read = read;
    this.#token = token;
  }

  /** Makes a question. token: who asks, in a match; "": nobody in particular. */
  static of<I extends DescMessage, O extends DescMessage, T>(
    method: Method<I, O>,
    fields: MessageInitShape<I>,
    read: (response: MessageShape<O>) => T,
    token = "",
  ): Query<T> {
    return new Query(method, create(method.input, fields), read as (response: Message) => T, token);
  }

  /** Descriptor of the method it asks. */
  get method(): DescMethod {
    return this.#method;
  }

  /** The request message. */
  get request(): Message {
    return this.#request;
  }

  /** Who asks, in a match; "": nobody in particular. */
  get token(): string {
    return this.#token;
  }

  /** The value of a response message. */
  read(response: Message): T {
    return this.#read(response);
  }

  toString(): string {
    return `<Query ${this.#method.name}>`;
  }
}
