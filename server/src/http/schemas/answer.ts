/** Successful responses: what they mean, their headers, and an example where the schema's own does not fit. */
import { type Static, type TSchema, Type } from '@fastify/type-provider-typebox';
import { headersNamed, type ResponseHeader } from './response-headers.ts';

type Extra<Example> = { readonly headers?: readonly ResponseHeader[]; readonly example?: Example };

export function answer<const S extends TSchema>(
  schema: S,
  description: string,
  extra: Extra<Static<S>> = {},
) {
  const { headers = [], example } = extra;
  return {
    description,
    headers: headersNamed(...headers),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

export function noContent(description: string, ...headers: readonly ResponseHeader[]) {
  return Type.Null({ description, headers: headersNamed(...headers) });
}
