/** Whatever an engine process prints, and whenever it dies: the parent keeps its memory and its slots. */
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeJvmEngine, openFakeJvmEngine } from './fake-jvm.ts';

const mebibyte = 1_048_576;
let bench: FakeJvmEngine;
afterEach(() => bench.close());

const preflight = (account = 'a', signal?: AbortSignal) =>
  bench.engine.preflight({ path: bench.sourcePath, account, signal });

const crash = { status: 'failed', failure: { class: 'crash', retryable: true } };
const accepted = { status: 'accepted' };

/** Growth of the resident memory while something runs. */
async function memoryRise(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(timer);
  return Math.max(most, process.memoryUsage.rss()) - before;
}

describe('a process that prints', () => {
  it('400 MB without a newline is killed as a crash, within bounded memory, and the next document is served', async () => {
    bench = await openFakeJvmEngine(`
      if (starts === 1) on = ({ id }) => {
        begin(id);
        const block = Buffer.alloc(1 << 20, 'x');
        for (let n = 0; n < 400; n += 1) for (let at = 0; at < block.length; ) at += fs.writeSync(1, block, at);
        accept(id);
      };
      ready();`);
    const rise = await memoryRise(async () => expect(await preflight()).toMatchObject(crash));
    expect(rise).toBeLessThan(100 * mebibyte);
    expect(await preflight()).toMatchObject(accepted);
  });

  it('valid short lines without end is killed as a crash long before its time limit', async () => {
    bench = await openFakeJvmEngine(
      `
      if (starts === 1) on = ({ id }) => {
        const line = JSON.stringify({ event: 'progress', id, stage: 'read', page: 0, of: 1 }) + '\\n';
        for (;;) fs.writeSync(1, line.repeat(1000));
      };
      ready();`,
      { preflightTimeoutMs: 50_000 },
    );
    const rise = await memoryRise(async () => expect(await preflight()).toMatchObject(crash));
    expect(rise).toBeLessThan(100 * mebibyte);
  });

  it('to stderr without end is killed as a crash', async () => {
    bench = await openFakeJvmEngine(
      `
      const block = Buffer.alloc(1 << 20, 'x');
      if (starts === 1) on = ({ id }) => { begin(id); for (;;) fs.writeSync(2, block); };
      ready();`,
      { preflightTimeoutMs: 50_000 },
    );
    expect(await preflight()).toMatchObject(crash);
  });

  it('while it is idle is replaced before the next document', async () => {
    bench = await openFakeJvmEngine(`
      ready();
      if (starts === 1) setTimeout(() => { for (;;) fs.writeSync(1, '{"event":"progress"}\\n'.repeat(1000)); }, 50);
    `);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await preflight()).toMatchObject(accepted);
  });

  it.each([
    ['a negative size', `accept(id, { temp_free_bytes: -1 })`],
    ['a text for a number', `accept(id, { pages: '1' })`],
    ['an object for a list', `accept(id, { logs: {} })`],
    ['a page number that is none', `accept(id, { unseen_pages: [0.5] })`],
  ])('a reply with %s is a crash, and the next document meets a fresh process', async (_what, reply) => {
    bench = await openFakeJvmEngine(`
      if (starts === 1) on = ({ id }) => { begin(id); ${reply}; };
      ready();`);
    expect(await preflight()).toMatchObject(crash);
    expect(await preflight()).toMatchObject(accepted);
  });
});

describe('a slot comes back', () => {
  /** So much to remove that the death is noticed between the reply and the end of the clean-up. */
  const litter = `for (let n = 0; n < 3000; n += 1) fs.writeFileSync(slotDir + '/out/' + n, '');`;
  const ampleLimits = { preflightTimeoutMs: 50_000, preflight: { outputFilesMax: 100_000 } };

  it('when the process dies right after its reply and the next two starts fail', async () => {
    bench = await openFakeJvmEngine(
      `
      if (starts === 2 || starts === 3) process.exit(3);
      if (starts === 1) on = ({ id }) => { ${litter} accept(id); process.exit(9); };
      ready();`,
      ampleLimits,
    );
    expect(await preflight()).toMatchObject(accepted);
    const later = await until(preflight, accepted);
    expect(later).toMatchObject(accepted);
  });

  it('when its directory cannot be emptied', async () => {
    bench = await openFakeJvmEngine(`
      if (starts === 1) on = ({ id }) => { fs.rmSync(slotDir + '/out', { recursive: true }); accept(id); };
      ready();`);
    expect(await preflight()).toMatchObject(accepted);
    expect(await preflight()).toMatchObject(accepted);
  });

  it('when a process never starts again, callers fail in bounded time and close does not hang', async () => {
    bench = await openFakeJvmEngine(
      `
      if (starts > 1) process.exit(3);
      on = ({ id }) => { ${litter} accept(id); process.exit(9); };
      ready();`,
      { ...ampleLimits, preflightWaitMs: 1_000 },
    );
    expect(await preflight()).toMatchObject(accepted);
    const before = performance.now();
    const outcomes = await Promise.all([preflight('a'), preflight('b'), preflight('c')]);
    expect(performance.now() - before).toBeLessThan(3_000);
    for (const outcome of outcomes) expect(['failed', 'busy']).toContain(outcome.status);
    const closing = performance.now();
    await bench.engine.close();
    expect(performance.now() - closing).toBeLessThan(3_000);
  });
});

/** Asks again while the outcome is another one, for at most 15 seconds. */
async function until(ask: () => Promise<{ status: string }>, wanted: { status: string }) {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const outcome = await ask();
    if (outcome.status === wanted.status || performance.now() > deadline) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
