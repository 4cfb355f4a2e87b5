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
import { beforeAll, describe, expect } from 'vitest';
import { proves } from '../proves.ts';

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
  proves('O-026', async () => expectFaultAt(await submit(pro, { options: '{"format":' }), 'options'));

  proves('O-026', 'JSON that is no object', async () => {
    for (const options of ['[]', '"text"', '1', 'null']) {
      expectFaultAt(await submit(pro, { options }), 'options');
    }
  });

  proves('O-027 O-095', async () => {
    const answer = await submit(pro, { options: { colour: 'blue' } });
    expectFaultAt(answer, 'options.colour');
  });

  proves('O-028', async () => expectRefused('reading_order', ['diagonal', 7, null, ['xycut']]));

  proves('O-029', async () =>
    expectFaultAt(await submit(pro, { options: { format: [] } }), 'options.format'),
  );

  proves('O-008', async () => {
    const answer = await submit(pro, { options: { format: ['text', 'docx'], table_method: 'x', colour: 1 } });
    const { detail, errors } = answer.json as ErrorBody;
    const places = errors?.map(({ loc }) => loc.join('.'));
    expect(places).toEqual(
      expect.arrayContaining(['options.format.1', 'options.table_method', 'options.colour']),
    );
    expect(detail).toBeTypeOf('string');
    expect(detail).not.toContain('\n');
  });

  proves('O-009', async () => {
    const answers = [{ format: 'text' }, { pages: 'a-b' }, { nothing: true }].map((options) =>
      submit(pro, { options }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  proves('O-097', 'names outside the seven, and other shapes', async () => {
    await expectRefused('format', [['docx'], ['Markdown'], 'markdown', [1], null]);
  });
  proves('O-098', 'other values', async () => expectRefused('reading_order', ['xy', '', true]));
  proves('O-099', 'other values', async () => expectRefused('table_method', ['grid', '', false]));
  proves('O-101', '257 characters, or no string', async () =>
    expectRefused('password', ['x'.repeat(257), 5]),
  );
  proves('O-103', 'none or two characters', async () =>
    expectRefused('replace_invalid_chars', ['', 'ab', 1]),
  );
  proves('O-105', 'other values', async () => expectRefused('image_output', ['inline', true]));
  proves('O-106', 'other values', async () => expectRefused('image_format', ['gif', 'PNG']));
  proves('O-107', 'other values', async () => expectRefused('content_safety_off', [['all'], 'tiny', [1]]));

  proves('O-102', 'no booleans', async () => {
    for (const option of ['use_struct_tree', 'include_header_footer', 'keep_line_breaks']) {
      await expectRefused(option, ['true', 1, null]);
    }
    for (const option of ['markdown_with_html', 'sanitize', 'detect_strikethrough']) {
      await expectRefused(option, ['true', 0, null]);
    }
  });

  proves('O-104', '257 characters, or no string', async () => {
    for (const kind of ['markdown', 'text', 'html']) {
      await expectRefused(`${kind}_page_separator`, ['-'.repeat(257), 3]);
    }
  });

  proves('O-100', 'what is no list of pages', async () => {
    await expectRefused('pages', ['', 'x', '0', '1-', '3-2', '-1', '1;2', '1.5', 3]);
  });

  proves('O-100', 'outside the document', async () => {
    const file = makeDocument({ pages: 3 });
    for (const pages of ['4', '1-4', '1,2,9']) {
      const answer = await submit(pro, { file, options: { pages } });
      expect(answer.status, `${pages} gave ${answer.text}`).toBe(400);
      expectFaultAt(answer, 'options.pages');
    }
  });

  proves('O-108', async () => {
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

  proves('O-085', async () => {
    const file = makeDocument({ password: '' });
    const answer = await submit(pro, { file, options: { format: ['text', 'tagged-pdf'] } });
    const { detail } = expectError(answer, 400, 'format_unsupported');
    expect(detail).toContain('tagged-pdf');
  });
});
