/** What axe finds on the page that is open. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Rule = { id: string; nodes: { html: string; failureSummary: string }[] };
type Axe = { run(root: Document, options: object): Promise<{ violations: Rule[] }> };

/**
 * Evaluated, not added as a script: the page's policy would rightly refuse it. Frames are left out: the one there is
 * holds the HTML of somebody's document, in a sandbox that runs no script of anybody.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run(document, { iframes: false })).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
