/** POST /jobs, 400: options that are no JSON, unknown or out of range, each pointed at. */

import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import {
  type ErrorBody,
  expectError,
  expectFaultAt,
} from '@octavo/testkit/service-under-test/expect-error.ts';
import { submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;

beforeAll(async () => {
  pro = await account('pro');
});

/** Every one of these values must be refused, with a fault at the option itself. */
async function expectRefused(option: string, values: readonly unknown[]): Promise<void> {
  for (const value of values) {
    const answer = await submit(pro, { options: { [option]: value } });
    expect(answer.status, `${option}: ${JSON.stringify(value)} gave ${answer.text}`).toBe(400);
    expectFaultAt(answer, `options.${option}`);
  }
}

describe('POST /jobs, 400: options', () => {
  it('Bad JSON in options: 400 with errors [O-026]', async () =>
    expectFaultAt(await submit(pro, { options: '{"format":' }), 'options'));

  it('Bad JSON in options: 400 with errors (JSON that is no object) [O-026]', async () => {
    for (const options of ['[]', '"text"', '1', 'null']) {
      expectFaultAt(await submit(pro, { options }), 'options');
    }
  });

  it('An unknown option: 400 with errors [O-027 O-095]', async () => {
    const answer = await submit(pro, { options: { colour: 'blue' } });
    expectFaultAt(answer, 'options.colour');
  });

  it('A bad value of an option: 400 with errors [O-028]', async () =>
    expectRefused('reading_order', ['diagonal', 7, null, ['xycut']]));

  it('An empty format: 400 with errors [O-029]', async () =>
    expectFaultAt(await submit(pro, { options: { format: [] } }), 'options.format'));

  it('Several faults at once: one sentence in detail, each fault with loc and msg in errors [O-008]', async () => {
    const answer = await submit(pro, { options: { format: ['text', 'docx'], table_method: 'x', colour: 1 } });
    const { detail, errors } = answer.json as ErrorBody;
    const places = errors?.map(({ loc }) => loc.join('.'));
    expect(places).toEqual(
      expect.arrayContaining(['options.format.1', 'options.table_method', 'options.colour']),
    );
    expect(detail).toBeTypeOf('string');
    expect(detail).not.toContain('\n');
  });

  it('Bad input is 400, never 422 [O-009]', async () => {
    const answers = [{ format: 'text' }, { pages: 'a-b' }, { nothing: true }].map((options) =>
      submit(pro, { options }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('format: duplicates removed, order kept, default markdown and json (names outside the seven, and other shapes) [O-097]', async () => {
    await expectRefused('format', [['docx'], ['Markdown'], 'markdown', [1], null]);
  });
  it('reading_order: xycut or off (other values) [O-098]', async () =>
    expectRefused('reading_order', ['xy', '', true]));
  it('table_method: default or cluster (other values) [O-099]', async () =>
    expectRefused('table_method', ['grid', '', false]));
  it('password: a string of at most 256 characters (257 characters, or no string) [O-101]', async () =>
    expectRefused('password', ['x'.repeat(257), 5]));
  it('replace_invalid_chars: one character, a space by default (none or two characters) [O-103]', async () =>
    expectRefused('replace_invalid_chars', ['', 'ab', 1]));
  it('image_output: external when images are requested, else off (other values) [O-105]', async () =>
    expectRefused('image_output', ['inline', true]));
  it('image_format: png or jpeg (other values) [O-106]', async () =>
    expectRefused('image_format', ['gif', 'PNG']));
  it('content_safety_off: a subset of the four filters (other values) [O-107]', async () =>
    expectRefused('content_safety_off', [['all'], 'tiny', [1]]));

  it('The six switches are booleans, false by default (no booleans) [O-102]', async () => {
    for (const option of ['use_struct_tree', 'include_header_footer', 'keep_line_breaks']) {
      await expectRefused(option, ['true', 1, null]);
    }
    for (const option of ['markdown_with_html', 'sanitize', 'detect_strikethrough']) {
      await expectRefused(option, ['true', 0, null]);
    }
  });

  it('The three page separators: strings of at most 256 characters, with %page-number% (257 characters, or no string) [O-104]', async () => {
    for (const kind of ['markdown', 'text', 'html']) {
      await expectRefused(`${kind}_page_separator`, ['-'.repeat(257), 3]);
    }
  });

  it('pages: ranges, 1-based; 400 outside the document; null is all (what is no list of pages) [O-100]', async () => {
    await expectRefused('pages', ['', 'x', '0', '1-', '3-2', '-1', '1;2', '1.5', 3]);
  });

  it('pages: ranges, 1-based; 400 outside the document; null is all (outside the document) [O-100]', async () => {
    const file = makeDocument({ pages: 3 });
    for (const pages of ['4', '1-4', '1,2,9']) {
      const answer = await submit(pro, { file, options: { pages } });
      expect(answer.status, `${pages} gave ${answer.text}`).toBe(400);
      expectFaultAt(answer, 'options.pages');
    }
  });

  it('Paths, directories, threads, back-end addresses and time-outs are never exposed [O-108]', async () => {
    const secrets = [
      'output_dir',
      'input_path',
      'threads',
      'hybrid_url',
      'timeout',
      'hybrid_timeout',
      'image_dir',
    ];
    for (const option of secrets)
      expectFaultAt(await submit(pro, { options: { [option]: '1' } }), `options.${option}`);
  });

  it('A format that cannot be made for this file is refused at submit: 400 format_unsupported [O-085]', async () => {
    const file = makeDocument({ password: '' });
    const answer = await submit(pro, { file, options: { format: ['text', 'tagged-pdf'] } });
    const { detail } = expectError(answer, 400, 'format_unsupported');
    expect(detail).toContain('tagged-pdf');
  });
});
