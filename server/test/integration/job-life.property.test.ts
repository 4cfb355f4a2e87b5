/** Job lifecycle and ledger as a state machine: the store matches the model for random command sequences. */
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.ts';
import { newAccount } from '../contracts/samples.ts';
import { jobCommands } from '../model/job-commands.ts';
import { emptyModel } from '../model/job-model.ts';
import { compare, type StoreUnderTest } from '../model/real-store.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

/** `npm run faults -- model` sets a higher number. */
const runs = Number(process.env['OCTAVO_MODEL_RUNS'] || 15);
const seed = Number(process.env['OCTAVO_MODEL_SEED'] || Math.floor(Math.random() * 0x7fffffff));
/** Twice the average: sequences have any length up to this. */
const commandsMax = 100;
const stepsWanted = 40;

const int8 = 20;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

describe('the job lifecycle', () => {
  let store: StoreUnderTest['store'];
  let query: StoreUnderTest['query'];

  beforeAll(async () => {
    const url = await migratedDatabase();
    store = storeAt(url);
    const pool = new pg.Pool({ connectionString: url, types });
    atEnd(() => pool.end());
    query = async (statement, values) => (await pool.query(statement, [...values])).rows;
  });

  async function freshRun() {
    // Jobs of an earlier run would be reclaimed in this one.
    await query('delete from jobs', []);
    const both = await Promise.all([newAccount(store), newAccount(store)]);
    const accounts = both.map(({ id }) => id).sort();
    return { model: emptyModel(), real: { store, query, accounts, onStep: () => {} } as StoreUnderTest };
  }

  it(`matches the model in ${runs} runs of ${stepsWanted} steps on average (seed ${seed})`, async () => {
    let steps = 0;
    const stories = fc.commands(jobCommands, { maxCommands: commandsMax, size: 'max' });
    const property = fc.asyncProperty(stories, async (commands) => {
      const { model, real } = await freshRun();
      real.onStep = () => {
        steps += 1;
      };
      await fc.asyncModelRun(() => ({ model, real }), commands);
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: runs > 100 });
    expect(steps).toBeGreaterThanOrEqual(runs * stepsWanted * 0.6);
    process.stdout.write(`${steps} steps in ${runs} runs, seed ${seed}\n`);
  }, 3_600_000);

  it('is compared with all stored records: a charge without a job is detected', async () => {
    const { model, real } = await freshRun();
    await compare(real, model);
    await query(
      `insert into ledger (account_id, job_id, month, kind, pages, at)
       values ($1, gen_random_uuid(), '2026-11-01', 'charge', 1, now())`,
      [real.accounts[0]],
    );
    await expect(compare(real, model)).rejects.toThrow(/deeply equal/);
  });
});
