/** A stub engine with the interface of the real one: every document has one page, every output is a few bytes. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nothingDropped } from '../../server/src/domain/dropped.ts';
import { formatInfo } from '../../server/src/domain/formats.ts';
import type { ConvertRequest, Engine, EngineOutput } from '../../server/src/ports/engine.ts';

const convertMs = Number(process.env['BENCH_STUB_CONVERT_MS'] ?? 0);
const content = Buffer.from('stub\n');
const sha256 = createHash('sha256').update(content).digest('hex');

async function write(format: EngineOutput['format'], outDir: string): Promise<EngineOutput> {
  const path = join(outDir, format);
  await writeFile(path, content);
  return { format, path, bytes: content.length, sha256, mediaType: formatInfo[format].mediaType };
}

async function convert({ options, outDir }: ConvertRequest) {
  if (convertMs > 0) await sleep(convertMs);
  const outputs = await Promise.all(options.format.map((format) => write(format, outDir)));
  const spent = { durationMs: convertMs, memoryPeakBytes: null };
  const pages = { pageCount: 1, pagesConverted: 1 };
  return { status: 'converted', outputs, warnings: [], dropped: nothingDropped, ...pages, spent } as const;
}

/** In the place of the service's own function of this name. */
export function openEngine(): Engine {
  return {
    start: async () => ({
      ...({ sandbox: 'none', memory: 'watchdog', tasks: 'none' } as const),
      java: 'stub',
      engineVersion: 'stub',
    }),
    convert,
    preflight: async () => ({ status: 'accepted', pageCount: 1, encrypted: false, tagged: false }),
    inspect: async () => ({ status: 'busy', because: 'service' }),
    poolUse: () => ({}),
    close: async () => {},
  };
}
