/** Reads the published contract: the operations, their parameters, and the responses they may give. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type RawOperation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Operation = {
  /** `GET /jobs/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The bodies it takes, by media type; none if it takes no body. */
  readonly bodies: readonly { readonly type: string; readonly schema: Schema }[];
  /** Declared response statuses. */
  readonly statuses: ReadonlySet<number>;
  /** Media types of a response; empty if it has no body. */
  typesOf(status: number): readonly string[];
  /** Deviations of a body from its schema; empty if there is no schema. */
  faultsOf(status: number, body: unknown): readonly string[];
};

export type Contract = {
  readonly operations: readonly Operation[];
  /** Faults of a body against the schema that all errors share. */
  errorFaults(body: unknown): readonly string[];
};

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];
const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const documentId = 'https://octavo.test/openapi';

function compiler(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: documentId }, documentId);
  const known = new Map<string, ValidateFunction>();
  return (pointer: string) => {
    const check = known.get(pointer) ?? ajv.compile({ $ref: `${documentId}#${pointer}` });
    known.set(pointer, check);
    return (body: unknown): readonly string[] => {
      if (check(body)) return [];
      return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    };
  };
}

function operationOf(
  compile: ReturnType<typeof compiler>,
  path: string,
  method: string,
  raw: RawOperation,
): Operation {
  const bodies = Object.entries(raw.requestBody?.content ?? {});
  const contentOf = (status: number) => raw.responses[String(status)]?.content ?? {};
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters: raw.parameters ?? [],
    bodies: bodies.map(([type, { schema = {} }]) => ({ type, schema })),
    statuses: new Set(Object.keys(raw.responses).map(Number)),
    typesOf: (status) => Object.keys(contentOf(status)),
    faultsOf: (status, value) => {
      const type = Object.keys(contentOf(status)).find((name) => name.endsWith('json'));
      if (type === undefined) return [];
      const steps = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
      return compile(`/${steps.map((step) => encodeURIComponent(escaped(step))).join('/')}`)(value);
    },
  };
}

export function readContract(document: OpenApi): Contract {
  const compile = compiler(document);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, raw]) => operationOf(compile, path, method, raw)),
  );
  const usual = compile('/components/schemas/Error');
  const withFigures = compile('/components/schemas/PageLimitError');
  const isPageLimit = (body: unknown) => (body as { code?: unknown } | null)?.code === 'page_limit_reached';
  return { operations, errorFaults: (body) => (isPageLimit(body) ? withFigures(body) : usual(body)) };
}

/** Follows every reference, so that readers of the document need not. */
function withoutReferences(part: unknown, root: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutReferences(item, root));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as { readonly $ref?: unknown };
  if (typeof $ref === 'string') {
    const steps = $ref.split('/').slice(1);
    return withoutReferences(
      steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], root),
      root,
    );
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withoutReferences(value, root)]),
  );
}

export function readOpenApi(path: string): OpenApi {
  const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return withoutReferences(document, document) as OpenApi;
}
