import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { OctavoError } from '../domain/errors.ts';
import { withTranslatedErrors } from './translate-errors.ts';

async function translated(code: string): Promise<unknown> {
  const error = Object.assign(new pg.DatabaseError('as the server says it', 21, 'error'), { code });
  const { fail } = withTranslatedErrors({
    fail: async () => {
      throw error;
    },
  });
  return fail().catch((thrown: unknown) => thrown);
}

describe('a PostgreSQL error', () => {
  it.each([
    ['the NOTIFY queue is full', '54000'],
    ['a lock was not available in time', '55P03'],
    ['an object is in use', '55006'],
    ['a transaction was idle for too long', '25P03'],
    ['a transaction took too long', '25P04'],
    ['a session was idle for too long', '57P05'],
    ['a statement took too long', '57014'],
    ['the server is shutting down', '57P01'],
    ['there are too many connections', '53300'],
    ['the disk is full', '53100'],
    ['the server became a replica', '25006'],
    ['a deadlock', '40P01'],
    ['statement completion unknown', '40003'],
    ['the connection was lost', '08006'],
  ])('becomes a retryable 503: %s', async (_what, code) => {
    const error = await translated(code);
    expect(error).toBeInstanceOf(OctavoError);
    expect(error).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
  });

  it.each(['23505', '23514', '22P02', '42703', '42501', '54001'])(
    'is an internal error and is not translated: %s',
    async (code) => {
      expect(await translated(code)).toBeInstanceOf(pg.DatabaseError);
    },
  );
});
