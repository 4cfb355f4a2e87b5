/** Direct uploads on the wire. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import type { RequestedUpload, UploadState } from '../../actions/manage-uploads.ts';
import { directUploadBytesMax } from '../../domain/direct-upload.ts';
import { OneOf, storableText } from '../../domain/schema-parts.ts';
import { createUploadExample, exampleIds, uploadExample } from './examples.ts';
import { OrNull, Timestamp } from './scalars.ts';

const uploadStatuses = ['open', 'used'] as const;
const fileNameCharsMax = 1_024;
const hexSha256 = '^[0-9a-fA-F]{64}$';

export const CreateUploadBody = Type.Object(
  {
    bytes: Type.Integer({
      minimum: 1,
      maximum: directUploadBytesMax,
      description: 'The size of the file. Your plan may allow less.',
    }),
    file_name: Type.Optional(
      Type.String({
        maxLength: fileNameCharsMax,
        pattern: storableText,
        description: 'The name of the file; `document.pdf` unless given.',
      }),
    ),
    sha256: Type.Optional(
      Type.String({
        pattern: hexSha256,
        description: 'The SHA-256 of the file, in hex. If given, a submit of another file is refused.',
      }),
    ),
  },
  { $id: 'CreateUpload', additionalProperties: false, examples: [createUploadExample] },
);

const PartBody = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  offset: Type.Integer({ description: 'Where the part begins in the file.' }),
  bytes: Type.Integer({ description: 'Its size. The storage accepts no other.' }),
  uploaded: Type.Boolean({ description: 'Whether it has arrived.' }),
  url: OrNull(Type.String({ format: 'uri' }), {
    description: 'Where to send these bytes with `PUT`; null once they have arrived.',
  }),
});

export const UploadBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status: OneOf(uploadStatuses, {
      description: '`open` until a job is made of it, then `used`.',
    }),
    file_name: Type.String(),
    bytes: Type.Integer(),
    sha256: OrNull(Type.String(), { description: 'As it was announced.' }),
    part_bytes: Type.Integer({ description: 'The size of every part except the last.' }),
    parts: Type.Array(PartBody, { description: 'In the order of the file. At most 200.' }),
    urls_expire_at: Timestamp,
    job_id: OrNull(Type.String({ format: 'uuid' }), { description: 'The job that was made of it.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { $id: 'Upload', examples: [uploadExample] },
);

export const UploadPath = Type.Object({
  id: Type.String({ description: 'Upload identifier.', examples: [exampleIds.upload] }),
});

export function toRequestedUpload(body: Static<typeof CreateUploadBody>): RequestedUpload {
  return { fileName: body.file_name, bytes: body.bytes, sha256: body.sha256 };
}

export function toUploadBody({ upload, parts, urlsExpireAt }: UploadState): Static<typeof UploadBody> {
  return {
    id: upload.id,
    status: upload.jobId === null ? 'open' : 'used',
    file_name: upload.fileName,
    bytes: upload.bytes,
    sha256: upload.sha256,
    part_bytes: upload.partBytes,
    parts: parts.map(({ number, offset, bytes, url }) => ({
      number,
      offset,
      bytes,
      uploaded: url === null,
      url,
    })),
    urls_expire_at: urlsExpireAt.toISOString(),
    job_id: upload.jobId,
    created_at: upload.createdAt.toISOString(),
    expires_at: upload.expiresAt.toISOString(),
  };
}
