/** Whether the open page is wider than the screen, so that it scrolls sideways. */
import type { Page } from 'playwright-core';

export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
