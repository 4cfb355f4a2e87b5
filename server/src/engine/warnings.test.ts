/** Engine log lines become warning codes without document text; lines that report lost output are detected. */
import { describe, expect, it } from 'vitest';
import type { HostReply } from './host-message.ts';
import { collectWarnings, unwrittenOutputs } from './warnings.ts';

const reply = (parts: Partial<HostReply>): HostReply => ({ event: 'done', id: 1, ok: true, ...parts });
const log = (text: string, count = 1) => ({ logger: 'org.x.Y', text, count });

describe('collectWarnings', () => {
  it('sums lines of one kind and drops their text', () => {
    const logs = [
      log("Can't read CMap 'Secret'", 2),
      log('no glyph for Secret', 3),
      log('odd thing: Secret'),
    ];
    const warnings = collectWarnings(reply({ logs }));
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['font_unreadable', 5],
      ['engine_notice', 1],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('Secret');
  });

  it('lists the pages where they are known', () => {
    const warnings = collectWarnings(
      reply({ empty_pages: [2], image_only_pages: [3, 4], garbled_pages: [5] }),
    );
    expect(warnings.map(({ code, pages }) => [code, pages])).toEqual([
      ['page_without_content', [2]],
      ['page_only_image', [3, 4]],
      ['page_text_garbled', [5]],
    ]);
  });

  it('counts missing images, not log lines about them', () => {
    const warnings = collectWarnings(reply({ logs: [log('bad image', 9)], images_missing: 2 }));
    expect(warnings).toMatchObject([{ code: 'image_not_extracted', count: 2 }]);
  });

  it('lists the pages with dropped content and the unchecked pages instead of log lines about them', () => {
    const logs = [log('Text with zero height on page 1 has been filtered out', 3)];
    const warnings = collectWarnings(reply({ logs, dropped_pages: [1, 4], unseen_pages: [2] }));
    expect(warnings.map(({ code, pages }) => [code, pages])).toEqual([
      ['content_skipped', [1, 4]],
      ['hidden_text_not_checked', [2]],
    ]);
  });

  it('returns no warnings for a document without problems', () => {
    expect(collectWarnings(reply({ logs: [], empty_pages: [] }))).toEqual([]);
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
