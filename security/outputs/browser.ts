/** A headless browser: opens a URL and reports what was shown, what ran and what was requested. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';

export type Opening = {
  readonly url: string;
  /** Sent with every request of the page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Serves this body instead of the real response. */
  readonly served?: Readonly<{ type: string; body: Buffer }>;
  /** Removes the attachment header, so that the browser displays the file; all other headers stay. */
  readonly withoutDisposition?: boolean;
  readonly clicks?: boolean;
};

export type PageVisit = {
  /** Null if the browser displayed the file. */
  readonly savedAs: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** Console messages of scripts that ran. */
  readonly ran: readonly string[];
  /** Requested URLs other than the document itself. */
  readonly requests: readonly string[];
};

const executable = () =>
  [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (path) => path !== '' && existsSync(path),
  );

/** Without Chromium's own sandbox, which root cannot use, and without its background requests. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
];
/** Long enough for a refresh after 0 seconds, for images, frames and animations to begin. */
const settleMs = 400;
const openMs = 15_000;

export function launch(): Promise<Browser> {
  const executablePath = executable();
  if (executablePath === undefined)
    throw new Error('Chromium not found: install the package chromium, or set CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: flags });
}

export type TestBrowser = {
  readonly open: (opening: Opening) => Promise<PageVisit>;
  readonly version: string;
  readonly crashes: () => number;
  readonly close: () => Promise<void>;
};

/** A browser that crashes is started again; a page on which it crashes twice is an error. */
export async function openBrowser(start: () => Promise<Browser> = launch): Promise<TestBrowser> {
  let running = start();
  let crashes = 0;
  const restart = async (crashed: Browser) => {
    if ((await running) === crashed) {
      crashes += 1;
      running = start();
    }
    return running;
  };
  const first = await running;
  return {
    open: async (opening) => {
      const browser = await running;
      try {
        return await openPage(browser, opening);
      } catch (error) {
        if (browser.isConnected()) throw error;
        return openPage(await restart(browser), opening);
      }
    },
    version: first.version(),
    crashes: () => crashes,
    close: async () => (await running).close(),
  };
}

async function answerAlone(route: Route, opening: Opening): Promise<void> {
  const isDocument = route.request().url() === opening.url;
  if (isDocument && opening.served) {
    const { type, body } = opening.served;
    return route.fulfill({ status: 200, contentType: type, body });
  }
  if (isDocument && opening.withoutDisposition) {
    const answer = await route.fetch();
    const { 'content-disposition': _, ...headers } = answer.headers();
    return route.fulfill({ response: answer, headers });
  }
  return route.continue();
}

/** Clicks every link; a page that opens counts as a request. */
async function clickAll(page: Page): Promise<void> {
  const count = await page.locator('a').count();
  for (let at = 0; at < Math.min(count, 40); at += 1) {
    await page
      .locator('a')
      .nth(at)
      .dispatchEvent('click', undefined, { timeout: 1_000 })
      .catch(() => {});
  }
}

function listen(context: BrowserContext, ran: string[], requests: string[], url: string): void {
  context.on('request', (request) => {
    if (request.url() !== url && !/^(data|blob|about|chrome-error):/.test(request.url()))
      requests.push(request.url());
  });
  context.on('console', (message) => {
    if (message.text().startsWith('octavo-ran')) ran.push(message.text().slice('octavo-ran '.length));
  });
  context.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
}

async function openPage(browser: Browser, opening: Opening): Promise<PageVisit> {
  const context = await browser.newContext({
    extraHTTPHeaders: { ...opening.headers },
    acceptDownloads: true,
  });
  const [ran, requests]: [string[], string[]] = [[], []];
  listen(context, ran, requests, opening.url);
  await context.route('**/*', (route) => answerAlone(route, opening));
  try {
    const page = await context.newPage();
    const saved = page.waitForEvent('download', { timeout: openMs }).then(
      (download) => download.suggestedFilename(),
      () => null,
    );
    let headers: Record<string, string> = {};
    let status = 0;
    page.on('response', (response) => {
      if (response.url() !== opening.url || status !== 0) return;
      headers = response.headers();
      status = response.status();
    });
    // A download ends the navigation with an error, as expected.
    const isShown = await page.goto(opening.url, { timeout: openMs, waitUntil: 'load' }).then(
      () => true,
      () => false,
    );
    await page.waitForTimeout(isShown ? settleMs : settleMs / 4);
    if (isShown && opening.clicks) {
      await clickAll(page);
      await page.waitForTimeout(settleMs);
    }
    return { savedAs: isShown ? null : await saved, headers, status, ran, requests };
  } finally {
    // Requests that are still open are ignored.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}
