/** Ids of the resources that exist during fuzzing: requests refer to them by position, responses add and remove them. */
import { randomUUID } from 'node:crypto';
import type { CallerKind, IdChoice } from './fuzz-request.ts';

export type ResourceIds = {
  readonly jobs: string[];
  readonly keys: string[];
  readonly webhooks: string[];
  /** Ids of deliveries, by webhook. */
  readonly deliveries: Map<string, string[]>;
  /** Ids of share links, by job. */
  readonly shares: Map<string, string[]>;
  /** Ids of deleted jobs. */
  readonly erasures: string[];
  readonly uploads: string[];
};

export type ResourcePool = {
  readonly credentials: Readonly<Record<CallerKind, Readonly<Record<string, string>>>>;
  readonly own: ResourceIds;
  readonly foreign: ResourceIds;
  /** Where the service can fetch a PDF. */
  readonly documentUrl: string;
};

export const noResources = (): ResourceIds => ({
  jobs: [],
  keys: [],
  webhooks: [],
  deliveries: new Map(),
  shares: new Map(),
  erasures: [],
  uploads: [],
});

function poolFor(
  ids: ResourceIds,
  path: string,
  parameter: string,
  before: readonly string[],
): readonly string[] {
  if (parameter === 'delivery_id') return ids.deliveries.get(before.at(-1) ?? '') ?? [];
  if (parameter === 'share_id') return ids.shares.get(before.at(-1) ?? '') ?? [];
  if (path.includes('{share_id}')) return [...ids.shares.keys()];
  if (path.startsWith('/webhooks')) return ids.webhooks;
  if (path.startsWith('/erasures')) return ids.erasures;
  if (path.startsWith('/uploads')) return ids.uploads;
  return path.startsWith('/api-keys') ? ids.keys : ids.jobs;
}

/** A path segment for the choice; `before` are the segments already chosen. */
export function segmentFor(
  { own, foreign }: ResourcePool,
  path: string,
  parameter: string,
  choice: IdChoice,
  before: readonly string[],
): string {
  if (choice.kind === 'absent') return randomUUID();
  if ('text' in choice) {
    // An empty segment would be another path.
    return choice.kind === 'raw' ? choice.text : encodeURIComponent(choice.text.toWellFormed()) || '%20';
  }
  const pool = poolFor(choice.kind === 'own' ? own : foreign, path, parameter, before);
  return pool[choice.index % Math.max(1, pool.length)] ?? randomUUID();
}

type Observed = {
  readonly operation: string;
  readonly status: number;
  readonly path: string;
  readonly json: unknown;
};

const idOf = (json: unknown) => String((json as { id?: unknown } | undefined)?.id ?? '');

function removeId(pool: string[], id: string): void {
  const at = pool.indexOf(id);
  if (at >= 0) pool.splice(at, 1);
}

/** Keeps pools small: the first and the newest few are enough. */
function addId(pool: string[], id: string): void {
  if (id === '' || pool.includes(id)) return;
  pool.push(id);
  if (pool.length > 20) pool.splice(1, 1);
}

const secondSegment = (path: string) => path.split('?')[0]?.split('/')[2] ?? '';

const updates: Readonly<Record<string, (own: ResourceIds, id: string, path: string) => void>> = {
  'POST /jobs': (own, id) => addId(own.jobs, id),
  'DELETE /jobs/{id}': (own, _, path) => {
    const id = secondSegment(path);
    removeId(own.jobs, id);
    own.shares.delete(id);
    addId(own.erasures, id);
  },
  'POST /uploads': (own, id) => addId(own.uploads, id),
  'DELETE /uploads/{id}': (own, _, path) => removeId(own.uploads, secondSegment(path)),
  'POST /api-keys': (own, id) => addId(own.keys, id),
  'POST /webhooks': (own, id) => addId(own.webhooks, id),
  'DELETE /webhooks/{id}': (own, _, path) => removeId(own.webhooks, secondSegment(path)),
  'POST /jobs/{id}/shares': (own, id, path) => {
    const job = secondSegment(path);
    own.shares.set(job, [...(own.shares.get(job) ?? []).slice(-20), id]);
  },
  'POST /webhooks/{id}/test': (own, id, path) => {
    const webhook = secondSegment(path);
    own.deliveries.set(webhook, [...(own.deliveries.get(webhook) ?? []).slice(-20), id]);
  },
};

export function updateResources({ own }: ResourcePool, { operation, status, path, json }: Observed): void {
  if (status < 300) updates[operation]?.(own, idOf(json), path);
}
