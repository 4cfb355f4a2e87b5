/** What must hold on every page: everyone can use it, nothing is loaded from elsewhere, nothing is too wide or too heavy. */
import { gzipSync } from 'node:zlib';
import { makeBrokenDocument } from '@octavo/testkit/documents/documents.ts';
import { done, finished } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { appUrl, arrive, closeBrowser, signIn, type Visitor, visit } from './visitor.ts';

let visitor: Visitor;
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

const routes = [
  { path: '/', ready: 'Convert documents' },
  { path: '/jobs', ready: 'Jobs' },
  { path: '/keys', ready: 'API keys' },
  { path: '/usage', ready: 'Usage' },
  { path: '/plan', ready: 'Plan' },
  { path: '/webhooks', ready: 'Webhooks' },
  { path: '/settings', ready: 'Settings' },
  { path: '/nothing/here', ready: 'Page not found' },
];

let email: string;
beforeAll(async () => {
  const first = await visit('pro');
  email = first.account.email;
  await done(first.account, { fileName: 'a good one.pdf' });
  await finished(first.account, { file: makeBrokenDocument(), fileName: 'a broken one.pdf' });
  await first.context.close();
});

async function settle(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label]') === null);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([1440, 390])('the sign-in page of %d px is accessible', async (width) => {
    visitor = await arrive({ theme, width });
    await visitor.page.goto(appUrl());
    await settle(visitor.page, 'See what the parser saw');
    expect(await violationsOn(visitor.page)).toEqual([]);
  });

  it.each([1440, 390])(
    'no page of %d px shuts anybody out, is too wide, complains, or loads from elsewhere',
    async (width) => {
      visitor = await arrive({ theme, width });
      const { page } = visitor;
      await signIn(page, email);
      for (const { path, ready } of routes) {
        await page.goto(appUrl(path));
        await settle(page, ready);
        expect(await violationsOn(page), path).toEqual([]);
        expect(await isTooWide(page), path).toBe(false);
      }
      expect(visitor.complaints).toEqual([]);
      expect(visitor.strangers).toEqual([]);
    },
  );

  it('no dialog shuts anybody out', async () => {
    visitor = await arrive({ theme });
    const { page } = visitor;
    await signIn(page, email);
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('tab', { name: 'Advanced' }).click();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('button', { name: /^Run a broken one/ }).click();
    expect(await violationsOn(page)).toEqual([]);
  });
});

describe('on a phone', () => {
  it.each([360, 414])(
    'of %d px no page is wider than the screen, and the menu leads everywhere',
    async (width) => {
      visitor = await arrive({ width, height: 740 });
      const { page } = visitor;
      await page.goto(appUrl());
      await settle(page, 'See what the parser saw');
      expect(await isTooWide(page)).toBe(false);
      await signIn(page, email);
      for (const { path, ready } of routes) {
        await page.goto(appUrl(path));
        await settle(page, ready);
        expect(await isTooWide(page), path).toBe(false);
      }
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Main' });
      await menu.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      expect(await menu.isVisible()).toBe(false);
    },
  );
});

describe('somebody without a mouse', () => {
  it('skips the navigation with the first key', async () => {
    visitor = await arrive();
    const { page } = visitor;
    await signIn(page, email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('somebody who wants no motion', () => {
  it('sees none', async () => {
    visitor = await arrive();
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, email);
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter(
          (element) => getComputedStyle(element).transitionDuration !== '0s',
        ).length,
    );
    expect(moving).toBe(0);
  });
});

describe('the first load', () => {
  const bytesMax = 150_000;

  /** As they are sent over the wire; from what the browser really fetched, not from what a build says. */
  async function scriptBytes(open: (page: Page) => Promise<void>): Promise<number> {
    visitor = await arrive();
    const { page } = visitor;
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (/\.m?js$/.test(new URL(response.url()).pathname)) scripts.add(response.url());
    });
    await open(page);
    let sum = 0;
    for (const url of scripts) {
      sum += gzipSync(await (await fetch(url)).arrayBuffer(), { level: 9 }).length;
    }
    return sum;
  }

  it('of the sign-in page is at most 150 kB of JavaScript', async () => {
    const bytes = await scriptBytes(async (page) => {
      await page.goto(appUrl());
      await settle(page, 'See what the parser saw');
    });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(bytesMax);
  });

  it('of the start page is at most 150 kB of JavaScript', async () => {
    const bytes = await scriptBytes(async (page) => {
      await signIn(page, email);
      await settle(page, 'Convert documents');
    });
    expect(bytes).toBeLessThanOrEqual(bytesMax);
  });

  it('is sent compressed, and kept', async () => {
    visitor = await arrive();
    const html = await (await fetch(appUrl())).text();
    const script = /src="(\/app\/assets\/core[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const response = await fetch(new URL(script, appUrl()), { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});
