/** Contract of `Store` for direct uploads: they are used once, by their account, and removed in time. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import type { NewDirectUpload } from '../../src/ports/direct-uploads.ts';
import type { Store } from '../../src/ports/store.ts';
import { admit, newAccount, noon, sampleJob } from './samples.ts';

const lifeMs = 60_000;
const ample = 1_000;

export function describeDirectUploads(open: () => Promise<Store>): void {
  let store: Store;
  let accountId: string;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    accountId = (await newAccount(store)).id;
  });

  const sample = (overrides: Partial<NewDirectUpload> = {}): NewDirectUpload => ({
    id: newId(noon.getTime()),
    accountId,
    fileName: 'report.pdf',
    bytes: 12_345,
    partBytes: 8_388_608,
    sha256: 'ab'.repeat(32),
    createdAt: noon,
    ...overrides,
  });
  const begun = async (ms = lifeMs, upload = sample()) => {
    expect(await store.directUploads.create(upload, ms, ample)).toBe(true);
    return store.directUploads.begin(upload.id, 'storage-id');
  };
  const isToRemove = async (id: string) =>
    (await store.directUploads.toRemove(ample, [])).some((upload) => upload.id === id);
  const submit = (uploadId: string, owner = accountId) => admit(store, sampleJob(owner, { uploadId }));

  describe('a direct upload', () => {
    it('can be found by its account from the moment the storage knows it', async () => {
      const upload = sample();
      await store.directUploads.create(upload, lifeMs, ample);
      expect(await store.directUploads.find(accountId, upload.id)).toBeNull();
      const made = await store.directUploads.begin(upload.id, 'storage-id');
      expect(made).toMatchObject({ ...upload, storageId: 'storage-id', jobId: null });
      expect(Math.abs(made.expiresAt.getTime() - Date.now() - lifeMs)).toBeLessThan(30_000);
      expect(await store.directUploads.find(accountId, upload.id)).toEqual(made);
      expect(await store.directUploads.find((await newAccount(store)).id, upload.id)).toBeNull();
      expect(await store.directUploads.find(accountId, randomUUID())).toBeNull();
    });

    it('needs no hash', async () => {
      expect(await begun(lifeMs, sample({ sha256: null }))).toMatchObject({ sha256: null });
    });

    it('is refused when the account has as many as it may, under any concurrency', async () => {
      const tries = Array.from({ length: 8 }, () => store.directUploads.create(sample(), lifeMs, 3));
      expect((await Promise.all(tries)).filter((isMade) => isMade)).toHaveLength(3);
      const other = (await newAccount(store)).id;
      expect(await store.directUploads.create(sample({ accountId: other }), lifeMs, 3)).toBe(true);
    });

    it('does not count once it was used, given up or has expired', async () => {
      const [used, givenUp] = [await begun(), await begun()];
      await begun(-1);
      await submit(used.id);
      await store.directUploads.abandon(accountId, givenUp.id);
      expect(await store.directUploads.create(sample(), lifeMs, 1)).toBe(true);
      expect(await store.directUploads.create(sample(), lifeMs, 1)).toBe(false);
    });
  });

  describe('a job of a direct upload', () => {
    it('uses it: the upload names the job, and is known for as long as an idempotency key', async () => {
      const { id } = await begun();
      const admission = await submit(id);
      if (admission.kind !== 'admitted') throw new Error(`expected an admission, got ${admission.kind}`);
      const used = await store.directUploads.find(accountId, id);
      expect(used?.jobId).toBe(admission.job.id);
      expect((used?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(86_000_000);
    });

    it('is created once, under any concurrency, and the others leave no reservation', async () => {
      const { id } = await begun();
      const admissions = await Promise.all([submit(id), submit(id), submit(id)]);
      expect(admissions.map(({ kind }) => kind).toSorted()).toEqual([
        'admitted',
        'upload_used',
        'upload_used',
      ]);
      expect(await store.jobs.activeCount(accountId)).toBe(1);
    });

    it('is refused for an upload of another account, an unknown one, and one that was given up', async () => {
      const { id } = await begun();
      const other = (await newAccount(store)).id;
      const givenUp = await begun();
      await store.directUploads.abandon(accountId, givenUp.id);
      const refused = [await submit(id, other), await submit(randomUUID()), await submit(givenUp.id)];
      expect(refused.map(({ kind }) => kind)).toEqual(Array(3).fill('upload_used'));
      expect(await store.jobs.activeCount(other)).toBe(0);
      expect(await store.directUploads.find(accountId, id)).toMatchObject({ jobId: null });
    });

    it('can be created after the upload has expired, as long as its objects are not being removed', async () => {
      const [late, removed] = [await begun(-1), await begun(-1)];
      expect(await submit(late.id)).toMatchObject({ kind: 'admitted' });
      expect(await isToRemove(removed.id)).toBe(true);
      expect(await submit(removed.id)).toEqual({ kind: 'upload_used' });
    });
  });

  describe('removing a direct upload', () => {
    it('leaves alone what is open', async () => {
      const { id } = await begun();
      expect(await isToRemove(id)).toBe(false);
      expect(await store.directUploads.find(accountId, id)).not.toBeNull();
    });

    it('takes expired ones, except those that failed before, and forgets them', async () => {
      const { id } = await begun(-1);
      expect(await store.directUploads.find(accountId, id)).toBeNull();
      expect((await store.directUploads.toRemove(ample, [id])).map((one) => one.id)).not.toContain(id);
      expect(await store.directUploads.toRemove(ample, [])).toContainEqual({ id, accountId });
      expect(await isToRemove(id)).toBe(true);
      await store.directUploads.removed(id);
      expect(await isToRemove(id)).toBe(false);
    });

    it('takes those that were given up, which their account alone can do, once', async () => {
      const { id } = await begun();
      expect(await store.directUploads.abandon((await newAccount(store)).id, id)).toBe(false);
      expect(await store.directUploads.abandon(accountId, id)).toBe(true);
      expect(await store.directUploads.abandon(accountId, id)).toBe(false);
      expect(await store.directUploads.find(accountId, id)).toBeNull();
      expect(await isToRemove(id)).toBe(true);
    });

    it('takes one whose process died before the storage knew it', async () => {
      const upload = sample();
      await store.directUploads.create(upload, -1, ample);
      expect(await isToRemove(upload.id)).toBe(true);
    });

    it('takes the one of a job that is being deleted', async () => {
      const { id } = await begun();
      const job = sampleJob(accountId, { uploadId: id });
      await admit(store, job);
      expect(await store.directUploads.abandonOfJob(randomUUID())).toBeNull();
      expect(await store.directUploads.abandonOfJob(job.id)).toEqual({ id, accountId });
      expect(await store.directUploads.find(accountId, id)).toBeNull();
      expect(await isToRemove(id)).toBe(true);
      await store.directUploads.removed(id);
      expect(await store.directUploads.abandonOfJob(job.id)).toBeNull();
    });

    it('keeps the record of a used one', async () => {
      const { id } = await begun();
      await submit(id);
      await store.directUploads.removed(id);
      expect(await isToRemove(id)).toBe(false);
      expect((await store.directUploads.find(accountId, id))?.jobId).not.toBeNull();
    });
  });
}
