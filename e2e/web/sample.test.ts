/** The sample: the real viewer for people without an account, from files of the dashboard alone. */
import { freshAccount } from '@octavo/testkit/service-under-test/accounts.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { appUrl, arrive, closeBrowser, passProvider, type Visitor } from './visitor.ts';

let visitor: Visitor;
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

const rendered = () => visitor.page.locator('canvas[data-rendered=true]').first().waitFor();
const tab = (name: string) => visitor.page.getByRole('tab', { name, exact: true });

describe('somebody without an account', () => {
  it('reads the sample in the viewer, without a request to the API, and then signs in', async () => {
    visitor = await arrive();
    const { page } = visitor;
    const elsewhere: string[] = [];
    await page.goto(appUrl());
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isOurs = url.pathname.startsWith('/app/') || ['blob:', 'data:'].includes(url.protocol);
      if (!isOurs) elsewhere.push(request.url());
    });
    await page.getByRole('link', { name: 'Explore a sample document' }).click();
    await page.waitForURL(appUrl('/sample'));
    await rendered();
    await page.getByRole('group', { name: 'Elements on page 1' }).getByRole('button').first().waitFor();
    await tab('Markdown').click();
    await page.locator('.viewer-prose').getByText('Before paper came on rolls').waitFor();
    await page.locator('.viewer-prose img').first().waitFor();
    await tab('HTML').click();
    await page.frameLocator('iframe').getByText('Before paper came on rolls').waitFor();
    await tab('Tables').click();
    await page.getByText('Sextodecimo').first().waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Original PDF' }).click();
    expect((await saving).suggestedFilename()).toBe('sample.pdf');
    expect(elsewhere).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await page.getByRole('button', { name: 'Sign in to convert your own' }).click();
    await passProvider(page, (await freshAccount('free')).email);
    await page.getByRole('heading', { name: 'Convert documents' }).waitFor();
  });

  it('marks an element on both sides', async () => {
    visitor = await arrive();
    const { page } = visitor;
    await page.goto(appUrl('/sample'));
    await rendered();
    await page.getByRole('group', { name: 'Elements on page 1' }).getByRole('button').first().click();
    await page.locator('button[aria-pressed=true][aria-label]').first().waitFor();
  });

  it.each(['light', 'dark'] as const)('is not shut out of it in the %s theme', async (theme) => {
    visitor = await arrive({ theme });
    await visitor.page.goto(appUrl('/sample'));
    await rendered();
    expect(await violationsOn(visitor.page)).toEqual([]);
  });

  it('reads it on a phone', async () => {
    visitor = await arrive({ width: 390, height: 844 });
    const { page } = visitor;
    await page.goto(appUrl('/sample'));
    await rendered();
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Results' }).click();
    await tab('Markdown').click();
    await page.locator('.viewer-prose').getByText('Before paper came on rolls').waitFor();
  });
});
