/** A stub engine with the interface of the real one: every document has one page, every output is a few bytes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nothingDropped } from '../../server/src/domain/dropped.ts';
import { isTextFormat } from '../../server/src/domain/formats.ts';
import type { ConvertRequest, Engine } from '../../server/src/ports/engine.ts';
import { writeStub } from './stub-file.ts';

const convertMs = Number(process.env['BENCH_STUB_CONVERT_MS'] ?? 0);

async function convert({ options, outDir }: ConvertRequest) {
  if (convertMs > 0) await sleep(convertMs);
  const formats = options.format.filter((format) => !isTextFormat(format));
  const outputs = await Promise.all(formats.map((format) => writeStub(format, outDir)));
  const extraction = { path: '', bytes: 0, imagesDir: null };
  const spent = { durationMs: convertMs, memoryPeakBytes: null };
  const pages = { pageCount: 1, pagesConverted: 1 };
  const rest = { warnings: [], dropped: nothingDropped, ...pages, spent };
  return { status: 'converted', outputs, extraction, ...rest } as const;
}

/** In the place of the service's own function of this name. */
export function openEngine(): Engine {
  return {
    start: async () => ({
      ...({ sandbox: 'none', memory: 'watchdog', tasks: 'none' } as const),
      java: 'stub',
      engineVersion: 'stub',
      engineSha256: '',
      hostSha256: '',
    }),
    convert,
    recognize: async () => ({ status: 'unavailable' }),
    preflight: async () => ({
      status: 'accepted',
      pageCount: 1,
      encrypted: false,
      tagged: false,
      repaired: false,
    }),
    inspect: async () => ({ status: 'busy', because: 'service' }),
    poolUse: () => ({}),
    close: async () => {},
  };
}
