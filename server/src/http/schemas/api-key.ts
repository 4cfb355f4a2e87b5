/** API keys on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import { type ApiKey, apiKeyNameLengthMax } from '../../domain/api-key.ts';
import { storableText } from '../../domain/schema-parts.ts';
import { Timestamp } from './scalars.ts';

const fields = {
  id: Type.String({ description: 'Key identifier, used to revoke it.' }),
  name: Type.String(),
  key_prefix: Type.String({ description: 'The leading characters of the key.' }),
  is_active: Type.Boolean(),
  created_at: Timestamp,
  last_used_at: Type.Union([Timestamp, Type.Null()]),
};

export const ApiKeyBody = Type.Object(fields, { $id: 'ApiKey' });

export const NewApiKeyBody = Type.Object(
  { ...fields, raw_key: Type.String({ description: 'The full key. It is shown only once.' }) },
  { $id: 'NewApiKey' },
);

export const CreateApiKeyBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: apiKeyNameLengthMax, pattern: storableText }) },
  { additionalProperties: false },
);

export function toApiKeyBody(key: ApiKey): Static<typeof ApiKeyBody> {
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.keyPrefix,
    is_active: key.revokedAt === null,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
