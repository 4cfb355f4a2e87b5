/** Sharing from the viewer on the real service: what the dialog says, what a stranger sees, and that a revoked link is dead. */
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { followLink, openViewer } from './viewer/open-viewer.ts';
import { appUrl, arrive, closeBrowser, type SignedInVisitor, type Visitor, visit } from './visitor.ts';

const wait = { timeout: 60_000 };
const everything = { format: ['markdown', 'json', 'html', 'text', 'images'] };

let owner: SignedInVisitor;
let page: Page;
let job: string;

beforeAll(async () => {
  owner = await visit('pro', '/plan', { width: 1440, height: 900 });
  page = owner.page;
  job = (await done(owner.account, { file: makeRichDocument(), fileName: 'rich.pdf', options: everything }))
    .id;
});
afterAll(closeBrowser);

const dialog = () => page.getByRole('dialog', { name: 'Share' });

async function openDialog(path = `/jobs/${job}`): Promise<void> {
  await openViewer(page, path);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog().waitFor();
}

/** The link that the dialog shows. */
async function createdLink(name: string): Promise<string> {
  await dialog().getByLabel('Name (optional)').fill(name);
  await dialog().getByRole('button', { name: 'Create link' }).click();
  const link = await dialog().getByRole('group', { name: 'Share link' }).textContent(wait);
  return link ?? '';
}

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
}

async function asStranger(link: string, options: Parameters<typeof arrive>[0] = {}): Promise<Visitor> {
  const visitor = await arrive({ width: 1440, height: 900, ...options });
  await visitor.page.goto(link);
  return visitor;
}

describe('the dialog', () => {
  it('says who can open a link and until when, and lists it', async () => {
    await openDialog();
    await dialog().getByText('Anyone who has the link can read what you share').waitFor();
    await dialog().getByText('Nobody else can open this result.').waitFor();
    const link = await createdLink('for Ada');
    expect(link).toMatch(/\/app\/shared#shr_[A-Za-z0-9_-]{43}$/);
    await dialog()
      .getByText(/^Copy it now: it is shown only once\. It works until /)
      .waitFor();
    await dialog().getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const row = dialog().getByRole('listitem').filter({ hasText: 'for Ada' });
    await row.getByText(/^Result and pages · until /).waitFor();
    await row.getByRole('button', { name: 'Revoke for Ada' }).click();
    await dialog().getByText('Nobody else can open this result.').waitFor();
    await closeDialog();
  });

  it.each(['light', 'dark'] as const)('shuts nobody out in the %s theme', async (theme) => {
    await openDialog(`/jobs/${job}?node=/kids/0`);
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await createdLink(theme);
    expect(await violationsOn(page)).toEqual([]);
    await closeDialog();
  });
});

describe('somebody without an account', () => {
  it('reads the result next to its pages, and loads nothing else', async () => {
    await openDialog();
    const link = await createdLink('whole');
    await closeDialog();
    const stranger = await asStranger(link);
    const shown = stranger.page;
    await shown.getByRole('heading', { level: 1, name: 'rich.pdf' }).waitFor();
    await shown.getByText(/Shared with you · read-only · until /).waitFor();
    await shown.locator('canvas[data-rendered=true]').first().waitFor();
    await shown.locator('[data-box="/kids/0"]').click();
    await expect
      .poll(() => shown.locator('[data-block="/kids/0"]').getAttribute('data-mark'), wait)
      .toBe('selected');
    for (const tab of ['Markdown', 'HTML', 'Text', 'JSON', 'Tables', 'Blocks']) {
      await shown.getByRole('tab', { name: tab, exact: true }).click();
      await shown.getByRole('tabpanel').getByText(/\S/).first().waitFor();
    }
    expect(await shown.getByRole('tab', { name: 'Code' }).count()).toBe(0);
    const saving = shown.waitForEvent('download');
    await shown.getByRole('button', { name: 'Original PDF' }).click();
    expect((await saving).suggestedFilename()).toBe('rich.pdf');
    expect(await violationsOn(shown)).toEqual([]);
    expect(stranger.complaints).toEqual([]);
    expect(stranger.strangers).toEqual([]);
    await stranger.context.close();
  });

  it('sees one element alone, if only that is shared', async () => {
    await openDialog(`/jobs/${job}?node=/kids/0`);
    await dialog().getByLabel('What to share').selectOption('element');
    const link = await createdLink('element');
    await closeDialog();
    const words = (await page.locator('[data-block="/kids/0"] .overflow-x-auto').textContent()) ?? '';
    const other = (await page.locator('[data-block="/kids/1"] .overflow-x-auto').textContent()) ?? '';
    const stranger = await asStranger(link);
    await stranger.page.getByText(words.trim()).waitFor();
    expect(await stranger.page.locator('body').textContent()).not.toContain(other.trim());
    expect(await stranger.page.locator('canvas').count()).toBe(0);
    expect(await violationsOn(stranger.page)).toEqual([]);
    expect(stranger.complaints).toEqual([]);
    await stranger.context.close();
  });

  it('reads it on a phone, in the dark theme and in German', async () => {
    await openDialog();
    const link = await createdLink('phone');
    await closeDialog();
    const stranger = await asStranger(link, { width: 390, height: 800, theme: 'dark', locale: 'de-DE' });
    const shown = stranger.page;
    await shown.getByText(/Mit Ihnen geteilt · nur lesen · bis /).waitFor();
    await shown.locator('canvas[data-rendered=true]').first().waitFor();
    await shown.getByRole('button', { name: 'Ergebnisse' }).click();
    await shown.locator('[data-block="/kids/0"]').waitFor();
    expect(await isTooWide(shown)).toBe(false);
    expect(await violationsOn(shown)).toEqual([]);
    await stranger.context.close();
  });

  it('reads no more once the link is revoked, also in a page that is open', async () => {
    await openDialog();
    const link = await createdLink('short');
    const stranger = await asStranger(link);
    await stranger.page.getByRole('heading', { level: 1, name: 'rich.pdf' }).waitFor();
    await dialog().getByRole('button', { name: 'Revoke short' }).click();
    await page.getByText('Link revoked. It no longer works.').waitFor();
    await closeDialog();
    await stranger.page.reload();
    await stranger.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
    expect(await violationsOn(stranger.page)).toEqual([]);
    await stranger.context.close();
  });

  it('is told when the link is not complete', async () => {
    const stranger = await asStranger(appUrl('/shared'));
    await stranger.page.getByText('This address is not complete.').waitFor();
    await stranger.context.close();
  });
});

describe('the address of a job', () => {
  it('is copied with the words that only its owner can open it', async () => {
    await openViewer(page, `/jobs/${job}`);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await page.getByText('Link copied. Only you can open it.').waitFor();
  });

  it.each(['of another account', 'of no job'])('%s is answered in the same words', async (which) => {
    const other = await visit('pro', '/plan');
    const id = which === 'of no job' ? '019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42' : job;
    await followLink(other.page, `/jobs/${id}`);
    await other.page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
    await other.page.getByText('belongs to another account, or it no longer exists').waitFor();
    await other.context.close();
  });
});

it('nothing was complained of, and nothing left the service', () => {
  expect(owner.complaints).toEqual([]);
  expect(owner.strangers).toEqual([]);
});
