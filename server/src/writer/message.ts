/** Messages between the adapter and a writer process: one JSON object a line, checked by schemas with bounds. */
import type { WriteOptions } from '@octavo/document/model/write-options.ts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type TextFormat, textFormats } from '../domain/formats.ts';
import { warningCodes } from '../ports/engine.ts';

/** Where a writer process finds its files, inside its own directory. */
export const fileNames = {
  extraction: 'extraction.ndjson',
  /** The extraction with its pages laid out. */
  laidOut: 'laid-out.ndjson',
  words: 'words.ndjson',
  images: 'images',
  /** The stored document before it is compressed. */
  plain: 'document.jsonl',
  document: 'document.jsonl.zst',
  reading: 'reading.index',
  base: 'base.jsonl.zst',
  basePlain: 'base.jsonl',
  head: 'head.jsonl.zst',
  headPlain: 'head.jsonl',
  diff: 'diff',
} as const;

export type WriterRequest = {
  readonly id: number;
  readonly from: 'extraction' | 'stored';
  readonly directory: string;
  readonly formats: readonly TextFormat[];
  readonly options: WriteOptions;
  /** `off` leaves figures without an image; `external` names the file; `embedded` is a `data:` URL. */
  readonly images: 'off' | 'external' | 'embedded';
  readonly fileName: string | null;
  readonly language: string | null;
  /** Whether there is a file of recognized words. */
  readonly hasWords: boolean;
  /** Whether the pages of the extraction are laid out. */
  readonly isLaidOut: boolean;
  /** `reading_order: off`. */
  readonly keepOrder: boolean;
  /** `use_struct_tree`. */
  readonly keepStructure: boolean;
  /** `join_tables`. */
  readonly joinTables: boolean;
  readonly outputBytesMax: number;
  readonly lineBytesMax: number;
};

type ComparedSide = {
  readonly jobId: string;
  readonly fileName: string;
  readonly includeHeaderFooter: boolean;
};

export type WriterCompareRequest = {
  readonly id: number;
  readonly from: 'pair';
  readonly directory: string;
  readonly base: ComparedSide;
  readonly head: ComparedSide;
  readonly scope: 'text' | 'structure';
  readonly format: 'json' | 'html';
  readonly outputBytesMax: number;
  readonly lineBytesMax: number;
};

/** Lays out some pages of a document while others are still extracted. */
export type WriterLayOutRequest = {
  readonly id: number;
  readonly from: 'range';
  readonly directory: string;
  readonly keepOrder: boolean;
  readonly keepStructure: boolean;
  readonly outputBytesMax: number;
  readonly lineBytesMax: number;
};

export type AnyWriterRequest = WriterRequest | WriterCompareRequest | WriterLayOutRequest;

/** The highest page limit that an operator can configure. */
const pagesMax = 1_000_000;
const warningsMax = 64;
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const File = Type.Object({ bytes: Count, sha256: Sha256 });
const Page = Type.Integer({ minimum: 1, maximum: pagesMax });

const Warning = Type.Object({
  code: Type.Enum([...warningCodes]),
  message: Type.String({ maxLength: 500 }),
  pages: Type.Array(Page, { maxItems: pagesMax }),
  count: Count,
});

const Ready = Type.Object({ event: Type.Literal('ready') });

const Written = Type.Object({
  event: Type.Literal('written'),
  id: Count,
  outputs: Type.Array(Type.Object({ format: Type.Enum([...textFormats]), file: File }), {
    maxItems: textFormats.length,
  }),
  document: File,
  reading: Type.Union([File, Type.Null()]),
  warnings: Type.Array(Warning, { maxItems: warningsMax }),
  page_count: Page,
  pages_converted: Count,
});

const Compared = Type.Object({ event: Type.Literal('compared'), id: Count, file: File });
const LaidOut = Type.Object({ event: Type.Literal('laid_out'), id: Count, file: File });

const Failed = Type.Object({
  event: Type.Literal('failed'),
  id: Count,
  cause: Type.Union([Type.Literal('disk'), Type.Literal('too_large'), Type.Literal('error')]),
  /** Class, code and place of an error, without its message, which may quote the document. */
  detail: Type.String({ maxLength: 500 }),
});

export type WriterReady = Static<typeof Ready>;
export type WriterWritten = Static<typeof Written>;
export type WriterCompared = Static<typeof Compared>;
export type WriterLaidOut = Static<typeof LaidOut>;
export type WriterFailed = Static<typeof Failed>;
/** The reply to one request. */
export type WriterReply = WriterWritten | WriterCompared | WriterLaidOut | WriterFailed;
export type WriterMessage = WriterReady | WriterReply;

const checks = [Ready, Written, Compared, LaidOut, Failed].map((schema) => Compile(schema));

/** The longest reply names every page once per kind of warning. */
export function replyBytesMax(documentPagesMax: number): number {
  return 1_048_576 + 64 * documentPagesMax;
}

/** `null` for a line that is not a message of the protocol. */
export function decodeMessage(line: string): WriterMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return checks.some((check) => check.Check(value)) ? (value as WriterMessage) : null;
}
