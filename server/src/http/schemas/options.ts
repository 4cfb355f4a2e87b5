/** Parser options on the wire: what `options` may hold, and how they are echoed. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { Compile } from 'typebox/compile';
import { OctavoError } from '../../domain/errors.ts';
import { idempotencyKeyCharsMax } from '../../domain/idempotency.ts';
import {
  contentFilters,
  formats,
  imageFormats,
  imageOutputs,
  type ParserOptions,
  readingOrders,
  tableMethods,
  withDefaults,
} from '../../domain/options.ts';
import { parsePageRange } from '../../domain/page-range.ts';
import { type SchemaFault, storableText, toFaults } from '../schema-faults.ts';
import { camelKeys, snakeKeys } from './case.ts';
import { OneOf } from './scalars.ts';

const separatorCharsMax = 256;
const passwordCharsMax = 256;

const Separator = Type.Union(
  [Type.String({ maxLength: separatorCharsMax, pattern: storableText }), Type.Null()],
  {
    description: 'Put between pages; `%page-number%` is replaced.',
  },
);

const fields = {
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
      'Filters of hidden content to switch off; `GET /jobs/{id}/dropped` tells what the others dropped.',
  }),
};

export const OptionsBody = Type.Object(fields, { $id: 'ParserOptions' });
export type OptionsBody = Static<typeof OptionsBody>;
export const optionNames = Object.keys(fields) as (keyof OptionsBody)[];

export const RecommendedOptions = Type.Partial(Type.Object(fields), {
  description:
    'Options to send in addition to, or instead of, those of this request; the rest is right as it is.',
});

const RequestedOptions = Type.Partial(
  Type.Object({ ...fields, password: Type.String({ maxLength: passwordCharsMax }) }),
  { additionalProperties: false },
);
const asked = Compile(RequestedOptions);

export type ReadOptions = { readonly options: ParserOptions; readonly password: string | undefined };

function invalidOptions(faults: readonly SchemaFault[]): OctavoError {
  const listed = toFaults(faults, 'options');
  const sentence = listed.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
  return new OctavoError('invalid_request', `The options are not valid: ${sentence}.`, { faults: listed });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OctavoError('invalid_json', 'The part options is not valid JSON.', {
      faults: [{ loc: ['options'], msg: 'is not valid JSON' }],
    });
  }
}

/** From the text of the part `options` to options with defaults filled in; throws with every fault at once. */
export function readOptions(text: string): ReadOptions {
  const value = parse(text);
  if (!asked.Check(value)) throw invalidOptions(asked.Errors(value) as SchemaFault[]);
  const { password, ...rest } = value;
  if (typeof rest.pages === 'string') {
    const range = parsePageRange(rest.pages);
    if (!range.ok) throw invalidOptions([{ instancePath: '/pages', message: range.msg }]);
  }
  return { options: withDefaults(camelKeys(rest) as Partial<ParserOptions>), password };
}

export function toOptionsBody(options: ParserOptions): OptionsBody {
  return snakeKeys(options) as OptionsBody;
}

const documentParts = {
  file: { type: 'string', contentMediaType: 'application/pdf', description: 'A PDF file.' },
  options: { type: 'string', contentMediaType: 'application/json', contentSchema: RequestedOptions },
};

/** For the OpenAPI document alone: the form is read as a stream, and its options are checked by `readOptions`. */
export const DocumentForm = Type.Unsafe<undefined>({
  type: 'object',
  required: ['file'],
  properties: documentParts,
});

/** For the OpenAPI document alone, like the other form. */
export const SubmitForm = Type.Unsafe<undefined>({
  type: 'object',
  properties: {
    ...documentParts,
    source_job_id: {
      type: 'string',
      format: 'uuid',
      description: 'In place of `file`: one of your jobs, whose file is submitted once more.',
    },
    expires_at: {
      type: 'string',
      format: 'date-time',
      description:
        'When the job goes by itself, once it is finished. The setting of the account unless given.',
    },
  },
  oneOf: [{ required: ['file'] }, { required: ['source_job_id'] }],
});

/** For the OpenAPI document alone, like the form. */
export const SubmitHeaders = Type.Unsafe<{ 'idempotency-key'?: string }>({
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: idempotencyKeyCharsMax,
      description:
        'Makes a repetition safe: the same key with the same file and options answers the same job for 24 hours.',
    },
  },
});
