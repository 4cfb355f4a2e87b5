/** Sizes, times and positions are formatted for the language. */
import { describe, expect, it } from 'vitest';
import { formatAge } from './age.ts';
import { formatBytes } from './bytes.ts';
import { formatDay } from './date-time.ts';
import { formatDuration } from './duration.ts';
import { formatQueuePosition } from './queue-position.ts';

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_536, '1.5 kB'],
    [26_214_400, '25 MB'],
    [3 * 1024 ** 4, '3 TB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });

  it('uses the decimal separator of the language', () => {
    expect(formatBytes(1_572_864, 'de')).toBe('1,5 MB');
  });
});

describe('a queue position', () => {
  it.each([
    [7, '7'],
    [1_000, '1,000'],
    [1_001, '1,000+'],
  ])('%d is %s', (place, text) => {
    expect(formatQueuePosition(place, 'en')).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [0.84, '0.8 sec'],
    [9.96, '10 sec'],
    [59.7, '1 min'],
    [200, '3 min 20 sec'],
    [3_600, '1 hr'],
    [7_530, '2 hr 5 min'],
  ])('of %d s is %s', (seconds, text) => {
    expect(formatDuration(seconds, 'en')).toBe(text);
  });
});

describe('an age', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  it.each([
    ['2026-11-15T12:00:03Z', 'now'],
    ['2026-11-15T11:59:58Z', '2 seconds ago'],
    ['2026-11-15T11:00:01Z', '59 minutes ago'],
    ['2026-11-14T12:00:00Z', 'yesterday'],
    ['2026-10-01T12:00:00Z', 'last month'],
    ['2026-11-15T12:00:00.400Z', 'now'],
  ])('of %s is %s', (moment, text) => {
    expect(formatAge(moment, now, 'en')).toBe(text);
  });
});

describe('a day', () => {
  it('does not depend on the time zone', () => {
    expect(formatDay('2026-12-01T00:00:00.000Z', 'en')).toBe('Dec 1, 2026');
  });
});
