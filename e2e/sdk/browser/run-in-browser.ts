/** Opens a page with the packed SDK in Chromium and runs scenarios in it. */
import { installSdk, stageScenarios } from '../package.ts';
import type { Facts, Verdict } from '../scenarios/scenario-context.ts';
import { launchChromium } from './chromium.ts';
import { openPageServer } from './page-server.ts';

export type PageRun = {
  /** Every scenario unless given. */
  readonly names?: readonly string[];
  /** Given the origin of the page, answers who acts and where the service is. */
  cast(origin: string): Promise<Facts>;
  /** Where the page's own origin passes requests on to. */
  readonly target: string;
};

export type PageReport = { readonly version: string; readonly verdicts: ReadonlyMap<string, Verdict> };

export async function runInBrowser({ names, cast, target }: PageRun): Promise<PageReport> {
  const installation = await installSdk();
  await stageScenarios(installation.directory);
  const server = await openPageServer(installation.directory, target);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/page/`);
    const facts = await cast(server.origin);
    // As text: what Vitest makes of an import does not work in a page.
    const given = [facts, names ?? null].map((value) => JSON.stringify(value)).join();
    const verdicts = (await page.evaluate(
      `import('/page/run-in-page.mjs').then(({ runInPage }) => runInPage(${given}))`,
    )) as Verdict[];
    return {
      version: browser.version(),
      verdicts: new Map(verdicts.map((verdict) => [verdict.name, verdict])),
    };
  } finally {
    await browser.close();
    await server.close();
    await installation.remove();
  }
}
