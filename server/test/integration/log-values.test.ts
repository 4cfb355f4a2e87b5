/** Logged database errors contain the cause but no row values (I19). */
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { OctavoError, unavailable } from '../../src/domain/errors.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { atEnd } from '../at-end.ts';
import { admitted, newAccount, sampleJob } from '../contracts/samples.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

const fileName = 'Kuendigung-Max-Mustermann.pdf';

let client: pg.Client;
let jobId: string;
beforeAll(async () => {
  const url = await migratedDatabase();
  const store = storeAt(url);
  const { id: accountId } = await newAccount(store);
  const job = sampleJob(accountId);
  jobId = await admitted(store, { ...job, source: { ...job.source, fileName } });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
});

async function failure(statement: string, values: readonly unknown[] = []): Promise<pg.DatabaseError> {
  const error = await client.query(statement, [...values]).then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(pg.DatabaseError);
  return error;
}

function logged(err: unknown): { text: string; err: Record<string, unknown> } {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', name: 'test' }, { write: (line) => void lines.push(line) });
  logger.error({ err }, 'request failed');
  const text = lines.join('');
  return { text, err: JSON.parse(text).err };
}

describe('the log of a database error', () => {
  it('has code, table, constraint and routine of a violated CHECK, but not the row', async () => {
    const error = await failure(`update jobs set attempt = -1 where id = $1`, [jobId]);
    expect(error.detail).toContain(fileName);
    const { text, err } = logged(error);
    expect(text).not.toContain('Mustermann');
    expect(err).toMatchObject({
      code: '23514',
      table: 'jobs',
      constraint: expect.any(String),
      routine: 'ExecConstraints',
      stack: expect.any(String),
    });
  });

  it('does not contain the row in a wrapped, attached or aggregate error', async () => {
    const error = await failure(`update jobs set attempt = -1 where id = $1`, [jobId]);
    const attached = Object.assign(new Error('around it'), { original: error, parameters: [fileName] });
    const gathered = new AggregateError([error], 'several');
    const wrapped = new OctavoError('internal_error', 'Something went wrong.', { cause: error });
    for (const one of [attached, gathered, wrapped, unavailable('database', error)]) {
      expect(logged(one).text).not.toContain('Mustermann');
    }
  });

  it('does not quote a value that the database could not parse', async () => {
    const error = await failure('select $1::uuid', [`"${fileName}"\n`]);
    expect(error.message).toContain(fileName);
    for (const one of [error, new Error('around it', { cause: error }), new AggregateError([error])]) {
      const { text } = logged(one);
      expect(text).not.toContain('Mustermann');
      expect(text).toContain('a value was refused');
    }
    expect(logged(error).err).toMatchObject({ code: '22P02' });
  });
});
