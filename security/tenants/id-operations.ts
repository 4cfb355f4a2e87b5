/** Every operation of the contract that takes an id, with a valid request for any set of ids. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { multipart } from '@octavo/testkit/client/multipart.ts';
import type { Reply, RequestOptions } from '@octavo/testkit/client/send-request.ts';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import type { Ids } from './tenant.ts';

export type Kind = Exclude<keyof Ids, 'image'>;
export type Named = Readonly<Record<keyof Ids, string>>;

export type Outcome = 'done' | 'not found' | 'refused' | 'other';

export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** What it names; empty for an operation without an id. */
  readonly kinds: readonly Kind[];
  readonly request: (ids: Named) => Pick<RequestOptions, 'headers' | 'body'>;
  /** It changes nothing. */
  readonly isReading: boolean;
  /** It needs no credentials. */
  readonly isPublic: boolean;
  readonly outcome: (reply: Reply) => Outcome;
  /** The body without what differs between two equal refusals. */
  readonly comparable: (text: string) => string;
};

type Described = {
  readonly security?: readonly object[];
  readonly requestBody?: object;
  readonly responses?: { readonly 200?: { readonly headers?: object } };
};

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];
const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function outcomeOf({ status }: Reply): Outcome {
  if (status >= 200 && status <= 299) return 'done';
  return status === 404 ? 'not found' : status === 400 ? 'refused' : 'other';
}

/** What every operation of the REST API has. */
const overHttp = (method: string) => ({
  isReading: method === 'GET' || method === 'HEAD',
  isPublic: false,
  outcome: outcomeOf,
  comparable: (text: string) => text.replace(/"request_id":"[^"]+"/, ''),
});

/** Files are also served to HEAD, which the contract documents as GET. */
const methodsOf = (described: Record<string, Described>) =>
  methods.filter((method) =>
    method === 'head'
      ? 'Content-Disposition' in (described['get']?.responses?.[200]?.headers ?? {})
      : described[method] !== undefined,
  );

/** An operation that takes a body is covered once there is a valid one here. */
const bodies: Readonly<Record<string, () => Pick<RequestOptions, 'headers' | 'body'>>> = {
  'PATCH /jobs/{id}': () => json({ expires_at: new Date(Date.now() + 86_400_000).toISOString() }),
  'POST /jobs/{id}/outputs': () => json({ format: ['markdown'] }),
  'POST /jobs/{id}/shares': () => json({}),
  'POST /jobs/{id}/locate': () => json({ quotes: [{ exact: 'a quote of some words' }] }),
  'PATCH /webhooks/{id}': () => json({ description: 'changed by a run' }),
};

/** Parameters that are not ids, and required parts of a query. */
const fixedValues: Readonly<Record<string, string>> = { fmt: 'markdown', n: '1' };
const queries: Readonly<Record<string, string>> = { '/jobs/{id}/search': '?q=the' };

const kindsByResource: Readonly<Record<string, Kind>> = {
  jobs: 'job',
  webhooks: 'webhook',
  erasures: 'erasure',
  uploads: 'upload',
};

function kindOf(path: string, parameter: string): Kind | undefined {
  if (parameter === 'key_id') return 'apiKey';
  if (parameter === 'delivery_id') return 'delivery';
  if (parameter === 'share_id') return 'share';
  if (parameter === 'task_id') return 'job';
  if (parameter !== 'id') return undefined;
  return kindsByResource[path.split('/')[1] ?? ''];
}

const parametersOf = (path: string) => [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);

export function pathFor({ path }: Operation, ids: Named): string {
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_, parameter: string) => {
    const fixed = fixedValues[parameter];
    if (fixed !== undefined) return fixed;
    const kind = parameter === 'name' ? 'image' : kindOf(path, parameter);
    return kind === undefined ? '' : ids[kind];
  });
  return filled + (queries[path] ?? '');
}

/** The id is not in the path but in the form. */
const reuse: Operation = {
  name: 'POST /jobs (source_job_id)',
  method: 'POST',
  path: '/jobs',
  kinds: ['job'],
  ...overHttp('POST'),
  request: ({ job }) => {
    const { contentType, chunks } = multipart([{ name: 'source_job_id', content: job }]);
    return { headers: { 'content-type': contentType }, body: Buffer.concat(chunks) };
  },
};

const submitUpload: Operation = {
  name: 'POST /jobs (upload_id)',
  method: 'POST',
  path: '/jobs',
  kinds: ['upload'],
  ...overHttp('POST'),
  request: ({ upload }) => json({ upload_id: upload }),
};

/** Both ids are in the body. */
const compare: Operation = {
  name: 'POST /diffs',
  method: 'POST',
  path: '/diffs',
  kinds: ['job', 'otherJob'],
  ...overHttp('POST'),
  request: ({ job, otherJob }) => json({ base_job_id: job, head_job_id: otherJob }),
};

/** Routes of other services, which are not in the contract. A task of chunks has its options in its id. */
const compatible = ['/v1/status/poll/{task_id}', '/v1/result/{task_id}', '/v1/result/{task_id}~256m'].map(
  (path): Operation => ({
    name: `GET ${path}`,
    method: 'GET',
    path,
    kinds: ['job'],
    ...overHttp('GET'),
    request: () => ({}),
  }),
);

export type Contract = {
  readonly all: readonly Operation[];
  readonly withId: readonly Operation[];
  /** Opened by the token of a share link, which names what it opens. */
  readonly shared: readonly Operation[];
  /** Operations without an example request. */
  readonly uncovered: readonly string[];
};

export function readContract(): Contract {
  const { paths } = JSON.parse(readFileSync(join(repository, 'server/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
  };
  const uncovered: string[] = [];
  const described = Object.entries(paths).flatMap(([path, item]) =>
    methodsOf(item).map((method): Operation => {
      const name = `${method.toUpperCase()} ${path}`;
      const parameters = parametersOf(path).filter((one) => !(one in fixedValues) && one !== 'name');
      const kinds = parameters.flatMap((parameter) => kindOf(path, parameter) ?? []);
      const needsBody = parameters.length > 0 && item[method]?.requestBody !== undefined;
      if (kinds.length < parameters.length || (needsBody && !bodies[name])) uncovered.push(name);
      const verb = method.toUpperCase();
      const isPublic = item[method === 'head' ? 'get' : method]?.security?.length === 0;
      const request = bodies[name] ?? (() => ({}));
      return { name, method: verb, path, kinds, request, ...overHttp(verb), isPublic };
    }),
  );
  const isShared = ({ path }: Operation) => /^\/shared(\/|$)/.test(path);
  const all = [...described.filter((one) => !isShared(one)), ...compatible];
  const withId = [...all.filter(({ path }) => path.includes('{')), reuse, submitUpload, compare];
  return { all, withId, shared: described.filter(isShared), uncovered };
}
