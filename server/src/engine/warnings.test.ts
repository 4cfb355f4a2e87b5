/** Log lines become codes; lines of loss are told apart; nothing the document says gets through. */
import { describe, expect, it } from 'vitest';
import type { HostReply } from './host-message.ts';
import { collectWarnings, unwrittenOutputs } from './warnings.ts';

const reply = (parts: Partial<HostReply>): HostReply => ({ event: 'done', id: 1, ok: true, ...parts });
const log = (text: string, count = 1) => ({ logger: 'org.x.Y', text, count });

describe('collectWarnings', () => {
  it('adds up lines of one kind, without their text', () => {
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

  it('names the pages where it can', () => {
    const warnings = collectWarnings(
      reply({ empty_pages: [2], image_only_pages: [3, 4], garbled_pages: [5] }),
    );
    expect(warnings.map(({ code, pages }) => [code, pages])).toEqual([
      ['page_without_content', [2]],
      ['page_only_image', [3, 4]],
      ['page_text_garbled', [5]],
    ]);
  });

  it('counts the images that are missing, not the lines about them', () => {
    const warnings = collectWarnings(reply({ logs: [log('bad image', 9)], images_missing: 2 }));
    expect(warnings).toMatchObject([{ code: 'image_not_extracted', count: 2 }]);
  });

  it('names the pages of dropped content and of pages not looked at, in place of log lines about them', () => {
    const logs = [log('Text with zero height on page 1 has been filtered out', 3)];
    const warnings = collectWarnings(reply({ logs, dropped_pages: [1, 4], unseen_pages: [2] }));
    expect(warnings.map(({ code, pages }) => [code, pages])).toEqual([
      ['content_skipped', [1, 4]],
      ['hidden_text_not_checked', [2]],
    ]);
  });

  it('is silent about a document without blemish', () => {
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
  ])('%j is a loss', (text) => {
    expect(unwrittenOutputs([log(text)])).toHaveLength(1);
  });

  it('other lines are none', () => {
    expect(unwrittenOutputs([log('List without detected level')])).toEqual([]);
  });
});
