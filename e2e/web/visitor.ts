/** Somebody in front of the dashboard: a browser that notes every complaint and every request that leaves the service. */

import { type FreshAccount, freshAccount } from '@octavo/testkit/service-under-test/accounts.ts';
import { context, type Tier } from '@octavo/testkit/service-under-test/context.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../sdk/browser/chromium.ts';

export type Visitor = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console called an error or a warning on a page of ours, and uncaught exceptions. */
  readonly complaints: string[];
  /** Requests of our pages to anybody but the service and the identity provider. */
  readonly strangers: string[];
};

export type VisitOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  readonly baseUrl?: string;
};

let browser: Promise<Browser> | undefined;

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export const appUrl = (path = '/', baseUrl = context.baseUrl) => new URL(`/app${path}`, baseUrl).href;

/** The provider's own page is not ours: what it loads and logs is left out. */
function watch(page: Page, baseUrl: string, provider: string): Pick<Visitor, 'complaints' | 'strangers'> {
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    const isOurs = message.location().url === '' || message.location().url.startsWith(baseUrl);
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isFromUs = request.frame().url().startsWith(baseUrl);
    const isKnown = [new URL(baseUrl).origin, provider].includes(url.origin) || url.origin === 'null';
    if (isFromUs && !isKnown && url.protocol !== 'blob:') strangers.push(url.href);
  });
  return { complaints, strangers };
}

/** A first visit: a new browser profile without a session. */
export async function arrive(options: VisitOptions = {}): Promise<Visitor> {
  const {
    width = 1280,
    height = 860,
    theme = 'light',
    locale = 'en-GB',
    baseUrl = context.baseUrl,
  } = options;
  const config = await fetch(appUrl('/config.json', baseUrl));
  if (config.status !== 200) throw new Error('the dashboard is not built: npm run build -w web');
  const { issuer } = (await config.json()) as { issuer: string };
  browser ??= launchChromium();
  const profile = await (await browser).newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  profile.setDefaultTimeout(90_000);
  const page = await profile.newPage();
  return { context: profile, page, ...watch(page, baseUrl, new URL(issuer).origin) };
}

/** On the provider's page, which asks for no password. */
export async function passProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address or name').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn(page: Page, email: string, path = '/', baseUrl?: string): Promise<void> {
  await page.goto(appUrl(path, baseUrl));
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
  await passProvider(page, email);
  await page.waitForURL(appUrl(path, baseUrl));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export type SignedInVisitor = Visitor & { readonly account: FreshAccount };

export async function visit(tier: Tier, path = '/', options: VisitOptions = {}): Promise<SignedInVisitor> {
  const [visitor, account] = await Promise.all([arrive(options), freshAccount(tier)]);
  await signIn(visitor.page, account.email, path, options.baseUrl);
  return { ...visitor, account };
}

/** Drops files on the page the way a file manager does. */
export async function dropFiles(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: 'application/pdf' }));
    }
    return data;
  }, sent);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
  }
}

/** By a link of the navigation, as people go; the session stays. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}
