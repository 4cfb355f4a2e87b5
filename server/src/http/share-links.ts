/** The URLs of share links. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Dashboard, sharedPage } from './dashboard.ts';
import type { BrowserSettings } from './security-headers.ts';

/** `null` where no dashboard is served, or an older one: a page of it shows what is shared. */
export type ShareUrl = (token: string) => string | null;

/** The token is in the fragment, which browsers send to no server: it is in no access log and in no referrer. */
export function shareLinks(browser: BrowserSettings, dashboard: Dashboard | null): ShareUrl {
  const hasPage = dashboard !== null && existsSync(join(dashboard.directory, sharedPage));
  const origin = (browser.contentOrigin ?? browser.publicUrl).replace(/\/+$/, '');
  return (token) => (hasPage ? `${origin}/app/shared#${token}` : null);
}
