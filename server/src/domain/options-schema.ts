/** The parser options as a client sends them: their schema, and how the text of the form field is read. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidOptions, OctavoError } from './errors.ts';
import { formats } from './formats.ts';
import { camelKeys } from './key-case.ts';
import {
  contentFilters,
  imageFormats,
  imageOutputs,
  type ParserOptions,
  readingOrders,
  tableMethods,
  withDefaults,
} from './options.ts';
import { parsePageRange } from './page-range.ts';
import { toFaults } from './schema-faults.ts';
import { OneOf, storableText } from './schema-parts.ts';

const separatorCharsMax = 256;
const passwordCharsMax = 256;

const Separator = Type.Union(
  [Type.String({ maxLength: separatorCharsMax, pattern: storableText }), Type.Null()],
  {
    description: 'Put between pages; `%page-number%` is replaced.',
  },
);

/** Every option but `password`, under its name on the wire. */
export const optionFields = {
  format: Type.Array(OneOf(formats), { minItems: 1, description: 'Output formats to produce.' }),
  reading_order: OneOf(readingOrders),
  table_method: OneOf(tableMethods),
  pages: Type.Union([Type.String(), Type.Null()], { description: 'Such as `1,3,5-7`; null is all.' }),
  use_struct_tree: Type.Boolean(),
  include_header_footer: Type.Boolean(),
  keep_line_breaks: Type.Boolean(),
  markdown_with_html: Type.Boolean(),
  sanitize: Type.Boolean({ description: 'Masks e-mail addresses, phone, card and IP numbers, and URLs.' }),
  detect_strikethrough: Type.Boolean(),
  replace_invalid_chars: Type.String({ minLength: 1, maxLength: 1, pattern: storableText }),
  markdown_page_separator: Separator,
  text_page_separator: Separator,
  html_page_separator: Separator,
  image_output: OneOf(imageOutputs),
  image_format: OneOf(imageFormats),
  content_safety_off: Type.Array(OneOf(contentFilters), {
    uniqueItems: true,
    description:
      'Filters of hidden content to switch off; `GET /jobs/{id}/dropped` lists what the others dropped.',
  }),
};

/** Options and password of a request, all optional. */
export const OptionsRequest = Type.Partial(
  Type.Object({ ...optionFields, password: Type.String({ maxLength: passwordCharsMax }) }),
  { additionalProperties: false },
);
const optionsRequest = Compile(OptionsRequest);

export type RequestedOptions = { readonly options: ParserOptions; readonly password: string | undefined };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OctavoError('invalid_json', 'The part options is not valid JSON.', {
      faults: [{ loc: ['options'], msg: 'is not valid JSON' }],
    });
  }
}

/** Reads the form field `options` and fills in the defaults. Throws with every fault at once. */
export function parseOptions(text: string): RequestedOptions {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (!optionsRequest.Check(value)) {
    throw invalidOptions(...toFaults(optionsRequest.Errors(value), 'options'));
  }
  const { password, ...rest } = value;
  if (typeof rest.pages === 'string') {
    const range = parsePageRange(rest.pages);
    if (!range.ok) throw invalidOptions({ loc: ['options', 'pages'], msg: range.msg });
  }
  return { options: withDefaults(camelKeys(rest) as Partial<ParserOptions>), password };
}
