/** Requests to an engine host process. */
import { expect, it } from 'vitest';
import { type ParserOptions, withDefaults } from '../domain/options.ts';
import { convertRequest, hostFormats } from './host-request.ts';

it('sends the options that the engine needs under their public names, and no operator settings', () => {
  const view = { input: '/in/document.pdf', out: '/out', temp: '/tmp' };
  const { options, ...rest } = convertRequest(view, {
    options: withDefaults({}),
    ...{ pagesWanted: 3, password: 'pw', hiddenTextMs: 9_000 },
  });
  expect(rest).toEqual({
    op: 'convert',
    input: '/in/document.pdf',
    out: '/out',
    password: 'pw',
    pages_wanted: 3,
    hidden_text_ms: 9_000,
    extraction: true,
    simple: false,
    counts_attachments: true,
  });
  expect(Object.keys(options as object).sort()).toEqual([
    'content_safety_off',
    'detect_strikethrough',
    'format',
    'image_format',
    'image_output',
    'include_header_footer',
    'pages',
    'reading_order',
    'replace_invalid_chars',
    'sanitize',
    'table_method',
    'use_struct_tree',
  ]);
});

it('asks the host for no text format, and for images whenever an output needs them', () => {
  const formatsFor = (asked: Partial<ParserOptions>) => hostFormats(withDefaults(asked));
  expect(formatsFor({ format: ['markdown', 'json', 'html', 'text'] })).toEqual([]);
  expect(formatsFor({ format: ['json', 'tagged-pdf', 'images'] })).toEqual(['tagged-pdf', 'images']);
  expect(formatsFor({ format: ['html'], imageOutput: 'embedded' })).toEqual(['images']);
});
