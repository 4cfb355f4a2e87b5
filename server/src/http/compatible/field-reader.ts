/** Reads the options of other services by name: values of a form are text, those of a JSON body have types. */
import type { Fault } from '../../domain/errors.ts';

/** By name; a field that a form repeats has a list of values. */
export type Fields = Readonly<Record<string, unknown>>;

/** As the clients write them; Python writes `True`. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((text) => [text, true] as const),
  ...['false', '0', 'no', 'off'].map((text) => [text, false] as const),
]);

export class FieldReader {
  /** What is wrong with the fields that were read. */
  readonly faults: Fault[] = [];
  readonly #fields: Fields;
  readonly #prefix: string;

  /** `prefix` is part of the names on the wire only. */
  constructor(fields: Fields, prefix = '') {
    this.#fields = fields;
    this.#prefix = prefix;
  }

  refuse(name: string, msg: string): void {
    this.faults.push({ loc: [`${this.#prefix}${name}`], msg });
  }

  /** Absent, `null` and empty values are the default. */
  value(name: string): unknown {
    const value = this.#fields[`${this.#prefix}${name}`];
    return value === null || value === '' ? undefined : value;
  }

  /** Of a list that was sent for a single value, the last counts, as in docling-serve. */
  text(name: string): string | undefined {
    const last = [this.value(name)].flat().at(-1);
    return last === undefined ? undefined : String(last);
  }

  /** Repeated fields, a list, or text with commas. */
  list(name: string): readonly string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const items = [value].flat().flatMap((item) => String(item).split(/[,;]/));
    return items.map((item) => item.trim()).filter((item) => item !== '');
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name);
    const flag = text === undefined ? undefined : flags.get(text.toLowerCase());
    if (text !== undefined && flag === undefined) this.refuse(name, 'must be true or false');
    return flag;
  }

  integer(name: string, min: number, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.refuse(name, `must be a whole number from ${min} to ${max}`);
    return undefined;
  }
}
