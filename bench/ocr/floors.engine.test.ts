/** Reads some made scans with the real engine: no figure may be below its floor. */
import { expect, it } from 'vitest';
import { brokenFloors } from './floors.ts';
import { measure, shortTasks } from './measure.ts';

/** It takes about a minute; a busy machine may need several times that. */
const timeoutMs = 900_000;

it(
  'keeps the accuracy of OCR',
  async () => {
    const endings: (() => Promise<unknown>)[] = [];
    try {
      const rows = await measure({ atEnd: (end) => void endings.push(end) }, shortTasks);
      expect(rows).toHaveLength(shortTasks.length);
      expect(brokenFloors(rows)).toEqual([]);
    } finally {
      for (const end of endings.toReversed()) await end();
    }
  },
  timeoutMs,
);
