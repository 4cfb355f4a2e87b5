/** Every tab, panel and dialog of the viewer, on wide screens and phones, in both themes: all in sight, and usable by everyone. */
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { type FreshAccount, freshAccount } from '@octavo/testkit/service-under-test/accounts.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { isTooWide } from './too-wide.ts';
import { openViewer } from './viewer/open-viewer.ts';
import { arrive, closeBrowser, signIn } from './visitor.ts';

let account: FreshAccount;
let job: string;

beforeAll(async () => {
  account = await freshAccount('pro');
  const options = { format: ['markdown', 'json', 'tagged-pdf', 'images'], language: 'en' };
  job = (await done(account, { file: makeRichDocument(), fileName: 'rich.pdf', options })).id;
});
afterAll(closeBrowser);

const tabs = ['Blocks', 'Markdown', 'HTML', 'Text', 'JSON', 'Tables', 'Code'];
const panels = ['Search', 'Outline', 'Check a quote', 'Accessibility'];

/** What is wrong with the page as it is: rules of axe, something wider than the screen, a tab that is cut off. */
async function faultsOf(page: Page, where: string): Promise<readonly string[]> {
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label]') === null);
  const wide = (await isTooWide(page)) ? ['the page is too wide'] : [];
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('[role=tab]')]
      .filter((tab) => tab.getBoundingClientRect().right > innerWidth + 1)
      .map((tab) => `the tab ${tab.textContent} is cut off`),
  );
  return [...wide, ...cut, ...(await violationsOn(page))].map((fault) => `${where}: ${fault}`);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([1440, 390])('everything fits and can be used at %d px', async (width) => {
    const visitor = await arrive({ theme, width, height: 844 });
    const { page } = visitor;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await signIn(page, account.email, '/plan');
    await openViewer(page, `/jobs/${job}`);
    const faults: string[] = [];
    for (const name of panels) {
      await button(name).click();
      await page.getByRole('region', { name, exact: true }).waitFor();
      faults.push(...(await faultsOf(page, name)));
      await button(name).click();
    }
    for (const name of ['Share', 'Compare with…']) {
      await button(name).click();
      await page.getByRole('dialog').waitFor();
      faults.push(...(await faultsOf(page, name)));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    if (width === 390) await button('Results').click();
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.locator('[role=tabpanel][data-state=active]').waitFor();
      faults.push(...(await faultsOf(page, name)));
    }
    expect(faults).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    expect(visitor.strangers).toEqual([]);
    await visitor.context.close();
  });
});
