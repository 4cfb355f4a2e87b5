/** The viewer on a phone, in German: a failed job says why first, and both sides keep their place. */
import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { makeHiddenDocument } from '@octavo/testkit/documents/hidden-text.ts';
import { done, finished } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { followLink, openViewer } from './viewer/open-viewer.ts';
import { closeBrowser, dropFiles, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
let page: Page;
beforeEach(async () => {
  visitor = await visit('pro', '/plan', { width: 390, height: 844, theme: 'dark', locale: 'de-DE' });
  page = visitor.page;
});
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

describe('on a phone in German', () => {
  it('a failed job shows why it failed and the next step, in German', async () => {
    const { id } = await finished(visitor.account, { file: makeBrokenDocument(), fileName: 'kaputt.pdf' });
    await followLink(page, `/jobs/${id}`);
    await page.getByText('Die Datei ist beschädigt und ließ sich nicht lesen.').waitFor();
    await page.getByText('Dieser Auftrag wurde nicht berechnet.').waitFor();
    expect(await page.getByText('engine can read').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Reparierte Datei hochladen' }).click();
    await page.getByRole('heading', { name: 'Dokumente umwandeln' }).waitFor();
  });

  it('a file whose job fails says why in the list of files, in German', async () => {
    await followLink(page, '/');
    await dropFiles(page, [{ name: 'kaputt.pdf', bytes: makeBrokenDocument() }]);
    await page.getByText('Die Datei ist beschädigt und ließ sich nicht lesen.').waitFor();
    await page.getByText('Nicht berechnet').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Auftrag ansehen' }).click();
    await page.getByRole('heading', { name: 'Dieses Dokument konnte nicht umgewandelt werden' }).waitFor();
  });

  it('the notes about a document and all tabs are on the screen, in German', async () => {
    const secrets = { white: 'Whitewash', tiny: 'Microscopic', outside: 'Elsewhere', layer: 'Layered' };
    const { id } = await done(visitor.account, { file: makeHiddenDocument(secrets) });
    await openViewer(page, `/jobs/${id}`);
    await page.getByText('Ergebnisse', { exact: true }).first().click();
    await page.locator('summary').click();
    await page.getByText('Inhalte, die Leser nicht sehen, wurden weggelassen.').waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
      expect(x + width, await tab.innerText()).toBeLessThanOrEqual(390);
    }
    expect(await violationsOn(page)).toEqual([]);
  });

  it('switching between pages and results keeps the page', async () => {
    const { id } = await done(visitor.account, { file: makeDocument({ pages: 12, lines: 30 }) });
    await openViewer(page, `/jobs/${id}?page=2`);
    const number = page.getByLabel('Seitenzahl');
    await expect.poll(() => number.inputValue()).toBe('2');
    await page.locator('[data-pages]').evaluate((column) => {
      column.scrollTop = column.scrollHeight * 0.7;
    });
    await expect.poll(async () => Number(await number.inputValue())).toBeGreaterThan(6);
    const before = await number.inputValue();
    const choose = (name: string) => page.getByText(name, { exact: true }).first().click();
    await choose('Ergebnisse');
    await page.getByRole('tab', { name: 'Blöcke' }).waitFor();
    await choose('Seiten');
    await page.locator('canvas[data-rendered=true]').first().waitFor();
    await expect.poll(() => number.inputValue()).toBe(before);
    expect(visitor.complaints).toEqual([]);
  });
});
