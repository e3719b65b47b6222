// Names of the values of the schema's enums: in lower case, without the prefix that all values of an enum share
// ("MOVE_KIND_TAKE" is "take"). It reads descriptors and knows no enum.
import type { DescEnum } from "@bufbuild/protobuf";

/** The names of one enum, both ways. */
export class Names {
  readonly #names = new Map<number, string>();
  /** Numbers by name, without that of the unspecified value. */
  readonly numbers = new Map<string, number>();

  /** `unspecified`: what the value 0 is called here, if it means something. */
  constructor(desc: DescEnum, unspecified?: string) {
    const first = desc.values[0]?.name ?? "";
    const prefix = first.length - "UNSPECIFIED".length;
    for (const value of desc.values) {
      const name =
        value.number === 0 && unspecified !== undefined ? unspecified : value.name.slice(prefix).toLowerCase();
      this.#names.set(value.number, name);
      if (value.number !== 0 || unspecified !== undefined) this.numbers.set(name, value.number);
    }
  }

  /** The name of a number; one that this schema does not know yet is "value_NUMBER". */
  of(number: number): string {
    return this.#names.get(number) ?? `value_${number}`;
  }
}
