/** Workers as processes: jobs survive a killed worker, end when deleted, and are requeued on shutdown. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../fixtures/golden.ts';
import { hostileDocuments } from '../fixtures/hostile.ts';
import { startWholeService, type WholeService } from './whole-service.ts';

const allFormats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'];
const headings = readFileSync(fixturePath('headings'));
/** Takes hours to convert, so that tests can stop or kill its worker meanwhile. */
const slowDocument = hostileDocuments['endless-forms']?.() ?? Buffer.alloc(0);

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});

async function until(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition was not met within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const account = async () =>
  (await (await service.request('/auth/me')).json()) as { pages_used: number; id: string };

/** Files and folders of jobs in the scratch directory of any process. */
const scratch = () =>
  readdirSync(service.workDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/jobs\/./.test(path),
  );

describe('a worker', () => {
  it('converts a job into every format, charges its pages and leaves no scratch files', async () => {
    const worker = await service.startWorker();
    const before = (await account()).pages_used;
    const { id } = await service.submit(headings, { format: allFormats });
    const done = await service.waitFor(id, ['done', 'failed']);
    expect(done).toMatchObject({ status: 'done', error_message: null });
    expect(Object.keys(done.download_urls).toSorted()).toEqual(allFormats.toSorted());
    expect((await account()).pages_used - before).toBe(done.page_count);
    for (const format of allFormats) {
      const [proxied, signed] = await Promise.all([
        service.request(`/jobs/${id}/download/${format}`),
        fetch(done.download_urls[format] ?? ''),
      ]);
      expect([proxied.status, signed.status]).toEqual([200, 200]);
      expect(await proxied.text()).toBe(await signed.text());
    }
    expect(scratch()).toEqual([]);
    expect(await worker.stop()).toBe(0);
  });

  it('that is killed loses nothing: another worker takes over its job', async () => {
    const first = await service.startWorker();
    const { id } = await service.submit(slowDocument, { format: ['text'] });
    await service.waitFor(id, ['processing']);
    await first.stop('SIGKILL');
    const quick = await service.submit(headings);
    const second = await service.startWorker();
    await until(() => second.log.some((line) => line['step'] === 'reclaimed' && line['count'] === 1), 10_000);
    await service.request(`/jobs/${id}`, { method: 'DELETE' });
    expect(await service.waitFor(quick.id, ['done', 'failed'])).toMatchObject({ status: 'done' });
    await service.request(`/jobs/${quick.id}`, { method: 'DELETE' });
    expect(await second.stop()).toBe(0);
  });

  it('ends a conversion within 5 s of its deletion, without files or charges left', async () => {
    const worker = await service.startWorker();
    const before = await account();
    const { id } = await service.submit(slowDocument, { format: ['text', 'json'] });
    await service.waitFor(id, ['processing']);
    const began = Date.now();
    const answer = await service.request(`/jobs/${id}`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    await worker.logged(/attempt ended/);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect((await service.stored()).filter((key) => key.includes(id))).toEqual([]);
    expect(await account()).toEqual(before);
    await expect.poll(scratch).toEqual([]);
    expect(await worker.stop()).toBe(0);
  });

  it('requeues its job on shutdown without counting the attempt', async () => {
    const first = await service.startWorker();
    const { id } = await service.submit(slowDocument, { format: ['text'] });
    await service.waitFor(id, ['processing']);
    expect(await first.stop()).toBe(0);
    expect(await service.job(id)).toMatchObject({ status: 'pending', error_message: null });
    expect(first.log.findLast((line) => line.msg === 'attempt ended')).toMatchObject({
      end: 'handed_back',
      class: 'cancelled',
    });
    await service.request(`/jobs/${id}`, { method: 'DELETE' });
  });

  it('fails a document that times out twice, with a message and without a charge', async () => {
    const shortTimeouts = await startWholeService({
      OCTAVO_JOB_TIMEOUT_BASE_MS: '1000',
      OCTAVO_JOB_TIMEOUT_PER_PAGE_MS: '0',
    });
    const worker = await shortTimeouts.startWorker();
    const { id } = await shortTimeouts.submit(slowDocument, { format: ['text'] });
    const failed = await shortTimeouts.waitFor(id, ['failed'], 100_000);
    expect(failed.error_message).toMatch(/\.$/);
    const ends = () => worker.log.filter((line) => line.msg === 'attempt ended').map((line) => line['end']);
    await expect.poll(ends).toEqual(['handed_back', 'failed']);
    const me = (await (await shortTimeouts.request('/auth/me')).json()) as { pages_used: number };
    expect(me.pages_used).toBe(0);
  });
});
