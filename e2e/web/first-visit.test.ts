/** From the first visit to an understood result, with nothing but a browser. */

import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount, setWorkers } from '@octavo/testkit/service-under-test/accounts.ts';
import type { JobList } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  appUrl,
  arrive,
  closeBrowser,
  dropFiles,
  goTo,
  passProvider,
  signIn,
  type Visitor,
  visit,
} from './visitor.ts';

let visitor: Visitor | undefined;
afterEach(async () => {
  await visitor?.context.close();
  visitor = undefined;
});
afterAll(closeBrowser);

const pdf = (name: string, pages = 1) => ({ name, bytes: makeDocument({ pages }) });

describe('somebody new', () => {
  it('signs in, drops a PDF and has its result', async () => {
    visitor = await arrive();
    const { page } = visitor;
    await page.goto(appUrl());
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await passProvider(page, (await freshAccount('free')).email);
    await page.getByRole('heading', { name: 'Convert documents' }).waitFor();
    await dropFiles(page, [pdf('first.pdf', 2)]);
    await page.getByText('2 pages charged').waitFor();
    await page.getByRole('link', { name: 'View result' }).click();
    await page.waitForURL(/\/app\/jobs\/[0-9a-f-]{36}/);
    await page.locator('canvas[data-rendered=true]').first().waitFor();
    await page.getByRole('group', { name: 'Elements on page 1' }).getByRole('button').first().waitFor();
    await page.getByRole('tab', { name: 'Markdown', exact: true }).click();
    await page.locator('.viewer-prose').getByText('Octavo page 1').waitFor();
    expect(visitor.complaints).toEqual([]);
    expect(visitor.strangers).toEqual([]);
  });

  it('may cancel the sign-in and correct what they typed', async () => {
    visitor = await arrive();
    const { page } = visitor;
    await page.goto(appUrl());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
    expect(await page.getByText('Sign-in failed').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await passProvider(page, 'ada@');
    await page.getByRole('alert').getByText('This e-mail address is not complete.').waitFor();
    const address = `Ada.${Date.now()}+first@Example.com`;
    await passProvider(page, `  ${address} `);
    await page.getByRole('heading', { name: 'Convert documents' }).waitFor();
    await page.getByRole('complementary').getByText(address, { exact: true }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('is shown on the free plan only what that plan can do', async () => {
    visitor = await visit('free');
    const { page } = visitor;
    await page.getByText('0 of 1,000 used').first().waitFor();
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await page.getByText(/curl|Create API key/).count()).toBe(0);
    await dropFiles(page, [pdf('mine.pdf')]);
    await page.getByRole('link', { name: 'View result' }).click();
    await page.getByRole('tab', { name: 'Markdown', exact: true }).waitFor();
    expect(await page.getByRole('tab', { name: 'Code', exact: true }).count()).toBe(0);
    await goTo(page, 'Plan');
    await page.getByText('To change your plan, ask the operator of this installation.').waitFor();
  });

  it('can try the sample without a file of their own', async () => {
    visitor = await visit('free');
    await visitor.page.getByRole('button', { name: 'Try a sample' }).click();
    await visitor.page.getByText('3 pages charged').waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('finds a snippet with the address of this very service', async () => {
    visitor = await visit('pro');
    const { page } = visitor;
    const copy = () => page.getByRole('button', { name: 'Copy' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const { origin } = new URL(appUrl());
    await copy();
    await expect.poll(copied).toContain(`curl ${origin}/jobs`);
    await page.getByRole('button', { name: 'Python' }).click();
    await copy();
    await expect.poll(copied).toContain(`Octavo(base_url="${origin}")`);
  });

  it('reads it in their own language and theme, and may change both', async () => {
    visitor = await arrive({ locale: 'de-AT', theme: 'dark' });
    const { page } = visitor;
    await page.goto(appUrl());
    await page.getByRole('heading', { name: 'Sehen, was der Parser sieht' }).waitFor();
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await theme()).toBe('dark');
    await page.getByLabel('Farbschema').selectOption('light');
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
    expect(await theme()).toBe('light');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  });
});

describe('a session', () => {
  it('survives a reload without a question and without a token in any storage', async () => {
    visitor = await visit('free', '/usage');
    const { page } = visitor;
    await page.reload();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(page.url()).toBe(appUrl('/usage'));
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ|token/i);
  });

  it('ends with signing out: the next visit starts at the sign-in page', async () => {
    visitor = await visit('free');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto(appUrl('/jobs'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('that ended while somebody works leads back to where they were', async () => {
    visitor = await visit('pro', '/keys');
    const { page } = visitor;
    // From now on the service refuses the token and the provider the refresh token.
    const refusal = { detail: 'Valid credentials are needed.', code: 'unauthorized', request_id: 'x' };
    await page.route(/\/usage\?/, (route) => route.fulfill({ status: 401, json: refusal }));
    await page.route('**/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.getByText('0 of 20,000 used').first().waitFor();
    expect(page.url()).toBe(appUrl('/usage'));
  });

  it('that the provider has forgotten ends at the sign-in page, which says so', async () => {
    visitor = await visit('free', '/plan');
    const { page, context } = visitor;
    await context.clearCookies();
    await page.reload();
    await page.getByText('Your session has ended. Sign in to continue where you left off.').waitFor();
    expect(page.url()).toBe(appUrl('/plan'));
  });
});

describe('files', () => {
  beforeAll(() => setWorkers(2));

  it('that cannot work are refused before they are sent, with the reason', async () => {
    visitor = await visit('free');
    const { page } = visitor;
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/jobs')) posts.push(request.url());
    });
    await dropFiles(page, [
      { name: 'notes.pdf', bytes: Buffer.from('no pdf at all') },
      { name: 'empty.pdf', bytes: Buffer.alloc(0) },
      pdf('long.pdf', 1_001),
    ]);
    await page.getByText('This file is not a PDF.').waitFor();
    await page.getByText('The file is empty.').waitFor();
    await page.getByText('This file needs 1,001 pages, but only 1,000 are left this month.').waitFor();
    expect(posts).toEqual([]);
  });

  it('that are locked ask for their password', async () => {
    visitor = await visit('free');
    const { page } = visitor;
    const bytes = makeDocument({ password: 'folio' });
    await dropFiles(page, [{ name: 'locked.pdf', bytes }]);
    await page.getByLabel('Password').fill('quarto');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('That password does not open the file.').waitFor();
    await page.getByLabel('Password').fill('folio');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('1 page charged').waitFor();
  });

  it('wait for a slot instead of failing, on whatever page they were dropped', async () => {
    await setWorkers(0);
    visitor = await visit('free', '/plan');
    const { page } = visitor;
    await dropFiles(
      page,
      ['a', 'b', 'c', 'd'].map((name) => pdf(`${name}.pdf`)),
    );
    await page.waitForURL(appUrl());
    await page
      .getByText(/^Position \d+ in the queue$/)
      .nth(1)
      .waitFor();
    await page.getByText('Waiting for a free slot').waitFor();
    expect(await page.getByText(/^Position \d+ in the queue$/).count()).toBe(2);
    const files = page.getByRole('listitem').filter({ hasText: /[a-d]\.pdf/ });
    // In the order they were dropped, in the words of the list of jobs, and each of them once.
    expect((await files.allTextContents()).map((text) => text.slice(0, 5))).toEqual([
      'a.pdf',
      'b.pdf',
      'c.pdf',
      'd.pdf',
    ]);
    await files.first().getByText('Queued', { exact: true }).waitFor();
    expect(await files.first().getByRole('progressbar').count()).toBe(0);
    await page.getByText(/^0 of [\d,]+ used, 2 reserved for unfinished jobs$/).waitFor();
    await setWorkers(2);
    await page.getByText('1 page charged').nth(3).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('are converted as the options say', async () => {
    const signedIn = await visit('free');
    visitor = signedIn;
    const { page, account } = signedIn;
    await page.getByRole('button', { name: 'HTML' }).click();
    await page.getByRole('button', { name: 'More options' }).click();
    const options = page.getByRole('dialog', { name: 'Options' });
    await options.getByLabel('Pages').fill('2-3');
    await options.getByRole('tab', { name: 'Advanced' }).click();
    await options.getByLabel('Tables', { exact: true }).selectOption('cluster');
    await options.getByRole('button', { name: 'Use these options' }).click();
    await page.getByText('2 options changed').waitFor();
    await dropFiles(page, [pdf('four.pdf', 4)]);
    await page.getByText('2 pages charged').waitFor();
    const { json } = await request('/jobs', { caller: account });
    const [job] = (json as JobList).items;
    expect(job?.options).toMatchObject({
      format: ['markdown', 'json', 'html'],
      pages: '2-3',
      table_method: 'cluster',
      sanitize: false,
    });
  });
});

describe('somebody who follows a link', () => {
  it('signs in and is where the link led', async () => {
    visitor = await arrive();
    await signIn(visitor.page, (await freshAccount('free')).email, '/jobs?status=failed');
    expect(visitor.page.url()).toBe(appUrl('/jobs?status=failed'));
    await visitor.page.getByRole('heading', { name: 'No matching jobs' }).waitFor();
  });
});
