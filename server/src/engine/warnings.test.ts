/** Engine log lines become warning codes without document text; lines that report lost output are detected. */
import { describe, expect, it } from 'vitest';
import { nothingDropped } from '../domain/dropped.ts';
import type { WarningCode } from '../ports/engine.ts';
import { readDropped } from './dropped.ts';
import type { HostReply } from './host-message.ts';
import { collectWarnings, mergeWarnings, unwrittenOutputs } from './warnings.ts';

const reply = (parts: Partial<HostReply>): HostReply => ({ event: 'done', id: 1, ok: true, ...parts });
const warningsOf = (parts: Partial<HostReply>) => {
  const whole = reply({ pages: 9, ...parts });
  return collectWarnings(whole, readDropped(whole, 9));
};
const log = (text: string, count = 1) => ({ logger: 'org.x.Y', text, count });

describe('collectWarnings', () => {
  it('sums lines of one kind and drops their text', () => {
    const logs = [
      log("Can't read CMap 'Secret'", 2),
      log('no glyph for Secret', 3),
      log('odd thing: Secret'),
    ];
    const warnings = warningsOf({ logs });
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['font_unreadable', 5],
      ['engine_notice', 1],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('Secret');
  });

  it('lists the pages where they are known', () => {
    const warnings = warningsOf({ empty_pages: [2], image_only_pages: [3, 4], garbled_pages: [5] });
    expect(warnings.map(({ code, pages }) => [code, pages])).toEqual([
      ['page_without_content', [2]],
      ['page_only_image', [3, 4]],
      ['page_text_garbled', [5]],
    ]);
  });

  it('counts missing images, not log lines about them', () => {
    const warnings = warningsOf({ logs: [log('bad image', 9)], images_missing: 2 });
    expect(warnings).toMatchObject([{ code: 'image_not_extracted', count: 2 }]);
  });

  const item = (page: number, reason: string) => ({ page, reason, kind: 'text', box: [0, 0, 1, 1] });

  it('agrees with the list of dropped content: its number, its pages and its filters', () => {
    const logs = [log('Text with zero height on page 1 has been filtered out', 3)];
    const dropped = [item(1, 'tiny'), item(4, 'off-page'), item(4, 'tiny')];
    const parts = { logs, dropped, dropped_count: 3, dropped_pages: [1, 4], unseen_pages: [2] };
    expect(warningsOf(parts)).toMatchObject([
      {
        code: 'content_skipped',
        pages: [1, 4],
        count: 3,
        message: expect.stringContaining('off-page, tiny'),
      },
      { code: 'hidden_text_not_checked', pages: [2], count: 1 },
    ]);
  });

  it('does not say that content was skipped when the list of dropped content is empty', () => {
    const logs = [
      log('Detected background on page 2'),
      log('Detected background on page 1'),
      log('Detected background on page 12345'),
      log('Text with zero height on page 1 has been filtered out'),
    ];
    expect(warningsOf({ logs, dropped_count: 0, dropped_pages: [] })).toMatchObject([
      { code: 'background_ignored', pages: [1, 2], count: 2 },
    ]);
  });

  it('reports a check that ran out of time as not reproducible', () => {
    expect(warningsOf({ not_reproducible: true })).toMatchObject([
      { code: 'result_not_reproducible', pages: [], count: 1 },
    ]);
  });

  it('reports a check that the engine left out as such, not as skipped content', () => {
    const logs = [log('Hidden-text filtering will be skipped for this document.')];
    expect(warningsOf({ logs })).toMatchObject([{ code: 'hidden_text_not_checked', pages: [], count: 1 }]);
  });

  it('returns no warnings for a document without problems', () => {
    expect(warningsOf({ logs: [], empty_pages: [] })).toEqual([]);
  });
});

describe('mergeWarnings', () => {
  const warningOf = (code: WarningCode, pages: readonly number[], count: number) => ({
    ...{ code, pages, count },
    message: `about ${code}`,
  });

  it('joins pages and counts of ranges, and says once what concerns the document', () => {
    const first = [warningOf('repaired', [], 1), warningOf('page_only_image', [3, 7], 2)];
    const second = [warningOf('repaired', [], 1), warningOf('page_only_image', [101], 1)];
    expect(mergeWarnings([first, second], nothingDropped)).toEqual([
      warningOf('repaired', [], 1),
      warningOf('page_only_image', [3, 7, 101], 3),
    ]);
  });

  it('names the filters of all ranges', () => {
    const item = { page: 1, box: [0, 0, 1, 1], kind: 'text' } as const;
    const items = [
      { ...item, reason: 'tiny' },
      { ...item, page: 120, reason: 'hidden-text' },
    ] as const;
    const ranges = [[warningOf('content_skipped', [1], 1)], [warningOf('content_skipped', [120], 1)]];
    const [merged] = mergeWarnings(ranges, { count: 2, items });
    expect(merged).toMatchObject({ pages: [1, 120], count: 2 });
    expect(merged?.message).toContain('Filters: hidden-text, tiny.');
  });
});

describe('unwrittenOutputs', () => {
  it.each([
    'Unable to create markdown output: No space left on device',
    'Unable to create annotated PDF output: null',
    'Unable to encode image: x',
    'Image extraction will be skipped for this document.',
    'Unable to write picture for html output: x',
  ])('%j is lost output', (text) => {
    expect(unwrittenOutputs([log(text)])).toHaveLength(1);
  });

  it('other lines are not lost output', () => {
    expect(unwrittenOutputs([log('List without detected level')])).toEqual([]);
  });
});
