/** Converts one document to a tagged PDF and reads the report about it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AccessibilityReport } from '../../server/src/domain/accessibility.ts';
import { withDefaults } from '../../server/src/domain/options.ts';
import type { Converter } from '../../server/src/start/converter.ts';

export type Result = {
  readonly file: string;
  readonly pages: number;
  readonly ms: number;
  readonly report: AccessibilityReport | null;
  readonly reason: string | null;
};

export type ConvertOptions = {
  readonly language: string | null;
  readonly timeoutMs: number;
  readonly scratch: string;
};

export async function convertOne(
  engine: Converter,
  file: string,
  { language, timeoutMs, scratch }: ConvertOptions,
): Promise<Result> {
  const preflight = await engine.preflight({ path: file });
  const pages = preflight.status === 'accepted' ? preflight.pageCount : 0;
  if (preflight.status !== 'accepted') {
    return { file, pages, ms: 0, report: null, reason: preflight.status };
  }
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const outcome = await engine.convert({
    sourcePath: file,
    fileName: basename(file),
    options: withDefaults({ format: ['tagged-pdf'], language, ocr: 'off' }),
    pageCount: pages,
    outDir,
    timeoutMs,
  });
  await rm(outDir, { recursive: true });
  const ms = outcome.spent.durationMs;
  return outcome.status === 'converted'
    ? { file, pages, ms, report: outcome.accessibility ?? null, reason: null }
    : { file, pages, ms, report: null, reason: `${outcome.failure.class}: ${outcome.failure.detail}` };
}
