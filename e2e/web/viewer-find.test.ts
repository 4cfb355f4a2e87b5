/** Finding things in the viewer, on the real service: search, outline, quote check and the list of shortcuts. */
import { chapterTitle, factOf, makeManual } from '@octavo/testkit/documents/manual.ts';
import { makeScannedDocument } from '@octavo/testkit/documents/scan.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { openViewer } from './viewer/open-viewer.ts';
import { closeBrowser, type SignedInVisitor, visit } from './visitor.ts';

const pages = 25;
const wait = { timeout: 60_000 };

let visitor: SignedInVisitor;
let page: Page;
let manual: string;
let scan: string;

beforeAll(async () => {
  visitor = await visit('pro', '/plan', { width: 1440, height: 900 });
  page = visitor.page;
  const { account } = visitor;
  manual = (await done(account, { file: makeManual(pages), fileName: 'manual.pdf' })).id;
  scan = (await done(account, { file: makeScannedDocument(), fileName: 'scan.pdf', options: { ocr: 'off' } }))
    .id;
});
afterAll(closeBrowser);

const panel = (name: string) => page.getByRole('region', { name, exact: true });
const searchField = () => page.getByRole('searchbox', { name: 'Search this document' });
const status = (name: string) => panel(name).getByRole('status');
const marks = () => page.locator('.viewer-hit');
const activeMark = () => page.locator('.viewer-hit[data-active=true]');
const pageNumber = () => page.getByLabel('Page number').inputValue();
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Whether something is printed where the mark is. */
async function inkUnder(mark: Locator): Promise<boolean> {
  return mark.evaluate((element) => {
    const canvas = element.closest('[data-page]')?.querySelector('canvas');
    if (!canvas) return false;
    const [at, frame] = [element.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const scale = canvas.width / frame.width;
    const [left, top] = [(at.left - frame.left) * scale, (at.top - frame.top) * scale];
    const pixels = canvas.getContext('2d')?.getImageData(left, top, at.width * scale, at.height * scale);
    return pixels?.data.some((value, index) => index % 4 === 0 && value < 100) ?? false;
  });
}

async function search(words: string): Promise<void> {
  await page.keyboard.press('/');
  await searchField().fill(words);
}

async function checkQuote(quote: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Quote' }).fill(quote);
  await page.getByRole('button', { name: 'Check quote' }).click();
}

describe('the search', () => {
  beforeAll(() => openViewer(page, `/jobs/${manual}`));

  it('opens with / and with Ctrl+F, and its field has the focus', async () => {
    await page.keyboard.press('/');
    await searchField().waitFor();
    await expect.poll(() => isFocused(searchField())).toBe(true);
    await page.keyboard.press('Escape');
    await searchField().waitFor({ state: 'detached' });
    expect(await isFocused(page.getByRole('button', { name: 'Search', exact: true }))).toBe(true);
    await page.keyboard.press('Control+f');
    await expect.poll(() => isFocused(searchField())).toBe(true);
  });

  it('goes to the page of a hit and marks its words there', async () => {
    await search('P-1017');
    await expect.poll(() => status('Search').textContent(), wait).toBe('1 of 1');
    await expect.poll(pageNumber, wait).toBe('17');
    await panel('Search')
      .getByRole('button', { name: /^Page 17.*P-1017/ })
      .waitFor();
    await expect.poll(() => marks().count(), wait).toBe(1);
    await page.locator('[data-page="17"] canvas[data-rendered=true]').waitFor();
    expect(await inkUnder(activeMark())).toBe(true);
    const { width = 0 } = (await activeMark().boundingBox()) ?? {};
    const { width: sheet = 0 } = (await page.locator('[data-page="17"]').boundingBox()) ?? {};
    expect(width / sheet).toBeLessThan(0.15);
    await expect.poll(() => new URL(page.url()).searchParams.get('node')).toMatch(/^\/kids\//);
  });

  it('steps through the hits in the order of the document, by key and by button', async () => {
    await search('Chapter');
    await expect.poll(() => status('Search').textContent(), wait).toMatch(/^\d of 3$/);
    const rows = panel('Search').locator('[data-hit-row]');
    await rows.first().click();
    await expect.poll(pageNumber, wait).toBe('1');
    await searchField().press('Enter');
    await expect.poll(pageNumber, wait).toBe('11');
    await panel('Search').getByRole('button', { name: 'Next match' }).click();
    await expect.poll(pageNumber, wait).toBe('21');
    await page.keyboard.press('n');
    await expect.poll(pageNumber, wait).toBe('1');
    await page.keyboard.press('N');
    await expect.poll(pageNumber, wait).toBe('21');
    await searchField().press('Shift+Enter');
    await expect.poll(pageNumber, wait).toBe('11');
    expect(await rows.nth(1).getAttribute('aria-current')).toBe('true');
  });

  it('shows the best of very many hits and then more', async () => {
    await search('procedure');
    await expect
      .poll(() => status('Search').textContent(), wait)
      .toMatch(/^Showing the best 100 of \d+ matches/);
    await panel('Search').getByRole('button', { name: 'Show more matches' }).click();
    await expect.poll(() => status('Search').textContent(), wait).toMatch(/^Showing the best 200 of/);
  });

  it('says that there is nothing, and removes its marks when it is closed', async () => {
    await search('zeppelin');
    await expect.poll(() => status('Search').textContent(), wait).toBe('No matches for “zeppelin”.');
    expect(await panel('Search').getByText('Not all text could be searched').count()).toBe(0);
    await search('P-1017');
    await expect.poll(() => marks().count(), wait).toBe(1);
    await panel('Search').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => marks().count()).toBe(0);
  });

  it('does not call words missing without naming the pages that could not be read', async () => {
    await openViewer(page, `/jobs/${scan}`);
    await search('zeppelin');
    await expect.poll(() => status('Search').textContent(), wait).toBe('No matches for “zeppelin”.');
    await panel('Search').getByText('Not all text could be searched').waitFor();
    await panel('Search').getByRole('button', { name: 'Page 2' }).click();
    await expect.poll(pageNumber, wait).toBe('2');
    await page.keyboard.press('Escape');
  });
});

describe('the outline', () => {
  beforeAll(() => openViewer(page, `/jobs/${manual}`));

  it('leads to the page and the block of each heading, by keyboard too', async () => {
    await page.keyboard.press('o');
    const second = panel('Outline').getByRole('button', { name: chapterTitle(2) });
    await second.waitFor();
    // The list has the focus: one more step leads to its first entry, two to the second.
    await expect.poll(() => isFocused(page.getByRole('region', { name: 'Sections' }))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(pageNumber, wait).toBe('11');
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true');
    const selected = page.locator('[data-block][data-mark=selected]');
    await expect.poll(() => selected.textContent(), wait).toContain(chapterTitle(2));
    await page.keyboard.press('Escape');
    await second.waitFor({ state: 'detached' });
  });
});

describe('the quote check', () => {
  const tell = () => status('Check a quote').textContent();
  beforeAll(async () => {
    await openViewer(page, `/jobs/${manual}`);
    await page.keyboard.press('q');
  });

  it('shows where a quote is', async () => {
    await checkQuote(factOf(8));
    await expect.poll(tell, wait).toContain('In the document, word for word');
    await expect.poll(pageNumber, wait).toBe('8');
    await page.locator('[data-page="8"] canvas[data-rendered=true]').waitFor();
    expect(await inkUnder(activeMark().first())).toBe(true);
  });

  it('says what the document has instead', async () => {
    await checkQuote(factOf(9).replace('approved', 'rejected'));
    await expect.poll(tell, wait).toContain('Not word for word');
    await panel('Check a quote').getByText('You have “rejected”, the document has “approved”.').waitFor();
    await expect.poll(pageNumber, wait).toBe('9');
  });

  it('says that a quote is too short, and that it is not in the document', async () => {
    await checkQuote('pump');
    await expect.poll(tell, wait).toContain('Too short to check');
    await checkQuote('Nobody has ever written this sentence about zeppelins.');
    await expect.poll(tell, wait).toContain('Not in this document');
    expect(await marks().count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('never says so of a document with pages that could not be read', async () => {
    await openViewer(page, `/jobs/${scan}`);
    await page.keyboard.press('q');
    await checkQuote('Nobody has ever written this sentence about zeppelins.');
    await expect.poll(tell, wait).toContain('Not found, but it may still be there');
    await panel('Check a quote').getByRole('button', { name: 'Page 2' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('everybody', () => {
  it('finds the shortcuts with ?', async () => {
    await openViewer(page, `/jobs/${manual}`);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Search the document').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)('can use every panel in the %s theme', async (theme) => {
    await openViewer(page, `/jobs/${manual}`);
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await search('P-1017');
    await expect.poll(() => marks().count(), wait).toBe(1);
    const found = [...(await violationsOn(page))];
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    await panel('Outline')
      .getByRole('button', { name: chapterTitle(1) })
      .waitFor();
    found.push(...(await violationsOn(page)));
    await page.getByRole('button', { name: 'Check a quote', exact: true }).click();
    await checkQuote(factOf(9).replace('approved', 'rejected'));
    await panel('Check a quote').getByText('Not word for word').waitFor();
    found.push(...(await violationsOn(page)));
    expect(found).toEqual([]);
    await panel('Check a quote').getByRole('button', { name: 'Close' }).click();
  });

  it('finds things on a phone, where a hit shows its page', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openViewer(page, `/jobs/${manual}`);
    await page.getByRole('button', { name: 'Results' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await searchField().fill('P-1017');
    await expect
      .poll(
        () =>
          activeMark()
            .isVisible()
            .catch(() => false),
        wait,
      )
      .toBe(true);
    expect(await isTooWide(page)).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

it('nothing was complained of, and nothing left the service', () => {
  expect(visitor.complaints).toEqual([]);
  expect(visitor.strangers).toEqual([]);
});
