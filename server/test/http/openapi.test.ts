/** The OpenAPI document has what clients and the reference need: nothing is missing, and examples fit their schemas. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/domain/formats.ts';
import { optionNames } from '../../src/http/schemas/options.ts';

type Media = {
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Header = { readonly $ref?: string; readonly description?: string };
type Response = {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Media>>;
};
type Parameter = {
  readonly name: string;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
};
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
};
type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

const file = new URL('../../openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
};
const { schemas, responses: sharedResponses, headers } = document.components;

const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, operation })),
);
const ofApi = operations.filter(({ path }) => path.startsWith('/'));
const lastOf = (reference: string | undefined) => reference?.split('/').at(-1) ?? '';
const resolved = (response: Response) => sharedResponses[lastOf(response.$ref)] ?? response;
const answers = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    name: `${name} ${status}`,
    status,
    response: resolved(response),
  })),
);
const requestMedia = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({
    name: `${name} ${type}`,
    media,
  })),
);
const answerMedia = answers.flatMap(({ name, response }) =>
  Object.entries(response.content ?? {}).map(([type, media]) => ({ name: `${name} ${type}`, type, media })),
);
const hasExample = ({ example, examples }: Media) =>
  example !== undefined || Object.keys(examples ?? {}).length > 0;
const isText = (text: string | undefined) => text !== undefined && text.trim() !== '';
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('every operation', () => {
  it('has an id that is a unique camelCase verb, a tag, a summary and a description', () => {
    const lacking = operations.filter(
      ({ operation }) =>
        !/^[a-z]+([A-Z][a-z]+)*$/.test(operation.operationId ?? '') ||
        !isText(operation.summary) ||
        !isText(operation.description) ||
        !document.tags.some(({ name }) => name === operation.tags?.[0]),
    );
    expect(operations.length).toBeGreaterThan(35);
    expect(namesOf(lacking)).toEqual([]);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('describes every response in words', () => {
    const lacking = answers.filter(
      ({ response }) => !isText(response.description) || response.description === 'Default Response',
    );
    expect(namesOf(lacking)).toEqual([]);
  });

  it('has an example of every request, and of every response that is text', () => {
    const isBinary = (media: Media) => lastOf(media.schema?.$ref) === 'FileContent';
    const lacking = [...requestMedia, ...answerMedia].filter(
      ({ media }) => !hasExample(media) && !isBinary(media),
    );
    expect(namesOf(lacking)).toEqual([]);
  });

  it('has a named schema for every body', () => {
    const lacking = [...requestMedia, ...answerMedia].filter(
      ({ media }) => !(lastOf(media.schema?.$ref) in schemas),
    );
    expect(namesOf(lacking)).toEqual([]);
  });

  it('describes every parameter, and says how lists are written next to the schema', () => {
    const parameters = ofApi.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).map((parameter) => ({ name: `${name} ${parameter.name}`, parameter })),
    );
    expect(namesOf(parameters.filter(({ parameter }) => !isText(parameter.description)))).toEqual([]);
    const lists = parameters.filter(({ parameter }) => parameter.schema['type'] === 'array');
    expect(lists.map(({ parameter: { style, explode } }) => [style, explode])).toEqual(
      lists.map(() => ['form', false]),
    );
    const misplaced = parameters.filter(
      ({ parameter: { schema } }) => 'style' in schema || 'explode' in schema,
    );
    expect(namesOf(misplaced)).toEqual([]);
  });

  it('is documented once: HEAD is left out', () => {
    expect(operations.filter(({ method }) => method === 'head')).toEqual([]);
  });
});

describe('response headers', () => {
  const lacking = (header: string, statuses: (status: string, name: string) => boolean) =>
    answers
      .filter(({ name, status }) => name.includes(' /') && statuses(status, name))
      .filter(({ response }) => lastOf(response.headers?.[header]?.$ref) !== header)
      .map(({ name }) => name);

  it('are declared where they are sent', () => {
    expect(lacking('X-Request-Id', () => true)).toEqual([]);
    expect(lacking('Retry-After', (status) => ['429', '503'].includes(status))).toEqual([]);
    expect(lacking('WWW-Authenticate', (status) => status === '401')).toEqual([]);
    expect(lacking('Location', (_, name) => ['post /jobs 201', 'post /webhooks 201'].includes(name))).toEqual(
      [],
    );
    expect(lacking('Idempotent-Replayed', (_, name) => name === 'post /jobs 201')).toEqual([]);
    const isFile = (status: string, name: string) =>
      /(\/download\/|\/source|\/images\/)/.test(name) && ['200', '206', '304'].includes(status);
    for (const header of ['ETag', 'Content-Disposition', 'Accept-Ranges']) {
      expect(lacking(header, isFile)).toEqual([]);
    }
    expect(lacking('Content-Range', (status) => ['206', '416'].includes(status))).toEqual([]);
  });

  it('are described', () => {
    expect(Object.entries(headers).filter(([, { description }]) => !isText(description))).toEqual([]);
  });
});

describe('the form of POST /jobs', () => {
  const form = document.paths['/jobs']?.['post']?.requestBody?.content['multipart/form-data'];
  const input = schemas['ParserOptionsInput']?.properties ?? {};

  it('takes a binary file and options as an object, sent as JSON', () => {
    const { file: filePart, options } = schemas['SubmitJobForm']?.properties ?? {};
    expect(filePart).toMatchObject({ type: 'string', format: 'binary', contentMediaType: 'application/pdf' });
    expect(options).toEqual({ $ref: '#/components/schemas/ParserOptionsInput' });
    expect(form).toMatchObject({ encoding: { options: { contentType: 'application/json' } } });
  });

  it('describes every option and its default', () => {
    const definitions = Object.entries(input).map(([name, schema]) => ({
      name,
      definition: schemas[lastOf(schema['$ref'] as string)] ?? {},
    }));
    expect(namesOf(definitions)).toEqual([...optionNames, 'password']);
    expect(definitions.filter(({ definition }) => !isText(definition['description'] as string))).toEqual([]);
    const withoutDefault = definitions.filter(({ definition }) => !('default' in definition));
    expect(namesOf(withoutDefault)).toEqual(['password']);
  });
});

describe('types', () => {
  it('lists the formats of a download', () => {
    const parameters = document.paths['/jobs/{id}/download/{fmt}']?.['get']?.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'fmt')?.schema['enum']).toEqual(formats);
  });

  it('has the six figures of a page-limit error', () => {
    const detail = schemas['PageLimitError']?.properties?.['detail'];
    const six = ['message', 'pdf_pages', 'pages_remaining', 'pages_used', 'pages_limit', 'tier'];
    expect(Object.keys(detail?.properties ?? {})).toEqual(six);
    expect(detail?.['required']).toEqual(six);
  });
});

describe('examples', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'https://octavo.test/openapi' });

  const cases = [...requestMedia, ...answerMedia].flatMap(({ name, media }) => {
    const values = Object.values(media.examples ?? {}).map(({ value }) => value);
    return [...(media.example === undefined ? [] : [media.example]), ...values].map((value) => ({
      name,
      schema: media.schema?.$ref ?? '',
      value,
    }));
  });

  // Compiled once each: most examples share a schema.
  const checks = new Map(
    [...new Set(cases.map(({ schema }) => schema))].map((schema) => [
      schema,
      ajv.getSchema(`https://octavo.test/openapi${schema}`),
    ]),
  );

  it('fit their schemas', () => {
    const wrong = cases.flatMap(({ name, schema, value }) => {
      const check = checks.get(schema);
      return check?.(value) ? [] : [`${name}: ${ajv.errorsText(check?.errors)}`];
    });
    expect(cases.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('would be refused if they did not', () => {
    const check = ajv.getSchema('https://octavo.test/openapi#/components/schemas/Job');
    expect(check?.({ id: 'x' })).toBe(false);
  });
});
