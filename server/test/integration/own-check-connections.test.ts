/** The readiness checks do not share connections with the work they report on (I30). */
import { once } from 'node:events';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openStore } from '../../src/postgres/store.ts';
import { openBlobs } from '../../src/s3/blobs.ts';
import { atEnd } from '../at-end.ts';
import { freshBucket } from './fresh-bucket.ts';
import { migratedDatabase, settingsAt } from './fresh-database.ts';

it('reaches the storage while a download holds the only socket', async () => {
  const { settings, remove } = await freshBucket();
  const blobs = openBlobs({ ...settings, socketsMax: 1 });
  atEnd(async () => {
    blobs.close();
    await remove();
  });
  await blobs.put('large', Buffer.alloc(8 * 1_048_576), { contentType: 'application/octet-stream' });
  const body = (await blobs.get('large'))?.body;
  if (!body) throw new Error('the object is missing');
  // Read up to the buffer's size and no further: the socket stays in use.
  await once(body, 'readable');
  await blobs.ping();
  body.destroy();
});

it('reaches the database while a query holds the only connection of the pool', async () => {
  const url = await migratedDatabase();
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  atEnd(() => blocker.end());
  await blocker.query('begin');
  await blocker.query('lock table accounts');
  const store = openStore({ ...settingsAt(url), poolMax: 1 });
  atEnd(() => store.close());
  const held = store.accounts.find('00000000-0000-7000-8000-000000000000').catch(() => null);
  await expect.poll(() => store.poolUse()).toEqual({ open: 1, idle: 0, waiting: 0 });
  await store.ping();
  expect(store.poolUse().idle).toBe(0);
  await blocker.query('rollback');
  await held;
});
