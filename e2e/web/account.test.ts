/** Where an account lives: its keys, what it used, what its plan allows. */

import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { appUrl, arrive, closeBrowser, goTo, passProvider, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

describe('API keys', () => {
  it('are shown once, work, and stop working when they are revoked', async () => {
    visitor = await visit('pro', '/keys');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog', { name: 'Create an API key' }).getByLabel('Name').fill('robot');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    expect(key).toMatch(/^oct_/);
    const callWith = async () => (await request('/auth/me', { headers: { 'x-api-key': key } })).status;
    expect(await callWith()).toBe(200);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByText('1 of 3 keys').waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke robot' }).click();
    await page.getByRole('dialog', { name: 'Revoke robot?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('robot has been revoked').waitFor();
    expect(await callWith()).toBe(401);
    expect(visitor.complaints).toEqual([]);
  });

  it('end where the plan ends them', async () => {
    visitor = await visit('pro', '/keys');
    const { page } = visitor;
    for (const name of ['one', 'two', 'three']) {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'I have saved it' }).click();
    }
    await page.getByText('3 of 3 keys').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  });

  it('are not offered where the plan has none', async () => {
    visitor = await visit('free', '/keys');
    await visitor.page.getByRole('heading', { name: 'Your plan has no API access' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    await visitor.page.getByRole('link', { name: 'Compare plans' }).click();
    await visitor.page.getByRole('columnheader', { name: 'Free Your plan' }).waitFor();
  });
});

describe('usage', () => {
  it('shows the pages of a job as soon as it is done, by day and by key', async () => {
    visitor = await visit('pro', '/usage');
    const { page } = visitor;
    await page.getByText('0 of 20,000 used').waitFor();
    await done(visitor.account, { file: makeDocument({ pages: 7 }) });
    await page.getByText('7 of 20,000 used').waitFor();
    await page.getByText('7 pages · 1 job', { exact: true }).waitFor();
    const day = page.getByRole('table', { name: 'Pages per day' }).getByRole('row').nth(1);
    expect(await day.getByRole('cell').allInnerTexts()).toEqual(['7', '1']);
    await page.getByRole('row', { name: /This dashboard 7 1/ }).waitFor();
    const { json } = await request('/usage', { caller: visitor.account });
    const resets = new Date((json as { month: { resets_at: string } }).month.resets_at);
    const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(resets);
    await page.getByText(`Resets on ${shown}`).waitFor();
  });

  it('of another month can be looked at', async () => {
    visitor = await visit('free', '/usage');
    await visitor.page.getByLabel('Month', { exact: true }).selectOption('3');
    await visitor.page.getByText('0 pages · 0 jobs', { exact: true }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

describe('the plan', () => {
  it('is listed next to the others with the figures of the service', async () => {
    visitor = await visit('business');
    const { page } = visitor;
    await goTo(page, 'Plan');
    await page.getByRole('columnheader', { name: 'Business Your plan' }).waitFor();
    const { json } = await request('/plans', { caller: visitor.account });
    const { plans } = json as { plans: { pages_per_month: number }[] };
    const shown = await page
      .getByRole('row', { name: /^Pages per month/ })
      .getByRole('cell')
      .allInnerTexts();
    expect(shown).toEqual(plans.map(({ pages_per_month }) => pages_per_month.toLocaleString('en')));
  });

  it.each([
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
  ] as const)("has the operator's prices and the link to a larger one, at $width px", async (size) => {
    const { page, context } = await arrive(size);
    await page.route('**/app/config.json', async (route) => {
      const response = await route.fetch();
      const operator = {
        plan_prices: { free: '0 €', pro: '20 € a month' },
        upgrade_url: 'https://example.com/upgrade',
      };
      await route.fulfill({ response, json: { ...(await response.json()), ...operator } });
    });
    await page.goto(appUrl('/plan'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await passProvider(page, `prices.${Date.now()}@example.com`);
    const prices = page.getByRole('row', { name: /^Price/ }).getByRole('cell');
    await prices.first().waitFor();
    expect(await prices.allInnerTexts()).toEqual(['0 €', '20 € a month', '–']);
    const upgrade = page.getByRole('link', { name: 'Upgrade' });
    expect(await upgrade.getAttribute('href')).toBe('https://example.com/upgrade');
    expect(await violationsOn(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await context.close();
  });
});
