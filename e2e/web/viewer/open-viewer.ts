/** Ways into the viewer that keep the session: as a link within the dashboard goes, not as a new load. */
import type { Page } from 'playwright-core';

export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/app${path}`);
}

/** From another page each time: what the address says counts when one arrives. */
export async function openViewer(page: Page, path: string): Promise<void> {
  await followLink(page, '/plan');
  await page.locator('[data-viewer]').waitFor({ state: 'detached' });
  await followLink(page, path);
  await page.locator('canvas[data-rendered=true]').first().waitFor();
  await page.locator('[data-box]').first().waitFor();
}
