/** An agent finds its way in a long manual, as the guide for agents says. */
import { expect, it } from 'vitest';
import { askAboutManual } from '../beyond/manual-agent.ts';

it('answers ten questions about 400 pages in less than 10,000 tokens', async () => {
  expect(await askAboutManual(400)).toBeLessThan(10_000);
});
