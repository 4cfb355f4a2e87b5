/** The list of jobs: live, filtered, deleted with a way back, run again, and quick however long it is. */

import { readFileSync } from 'node:fs';
import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { setWorkers } from '@octavo/testkit/service-under-test/accounts.ts';
import { accepted, done, finished } from '@octavo/testkit/service-under-test/jobs.ts';
import { request, sendJson } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { closeBrowser, goTo, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
afterEach(async () => {
  await setWorkers(2);
  await visitor.context.close();
});
afterAll(closeBrowser);

const rows = () => visitor.page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
const row = (name: string) => rows().filter({ hasText: name });
const statusOf = async (id: string) => (await request(`/jobs/${id}`, { caller: visitor.account })).status;

describe('the list', () => {
  it('tells by itself what happens to jobs that others submitted', async () => {
    await setWorkers(0);
    visitor = await visit('pro', '/jobs');
    await visitor.page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await accepted(visitor.account, { file: makeDocument({ pages: 3 }), fileName: 'elsewhere.pdf' });
    await row('elsewhere.pdf').getByText('Queued', { exact: true }).waitFor();
    await row('elsewhere.pdf')
      .getByText(/^Position \d+ in the queue$/)
      .waitFor();
    await setWorkers(2);
    await row('elsewhere.pdf').getByText('Done').waitFor();
    await row('elsewhere.pdf').getByText('Pages: 3').waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('shows one state when asked, and its address remembers which', async () => {
    visitor = await visit('pro');
    await done(visitor.account, { fileName: 'good.pdf' });
    const failed = await finished(visitor.account, { file: makeBrokenDocument(), fileName: 'bad.pdf' });
    await goTo(visitor.page, 'Jobs');
    await row('good.pdf').waitFor();
    await visitor.page.getByRole('button', { name: 'Failed' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await row('bad.pdf')
      .getByText(failed.error_message ?? 'no reason')
      .waitFor();
    expect(visitor.page.url()).toContain('status=failed');
  });

  it('finds jobs by a part of their name, together with a state, and its address remembers both', async () => {
    visitor = await visit('pro');
    for (const fileName of ['Invoice 1.pdf', 'plan.pdf']) await done(visitor.account, { fileName });
    await finished(visitor.account, { file: makeBrokenDocument(), fileName: 'INVOICE 2.pdf' });
    await goTo(visitor.page, 'Jobs');
    await visitor.page.getByRole('searchbox', { name: 'Search by file name' }).fill('invoice');
    await expect.poll(() => rows().count()).toBe(2);
    await visitor.page.getByRole('button', { name: 'Failed' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await row('INVOICE 2.pdf').waitFor();
    const address = new URL(visitor.page.url());
    expect([address.searchParams.get('name'), address.searchParams.get('status')]).toEqual([
      'invoice',
      'failed',
    ]);
    await visitor.page.getByRole('searchbox').fill('nothing like it');
    await visitor.page.getByRole('heading', { name: 'No matching jobs' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('says who submitted a job, where its file came from, and what helps if it failed', async () => {
    visitor = await visit('pro', '/', { width: 1440 });
    const { page, account } = visitor;
    const made = await sendJson({ session: account.session }, '/api-keys', { name: 'nightly' });
    const key = (made.json as { raw_key: string }).raw_key;
    await done({ key }, { fileName: 'by key.pdf' });
    const broken = { file: makeBrokenDocument(), fileName: 'broken.pdf' };
    await finished({ session: account.session }, broken);
    await goTo(page, 'Jobs');
    await row('by key.pdf').getByText('API key: nightly').waitFor();
    await row('by key.pdf').getByText('Source: Upload').waitFor();
    await row('broken.pdf').getByText('API key: Session').waitFor();
    await row('broken.pdf').getByText('pdf_unreadable').waitFor();
    await row('broken.pdf').getByRole('link', { name: 'Upload a repaired file' }).click();
    await page.getByRole('heading', { name: 'Convert documents' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('deletes after a moment in which it can be undone', async () => {
    visitor = await visit('pro');
    const kept = await done(visitor.account, { fileName: 'kept.pdf' });
    const gone = await done(visitor.account, { fileName: 'gone.pdf' });
    await goTo(visitor.page, 'Jobs');
    await visitor.page.getByRole('button', { name: 'Delete kept.pdf' }).click();
    await visitor.page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await visitor.page.getByRole('button', { name: 'Delete gone.pdf' }).click();
    expect(await statusOf(gone.id)).toBe(200);
    await expect.poll(() => statusOf(gone.id), { timeout: 30_000 }).toBe(404);
    await expect.poll(() => rows().count()).toBe(1);
    expect(await statusOf(kept.id)).toBe(200);
  });

  it('deletes at once when the page is left within that moment', async () => {
    visitor = await visit('pro');
    const gone = await done(visitor.account, { fileName: 'gone.pdf' });
    await goTo(visitor.page, 'Jobs');
    await visitor.page.getByRole('button', { name: 'Delete gone.pdf' }).click();
    await visitor.page.goto('about:blank');
    await expect.poll(() => statusOf(gone.id), { timeout: 5_000 }).toBe(404);
  });

  it('runs a job again with other options, without another upload', async () => {
    visitor = await visit('pro');
    await done(visitor.account, { file: makeDocument({ pages: 3 }), fileName: 'again.pdf' });
    const { page } = visitor;
    await goTo(page, 'Jobs');
    await page.getByRole('button', { name: 'Run again.pdf again with other options' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run again' });
    await dialog.getByLabel('Pages').fill('1');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await rows().first().getByText('Pages: 1').waitFor();
    await rows().first().getByText('Done').waitFor();
  });
});

describe('selected jobs', () => {
  const select = (name: string) => visitor.page.getByRole('checkbox', { name: `Select ${name}` });
  const bar = () => visitor.page.getByRole('region', { name: 'Selected jobs' });

  it('are downloaded as one zip file, with a folder for each', async () => {
    visitor = await visit('pro');
    const options = { format: ['markdown', 'json'] };
    await done(visitor.account, { fileName: 'one.pdf', options });
    await done(visitor.account, { fileName: 'two.pdf', options });
    await finished(visitor.account, { file: makeBrokenDocument(), fileName: 'broken.pdf' });
    await goTo(visitor.page, 'Jobs');
    for (const name of ['one.pdf', 'two.pdf', 'broken.pdf']) await select(name).check();
    await bar().getByText('3 selected').waitFor();
    const saving = visitor.page.waitForEvent('download');
    await bar().getByRole('button', { name: 'Download 2 results (zip)' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('octavo-results.zip');
    const zip = readFileSync(await saved.path()).toString('latin1');
    expect(zip.slice(0, 2)).toBe('PK');
    for (const name of ['one/one.md', 'one/one.json', 'two/two.md', 'two/two.json']) {
      // In front of the file, and in the directory at the end.
      expect(zip.split(name)).toHaveLength(3);
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('are deleted together, after a moment in which that can be undone', async () => {
    visitor = await visit('pro');
    const ids: string[] = [];
    for (const fileName of ['a.pdf', 'b.pdf', 'c.pdf', 'kept.pdf']) {
      ids.push((await done(visitor.account, { fileName })).id);
    }
    const { page } = visitor;
    const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
    await goTo(page, 'Jobs');
    await select('c.pdf').check();
    await select('a.pdf').click({ modifiers: ['Shift'] });
    await bar().getByText('3 selected').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await bar().getByRole('button', { name: 'Delete 3 jobs' }).click();
    await undo.click();
    await expect.poll(() => page.getByRole('link', { name: /^[abc]\.pdf$/ }).count()).toBe(3);
    await select('c.pdf').check();
    await select('a.pdf').click({ modifiers: ['Shift'] });
    await bar().getByRole('button', { name: 'Delete 3 jobs' }).click();
    await expect.poll(() => rows().count(), { timeout: 30_000 }).toBe(1);
    expect(await Promise.all(ids.map(statusOf))).toEqual([404, 404, 404, 200]);
  });

  it('are none after another filter is chosen', async () => {
    visitor = await visit('pro');
    await done(visitor.account, { fileName: 'a.pdf' });
    await goTo(visitor.page, 'Jobs');
    await select('a.pdf').check();
    await bar().waitFor();
    await visitor.page.getByRole('button', { name: 'Done', exact: true }).click();
    await bar().waitFor({ state: 'detached' });
  });
});

describe('a failed job', () => {
  it('says that it was not charged, and gives its details to copy', async () => {
    visitor = await visit('pro');
    const failed = await finished(visitor.account, { file: makeBrokenDocument(), fileName: 'bad.pdf' });
    await goTo(visitor.page, 'Jobs');
    await row('bad.pdf').getByText('Not charged').waitFor();
    await row('bad.pdf').getByRole('button', { name: 'Copy details' }).click();
    const copied = () => visitor.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(failed.id);
    expect(await copied()).toContain(failed.error_message);
  });
});

describe('a list of 100,000 jobs', () => {
  const total = 100_000;
  const jobAt = (index: number) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    user_id: 'u',
    status: 'done',
    options: { format: ['markdown', 'json'] },
    page_count: 1,
    error_message: null,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 1_000).toISOString(),
    updated_at: '2026-01-01T00:00:00.000Z',
    download_urls: {},
    file: { name: `file-${index}.pdf`, bytes: 1, sha256: '', pages: 1 },
    timing: { started_at: null, finished_at: null, queued_seconds: 1, processing_seconds: 2, attempts: 1 },
  });

  /** What the service does with so many is shown on its own; here they are made up on the way. */
  it('shows its first rows as quickly as a short one, and any other place at once', async () => {
    visitor = await visit('pro');
    const { page } = visitor;
    const asked: number[] = [];
    await page.route(/\/jobs\?.*page_size=50/, async (route) => {
      const search = new URL(route.request().url()).searchParams;
      const first = (Number(search.get('page') ?? 1) - 1) * 50;
      asked.push(first);
      const items = Array.from({ length: 50 }, (_, index) => jobAt(first + index));
      await route.fulfill({ json: { items, total, page: first / 50 + 1, page_size: 50 } });
    });
    await goTo(page, 'Jobs');
    await page.getByText('100,000 jobs').waitFor();
    await row('file-0.pdf').waitFor();
    expect(await rows().count()).toBeLessThan(60);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await row('file-99999.pdf').waitFor();
    expect(await rows().count()).toBeLessThan(60);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await page
      .getByText(/^file-(49|50)\d{3}\.pdf$/)
      .first()
      .waitFor();
    // The pages in view, not those on the way there.
    expect(new Set(asked).size).toBeLessThan(12);
  });
});
