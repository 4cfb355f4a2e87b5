/** What routes of other services that take a file have in common. Not in the OpenAPI document: it is their contract. */
import { Type } from '@fastify/type-provider-typebox';

export const uploadRoute = {
  config: { holds: 'upload', isCompatible: true },
  schema: { hide: true, body: Type.Unsafe<undefined>({}) },
  validatorCompiler: () => () => true,
} as const;
