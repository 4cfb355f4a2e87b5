/** Parser options in the API: the bodies that show them, and the forms that carry them. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { idempotencyKeyCharsMax } from '../../domain/idempotency.ts';
import { snakeKeys } from '../../domain/key-case.ts';
import type { ParserOptions } from '../../domain/options.ts';
import { OptionsRequest, optionFields } from '../../domain/options-schema.ts';

export const OptionsBody = Type.Object(optionFields, { $id: 'ParserOptions' });
export type OptionsBody = Static<typeof OptionsBody>;
export const optionNames = Object.keys(optionFields) as (keyof OptionsBody)[];

export const RecommendedOptions = Type.Partial(Type.Object(optionFields), {
  description:
    'Options to send in addition to, or instead of, those of this request; the rest is right as it is.',
});

export function toOptionsBody(options: ParserOptions): OptionsBody {
  return snakeKeys(options) as OptionsBody;
}

const documentParts = {
  file: { type: 'string', contentMediaType: 'application/pdf', description: 'A PDF file.' },
  options: { type: 'string', contentMediaType: 'application/json', contentSchema: OptionsRequest },
};

/** For the OpenAPI document alone: the form is read as a stream, and its options are checked by `parseOptions`. */
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
