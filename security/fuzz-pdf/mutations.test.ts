/** Every mutation changes a document, in the same way for the same seed, and leaving one out leaves the others alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { seededRandom } from '@octavo/testkit/seeded-random.ts';
import { describe, expect, it } from 'vitest';
import { type MutationName, mutated, mutations } from './mutations.ts';

const fixture = (name: string) => readFileSync(join(repository, 'server/test/fixtures/pdf', `${name}.pdf`));
const source = fixture('images');
const ingredients = {
  other: fixture('links'),
  canaries: { file: '/tmp/lure.txt', url: 'http://127.0.0.1:9/lure' },
};
const spoil = (steps: readonly (MutationName | null)[], seed: number) =>
  mutated(source, steps, seededRandom(seed), ingredients);

describe.each(Object.keys(mutations) as MutationName[])('%s', (name) => {
  it('changes the document, and the same seed changes it alike', () => {
    const seeds = [1, 2, 3, 4, 5];
    expect(seeds.filter((seed) => !spoil([name], seed).equals(source)).length).toBeGreaterThan(2);
    for (const seed of seeds) expect(spoil([name], seed).equals(spoil([name], seed))).toBe(true);
  });

  it('keeps the first bytes that everything else depends on', () => {
    for (const seed of [1, 2, 3]) expect(spoil([name], seed).toString('latin1', 0, 5)).toBe('%PDF-');
  });
});

it('a step that is left out does not change what the others draw', () => {
  expect(spoil(['duplicateXref', null], 3).equals(spoil(['duplicateXref'], 3))).toBe(true);
});

it('canaries lead to the canary', () => {
  const linked = Array.from({ length: 20 }, (_, seed) =>
    spoil(['canaryLink'], seed).toString('latin1'),
  ).join();
  expect(linked).toContain(ingredients.canaries.file);
  expect(linked).toContain(ingredients.canaries.url);
});
