/** The viewer on the real service: what one points at on one side is pointed at on the other, by mouse, by key, by link. */
import { readFileSync } from 'node:fs';
import { makeBrokenDocument, makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { makeHiddenDocument } from '@octavo/testkit/documents/hidden-text.ts';
import { makeStructuredDocument } from '@octavo/testkit/documents/structured-document.ts';
import { setWorkers } from '@octavo/testkit/service-under-test/accounts.ts';
import { accepted, done, finished } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { followLink, openViewer } from './viewer/open-viewer.ts';
import { closeBrowser, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
let page: Page;
let rich: string;
let long: string;

const everything = { format: ['markdown', 'json', 'html', 'text', 'images'] };

beforeAll(async () => {
  visitor = await visit('business', '/plan', { width: 1440, height: 900 });
  page = visitor.page;
  const { account } = visitor;
  rich = (await done(account, { file: makeRichDocument(), fileName: 'rich.pdf', options: everything })).id;
  long = (await done(account, { file: makeDocument({ pages: 40, lines: 30 }), fileName: 'long.pdf' })).id;
});
afterAll(closeBrowser);

const box = (pointer: string) => page.locator(`[data-box="${pointer}"]`);
const block = (pointer: string) => page.locator(`[data-block="${pointer}"]`);
const selected = () => page.locator('[data-box][data-mark=selected]').getAttribute('data-box');
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

async function pagesLeft(): Promise<number> {
  const { pages_limit, pages_used } = await me(visitor.account);
  return pages_limit - pages_used;
}

async function markOf(which: ReturnType<typeof box>, mark: string): Promise<void> {
  await expect.poll(() => which.getAttribute('data-mark'), { timeout: 20_000 }).toBe(mark);
}

describe('pages and blocks', () => {
  beforeAll(() => openViewer(page, `/jobs/${rich}`));

  it('light up together, whichever of them one points at', async () => {
    await box('/kids/0').hover();
    await markOf(block('/kids/0'), 'hovered');
    await block('/kids/1').hover();
    await markOf(box('/kids/1'), 'hovered');
    await markOf(box('/kids/0'), 'none');
    await page.mouse.move(5, 5);
    await markOf(box('/kids/1'), 'none');
  });

  it('are selected together, and the address says so', async () => {
    await box('/kids/0').click();
    await markOf(block('/kids/0'), 'selected');
    await expect.poll(() => new URL(page.url()).searchParams.get('node')).toBe('/kids/0');
    await block('/kids/1').click();
    await markOf(box('/kids/1'), 'selected');
  });

  it('have the cells of a table linked one by one', async () => {
    const cell = page.locator('[data-block] td').first();
    const pointer = (await cell.getAttribute('data-part-of-block')) ?? '';
    await cell.hover();
    await markOf(box(pointer), 'hovered');
  });

  it('hide and show a type from the legend', async () => {
    const legend = page.getByRole('group', { name: 'Element types' });
    const tables = legend.getByRole('button', { name: /^Tables/ });
    await tables.click();
    await expect.poll(() => page.locator('.viewer-box-table').count()).toBe(0);
    await tables.click();
    await expect.poll(() => page.locator('.viewer-box-table').count()).toBeGreaterThan(4);
  });
});

describe('the keyboard', () => {
  beforeAll(() => openViewer(page, `/jobs/${rich}`));

  it('walks through the blocks with j and k, and through their parts with J', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect.poll(selected).toBe('/kids/0');
    await page.keyboard.press('j');
    await expect.poll(selected).toBe('/kids/1');
    await page.keyboard.press('k');
    await expect.poll(selected).toBe('/kids/0');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('J');
    await expect.poll(selected).toContain('/kids/0/kids/0');
  });

  it('hides all boxes with t and shows them again', async () => {
    await page.keyboard.press('t');
    await expect.poll(() => page.locator('[data-box]').count()).toBe(0);
    await page.keyboard.press('t');
    await expect.poll(() => page.locator('[data-box]').count()).toBeGreaterThan(4);
  });

  it('reaches one box with Tab and the others with the arrows', async () => {
    await expect.poll(() => page.locator('[data-box][tabindex="0"]').count()).toBe(1);
    await page.locator('[data-box][tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['box']);
    await expect.poll(async () => (await focused()) === (await selected())).toBe(true);
    await expect.poll(() => page.locator('[data-box][tabindex="0"]').count()).toBe(1);
  });
});

describe('a link', () => {
  it('leads to the page and the element it names', async () => {
    await openViewer(page, `/jobs/${long}`);
    await page.getByLabel('Page number').fill('31');
    await page.keyboard.press('Enter');
    const there = page.locator('[data-page="31"] [data-box][data-part="false"]').first();
    await there.press('Enter');
    const pointer = (await there.getAttribute('data-box')) ?? '';
    await expect.poll(() => page.url()).toContain('page=31');
    const link = new URL(page.url());
    await openViewer(page, `${link.pathname.slice('/app'.length)}${link.search}`);
    await markOf(box(pointer), 'selected');
    await markOf(block(pointer), 'selected');
    expect(await box(pointer).isVisible()).toBe(true);
    expect(await page.getByLabel('Page number').inputValue()).toBe('31');
  });

  it('to a page shows the blocks of that page', async () => {
    await openViewer(page, `/jobs/${long}?page=31`);
    await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('31');
    await page.getByRole('tabpanel').getByText('Page 31', { exact: true }).waitFor();
    expect(await page.getByRole('tabpanel').getByText('Page 1', { exact: true }).count()).toBe(0);
  });

  it('keeps no more pages alive than are in sight', async () => {
    await openViewer(page, `/jobs/${long}`);
    const pages = page.locator('[data-pages]');
    for (const share of [0.3, 0.6, 1]) {
      await pages.evaluate((element, at) => element.scrollTo({ top: element.scrollHeight * at }), share);
      await page.waitForTimeout(300);
      expect(await page.locator('canvas').count()).toBeLessThanOrEqual(4);
    }
    expect(await page.locator('[data-block]').count()).toBeLessThan(60);
  });
});

describe('the results', () => {
  beforeAll(() => openViewer(page, `/jobs/${rich}`));

  it('are shown as markdown, with the picture of the job', async () => {
    await tab('Markdown').click();
    await page.getByRole('heading', { name: 'Octavo quarterly report' }).last().waitFor();
    await page.locator('.viewer-prose img[src^="blob:"]').waitFor();
  });

  it('are shown as html in a frame that can do nothing', async () => {
    await tab('HTML').click();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('');
    expect(await frame.getAttribute('srcdoc')).toContain('Octavo quarterly report');
    expect(await frame.getAttribute('srcdoc')).toContain("default-src 'none'");
  });

  it('are shown as text and as a tree', async () => {
    await tab('Text').click();
    await page.getByText('This paragraph stands before the table').first().waitFor();
    await tab('JSON').click();
    await page.locator('[data-json="/kids/0"]').hover();
    await markOf(box('/kids/0'), 'hovered');
  });

  it('give a table to the clipboard, as CSV and as a spreadsheet', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab('Tables').click();
    const table = page.locator('[data-table]').first();
    await table.getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('cell 1.1\tcell 1.2\n');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      table.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rich-table-1.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('cell 1.1,cell 1.2\r\n');
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      table.getByRole('button', { name: 'XLSX' }).click(),
    ]);
    expect(workbook.suggestedFilename()).toBe('rich-table-1.xlsx');
    expect(
      readFileSync(await workbook.path())
        .subarray(0, 2)
        .toString('latin1'),
    ).toBe('PK');
  });

  it('come with the call that makes them', async () => {
    await tab('Code').click();
    await page.getByText('-F file=@rich.pdf').waitFor();
    await page.getByText('octavo convert rich.pdf -f markdown,json,html,text,images').waitFor();
  });
});

