/** A browser with somebody signed in, which notes every complaint and every request that leaves the service. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { type FreshAccount, freshAccount } from '../../client/accounts.ts';
import { context } from '../../context.ts';

export type Visitor = {
  readonly browser: Browser;
  readonly page: Page;
  readonly account: FreshAccount;
  /** What the console called an error, and exceptions nobody caught. */
  readonly complaints: string[];
  /** Addresses outside of the service. The provider is asked for while signing in only. */
  readonly strangers: string[];
  close(): Promise<void>;
};

export type VisitOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
};

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
];

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: flags,
  });
}

export const appUrl = (path: string) => new URL(`/app${path}`, context.baseUrl).href;

export async function visit(options: VisitOptions = {}): Promise<Visitor> {
  const { width = 1440, height = 900, theme = 'light' } = options;
  const built = await fetch(appUrl('/'));
  if (built.status !== 200) throw new Error('the dashboard is not built: npm run build -w web');
  const account = await freshAccount('business');
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
  page.setDefaultTimeout(90_000);
  const complaints: string[] = [];
  const strangers: string[] = [];
  await signIn(page, account.email);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === context.baseUrl || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!isOwn) strangers.push(request.url());
  });
  return { browser, page, account, complaints, strangers, close: () => browser.close() };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(appUrl('/plan'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('input[name=login]').fill(email.split('@')[0] ?? '');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/app/plan');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Within the page, as a link does: the session stays. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/app${path}`);
}

export async function openViewer(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.locator('canvas[data-rendered=true]').first().waitFor();
  await page.locator('[data-box]').first().waitFor();
}
