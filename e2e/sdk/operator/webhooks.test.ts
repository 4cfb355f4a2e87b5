/** A message the service really sent passes `unwrap` of the packed SDK. */
import { expect, it } from 'vitest';
import { runInNode } from '../run-scenarios.ts';

it('unwraps what the service really sends to a webhook', async () => {
  const { verdicts } = await runInNode(process.execPath, ['webhooks']);
  expect([...verdicts.values()].map(({ fault }) => fault)).toEqual([null]);
});
