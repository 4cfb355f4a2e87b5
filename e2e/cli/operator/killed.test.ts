/** A batch or a watch that is killed, at half or again and again, loses nothing and pays for nothing twice. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freshAccount, usageByOperator } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { CliSandbox } from '../cli-sandbox.ts';

let sandbox: CliSandbox;
afterEach(() => sandbox.close());

type Charges = { readonly jobs: number; readonly charged: number; readonly pages: number };

/** What the database itself says about the account. */
async function charges(email: string): Promise<Charges> {
  const client = new Client({ connectionString: context.stack?.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select count(*)::int from jobs where account_id = accounts.id) as jobs,
              count(ledger.id)::int as charged, coalesce(sum(ledger.pages), 0)::int as pages
         from accounts left join ledger on ledger.account_id = accounts.id and ledger.kind = 'charge'
        where accounts.email = $1 group by accounts.id`,
      [email],
    );
    return rows[0] as Charges;
  } finally {
    await client.end();
  }
}

/** Starts the batch and ends it without warning once so many files are done. */
async function killAfter(args: readonly string[], doneFiles: number): Promise<number> {
  const child = sandbox.spawn([...args, '--json']);
  const ended = once(child, 'exit');
  let done = 0;
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    if ((JSON.parse(line) as { event: string }).event === 'done') done += 1;
    if (done === doneFiles) break;
  }
  child.kill('SIGKILL');
  await ended;
  return done;
}

const resultsIn = (directory: string) =>
  existsSync(join(sandbox.cwd, directory)) ? readdirSync(join(sandbox.cwd, directory)).sort() : [];

describe('100 PDFs in one command', () => {
  it('killed at half and resumed: 100 results, each charged once', async () => {
    const owner = await freshAccount('business');
    sandbox = await CliSandbox.open('business', owner);
    const pages = sandbox.writeMany('invoices', 100);
    expect(await killAfter(['convert', 'invoices', '-o', 'out'], 50)).toBe(50);
    const atHalf = resultsIn('out').filter((name) => name.endsWith('.md')).length;
    expect(atHalf).toBeGreaterThanOrEqual(50);
    expect(atHalf).toBeLessThan(100);

    const { code, stderr } = await sandbox.run(['convert', '--resume']);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^100 files: \d+ converted · \d+ up to date/m);
    const results = resultsIn('out');
    expect(results).toEqual(
      Array.from({ length: 100 }, (_, at) => `invoice-${String(at + 1).padStart(3, '0')}.md`),
    );
    for (const name of results) {
      const text = readFileSync(join(sandbox.cwd, 'out', name), 'utf8');
      expect(text).toContain(`${name.replace('.md', '')} page 1 stands here.`);
    }
    expect(await charges(owner.email)).toEqual({ jobs: 100, charged: 100, pages });
    expect(await usageByOperator(owner.email)).toMatchObject({
      pages_charged: pages,
      pages_reserved: 0,
      active_jobs: 0,
    });
    expect((await me(owner)).pages_used).toBe(pages);
    expect(await sandbox.json(['usage'])).toMatchObject({ pages, jobs: 100 });
  }, 600_000);

  it('resumed once more, it has nothing left to do and charges nothing', async () => {
    const owner = await freshAccount('business');
    sandbox = await CliSandbox.open('business', owner);
    const pages = sandbox.writeMany('invoices', 5);
    await sandbox.ok(['convert', 'invoices', '-o', 'out']);
    const { stderr } = await sandbox.run(['convert', '--resume']);
    expect(stderr).toMatch(/^5 files: 5 up to date/m);
    expect(await charges(owner.email)).toEqual({ jobs: 5, charged: 5, pages });
  });
});

describe('killed again and again, at any moment', () => {
  const settling = ['--settle', '200ms', '--interval', '100ms'];

  it.each([
    { command: ['convert', 'invoices', '-o', 'out'], state: '.octavo', files: 30 },
    { command: ['watch', 'invoices', 'out', '--once', ...settling], state: 'out/.octavo', files: 15 },
  ])(
    '$command.0 comes to its end, when the same command is given again, with one job and one charge for each file, and no half-written result',
    async ({ command, state, files }) => {
      const owner = await freshAccount('business');
      sandbox = await CliSandbox.open('business', owner);
      const pages = sandbox.writeMany('invoices', files);
      const args = [...command, '-f', 'md,json', '--quiet'];
      let kills = 0;
      // Later each time, so that every step of the way is hit and the end is reached.
      for (let lifeMs = 400; ; lifeMs = Math.min(lifeMs * 1.25, 30_000)) {
        const child = sandbox.spawn(args);
        const ended = once(child, 'exit') as Promise<[number | null]>;
        const [code] = await Promise.race([ended, delay(lifeMs, [undefined] as const)]);
        if (code === 0) break;
        expect(code, 'it ended by itself, but not well').toBe(undefined);
        child.kill('SIGKILL');
        await ended;
        kills += 1;
      }
      expect(kills).toBeGreaterThan(3);
      expect(resultsIn('out').filter((name) => name !== '.octavo')).toEqual(
        Array.from({ length: files }, (_, at) => `invoice-${String(at + 1).padStart(3, '0')}`).flatMap(
          (name) => [`${name}.json`, `${name}.md`],
        ),
      );
      expect(readdirSync(join(sandbox.cwd, state)).sort()).toEqual(['.gitignore', 'state.json']);
      expect(await charges(owner.email)).toEqual({ jobs: files, charged: files, pages });
    },
    600_000,
  );
});