describe('a document', () => {
  beforeAll(async () => {
    const { id } = await done(visitor.account, { file: makeStructuredDocument(), fileName: 'notes.pdf' });
    await openViewer(page, `/jobs/${id}`);
  });

  it('has its links: outside they open a new tab, inside they show the page', async () => {
    const link = page.locator('[data-block] a', { hasText: 'the manual' });
    expect(await link.getAttribute('href')).toBe('https://example.org/manual');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await page.locator('[data-block] a').count()).toBe(1);
    await page.getByRole('button', { name: 'Go to the form, go to page 2' }).click();
    await expect.poll(() => page.getByLabel('Page number').inputValue()).toBe('2');
  });

  it('has the values of its form, each with a box on the field', async () => {
    const field = page.locator('[data-block]', { hasText: 'Name of the binder: Anna Folio' });
    await field.hover();
    const pointer = (await field.getAttribute('data-block')) ?? '';
    await markOf(box(pointer), 'hovered');
  });

  it('shows right-to-left text from right to left', async () => {
    await page.getByLabel('Page number').fill('3');
    await page.keyboard.press('Enter');
    const blocks = page.locator('[data-block] [dir=rtl]');
    await blocks.first().scrollIntoViewIfNeeded();
    expect(await blocks.first().evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
});

describe('a job', () => {
  it('without JSON, HTML and text has them as soon as one looks, and for nothing', async () => {
    const plain = await done(visitor.account, { options: { format: ['markdown'] } });
    const before = await pagesLeft();
    await followLink(page, `/jobs/${plain.id}`);
    await page.locator('[data-box]').first().waitFor();
    await tab('HTML').click();
    await expect.poll(() => page.locator('iframe').getAttribute('srcdoc')).toContain('Octavo page 1');
    await tab('Text').click();
    const shown = page.locator('[role=tabpanel][data-state=active]');
    await shown.getByText('Octavo page 1').first().waitFor();
    expect(page.url()).toContain(plain.id);
    expect(await pagesLeft()).toBe(before);
  });

  it('says what a tagged PDF costs before it is made', async () => {
    const plain = await done(visitor.account, { file: makeDocument({ pages: 3 }) });
    await openViewer(page, `/jobs/${plain.id}`);
    const before = await pagesLeft();
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('New conversion, uses 3 pages').waitFor();
    await page.getByRole('menuitem', { name: 'Tagged PDF…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Tagged PDF' });
    await dialog.getByText('Uses 3 of your monthly pages.').waitFor();
    await dialog.getByText(`You have ${before.toLocaleString('en')} pages left this month.`).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await pagesLeft()).toBe(before);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Tagged PDF…' }).click();
    await dialog.getByRole('button', { name: 'Convert 3 pages' }).click();
    await expect.poll(() => page.url(), { timeout: 60_000 }).not.toContain(plain.id);
    await page.locator('[data-box]').first().waitFor();
    await expect.poll(() => pagesLeft(), { timeout: 60_000 }).toBe(before - 3);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Tagged PDF', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('can be downloaded as a text format that was not requested', async () => {
    const plain = await done(visitor.account, { options: { format: ['markdown', 'json'] } });
    await openViewer(page, `/jobs/${plain.id}`);
    await page.getByRole('button', { name: 'Download' }).click();
    const group = page.getByRole('group').filter({ hasText: 'Also as' });
    await group.getByRole('menuitem', { name: 'Text' }).waitFor();
    const saved = page.waitForEvent('download');
    await group.getByRole('menuitem', { name: 'HTML' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.html$/);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'HTML' }).waitFor();
    expect(await group.getByRole('menuitem', { name: 'HTML' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('has its receipt to download', async () => {
    await openViewer(page, `/jobs/${rich}`);
    await page.getByRole('button', { name: 'Download' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Receipt' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('rich.receipt.json');
    expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toHaveProperty('payloadType');
  });

  it('that one leaves before its pages are open complains of nothing', async () => {
    for (const _ of [1, 2, 3]) {
      await followLink(page, `/jobs/${long}`);
      await page.locator('[data-viewer]').waitFor();
      await followLink(page, '/plan');
      await page.locator('[data-viewer]').waitFor({ state: 'detached' });
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('shows where invisible text was left out, and hatches the place', async () => {
    const secrets = { white: 'Whitewash', tiny: 'Microscopic', outside: 'Elsewhere', layer: 'Layered' };
    const { id } = await done(visitor.account, { file: makeHiddenDocument(secrets) });
    await openViewer(page, `/jobs/${id}`);
    await page.locator('.viewer-dropped').nth(3).waitFor();
    await page.locator('summary').click();
    await page.getByText('Text left out: too small to read').waitFor();
    const note = page.locator('details', { hasText: '1 note about this document' });
    expect(await note.innerText()).toContain('Content that readers can’t see was left out.');
    // What clients of the API read is not what people read.
    expect(await note.innerText()).not.toMatch(/GET |hidden-text/);
  });

  it('that failed says why, that it cost nothing, and offers the next step that can work', async () => {
    const failed = await finished(visitor.account, { file: makeBrokenDocument() });
    await followLink(page, `/jobs/${failed.id}`);
    await page.getByText(failed.error_message ?? 'no reason').waitFor();
    await page.getByText('You were not charged for this job.').waitFor();
    await page.getByRole('button', { name: 'Copy details' }).click();
    const details = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(details).toContain(`Job: ${failed.id}\nFile: `);
    expect(await details()).toMatch(/^Attempts: \d+$/m);
    expect(await page.getByRole('button', { name: /^Run/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Upload a repaired file' }).click();
    await page.getByRole('heading', { name: 'Convert documents' }).waitFor();
  });

  it('that runs shows its pages at once, and its result when it is there', async () => {
    await setWorkers(0);
    try {
      const { id } = await accepted(visitor.account, { file: makeDocument({ pages: 2 }) });
      await followLink(page, `/jobs/${id}`);
      await page.getByRole('heading', { name: 'Queued' }).waitFor();
      expect(await page.getByRole('progressbar').count()).toBe(0);
      await page.locator('canvas[data-rendered=true]').first().waitFor();
      expect(await page.locator('[data-box]').count()).toBe(0);
    } finally {
      await setWorkers(2);
    }
    await page.locator('[data-box]').first().waitFor();
  });
});

describe('everybody', () => {
  it.each(['light', 'dark'] as const)('can use every tab in the %s theme', async (theme) => {
    await openViewer(page, `/jobs/${rich}?node=/kids/0`);
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    const found: unknown[] = [];
    for (const name of ['Blocks', 'Markdown', 'HTML', 'Text', 'JSON', 'Tables', 'Code']) {
      await tab(name).click();
      await page.locator('[role=tabpanel][data-state=active]').waitFor();
      await page.waitForFunction(() => document.querySelector('[role=status][aria-label]') === null);
      found.push(...(await violationsOn(page)).map((violation) => `${name}: ${violation}`));
    }
    expect(found).toEqual([]);
  });
});

it('nothing was complained of, and nothing left the service', () => {
  expect(visitor.complaints).toEqual([]);
  expect(visitor.strangers).toEqual([]);
});
