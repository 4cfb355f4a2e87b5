/** Parser options in the API: the bodies that show them, and the forms that carry them. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { idempotencyKeyCharsMax } from '../../domain/idempotency.ts';
import { snakeKeys } from '../../domain/key-case.ts';
import type { ParserOptions } from '../../domain/options.ts';
import { OptionsRequest, optionFields } from '../../domain/options-schema.ts';
import { sourceUrlCharsMax } from '../../domain/source-url.ts';
import { errorResponses } from './error.ts';
import { submitFormExample } from './examples.ts';

export const OptionsBody = Type.Object(optionFields, {
  $id: 'ParserOptions',
  description: 'The options of the job, with the defaults filled in. The password is never returned.',
});
export type OptionsBody = Static<typeof OptionsBody>;
export const optionNames = Object.keys(optionFields) as (keyof OptionsBody)[];

/** Without its default, which the serializer would fill in, and so without the name of the definition that has it. */
function withoutDefault(field: object): object {
  const { default: _default, $id: _id, ...rest } = field as { default?: unknown; $id?: string };
  return rest;
}

const fieldsWithoutDefaults = Object.fromEntries(
  Object.entries(optionFields).map(([name, field]) => [name, withoutDefault(field)]),
) as typeof optionFields;

export const RecommendedOptions = Type.Partial(Type.Object(fieldsWithoutDefaults), {
  $id: 'RecommendedOptions',
  description:
    'Options to send in addition to, or instead of, those of this request; the others need no change.',
});

export function toOptionsBody(options: ParserOptions): OptionsBody {
  return snakeKeys(options) as OptionsBody;
}

/** `format` is what generators of clients look for, `contentMediaType` is what OpenAPI 3.1 prescribes. */
const PdfPart = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/pdf',
  description: 'The PDF file.',
};

/** Why a document or its options are refused. */
const documentCodes = [
  400,
  'invalid_json',
  'format_unsupported',
  'pdf_password_required',
  'pdf_password_incorrect',
  'pdf_unreadable',
  'invalid_pdf',
  413,
  'file_too_large',
] as const;
export const documentErrors = errorResponses(...documentCodes);
/** The same for a submit, which may name the URL of a file. */
export const submitErrors = errorResponses(...documentCodes, 'source_url_failed', 'source_url_not_offered');

/** Only for the OpenAPI document: the form is read as a stream, and `parseOptions` checks its options. */
export const DocumentForm = Type.Unsafe<undefined>({
  $id: 'PreflightForm',
  type: 'object',
  required: ['file'],
  properties: { file: PdfPart, options: OptionsRequest },
  examples: [submitFormExample],
});

const UploadId = {
  type: 'string',
  format: 'uuid',
  description: 'Instead of `file`: the id of an upload whose parts have all been sent. It can be used once.',
};
const SourceJobId = {
  type: 'string',
  format: 'uuid',
  description: 'Instead of `file`: the id of one of your jobs. Its file is submitted again.',
};
const SourceUrl = {
  type: 'string',
  format: 'uri',
  maxLength: sourceUrlCharsMax,
  description:
    'Instead of `file`: where the service fetches it, if the operator offers this. It must start with https:// and lead to a public address.',
};
const ExpiresAt = {
  type: 'string',
  format: 'date-time',
  description:
    'When the job is deleted automatically, once it has finished. Defaults to the setting of the account.',
};

/** Only for the OpenAPI document. */
export const SubmitForm = Type.Unsafe<undefined>({
  $id: 'SubmitJobForm',
  type: 'object',
  description: 'Exactly one of `file`, `source_job_id`, `upload_id` and `source_url` is required.',
  properties: {
    file: PdfPart,
    options: OptionsRequest,
    source_job_id: SourceJobId,
    upload_id: UploadId,
    source_url: SourceUrl,
    expires_at: ExpiresAt,
  },
  examples: [submitFormExample],
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
