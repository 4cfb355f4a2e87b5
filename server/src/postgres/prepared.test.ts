/** Prepared statements per connection, and which errors mean that a prepared statement was lost before it ran. */
import type pg from 'pg';
import { expect, it } from 'vitest';
import { isLostStatement, isPrepared, usePreparedStatements } from './prepared.ts';

type Sent = string | { readonly name: string; readonly text: string };

function connection(transaction: 'I' | 'T', refusals: readonly Error[] = []) {
  const sent: Sent[] = [];
  const remaining = [...refusals];
  const client = {
    getTransactionStatus: () => transaction,
    query: async (text: Sent, ..._rest: unknown[]) => {
      sent.push(text);
      const refusal = typeof text === 'string' ? undefined : remaining.shift();
      if (refusal) throw refusal;
      return { rows: [] };
    },
  };
  usePreparedStatements()(client as unknown as pg.PoolClient);
  return { client, sent };
}

const fault = (code: string, routine = '') => Object.assign(new Error(code), { code, routine });
const marked = 'select 1 /* prepared */';

it('the mark counts only at the end of the text', () => {
  expect(isPrepared(marked)).toBe(true);
  expect(isPrepared(`${marked} limit 1`)).toBe(false);
});

it('the name of a statement is derived from its text', async () => {
  const { client, sent } = connection('I');
  for (const text of [marked, marked, `select 2 ${marked}`]) await client.query(text, []);
  const names = sent.map((one) => (typeof one === 'string' ? '' : one.name));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^octavo_[0-9a-f]{32}$/);
});

it('a statement lost outside a transaction is resent unprepared, and stays unprepared', async () => {
  const { client, sent } = connection('I', [fault('26000')]);
  await client.query(marked, []);
  await client.query(marked, []);
  expect(sent.map((one) => typeof one)).toEqual(['object', 'string', 'string']);
});

it('a statement lost in a transaction is not resent, because the transaction is rolled back', async () => {
  const { client, sent } = connection('T', [fault('26000')]);
  await expect(client.query(marked, [])).rejects.toMatchObject({ code: '26000' });
  expect(sent).toHaveLength(1);
});

it.each([
  ['0A000', 'RevalidateCachedQuery', true],
  ['0A000', 'transformOnConflictClause', false],
  ['26000', '', true],
  ['42P05', '', true],
  ['23505', '', false],
  ['57014', '', false],
])('%s of %s: lost %s', (code, routine, isLost) => {
  expect(isLostStatement(fault(code, routine))).toBe(isLost);
});

it('a statement that fails with any other error is not resent', async () => {
  const { client, sent } = connection('I', [fault('23505')]);
  await expect(client.query(marked, [])).rejects.toMatchObject({ code: '23505' });
  expect(sent).toHaveLength(1);
});
