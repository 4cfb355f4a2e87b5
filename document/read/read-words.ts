/** Reads the recognized words page by page, next to the pages of the extraction. */
import type { ExtractionEnd, RecognizedWords } from '../model/extraction.ts';
import { ExtractionError } from './extraction-error.ts';
import { endRecord, wordsRecord } from './extraction-schema.ts';
import type { ExtractionSource } from './read-extraction.ts';

function parseRecord(text: string, line: number): RecognizedWords | ExtractionEnd {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ExtractionError('invalid_record', line, 'not JSON');
  }
  if (wordsRecord.Check(value)) return value as RecognizedWords;
  if (endRecord.Check(value)) return value as ExtractionEnd;
  throw new ExtractionError('invalid_record', line, 'not a record of words');
}

function* readWords(source: ExtractionSource): Generator<RecognizedWords> {
  let [line, lastPage] = [0, 0];
  for (const text of source.lines()) {
    line += 1;
    const record = parseRecord(text, line);
    if (record.record === 'end') {
      if (record.pages !== line - 1)
        throw new ExtractionError('truncated', line, 'pages of words are missing');
      return;
    }
    if (record.page <= lastPage) throw new ExtractionError('wrong_order', line, 'pages must ascend');
    lastPage = record.page;
    yield record;
  }
  throw new ExtractionError('truncated', line, 'the end record is missing');
}

/** Pages must be asked for in ascending order; only one is in memory. */
export class WordPages {
  readonly #records: Iterator<RecognizedWords>;
  #next: RecognizedWords | undefined;

  constructor(source: ExtractionSource | undefined) {
    this.#records = source === undefined ? [][Symbol.iterator]() : readWords(source);
    this.#advance();
  }

  #advance(): void {
    const { done, value } = this.#records.next();
    this.#next = done === true ? undefined : value;
  }

  of(page: number): RecognizedWords | undefined {
    while (this.#next !== undefined && this.#next.page < page) this.#advance();
    return this.#next?.page === page ? this.#next : undefined;
  }

  /** Reads the rest, so that an incomplete file is noticed. */
  finish(): void {
    while (this.#next !== undefined) this.#advance();
  }
}
