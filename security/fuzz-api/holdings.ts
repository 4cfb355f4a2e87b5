/** The resources of the fuzzer's account: requests refer to them by position, and responses add to them. */
import { randomUUID } from 'node:crypto';
import type { CallerKind, IdChoice } from './fuzz-request.ts';

export type Things = {
  readonly jobs: string[];
  readonly keys: string[];
  readonly webhooks: string[];
  /** Ids of deliveries, by webhook. */
  readonly deliveries: Map<string, string[]>;
};

export type Holdings = {
  readonly credentials: Readonly<Record<CallerKind, Readonly<Record<string, string>>>>;
  readonly own: Things;
  readonly foreign: Things;
};

export const noThings = (): Things => ({ jobs: [], keys: [], webhooks: [], deliveries: new Map() });

function poolFor(
  things: Things,
  path: string,
  parameter: string,
  before: readonly string[],
): readonly string[] {
  if (parameter === 'delivery_id') return things.deliveries.get(before.at(-1) ?? '') ?? [];
  if (path.startsWith('/webhooks')) return things.webhooks;
  return path.startsWith('/api-keys') ? things.keys : things.jobs;
}

/** A segment of the path, encoded as far as the choice wants it. `before` are those already decided. */
export function segmentFor(
  { own, foreign }: Holdings,
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

type Learned = {
  readonly operation: string;
  readonly status: number;
  readonly path: string;
  readonly json: unknown;
};

const idOf = (json: unknown) => String((json as { id?: unknown } | undefined)?.id ?? '');

function forget(pool: string[], id: string): void {
  const at = pool.indexOf(id);
  if (at >= 0) pool.splice(at, 1);
}

/** Keeps pools small: the first and the newest few are as good as hundreds. */
function remember(pool: string[], id: string): void {
  if (id === '' || pool.includes(id)) return;
  pool.push(id);
  if (pool.length > 20) pool.splice(1, 1);
}

const secondSegment = (path: string) => path.split('?')[0]?.split('/')[2] ?? '';

const lessons: Readonly<Record<string, (own: Things, id: string, path: string) => void>> = {
  'POST /jobs': (own, id) => remember(own.jobs, id),
  'DELETE /jobs/{id}': (own, _, path) => forget(own.jobs, secondSegment(path)),
  'POST /api-keys': (own, id) => remember(own.keys, id),
  'POST /webhooks': (own, id) => remember(own.webhooks, id),
  'DELETE /webhooks/{id}': (own, _, path) => forget(own.webhooks, secondSegment(path)),
  'POST /webhooks/{id}/test': (own, id, path) => {
    const webhook = secondSegment(path);
    own.deliveries.set(webhook, [...(own.deliveries.get(webhook) ?? []).slice(-20), id]);
  },
};

export function learn({ own }: Holdings, { operation, status, path, json }: Learned): void {
  if (status < 300) lessons[operation]?.(own, idOf(json), path);
}
