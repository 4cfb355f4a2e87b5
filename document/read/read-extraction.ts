/** Reads extraction records line by line: every record is checked, and so are their order and the end. */
import type {
  ExtractedDocument,
  ExtractedPage,
  ExtractionEnd,
  ExtractionRecord,
} from '../model/extraction.ts';
import { isSurvey } from '../model/surveyed-pages.ts';
import { ExtractionError } from './extraction-error.ts';
import { documentRecord, endRecord, pageRecord } from './extraction-schema.ts';

/** `lines` can be iterated more than once; a line may be empty only at the end. */
export type ExtractionSource = { readonly lines: () => Iterable<string> };

const lineCharsMax = 256 * 1024 * 1024;
/** Nesting of elements; the engine's trees stay below ten. */
const depthMax = 64;

type Schema = { readonly Check: (value: unknown) => boolean; readonly Errors: (value: unknown) => unknown };

function childArrays(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kids, cells } = value as { readonly kids?: unknown; readonly cells?: unknown };
  return [...(Array.isArray(kids) ? kids : []), ...(Array.isArray(cells) ? cells : [])];
}

/** Checked before the schema, whose check is recursive. */
function isTooDeep(record: unknown): boolean {
  const { elements } = record as { readonly elements?: unknown };
  let level: readonly unknown[] = Array.isArray(elements) ? elements : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) return true;
    level = level.flatMap(childArrays);
  }
  return false;
}

function firstFault(schema: Schema, value: unknown): string {
  const errors = schema.Errors(value);
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const { instancePath, message } = (first ?? {}) as { instancePath?: string; message?: string };
  return `${(instancePath ?? '').slice(0, 200)} ${(message ?? 'does not match the schema').slice(0, 200)}`.trim();
}

function checked<T>(schema: Schema, value: unknown, line: number): T {
  if (!schema.Check(value)) throw new ExtractionError('invalid_record', line, firstFault(schema, value));
  return value as T;
}

function parseRecord(text: string, line: number, isChecked: boolean): ExtractionRecord {
  if (text.length > lineCharsMax) throw new ExtractionError('invalid_record', line, 'the line is too long');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExtractionError('invalid_record', line, 'not JSON');
  }
  if (typeof value !== 'object' || value === null)
    throw new ExtractionError('invalid_record', line, 'not an object');
  if (isChecked) return value as ExtractionRecord;
  const { record } = value as { readonly record?: unknown };
  if (record === 'document') return checked<ExtractedDocument>(documentRecord, value, line);
  if (record === 'end') return checked<ExtractionEnd>(endRecord, value, line);
  if (record !== 'page') throw new ExtractionError('invalid_record', line, 'unknown record');
  if (isTooDeep(value)) throw new ExtractionError('invalid_record', line, 'elements are nested too deep');
  return checked<ExtractedPage>(pageRecord, value, line);
}

type Progress = { pages: number; lastPage: number; ended: boolean };

function checkOrder(record: ExtractionRecord, line: number, progress: Progress): void {
  if (progress.ended) throw new ExtractionError('wrong_order', line, 'a record after the end');
  if ((record.record === 'document') !== (line === 1))
    throw new ExtractionError('wrong_order', line, 'the document record must be the first and only one');
  if (record.record === 'page') {
    if (record.page <= progress.lastPage) throw new ExtractionError('wrong_order', line, 'pages must ascend');
    progress.lastPage = record.page;
    progress.pages += 1;
  }
  if (record.record === 'end') {
    if (record.pages !== progress.pages)
      throw new ExtractionError('truncated', line, `${progress.pages} of ${record.pages} pages`);
    progress.ended = true;
  }
}

/**
 * The document record and the pages, without surveys. Throws an ExtractionError where the extraction is not valid.
 * `isChecked`: it was read before, and its records are not checked again.
 */
export function* readExtraction(
  source: ExtractionSource,
  isChecked = false,
): Generator<ExtractedDocument | ExtractedPage> {
  const progress: Progress = { pages: 0, lastPage: 0, ended: false };
  let line = 0;
  for (const text of source.lines()) {
    if ((text.length === 0 && progress.ended) || isSurvey(text)) continue;
    line += 1;
    const record = parseRecord(text, line, isChecked);
    checkOrder(record, line, progress);
    if (record.record !== 'end') yield record;
  }
  if (!progress.ended) throw new ExtractionError('truncated', line, 'the end record is missing');
}
