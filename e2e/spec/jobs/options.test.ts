/** Parser options that are accepted: what is echoed, and what they do to the results. */

import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import {
  accepted,
  done,
  download,
  formats,
  type Job,
  remove,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
const made: string[] = [];

beforeAll(async () => {
  pro = await account('business');
});

afterEach(async () => {
  for (const id of made.splice(0)) await remove(pro, id);
});

async function echoOf(options: object, pages = 1): Promise<Job['options']> {
  const job = await accepted(pro, { options, file: makeDocument({ pages }) });
  made.push(job.id);
  return job.options;
}

describe('options as echoed', () => {
  it('options come back with defaults filled in [S-016 O-096]', async () => {
    expect(await echoOf({})).toEqual({
      format: ['markdown', 'json'],
      reading_order: 'xycut',
      table_method: 'default',
      pages: null,
      use_struct_tree: false,
      include_header_footer: false,
      keep_line_breaks: false,
      markdown_with_html: false,
      sanitize: false,
      detect_strikethrough: false,
      replace_invalid_chars: ' ',
      markdown_page_separator: null,
      text_page_separator: null,
      html_page_separator: null,
      image_output: 'off',
      image_format: 'png',
      content_safety_off: [],
      join_tables: true,
      ocr: 'auto',
      ocr_languages: ['eng'],
      language: null,
    });
  });

  it('format takes the seven names [S-027]', async () => {
    for (const format of formats) expect((await echoOf({ format: [format] }))['format']).toEqual([format]);
  });

  it('reading_order takes xycut [S-028 O-098]', async () => {
    for (const reading_order of ['xycut', 'off'])
      expect(await echoOf({ reading_order })).toMatchObject({ reading_order });
  });

  it('table_method is default when not set [S-029 O-099]', async () => {
    expect(await echoOf({})).toMatchObject({ table_method: 'default' });
    for (const table_method of ['default', 'cluster'])
      expect(await echoOf({ table_method })).toMatchObject({ table_method });
  });

  it('format: duplicates removed, order kept, default markdown and json [O-097]', async () => {
    expect(await echoOf({ format: ['text', 'json', 'text', 'html', 'json'] })).toMatchObject({
      format: ['text', 'json', 'html'],
    });
  });

  it('pages: ranges, 1-based; 400 outside the document; null is all [O-100]', async () => {
    for (const pages of ['1', '1,3,5-7', '7', '2-2'])
      expect(await echoOf({ pages }, 7)).toMatchObject({ pages });
    expect(await echoOf({ pages: null }, 7)).toMatchObject({ pages: null });
  });

  it('password: a string of at most 256 characters (of 256 characters) [O-101]', async () => {
    expect(await echoOf({ password: 'x'.repeat(256) })).not.toHaveProperty('password');
  });

  it('The six switches are booleans, false by default [O-102]', async () => {
    const names = ['use_struct_tree', 'include_header_footer', 'keep_line_breaks'];
    const switches = Object.fromEntries(
      [...names, 'markdown_with_html', 'sanitize', 'detect_strikethrough'].map((name) => [name, true]),
    );
    expect(await echoOf(switches)).toMatchObject(switches);
  });

  it('replace_invalid_chars: one character, a space by default [O-103]', async () => {
    for (const character of ['?', '\u00b7', '\u{1f600}']) {
      expect(await echoOf({ replace_invalid_chars: character })).toMatchObject({
        replace_invalid_chars: character,
      });
    }
  });

  it('The three page separators: strings of at most 256 characters, with %page-number% (at 256 characters) [O-104]', async () => {
    const separators = Object.fromEntries(
      ['markdown', 'text', 'html'].map((kind) => [`${kind}_page_separator`, 'x'.repeat(256)]),
    );
    expect(await echoOf(separators)).toMatchObject(separators);
  });

  it('image_output: external when images are requested, else off [O-105]', async () => {
    expect(await echoOf({ format: ['images', 'text'] })).toMatchObject({ image_output: 'external' });
    expect(await echoOf({ format: ['text'] })).toMatchObject({ image_output: 'off' });
    for (const image_output of ['off', 'embedded', 'external']) {
      expect(await echoOf({ image_output })).toMatchObject({ image_output });
    }
  });

  it('image_format: png or jpeg [O-106]', async () => {
    for (const image_format of ['png', 'jpeg'])
      expect(await echoOf({ image_format })).toMatchObject({ image_format });
  });

  it('content_safety_off: a subset of the four filters [O-107]', async () => {
    const content_safety_off = ['hidden-text', 'off-page', 'tiny', 'hidden-ocg'];
    expect(await echoOf({ content_safety_off })).toMatchObject({ content_safety_off });
    expect(await echoOf({ content_safety_off: ['tiny'] })).toMatchObject({ content_safety_off: ['tiny'] });
  });
});

describe('options in the results', () => {
  const file = makeDocument({ pages: 3, title: 'Sheet' });

  it('pages: ranges, 1-based; 400 outside the document; null is all (only the chosen pages are converted) [O-100]', async () => {
    const job = await done(pro, { file, options: { format: ['text'], pages: '1,3' } });
    made.push(job.id);
    const { text } = await download(pro, job.id, 'text');
    expect(['Sheet 1', 'Sheet 2', 'Sheet 3'].map((title) => text.includes(title))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('The three page separators: strings of at most 256 characters, with %page-number% (with the number of the page in its place) [O-104]', async () => {
    const separator = '=== %page-number% ===';
    const options = {
      format: ['markdown', 'text', 'html'],
      markdown_page_separator: separator,
      text_page_separator: separator,
      html_page_separator: separator,
    };
    const job = await done(pro, { file, options });
    made.push(job.id);
    for (const format of options.format) {
      const { text } = await download(pro, job.id, format);
      expect(text, format).toContain('=== 2 ===');
    }
  });
});
