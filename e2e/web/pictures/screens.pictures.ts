/**
 * `npm run test:e2e -- --pictures`: the screens of the dashboard in both themes, as the documentation and the README show them, in
 * docs/assets/dashboard. Made from the real stack by the hands of a visitor, so that a picture shows what is there.
 */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openReceiver, type Receiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { done, finished } from '@octavo/testkit/service-under-test/jobs.ts';
import { sendJson } from '@octavo/testkit/service-under-test/request.ts';
import { createWebhook, sendTest } from '@octavo/testkit/service-under-test/webhooks.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openViewer } from '../viewer/open-viewer.ts';
import { appUrl, arrive, closeBrowser, goTo, type SignedInVisitor, signIn, visit } from '../visitor.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${repository}docs/assets/dashboard`;
const bytesMax = 80_000;
const size = { width: 1280, height: 800 };

/** WebP, which Playwright does not write by itself. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label]') === null);
  await page.mouse.move(0, 0);
  const tab = await page.context().newCDPSession(page);
  const { data } = await tab.send('Page.captureScreenshot', { format: 'webp', quality: 78 });
  writeFileSync(`${folder}/${name}.webp`, Buffer.from(data, 'base64'));
  expect(statSync(`${folder}/${name}.webp`).size, name).toBeLessThanOrEqual(bytesMax);
}

/** `shown` is on the screen when all of it is. */
const screens = [
  { name: 'Jobs', file: 'jobs', shown: 'annual-report.pdf' },
  { name: 'API keys', file: 'keys', shown: 'nightly batch' },
  { name: 'Usage', file: 'usage', shown: 'This dashboard' },
  { name: 'Plan', file: 'plan', shown: 'Your plan' },
  { name: 'Webhooks', file: 'webhooks', shown: 'webhook.test' },
] as const;

let first: SignedInVisitor;
let receiver: Receiver;
let sampleJob: string;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  first = await visit('pro', '/plan');
  const { account } = first;
  const sample = readFileSync(`${repository}web/public/sample.pdf`);
  const format = ['markdown', 'json', 'html', 'text', 'images'];
  await done(account, { file: makeDocument({ pages: 24, lines: 30 }), fileName: 'annual-report.pdf' });
  await done(account, { file: makeDocument({ pages: 7, lines: 20 }), fileName: 'minutes-october.pdf' });
  await finished(account, { file: makeBrokenDocument(), fileName: 'damaged-scan.pdf' });
  await done(account, { file: makeRichDocument(), fileName: 'price-list.pdf', options: { format } });
  sampleJob = (await done(account, { file: sample, fileName: 'octavo-sample.pdf', options: { format } })).id;
  for (const name of ['nightly batch', 'laptop']) await sendJson(account, '/api-keys', { name });
  receiver = await openReceiver('127.0.0.9');
  const { id } = await createWebhook(account, receiver.url);
  await sendTest(account, id);
});

afterAll(async () => {
  await receiver?.close();
  await closeBrowser();
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('every screen has its picture', async () => {
    const { page, context } = await arrive({ theme, ...size });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
    // The one thing that is not as it is: accounts of the suite have no name that one would show.
    await page.route('**/auth/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), email: 'ada@example.com' } });
    });
    await page.goto(appUrl());
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await take(page, `sign-in-${theme}`);
    await signIn(page, first.account.email);
    await page.getByRole('heading', { name: 'Convert documents' }).waitFor();
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await page.getByText('3 pages charged').waitFor();
    await take(page, `home-${theme}`);
    for (const { name, file, shown } of screens) {
      await goTo(page, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      if (file === 'webhooks') await page.getByRole('button', { name: 'Deliveries' }).click();
      await page.getByText(shown).first().waitFor();
      await take(page, `${file}-${theme}`);
    }
    await openViewer(page, `/jobs/${sampleJob}?page=1&node=/kids/1`);
    await page.locator('[data-block] img[src^="blob:"]').first().waitFor();
    await take(page, `viewer-${theme}`);
    await page.getByRole('tab', { name: 'Tables', exact: true }).click();
    await take(page, `tables-${theme}`);
    await context.close();
  });
});
