/** Comparing two documents in the dashboard on the real service: from the list, from the viewer, and by a link. */
import { makeContract } from '@octavo/testkit/documents/contract.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { followLink, openViewer } from './viewer/open-viewer.ts';
import { arrive, closeBrowser, goTo, type SignedInVisitor, signIn, visit } from './visitor.ts';

let owner: SignedInVisitor;
let page: Page;
let before: string;
let after: string;
let again: string;

beforeAll(async () => {
  owner = await visit('pro', '/plan', { width: 1440, height: 900 });
  page = owner.page;
  const convert = async (version: 'before' | 'after', fileName: string) =>
    (await done(owner.account, { file: makeContract(version), fileName })).id;
  before = await convert('before', 'contract-v1.pdf');
  after = await convert('after', 'contract-v2.pdf');
  again = await convert('before', 'contract-v1-copy.pdf');
});
afterAll(closeBrowser);

const changes = (shown = page) => shown.getByRole('region', { name: 'Changes' });
const rows = (shown = page) => changes(shown).getByRole('button');
const side = (name: 'base' | 'head', shown = page) => shown.locator(`[data-side=${name}]`);
const marks = (name: 'base' | 'head', kind: string, shown = page) =>
  side(name, shown).locator(`.compare-mark[data-mark=${kind}]`);

async function isDrawn(shown: Page): Promise<void> {
  for (const name of ['base', 'head'] as const) {
    await side(name, shown).locator('canvas[data-rendered=true]').first().waitFor();
  }
}

async function open(base: string, head: string, search = ''): Promise<void> {
  await followLink(page, '/plan');
  await page.locator('[data-viewer]').waitFor({ state: 'detached' });
  await followLink(page, `/compare/${base}/${head}${search}`);
  await isDrawn(page);
}

describe('two selected jobs', () => {
  it('are compared from the older to the newer', async () => {
    await goTo(page, 'Jobs');
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    const bar = page.getByRole('region', { name: 'Selected jobs' });
    await select('contract-v2.pdf').check();
    expect(await bar.getByRole('link', { name: 'Compare' }).count()).toBe(0);
    await select('contract-v1.pdf').check();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { level: 1, name: 'Compare documents' }).waitFor();
    await isDrawn(page);
    expect(new URL(page.url()).pathname).toBe(`/app/compare/${before}/${after}`);
    await side('base').getByRole('link', { name: 'contract-v1.pdf' }).waitFor();
    await side('head').getByRole('link', { name: 'contract-v2.pdf' }).waitFor();
  });
});

