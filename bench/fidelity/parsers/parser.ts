/** Parsers under comparison: each turns a PDF into one or more outputs. */
import type { Output } from '../score/document-score.ts';

export type Parsed = {
  /** By the name of the format. */
  readonly outputs: Readonly<Record<string, Output>>;
  /** Pages on which a table begins; absent if the parser does not tell pages apart. */
  readonly tablePages?: ReadonlySet<number>;
};

export type FidelityParser = {
  readonly name: string;
  readonly version: string;
  readonly formats: readonly string[];
  parse(pdf: string): Promise<Parsed>;
};

/** Closes what was opened, the latest first. */
export type Lifetime = { readonly atEnd: (end: () => Promise<unknown>) => void };

/** No output in any format. */
export const failed = (formats: readonly string[], fault: string): Parsed => ({
  outputs: Object.fromEntries(formats.map((format) => [format, { fault }])),
  tablePages: new Set(),
});
