/** A page elsewhere may use the service exactly if the operator named its origin. */

import { startNode } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { describe, expect, it } from 'vitest';
import { runInBrowser } from '../browser/run-in-browser.ts';
import { castFor } from '../facts.ts';

const names = [
  'creates a key, uses it, revokes it, and is then refused with what to do next',
  'converts a file into texts and a tree',
  'makes one job of two submits with the same key',
  'waits for a slot and takes it when it is free',
  'watches a job from its first event to its last, and goes on after one it has heard',
  'reads results whole, in part, or not at all if nothing changed',
];

async function runFrom(elsewhere: (origin: string) => Promise<string>, wanted: readonly string[]) {
  let dismiss = async () => {};
  const cast = async (origin: string) => {
    const made = await castFor(await elsewhere(origin));
    dismiss = made.dismiss;
    return made.facts;
  };
  const run = runInBrowser({ names: wanted, target: context.baseUrl, cast });
  return (await run.finally(() => dismiss())).verdicts;
}

describe('a page on another origin', () => {
  it('uses the service as its own where OCTAVO_CORS_ORIGINS names it', async () => {
    const verdicts = await runFrom(async (origin) => (await startNode([origin])).url, names);
    expect([...verdicts.keys()].sort()).toEqual(names.toSorted());
    expect([...verdicts.values()].filter(({ fault }) => fault !== null)).toEqual([]);
  });

  it('is kept out by the browser where it is not named', async () => {
    const [name = ''] = names;
    const verdicts = await runFrom(async () => context.baseUrl, [name]);
    expect(verdicts.get(name)?.fault).toMatch(/ConnectionError/);
  });
});