describe('a comparison', () => {
  it('lists words, cells and rows, and marks each kind of change on the pages it is on', async () => {
    await open(before, after);
    await changes().getByText('600,000').waitFor();
    const liability = rows().filter({ hasText: '600,000' });
    expect(await liability.locator('del').allTextContents()).toEqual(['500,000']);
    expect(await liability.locator('ins').allTextContents()).toEqual(['600,000']);
    const fees = rows().filter({ hasText: 'Row 2, column 2' });
    expect(await fees.locator('del').allTextContents()).toEqual(['1,200']);
    expect(await fees.locator('ins').allTextContents()).toEqual(['1,350', 'Audit · 900 · yearly']);
    const counts = page.getByRole('list', { name: 'Changes by type' }).getByRole('listitem');
    expect(await counts.allInnerTexts()).toEqual(['2 changed', '1 added', '1 removed', '1 moved']);
    await page.getByText(/^\d\d(\.\d)?% of the text is the same$/).waitFor();

    await liability.click();
    await expect.poll(() => marks('base', 'changed').first().getAttribute('data-active')).toBe('true');
    await expect.poll(() => marks('head', 'changed').first().getAttribute('data-active')).toBe('true');
    await rows().filter({ hasText: 'Neither party discloses' }).click();
    await marks('base', 'moved').waitFor();
    await marks('head', 'moved').waitFor();
    await rows().filter({ hasText: 'The customer may audit' }).click();
    await marks('head', 'added').waitFor();
    expect(await marks('base', 'added').count()).toBe(0);
    await rows().filter({ hasText: 'Invoices are sent by post' }).click();
    await marks('base', 'removed').waitFor();
    expect(await marks('head', 'removed').count()).toBe(0);
  });

  it('marks the words on the pixels they are printed on', async () => {
    await open(before, after);
    await rows().filter({ hasText: '600,000' }).click();
    const word = await side('head').locator('.compare-detail[data-detail=added]').first().boundingBox();
    const block = await marks('head', 'changed').first().boundingBox();
    const sheet = await side('head').locator('[data-page="1"]').boundingBox();
    if (word === null || block === null || sheet === null) throw new Error('nothing is marked');
    // Printed at 72 points, after 61 of the 78 characters of its line.
    expect(block.x - sheet.x).toBeCloseTo((72 / 595) * sheet.width, -1);
    expect(word.x).toBeGreaterThan(block.x + block.width / 2);
    expect(word.x + word.width).toBeLessThan(block.x + block.width);
    expect(word.height).toBeLessThan(block.height);
  });

  it('is walked through with the keyboard, and its address remembers where', async () => {
    await open(before, after);
    await changes().getByText('600,000').waitFor();
    const total = await rows().count();
    await page.getByText(`${total} changes`).waitFor();
    const current = () => changes().locator('[aria-current=true]').getAttribute('data-change');
    await page.keyboard.press('j');
    await expect.poll(current).toBe('1');
    await page.keyboard.press('n');
    await expect.poll(current).toBe('2');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await expect.poll(current).toBe(String(total));
    await page.getByText(`${total} of ${total}`).waitFor();
    expect(new URL(page.url()).searchParams.get('change')).toBe(String(total));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    await open(before, after, link.search);
    await expect.poll(current).toBe(String(total));
  });

  it('is a choice on a page, too', async () => {
    await open(before, after);
    await marks('head', 'changed').first().click();
    await expect.poll(() => changes().locator('[aria-current=true]').textContent()).toContain('600,000');
  });

  it('turns round, and is saved as a page to read', async () => {
    await open(before, after);
    await page.getByRole('link', { name: 'Swap' }).click();
    await side('base').getByRole('link', { name: 'contract-v2.pdf' }).waitFor();
    const liability = rows().filter({ hasText: '600,000' });
    await expect.poll(() => liability.locator('ins').allTextContents()).toEqual(['500,000']);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download (HTML)' }).click();
    expect((await saving).suggestedFilename()).toBe('differences.html');
  });

  it('says so if nothing differs', async () => {
    await open(before, again);
    await page.getByRole('heading', { name: 'No differences' }).waitFor();
    await page.getByText('100% of the text is the same').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('of a job of somebody else is refused in the words of the viewer', async () => {
    const other = await visit('pro', '/plan');
    await followLink(other.page, `/compare/${before}/${after}`);
    await other.page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
    await other.context.close();
  });
});

describe('the viewer', () => {
  it('offers the other finished jobs, those found by name', async () => {
    await openViewer(page, `/jobs/${after}`);
    await page.getByRole('button', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare with…' });
    await dialog.getByRole('link', { name: /contract-v1-copy\.pdf/ }).waitFor();
    expect(await dialog.getByRole('link').count()).toBe(2);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel('Filter by name').fill('COPY');
    expect(await dialog.getByRole('link').count()).toBe(1);
    await dialog.getByRole('link').click();
    await isDrawn(page);
    expect(new URL(page.url()).pathname).toBe(`/app/compare/${after}/${again}`);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([1440, 390])('of %d px it shuts nobody out, and is not too wide', async (width) => {
    const visitor = await arrive({ width, height: 844, theme });
    const shown = visitor.page;
    await signIn(shown, owner.account.email, '/plan');
    await followLink(shown, `/compare/${before}/${after}?change=1`);
    await changes(shown).getByText('600,000').waitFor();
    expect(await violationsOn(shown)).toEqual([]);
    if (width === 390) {
      await rows(shown).filter({ hasText: 'Invoices are sent by post' }).click();
      await marks('base', 'removed', shown).waitFor();
      await shown.getByRole('button', { name: 'After' }).click();
      await side('head', shown).locator('canvas[data-rendered=true]').first().waitFor();
      expect(await violationsOn(shown)).toEqual([]);
    }
    expect(await isTooWide(shown)).toBe(false);
    expect(visitor.complaints).toEqual([]);
    expect(visitor.strangers).toEqual([]);
    await visitor.context.close();
  });
});

it('nothing was complained of, and nothing left the service', () => {
  expect(owner.complaints).toEqual([]);
  expect(owner.strangers).toEqual([]);
});
