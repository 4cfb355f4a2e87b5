/** Converts our own sets with the real engine: no score may be below its floor. */
import { expect, it } from 'vitest';
import { scratch } from '../scratch.ts';
import { brokenFloors, readFloors } from './floors.ts';
import { measureParser } from './measure.ts';
import { startOctavo } from './parsers/octavo.ts';
import { checkTruth } from './truth/guard.ts';
import { loadSets } from './truth/sets.ts';

/** It takes about a minute; a busy machine may need several times that. */
const timeoutMs = 600_000;

it(
  'keeps the fidelity of our own documents',
  async () => {
    const sets = loadSets(undefined, ['born', 'layouts', 'untagged']);
    checkTruth(sets);
    const endings: (() => Promise<unknown>)[] = [];
    const lifetime = { atEnd: (end: () => Promise<unknown>) => void endings.push(end) };
    try {
      const octavo = await startOctavo(lifetime, await scratch(lifetime));
      const score = await measureParser(octavo, sets, [], () => {});
      expect(score.formats.flatMap(({ sets: all }) => all.map(({ failed }) => failed))).toEqual([
        0, 0, 0, 0, 0, 0, 0, 0, 0,
      ]);
      expect(brokenFloors(score, readFloors())).toEqual([]);
    } finally {
      for (const end of endings.toReversed()) await end();
    }
  },
  timeoutMs,
);
