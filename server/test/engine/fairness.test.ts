/** Slow documents of one account do not delay other accounts, and every wait for a process is bounded. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineSettingsChange } from '../../src/engine/settings.ts';
import { type FakeJvmEngine, openFakeJvmEngine } from './fake-jvm.ts';
import { eventually } from './test-engine.ts';

let testEngine: FakeJvmEngine;
let stallingPath: string;
afterEach(() => testEngine.close());

/** An engine that hangs on marked documents, and answers all others immediately. */
async function open(change: EngineSettingsChange = {}): Promise<void> {
  testEngine = await openFakeJvmEngine(
    `
    on = ({ id, input }) => {
      begin(id);
      if (!fs.readFileSync(input, 'utf8').includes('stall')) accept(id);
    };
    ready();`,
    { preflightSlots: 2, inspectSlots: 2, ...change },
  );
  stallingPath = join(await testEngine.outDir(), 'stalling.pdf');
  await writeFile(stallingPath, '%PDF-1.4 stall');
}

const range = [{ from: 1, to: 1 }];
const stall = (account: string, signal?: AbortSignal) =>
  testEngine.engine.preflight({ path: stallingPath, account, signal });
const preflightNormal = (account: string) =>
  testEngine.engine.preflight({ path: testEngine.sourcePath, account });

async function timed<T>(work: Promise<T>): Promise<{ readonly outcome: T; readonly ms: number }> {
  const started = performance.now();
  const outcome = await work;
  return { outcome, ms: performance.now() - started };
}

const currentUse = () => testEngine.engine.poolUse().preflight;

describe('while 32 documents of one account stall, with the default limits', () => {
  it('documents of another account are admitted within 5 seconds, and all 32 get a response', async () => {
    await open();
    const stalling = Array.from({ length: 32 }, () => timed(stall('attacker')));
    for (let n = 0; n < 5; n += 1) {
      const { outcome, ms } = await timed(preflightNormal('other'));
      expect(outcome).toMatchObject({ status: 'accepted' });
      expect(ms).toBeLessThan(5_000);
    }
    const answers = await Promise.all(stalling);
    expect(answers.filter(({ outcome }) => outcome.status === 'failed')).toHaveLength(1);
    const others = answers.filter(({ outcome }) => outcome.status !== 'failed');
    for (const { outcome } of others) expect(outcome).toEqual({ status: 'busy', because: 'account' });
  });

  it('an inspection of another account finishes within 5 seconds', async () => {
    await open();
    const inspect = (path: string, account: string) => testEngine.engine.inspect({ path, range, account });
    const stalling = [inspect(stallingPath, 'attacker'), inspect(stallingPath, 'attacker')];
    const { outcome, ms } = await timed(inspect(testEngine.sourcePath, 'other'));
    expect(outcome).toMatchObject({ status: 'inspected' });
    expect(ms).toBeLessThan(5_000);
    await testEngine.engine.close();
    await Promise.all(stalling);
  });
});

describe('waiting for a process', () => {
  it('ends as busy when other accounts use all processes', async () => {
    await open({ preflightWaitMs: 300, preflightTimeoutMs: 3_000 });
    const stalling = [stall('a'), stall('b')];
    expect(await preflightNormal('c')).toEqual({ status: 'busy', because: 'service' });
    await Promise.all(stalling);
  });

  it('ends when its caller disconnects, and the document is not processed', async () => {
    await open({ preflightSlots: 1, preflightTimeoutMs: 3_000 });
    const running = stall('a');
    const leaving = new AbortController();
    const waiting = stall('b', leaving.signal);
    await eventually(async () => currentUse()?.waiting === 1, 2_000);
    leaving.abort();
    expect(await waiting).toMatchObject({ status: 'failed', failure: { class: 'cancelled' } });
    expect(currentUse()).toMatchObject({ slots: 1, busy: 1, waiting: 0 });
    await running;
  });

  it('is refused at once when an account exceeds its number of concurrent requests', async () => {
    await open({ underWayPerAccountMax: 3, preflightTimeoutMs: 3_000, preflightWaitMs: 3_000 });
    const underWay = [stall('a'), stall('a'), stall('a')];
    const { outcome, ms } = await timed(preflightNormal('a'));
    expect(outcome).toEqual({ status: 'busy', because: 'account' });
    expect(ms).toBeLessThan(2_000);
    expect(await preflightNormal('b')).toMatchObject({ status: 'accepted' });
    await Promise.all(underWay);
  });
});

it('counts waits, refusals and restarts', async () => {
  const seen: string[] = [];
  const metrics = {
    waited: (pool: string) => void seen.push(`${pool} waited`),
    restarted: (pool: string, ok: boolean) => void seen.push(`${pool} restarted ${ok}`),
    refused: (pool: string, why: string) => void seen.push(`${pool} refused ${why}`),
    recognized: () => {},
  };
  await open({ preflightSlots: 1, preflightTimeoutMs: 500, preflightWaitMs: 100, metrics });
  const stalling = stall('a');
  await preflightNormal('b');
  await stalling;
  await eventually(async () => currentUse()?.restarting === 0, 5_000);
  expect(seen.toSorted()).toEqual(
    ['preflight waited', 'preflight waited', 'preflight refused busy', 'preflight restarted true'].toSorted(),
  );
});
