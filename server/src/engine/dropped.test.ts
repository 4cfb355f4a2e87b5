/** The report of dropped content is validated and limited in size. */
import { describe, expect, it } from 'vitest';
import { readDropped } from './dropped.ts';
import type { HostReply } from './host-message.ts';

const entry = { page: 2, box: [1, 2, 3.5, 4], reason: 'hidden-text', kind: 'text' };
const reply = (more: object): HostReply => ({ event: 'done', id: 1, ok: true, ...more });

describe('readDropped', () => {
  it('keeps page, box, reason and kind, and ignores all other fields', () => {
    const sent = { dropped: [{ ...entry, text: 'secret' }], dropped_count: 7 };
    expect(readDropped(reply(sent), 3)).toEqual({ count: 7, items: [entry] });
  });

  it('is empty when the host reports nothing', () => {
    expect(readDropped(reply({}), 3)).toEqual({ count: 0, items: [] });
  });

  it.each([
    null,
    'text',
    { ...entry, page: 0 },
    { ...entry, page: 4 },
    { ...entry, page: 1.5 },
    { ...entry, page: '2' },
    { ...entry, box: [1, 2, 3] },
    { ...entry, box: [1, 2, 3, '4'] },
    { ...entry, box: [1, 2, 3, null] },
    { ...entry, box: [1, 2, 3, 1e300] },
    { ...entry, reason: 'because' },
    { ...entry, kind: 'script' },
  ])('ignores the invalid entry %j', (bad) => {
    expect(readDropped(reply({ dropped: [bad, entry], dropped_count: 2 }), 3)).toEqual({
      count: 2,
      items: [entry],
    });
  });

  it('lists at most 1,000 entries and never reports a count below the number listed', () => {
    const many = Array.from({ length: 5_000 }, () => entry);
    expect(readDropped(reply({ dropped: many, dropped_count: 5_000 }), 3)).toMatchObject({ count: 5_000 });
    expect(readDropped(reply({ dropped: many, dropped_count: 5_000 }), 3).items).toHaveLength(1_000);
    for (const count of [3, -1, 1.5, '9', null]) {
      expect(readDropped(reply({ dropped: many, dropped_count: count }), 3).count).toBe(1_000);
    }
  });
});
