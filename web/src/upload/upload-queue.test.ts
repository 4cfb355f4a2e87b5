/** Files wait for a slot, are uploaded one at a time, and show the state of their job. */
import type { AccountEvent, Job, JobSubmission, ParserOptionsInput } from '@octavo/sdk';
import { describe, expect, it, vi } from 'vitest';
import type { PageCount } from '../pdf/count-pages.ts';
import { UploadList } from './upload-list.ts';
import { UploadQueue } from './upload-queue.ts';

type CreateOptions = {
  readonly signal?: AbortSignal;
  readonly onUploadProgress?: (progress: { bytesSent: number; bytesTotal: number | null }) => void;
};

/** A fake API with slots, pages, and jobs that end when the test says so. */
function fakeService({ slots = 2, pagesLeft = 100, pages = 3 } = {}) {
  const active = new Set<string>();
  const created: { name: string; options: ParserOptionsInput | undefined }[] = [];
  const deleted: string[] = [];
  const listeners = new Set<(event: AccountEvent) => void>();
  let left = pagesLeft;
  let hold: Promise<void> | null = null;
  const failed = new Map<string, Pick<Job, 'error_code' | 'error_message'>>();
  const jobOf = (id: string, status: Job['status']) =>
    ({ id, status, page_count: null, error_message: null }) as Job;
  const tell = (type: string, jobId: string, data: object = {}) => {
    const event = { id: 1, type, timestamp: '', data: { job_id: jobId, ...data } };
    for (const listener of listeners) listener(event as unknown as AccountEvent);
  };
  const client = {
    account: { me: async () => ({ pages_limit: left, pages_used: 0 }) },
    plans: { current: async () => ({ file_bytes_max: 1_000, active_jobs_max: slots }) },
    jobs: {
      list: async () => ({ total: active.size }),
      create: async ({ file, options }: JobSubmission, { onUploadProgress, signal }: CreateOptions) => {
        onUploadProgress?.({ bytesSent: 4, bytesTotal: 8 });
        if (hold) await hold;
        signal?.throwIfAborted();
        created.push({ name: (file as { name: string }).name, options });
        const id = `job-${created.length}`;
        active.add(id);
        left -= pages;
        return jobOf(id, 'pending');
      },
      retrieve: async (id: string) => ({
        ...jobOf(id, failed.has(id) ? 'failed' : 'pending'),
        ...failed.get(id),
        progress: {
          stage: 'queued',
          pages_done: 0,
          pages_total: 3,
          queue_position: 7,
          estimated_seconds: null,
        },
      }),
      delete: async (id: string) => {
        deleted.push(id);
        active.delete(id);
      },
    },
  };
  const counted: PageCount[] = [];
  const queue = new UploadQueue({
    client: client as never,
    list: new UploadList(),
    live: {
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    countPages: async () => counted.shift() ?? { kind: 'pages', pages, textless: [] },
    pollMs: 60_000,
  });
  return {
    queue,
    created,
    deleted,
    counted,
    failed,
    tell,
    finish: (id: string, type = 'job.done', data: object = { page_count: 3 }) => {
      active.delete(id);
      tell(type, id, data);
    },
    holdUploads: () => {
      let release = () => {};
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}

const pdf = (name: string) => new File(['%PDF-1.7'], name);
const states = (queue: UploadQueue) =>
  Object.fromEntries(queue.list.all.map(({ name, state }) => [name, state.kind]));
const soon = (check: () => void) => vi.waitFor(check, { timeout: 2_000, interval: 5 });

describe('a file', () => {
  it('goes from upload to queue to result', async () => {
    const { queue, tell, finish } = fakeService();
    queue.add([pdf('a.pdf')], { format: ['json'] });
    await soon(() =>
      expect(queue.list.all[0]).toMatchObject({ jobId: 'job-1', state: { kind: 'queued', position: 7 } }),
    );
    tell('job.processing', 'job-1');
    expect(states(queue)).toEqual({ 'a.pdf': 'processing' });
    tell('job.progress', 'job-1', { stage: 'layout', pages_done: 2, pages_total: 3 });
    expect(queue.list.all[0]?.state).toMatchObject({ stage: 'layout', pagesDone: 2, pagesTotal: 3 });
    finish('job-1');
    expect(queue.list.all[0]?.state).toEqual({ kind: 'done', pages: 3 });
  });

  it('is below those that were added later, and above those of the same drop that follow', async () => {
    const { queue, created } = fakeService({ slots: 9 });
    queue.add([pdf('a.pdf'), pdf('b.pdf')], {});
    queue.add([pdf('c.pdf'), pdf('d.pdf')], {});
    const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
    await soon(() => expect(created.map(({ name }) => name)).toEqual(names));
    expect(queue.list.all.map(({ name }) => name)).toEqual(['c.pdf', 'd.pdf', 'a.pdf', 'b.pdf']);
  });

  it('shows how much of it has been sent', async () => {
    const service = fakeService();
    const release = service.holdUploads();
    service.queue.add([pdf('a.pdf')], {});
    await soon(() =>
      expect(service.queue.list.all[0]?.state).toEqual({ kind: 'uploading', bytesSent: 4, bytesTotal: 8 }),
    );
    release();
    await soon(() => expect(states(service.queue)).toEqual({ 'a.pdf': 'queued' }));
  });

  it('that failed shows why, and a late event changes nothing', async () => {
    const { queue, tell, finish, failed } = fakeService();
    queue.add([pdf('a.pdf')], {});
    await soon(() => expect(states(queue)).toEqual({ 'a.pdf': 'queued' }));
    const failure = { error_code: 'engine_failed', error_message: 'The font is broken.' } as const;
    failed.set('job-1', failure);
    finish('job-1', 'job.failed', { error_message: failure.error_message });
    await soon(() => expect(queue.list.all[0]?.state).toMatchObject({ kind: 'failed', failure }));
    tell('job.progress', 'job-1', { stage: 'layout', pages_done: 1, pages_total: 3 });
    expect(queue.list.all[0]?.state.kind).toBe('failed');
  });

  it('that is locked waits for its password and does not block others', async () => {
    const { queue, counted, created } = fakeService();
    counted.push({ kind: 'locked' }, { kind: 'pages', pages: 1, textless: [] }, { kind: 'locked' });
    queue.add([pdf('locked.pdf'), pdf('open.pdf')], {});
    await soon(() => expect(states(queue)).toEqual({ 'locked.pdf': 'locked', 'open.pdf': 'queued' }));
    const locked = () => queue.list.all.find(({ name }) => name === 'locked.pdf');
    queue.retry(locked()?.id ?? '', 'wrong');
    await soon(() => expect(locked()?.state).toEqual({ kind: 'locked', isWrong: true }));
    queue.retry(locked()?.id ?? '', 'folio');
    await soon(() => expect(states(queue)['locked.pdf']).toBe('queued'));
    expect(created[1]).toEqual({ name: 'locked.pdf', options: { password: 'folio' } });
    expect(locked()?.options.password).toBeUndefined();
  });

  it('that was rejected can be tried again', async () => {
    const service = fakeService();
    const release = service.holdUploads();
    const { queue } = service;
    queue.add([new File(['PK'], 'zip.pdf')], {});
    await soon(() => expect(queue.list.all[0]?.state).toMatchObject({ problem: { kind: 'not-pdf' } }));
    release();
    queue.retry(queue.list.all[0]?.id ?? '');
    await soon(() => expect(queue.list.all[0]?.state).toMatchObject({ problem: { kind: 'not-pdf' } }));
  });
});

describe('more files than slots', () => {
  it('wait, and the next is sent when one is finished', async () => {
    const { queue, created, finish, failed } = fakeService({ slots: 1 });
    queue.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], {});
    await soon(() =>
      expect(states(queue)).toEqual({ 'a.pdf': 'queued', 'b.pdf': 'waiting', 'c.pdf': 'waiting' }),
    );
    expect(created.map(({ name }) => name)).toEqual(['a.pdf']);
    finish('job-1');
    await soon(() => expect(states(queue)).toMatchObject({ 'a.pdf': 'done', 'b.pdf': 'queued' }));
    failed.set('job-2', { error_code: 'timeout', error_message: 'It took too long.' });
    finish('job-2', 'job.failed', {});
    await soon(() => expect(states(queue)).toMatchObject({ 'c.pdf': 'queued' }));
    expect(created.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  });

  it('are checked against the pages that earlier files have left', async () => {
    const { queue } = fakeService({ slots: 5, pagesLeft: 5, pages: 3 });
    queue.add([pdf('a.pdf'), pdf('b.pdf')], {});
    await soon(() =>
      expect(queue.list.all.find(({ name }) => name === 'b.pdf')?.state).toEqual({
        kind: 'invalid',
        problem: { kind: 'too-many-pages', pages: 3, pagesLeft: 2 },
      }),
    );
  });
});

describe('removing a file', () => {
  it('while it waits never sends it', async () => {
    const { queue, created, finish } = fakeService({ slots: 1 });
    queue.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], {});
    await soon(() => expect(states(queue)['b.pdf']).toBe('waiting'));
    queue.remove(queue.list.all.find(({ name }) => name === 'b.pdf')?.id ?? '');
    finish('job-1');
    await soon(() => expect(states(queue)).toEqual({ 'a.pdf': 'done', 'c.pdf': 'queued' }));
    expect(created.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
  });

  it('while it is uploading aborts the upload silently', async () => {
    const service = fakeService();
    const release = service.holdUploads();
    service.queue.add([pdf('a.pdf')], {});
    await soon(() => expect(states(service.queue)).toEqual({ 'a.pdf': 'uploading' }));
    service.queue.remove(service.queue.list.all[0]?.id ?? '');
    release();
    service.queue.add([pdf('b.pdf')], {});
    await soon(() => expect(states(service.queue)).toEqual({ 'b.pdf': 'queued' }));
    expect(service.created.map(({ name }) => name)).toEqual(['b.pdf']);
  });

  it('deletes an unfinished job and keeps a finished one', async () => {
    const { queue, deleted, finish } = fakeService();
    queue.add([pdf('a.pdf'), pdf('b.pdf')], {});
    await soon(() => expect(states(queue)).toEqual({ 'a.pdf': 'queued', 'b.pdf': 'queued' }));
    finish('job-1');
    queue.clearEnded();
    queue.remove(queue.list.all[0]?.id ?? '');
    expect(queue.list.all).toEqual([]);
    expect(deleted).toEqual(['job-2']);
  });

  it('happens by itself when the job is deleted elsewhere', async () => {
    const { queue, finish } = fakeService();
    queue.add([pdf('a.pdf')], {});
    await soon(() => expect(states(queue)).toEqual({ 'a.pdf': 'queued' }));
    finish('job-1', 'job.deleted', {});
    expect(queue.list.all).toEqual([]);
  });
});
