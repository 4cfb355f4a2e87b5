/** Outcomes of the engine, made without one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingDropped } from '../../src/domain/dropped.ts';
import type {
  ConvertOutcome,
  ConvertRequest,
  EngineFailure,
  RecognizeOutcome,
} from '../../src/ports/engine.ts';
import type { FakeExtraction } from './fake-document-writer.ts';

/** An engine without slots for text recognition. */
export const recognize = async (): Promise<RecognizeOutcome> => ({ status: 'unavailable' });

type Converted = Extract<ConvertOutcome, { status: 'converted' }>;

const spent = { durationMs: 1, memoryPeakBytes: null };

/** An extraction of three pages and no other files, unless a test says otherwise. */
export async function converted(
  { outDir }: ConvertRequest,
  overrides: Partial<Converted> = {},
): Promise<Converted> {
  const { pageCount = 3, pagesConverted = 3 } = overrides;
  const path = join(outDir, 'extraction.ndjson');
  const text = JSON.stringify({ pageCount, pagesConverted } satisfies FakeExtraction);
  await writeFile(path, text);
  return {
    status: 'converted',
    outputs: [],
    extraction: { path, bytes: text.length, imagesDir: null },
    warnings: [],
    dropped: nothingDropped,
    pageCount,
    pagesConverted,
    spent,
    ...overrides,
  };
}

/** A document that no attempt could convert, unless a test says otherwise. */
export function failed(failure: Partial<EngineFailure> = {}): ConvertOutcome {
  return {
    status: 'failed',
    failure: {
      class: 'invalid',
      retryable: false,
      message: 'The document is damaged.',
      detail: '',
      failedFormats: [],
      workingFormats: [],
      ...failure,
    },
    spent,
  };
}

/** Works until it is cancelled. */
export function untilAborted({ signal }: ConvertRequest): Promise<ConvertOutcome> {
  return new Promise((resolve) => {
    const cancelled = () => resolve(failed({ class: 'cancelled', retryable: true, message: '' }));
    if (signal?.aborted) cancelled();
    signal?.addEventListener('abort', cancelled);
  });
}
