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
    'Options to send in addition to, or instead of, those of this request; the others need no change.',
});

export function toOptionsBody(options: ParserOptions): OptionsBody {
  return snakeKeys(options) as OptionsBody;
}

const documentParts = {
  file: { type: 'string', contentMediaType: 'application/pdf', description: 'A PDF file.' },
  options: { type: 'string', contentMediaType: 'application/json', contentSchema: OptionsRequest },
};

/** Only for the OpenAPI document: the form is read as a stream, and `parseOptions` checks its options. */
export const DocumentForm = Type.Unsafe<undefined>({
  type: 'object',
  required: ['file'],
  properties: documentParts,
});

/** Only for the OpenAPI document. */
export const SubmitForm = Type.Unsafe<undefined>({
  type: 'object',
  properties: {
    ...documentParts,
    source_job_id: {
      type: 'string',
      format: 'uuid',
      description: 'Instead of `file`: the id of one of your jobs; its file is submitted again.',
    },
    expires_at: {
      type: 'string',
      format: 'date-time',
      description:
        'When the job is deleted automatically, once it has finished. Defaults to the setting of the account.',
    },
  },
  oneOf: [{ required: ['file'] }, { required: ['source_job_id'] }],
});

/** Only for the OpenAPI document. */
export const SubmitHeaders = Type.Unsafe<{ 'idempotency-key'?: string }>({
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: idempotencyKeyCharsMax,
      description:
        'Makes the request idempotent: the same key with the same file and options returns the same job for 24 hours.',
    },
  },
});
