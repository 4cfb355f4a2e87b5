/** Faulty engine processes: excessive or invalid output and crashes do not exhaust the memory or the slots of the parent. */
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeJvmEngine, openFakeJvmEngine } from './fake-jvm.ts';

const mebibyte = 1_048_576;
let testEngine: FakeJvmEngine;
afterEach(() => testEngine.close());

const preflight = (account = 'a', signal?: AbortSignal) =>
  testEngine.engine.preflight({ path: testEngine.sourcePath, account, signal });

const crash = { status: 'failed', failure: { class: 'crash', retryable: true } };
const accepted = { status: 'accepted' };

/** Growth of the resident memory while `work` runs. */
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
  it('400 MB without a newline is killed as a crash in bounded memory, and the next document succeeds', async () => {
    testEngine = await openFakeJvmEngine(`
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

  it('an endless stream of valid short lines is killed as a crash long before its time limit', async () => {
    testEngine = await openFakeJvmEngine(
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

  it('an endless stream to stderr is killed as a crash', async () => {
    testEngine = await openFakeJvmEngine(
      `
      const block = Buffer.alloc(1 << 20, 'x');
      if (starts === 1) on = ({ id }) => { begin(id); for (;;) fs.writeSync(2, block); };
      ready();`,
      { preflightTimeoutMs: 50_000 },
    );
    expect(await preflight()).toMatchObject(crash);
  });

  it('output while idle is replaced before the next document', async () => {
    testEngine = await openFakeJvmEngine(`
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
    ['an invalid page number', `accept(id, { unseen_pages: [0.5] })`],
  ])(
    'a reply with %s is treated as crashed, and the next document gets a new process',
    async (_what, reply) => {
      testEngine = await openFakeJvmEngine(`
      if (starts === 1) on = ({ id }) => { begin(id); ${reply}; };
      ready();`);
      expect(await preflight()).toMatchObject(crash);
      expect(await preflight()).toMatchObject(accepted);
    },
  );
});

describe('a slot recovers', () => {
  /** Enough files that the exit is noticed between the reply and the end of the clean-up. */
  const writeManyFiles = `for (let n = 0; n < 3000; n += 1) fs.writeFileSync(slotDir + '/out/' + n, '');`;
  const ampleLimits = { preflightTimeoutMs: 50_000, preflight: { outputFilesMax: 100_000 } };

  it('when the process exits right after its reply and the next two starts fail', async () => {
    testEngine = await openFakeJvmEngine(
      `
      if (starts === 2 || starts === 3) process.exit(3);
      if (starts === 1) on = ({ id }) => { ${writeManyFiles} accept(id); process.exit(9); };
      ready();`,
      ampleLimits,
    );
    expect(await preflight()).toMatchObject(accepted);
    const later = await until(preflight, accepted);
    expect(later).toMatchObject(accepted);
  });

  it('when its directory cannot be emptied', async () => {
    testEngine = await openFakeJvmEngine(`
      if (starts === 1) on = ({ id }) => { fs.rmSync(slotDir + '/out', { recursive: true }); accept(id); };
      ready();`);
    expect(await preflight()).toMatchObject(accepted);
    expect(await preflight()).toMatchObject(accepted);
  });

  it('or, when no process starts again, callers fail in bounded time and close does not hang', async () => {
    testEngine = await openFakeJvmEngine(
      `
      if (starts > 1) process.exit(3);
      on = ({ id }) => { ${writeManyFiles} accept(id); process.exit(9); };
      ready();`,
      { ...ampleLimits, preflightWaitMs: 1_000 },
    );
    expect(await preflight()).toMatchObject(accepted);
    const before = performance.now();
    const outcomes = await Promise.all([preflight('a'), preflight('b'), preflight('c')]);
    expect(performance.now() - before).toBeLessThan(3_000);
    for (const outcome of outcomes) expect(['failed', 'busy']).toContain(outcome.status);
    const closing = performance.now();
    await testEngine.engine.close();
    expect(performance.now() - closing).toBeLessThan(3_000);
  });
});

/** Repeats the request until the outcome has the expected status, for at most 15 seconds. */
async function until(sendRequest: () => Promise<{ status: string }>, wanted: { status: string }) {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const outcome = await sendRequest();
    if (outcome.status === wanted.status || performance.now() > deadline) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a check that does not end within its time limit', () => {
  const limits = { preflightTimeoutMs: 2_500 };

  it('refuses the document if it used the CPU all the time', async () => {
    // Eight threads use more than one core, unless other work leaves them too little; then the check is done again.
    testEngine = await openFakeJvmEngine(
      `
      const { Worker } = require('node:worker_threads');
      on = () => {
        for (let n = 0; n < 7; n += 1) new Worker('for (;;);', { eval: true });
        setTimeout(() => { for (;;); }, 50);
      };
      ready();`,
      limits,
    );
    const refused = { status: 'refused', reason: 'unreadable' };
    expect(await until(preflight, refused)).toMatchObject(refused);
  });

  it('is a failure of the service if the machine gave it too little CPU time', async () => {
    testEngine = await openFakeJvmEngine('on = () => {}; ready();', limits);
    expect(await preflight()).toMatchObject({ status: 'failed', failure: { class: 'environment' } });
  });
});
