/** The accessibility report in the viewer, on the real service: results, tasks, and their places on the pages. */
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { openViewer } from './viewer/open-viewer.ts';
import { closeBrowser, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
let page: Page;
let tagged: string;

beforeAll(async () => {
  visitor = await visit('pro', '/plan', { width: 1440, height: 900 });
  page = visitor.page;
  const options = { format: ['markdown', 'json', 'tagged-pdf'], language: 'en' };
  tagged = (await done(visitor.account, { file: makeRichDocument(), options })).id;
});
afterAll(closeBrowser);

const button = () => page.getByRole('button', { name: 'Accessibility', exact: true });
const panel = () => page.getByRole('region', { name: 'Accessibility', exact: true });
const task = () => panel().getByRole('button', { name: /Alternative texts/ });
const marks = () => page.locator('.viewer-hit');

describe('the accessibility report', () => {
  beforeAll(async () => {
    await openViewer(page, `/jobs/${tagged}`);
    await button().click();
    await task().waitFor();
  });

  it('shows both checks without calling a document accessible', async () => {
    await panel().locator('[data-check=fails]').nth(1).waitFor();
    expect(await panel().innerText()).toMatch(/Tagged PDF\s+Fails \d+ machine-checkable rules? of PDF\/UA-1/);
    expect(await panel().innerText()).not.toMatch(/\baccessible\b/i);
  });

  it('says what was written, and where it came from', async () => {
    await panel().getByText('Language: en').waitFor();
    await panel().getByText('From the options of the job').first().waitFor();
    await panel().getByText('Inferred from the first heading').first().waitFor();
  });

  it('marks the image that a task is about on its page, and no longer when it is left', async () => {
    await task().click();
    await expect.poll(() => marks().count()).toBe(1);
    const [mark, sheet] = [await marks().boundingBox(), await page.locator('[data-page="1"]').boundingBox()];
    if (!mark || !sheet) throw new Error('the mark is not on the page');
    // The image is drawn 120 points wide on a page of 595, 72 points from the left.
    expect(mark.width / sheet.width).toBeCloseTo(120 / 595, 1);
    expect((mark.x - sheet.x) / sheet.width).toBeCloseTo(72 / 595, 1);
    await task().click();
    await expect.poll(() => marks().count()).toBe(0);
    await task().click();
    await expect.poll(() => marks().count()).toBe(1);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => marks().count()).toBe(0);
  });

  it('can be used with a screen reader itself', async () => {
    await button().click();
    await task().waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('is not offered for a job without a tagged PDF', async () => {
    const { id } = await done(visitor.account, { options: { format: ['markdown', 'json'] } });
    await openViewer(page, `/jobs/${id}`);
    await page.getByRole('button', { name: 'Outline', exact: true }).waitFor();
    expect(await button().count()).toBe(0);
  });
});
