/** The OpenAPI document as the generators of pages read it: operations by tag, with references followed. */
import { openApiDocument } from './openapi.ts';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};
export type Media = { readonly schema?: Schema; readonly example?: unknown; readonly examples?: object };
export type Response = {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Media>>;
};
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
};
export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
};
type Items = Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
type Raw = {
  readonly paths: Items;
  readonly webhooks: Items;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
};

export type ApiDocument = Pick<Raw, 'tags' | 'components'> & {
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
};

const operationsOf = (items: Items) =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => ({ ...operation, method, path })),
  );

export const nameOf = (reference: string | undefined) => reference?.split('/').at(-1) ?? '';

export async function readApiDocument(): Promise<ApiDocument> {
  const { paths, webhooks, tags, components } = JSON.parse(await openApiDocument()) as Raw;
  const followed = operationsOf(paths).map((operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        components.responses[nameOf(response.$ref)] ?? response,
      ]),
    ),
  }));
  return { tags, components, operations: followed, webhooks: operationsOf(webhooks) };
}
