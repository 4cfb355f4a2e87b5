/** The process under attack: runs the engine as a worker does, and reports the outcome of each document. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formats } from '../../server/src/domain/formats.ts';
import { withDefaults } from '../../server/src/domain/options.ts';
import { processIdentity } from '../../server/src/processes/process-identity.ts';
import { type Converter, createConverter } from '../../server/src/start/converter.ts';
import { convertFixture, readGolden } from '../../server/test/fixtures/golden.ts';
import type { TargetRequest, TargetResponse, TargetSettings } from './target-client.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as TargetSettings;
const own = join(settings.workDir, processIdentity(process.pid) ?? '');

async function examine(engine: Converter, question: TargetRequest): Promise<TargetResponse> {
  const began = performance.now();
  const preflight = await engine.preflight({ path: question.path });
  const preflightMs = performance.now() - began;
  const admitted = preflight.status === 'accepted';
  if (!admitted && !question.convertsRefused)
    return { preflight, preflightMs, converted: null, convertMs: 0 };
  const middle = performance.now();
  const converted = await engine.convert({
    sourcePath: question.path,
    fileName: 'fuzz.pdf',
    options: withDefaults({ format: formats }),
    pageCount: admitted ? preflight.pageCount : 10_000,
    outDir: question.outDir,
    timeoutMs: settings.timeoutMs,
  });
  return { preflight, preflightMs, converted, convertMs: performance.now() - middle };
}

/** Converts a known document: no earlier document may influence its result. */
async function isGolden(engine: Converter): Promise<boolean> {
  const { hashes } = await convertFixture(engine, 'images');
  return JSON.stringify(hashes) === JSON.stringify((await readGolden())['images']);
}

await mkdir(own, { mode: 0o711 });
const engine = createConverter({
  slots: settings.slots,
  preflightSlots: settings.slots,
  workDir: join(own, 'engine'),
});
const probe = await engine.start();
process.on('message', (message: { id: number; question: TargetRequest | 'golden' }) => {
  const { id, question } = message;
  const work = question === 'golden' ? isGolden(engine) : examine(engine, question);
  work.then(
    (answer) => process.send?.({ id, answer }),
    (error: Error) => process.send?.({ id, error: error.stack }),
  );
});
// Ends with its parent process, and leaves nothing behind.
process.on('disconnect', async () => {
  await engine.close();
  await rm(own, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({ ready: probe });
