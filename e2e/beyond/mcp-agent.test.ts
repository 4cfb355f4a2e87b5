/** An agent finds its way in a manual; `e2e/runs/mcp-agent.test.ts` has one of 400 pages. */
import { expect, it } from 'vitest';
import { askAboutManual } from './manual-agent.ts';

it('answers ten questions about 100 pages in less than 5,000 tokens', async () => {
  expect(await askAboutManual(100)).toBeLessThan(5_000);
});
