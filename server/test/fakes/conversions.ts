/** Outcomes of a conversion, made without an engine. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingDropped } from '../../src/domain/dropped.ts';
import type { ConvertOutcome, ConvertRequest, EngineFailure } from '../../src/ports/engine.ts';

type Converted = Extract<ConvertOutcome, { status: 'converted' }>;

export const markdown = '# made\n';
const spent = { durationMs: 1, memoryPeakBytes: null };

/** One markdown file and three pages, unless a test says otherwise. */
export async function converted(
  { outDir }: ConvertRequest,
  overrides: Partial<Converted> = {},
): Promise<Converted> {
  const path = join(outDir, 'document.md');
  await writeFile(path, markdown);
  const sha256 = createHash('sha256').update(markdown).digest('hex');
  return {
    status: 'converted',
    outputs: [{ format: 'markdown', path, bytes: markdown.length, sha256, mediaType: 'text/markdown' }],
    warnings: [],
    dropped: nothingDropped,
    pageCount: 3,
    pagesConverted: 3,
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
