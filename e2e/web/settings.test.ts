/** Settings on the real service: retention, presets, the session, and the operator's links. */
import { readFileSync } from 'node:fs';
import { objectNames } from '@octavo/testkit/service-under-test/bucket.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import { request, sendJson } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { openViewer } from './viewer/open-viewer.ts';
import { appUrl, arrive, closeBrowser, goTo, type Visitor, visit } from './visitor.ts';

let visitor: Visitor;
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

describe('retention', () => {
  it('is shown as it is set, changed for new jobs, and named in the viewer', async () => {
    const owner = await visit('pro');
    visitor = owner;
    const { page, account } = owner;
    await goTo(page, 'Settings');
    const days = page.getByLabel('Keep new jobs');
    expect(await days.inputValue()).toBe('');
    await days.selectOption('30 days');
    await page.getByText('Saved. Applies to new jobs.').waitFor();
    const { json } = await request('/account/settings', { caller: account });
    expect(json).toEqual({ retention_days: 30 });
    const { id } = await done(account, { fileName: 'kept.pdf' });
    await openViewer(page, `/jobs/${id}`);
    await page.getByText(/ · deleted on .+ 20\d\d/).waitFor();
    await goTo(page, 'Settings');
    expect(await page.getByLabel('Keep new jobs').inputValue()).toBe('30');
    expect(visitor.complaints).toEqual([]);
  });
});

describe('presets', () => {
  it('are saved with the options, used for new uploads and removed', async () => {
    visitor = await visit('pro');
    const { page } = visitor;
    await goTo(page, 'Settings');
    await page.getByText('You have no presets.').waitFor();
    await goTo(page, 'Home');
    await page.getByRole('button', { name: 'HTML' }).click();
    await page.getByRole('button', { name: 'More options' }).click();
    const dialog = page.getByRole('dialog', { name: 'Options' });
    await dialog.getByLabel('Pages').fill('2');
    await dialog.getByLabel('Save these options as').fill(' web pages ');
    await dialog.getByRole('button', { name: 'Save preset' }).click();
    expect(await dialog.getByLabel('Preset', { exact: true }).inputValue()).toBe('web pages');
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'HTML' }).click();
    expect(await dialog.getByLabel('Preset', { exact: true }).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Use these options' }).click();
    await goTo(page, 'Settings');
    const preset = page.getByRole('list', { name: 'Presets' }).getByRole('listitem');
    await preset.getByText('Markdown · JSON · HTML').waitFor();
    await preset.getByRole('button', { name: 'Use web pages for new uploads' }).click();
    await preset.getByText('In use').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await goTo(page, 'Home');
    expect(await page.getByRole('button', { name: 'HTML' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByText('1 option changed').waitFor();
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Remove web pages' }).click();
    await page.getByText('You have no presets.').waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

describe('the session', () => {
  it('is named with its account and provider, and ended', async () => {
    const owner = await visit('free');
    visitor = owner;
    const { page, account } = owner;
    await goTo(page, 'Settings');
    const main = page.getByRole('main');
    await main.getByText(account.email).waitFor();
    await main.getByText(/^You sign in at /).waitFor();
    await main.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
  });
});

describe("the operator's links", () => {
  it('are in the navigation, if they are set', async () => {
    visitor = await arrive();
    const { page } = visitor;
    await page.route('**/app/config.json', async (route) => {
      const response = await route.fetch();
      const links = { docs_url: 'https://docs.example.com/', support_url: 'mailto:help@example.com' };
      await route.fulfill({ response, json: { ...(await response.json()), ...links } });
    });
    await page.goto(appUrl());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address or name').fill(`links.${Date.now()}@example.com`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const side = page.getByRole('complementary');
    const target = (name: string) => side.getByRole('link', { name }).getAttribute('href');
    expect(await target('Docs')).toBe('https://docs.example.com/');
    expect(await target('Support')).toBe('mailto:help@example.com');
    expect(await side.getByRole('link', { name: 'Status' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  });
});

describe('the export', () => {
  it('has account, keys, usage and jobs, and nothing that opens a file', async () => {
    const owner = await visit('pro');
    visitor = owner;
    const { page, account } = owner;
    await sendJson({ session: account.session }, '/api-keys', { name: 'nightly' });
    const { id } = await done(account, { fileName: 'exported.pdf' });
    await goTo(page, 'Settings');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^octavo-export-\d{4}-\d\d-\d\d\.json$/);
    const text = readFileSync(await saved.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      schema: 'octavo-account-export/1',
      account: { email: account.email },
      api_keys: [{ name: 'nightly' }],
      jobs: [{ id, file: { name: 'exported.pdf' }, origin: { api_key: null, source: 'form' } }],
      usage: [{ days: [{ jobs: 1 }] }],
    });
    expect(text).not.toMatch(/raw_key|X-Amz-Signature|oct_[0-9a-f]{40}/);
    expect(visitor.complaints).toEqual([]);
  });

  it('is there on the free plan too', async () => {
    visitor = await visit('free', '/settings');
    const saving = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('button', { name: 'Export data' }).click();
    expect(readFileSync(await (await saving).path(), 'utf8')).toContain('"tier": "free"');
    expect(visitor.complaints).toEqual([]);
  });
});

describe('the deletion of the account', () => {
  it.each([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'de-DE', width: 390 },
  ] as const)('can be asked for by anyone, at $width px, in $locale', async ({ theme, locale, width }) => {
    visitor = await visit('free', '/settings', { theme, locale, width });
    const { page } = visitor;
    const name = locale === 'en-GB' ? 'Delete account' : 'Konto löschen';
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(visitor.complaints).toEqual([]);
  });

  it('needs its address, ends the session, and leaves nothing that opens it', async () => {
    const owner = await visit('pro', '/plan');
    visitor = owner;
    const { page, account } = owner;
    const { json: key } = await sendJson({ session: account.session }, '/api-keys', { name: 'nightly' });
    const { id } = await done(account, { fileName: 'gone.pdf' });
    const { json: share } = await sendJson(account, `/jobs/${id}/shares`, {});
    const token = (share as { token: string }).token;
    const shared = () => request('/shared', { headers: { authorization: `Bearer ${token}` } });
    expect((await shared()).status).toBe(200);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Delete account', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const confirm = dialog.getByRole('button', { name: 'Delete account for good' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('somebody@example.com');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(account.email.toUpperCase());
    await confirm.click();
    await page.getByRole('heading', { name: 'See what the parser saw' }).waitFor();
    const rawKey = (key as { raw_key: string }).raw_key;
    expect((await request('/auth/me', { headers: { 'x-api-key': rawKey } })).status).toBe(401);
    expect((await request('/auth/me', { caller: { session: account.session } })).status).toBe(401);
    expect((await shared()).status).toBe(404);
    const { stack } = context;
    if (!stack) return;
    const files = async () => [...(await objectNames(stack))].filter((name) => name.includes(id));
    await expect.poll(files, { timeout: 60_000 }).toEqual([]);
  });
});
