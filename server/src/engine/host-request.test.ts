/** Requests to an engine host process. */
import { expect, it } from 'vitest';
import { withDefaults } from '../domain/options.ts';
import { convertRequest } from './host-request.ts';

it('sends every option under its public name and no operator settings', () => {
  const view = { input: '/in/document.pdf', out: '/out', temp: '/tmp' };
  const { options, ...rest } = convertRequest(view, withDefaults({}), 3, 'pw', 9_000);
  expect(rest).toEqual({
    op: 'convert',
    input: '/in/document.pdf',
    out: '/out',
    password: 'pw',
    pages_wanted: 3,
    hidden_text_ms: 9_000,
  });
  expect(Object.keys(options as object).sort()).toEqual([
    'content_safety_off',
    'detect_strikethrough',
    'format',
    'html_page_separator',
    'image_format',
    'image_output',
    'include_header_footer',
    'keep_line_breaks',
    'markdown_page_separator',
    'markdown_with_html',
    'pages',
    'reading_order',
    'replace_invalid_chars',
    'sanitize',
    'table_method',
    'text_page_separator',
    'use_struct_tree',
  ]);
});
