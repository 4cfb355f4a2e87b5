/** Completes the generated OpenAPI document: references instead of copies, examples, and what Fastify cannot express. */
import { headerComponents } from './schemas/response-headers.ts';

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, unknown>; encoding?: object };
type Schema = { $ref?: string; examples?: unknown[]; style?: string; explode?: boolean };
type Response = { $ref?: string; headers?: Record<string, object>; content?: Record<string, Media> };
type Parameter = { name: string; in: string; schema?: Schema; style?: string; explode?: boolean };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Components = {
  schemas: Record<string, Schema>;
  headers?: Record<string, object>;
  responses?: Record<string, Response>;
};
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: Components;
};

/** Replaces every schema that has an `$id` with a reference, and collects it under that name. */
export function withReferences(part: unknown, named: Map<string, object>): unknown {
  if (Array.isArray(part)) return part.map((item) => withReferences(item, named));
  if (typeof part !== 'object' || part === null) return part;
  const { $id, ...rest } = part as { readonly $id?: unknown };
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, withReferences(value, named)]),
  );
  if (typeof $id !== 'string') return copy;
  named.set($id, copy);
  return { $ref: `#/components/schemas/${$id}` };
}

const headerReference = (name: string) => ({ $ref: `#/components/headers/${name}` });

const titleCase = (header: string) => header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** `style` and `explode` belong to the parameter, not to its schema. Fastify knows headers in lower case only. */
function completeParameter(parameter: Parameter): void {
  const { schema } = parameter;
  if (parameter.in === 'header') parameter.name = titleCase(parameter.name);
  if (schema?.style === undefined) return;
  const { style, explode, ...rest } = schema;
  Object.assign(parameter, { schema: rest, style, explode });
}

/** A body without an example of its own takes the one of its schema. */
function addExample({ schemas }: Components, media: Media): void {
  const name = media.schema?.$ref?.split('/').at(-1) ?? '';
  const [example] = schemas[name]?.examples ?? [];
  const hasOne = media.example !== undefined || media.examples !== undefined;
  if (!hasOne && example !== undefined) media.example = example;
}

/** Tells clients to send the options as JSON within the form. */
function addEncoding(content: Record<string, Media>): void {
  const form = content['multipart/form-data'];
  if (form) {
    form.encoding = {
      file: { contentType: 'application/pdf' },
      options: { contentType: 'application/json' },
    };
  }
}

function pascal(code: string): string {
  return code
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

const codesOf = (response: Response) => Object.keys(response.content?.['application/json']?.examples ?? {});

/** Codes that are the only one of a response. */
function codesAlone({ paths }: OpenApiDocument): ReadonlySet<string> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const lists = operations.flatMap(({ responses }) => Object.values(responses).map(codesOf));
  return new Set(lists.filter(({ length }) => length === 1).flat());
}

/**
 * Error responses are few and repeated on every operation: each is named after its most special code, the last, or
 * after all if another response has that one alone.
 */
function sharedResponse(components: Components, alone: ReadonlySet<string>, response: Response): Response {
  const codes = codesOf(response);
  const code = codes.at(-1);
  if (code === undefined) return response;
  const name = codes.length > 1 && alone.has(code) ? codes.map(pascal).join('Or') : pascal(code);
  const known = components.responses?.[name];
  if (known && JSON.stringify(known) !== JSON.stringify(response))
    throw new Error(`two different responses would be called ${name}: change the order of their codes`);
  components.responses = { ...components.responses, [name]: response };
  return { $ref: `#/components/responses/${name}` };
}

function completeOperation(components: Components, alone: ReadonlySet<string>, operation: Operation): void {
  const { parameters = [], requestBody, responses } = operation;
  parameters.forEach(completeParameter);
  for (const media of Object.values(requestBody?.content ?? {})) addExample(components, media);
  if (requestBody) addEncoding(requestBody.content);
  for (const [status, response] of Object.entries(responses)) {
    const names = ['X-Request-Id', ...Object.keys(response.headers ?? {})];
    response.headers = Object.fromEntries(names.map((name) => [name, headerReference(name)]));
    for (const media of Object.values(response.content ?? {})) addExample(components, media);
    responses[status] = sharedResponse(components, alone, response);
  }
}

/** Changes the document in place. `HEAD` is left out: it answers like `GET`, without the body. */
export function completeDocument(document: OpenApiDocument): void {
  const { paths, components } = document;
  components.headers = { ...headerComponents };
  const alone = codesAlone(document);
  for (const item of Object.values(paths)) {
    delete item['head'];
    for (const operation of Object.values(item)) completeOperation(components, alone, operation);
  }
  for (const schema of Object.values(components.schemas)) delete schema.examples;
}
