/** API keys on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import { type ApiKey, apiKeyNameLengthMax } from '../../domain/api-key.ts';
import { storableText } from '../../domain/schema-parts.ts';
import { apiKeyExample, exampleIds, newApiKeyExample } from './examples.ts';
import { Timestamp } from './scalars.ts';

const fields = {
  id: Type.String({ description: 'Key identifier, used to revoke it.' }),
  name: Type.String({ description: 'What you called it.' }),
  key_prefix: Type.String({ description: 'The leading characters of the key.' }),
  is_active: Type.Boolean({ description: 'false once it is revoked.' }),
  created_at: Timestamp,
  last_used_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When it was last used, to the minute; null until it is.',
  }),
};

export const ApiKeyBody = Type.Object(fields, { $id: 'ApiKey', examples: [apiKeyExample] });

export const ApiKeyListBody = Type.Array(ApiKeyBody, { $id: 'ApiKeyList', examples: [[apiKeyExample]] });

export const NewApiKeyBody = Type.Object(
  { ...fields, raw_key: Type.String({ description: 'The full key. It is shown only once.' }) },
  { $id: 'NewApiKey', examples: [newApiKeyExample] },
);

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: apiKeyNameLengthMax,
      pattern: storableText,
      description: 'A name that tells you later what the key is for.',
    }),
  },
  { $id: 'CreateApiKey', additionalProperties: false, examples: [{ name: apiKeyExample.name }] },
);

export const ApiKeyPath = Type.Object({
  key_id: Type.String({ description: 'API key identifier.', examples: [exampleIds.apiKey] }),
});

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
